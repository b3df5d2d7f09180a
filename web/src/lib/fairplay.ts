/* Fair play (docs/FAIRPLAY.md): this device notes the commitment before the first move, adds something random of its
   own, and checks both at the end by itself. */
import { post } from "./api";
import { canonical, sha256 } from "./hash";
import { keep, kept } from "./memory";
import type { State } from "./protocol";

interface Noted {
  commitment: string;
  added: Record<string, string>;
}

export interface Check {
  /** null: the game is not over yet, or this device noted nothing. */
  right: boolean | null;
  proved: string[];
  not_proved: string[];
}

/** The hash of what the server says it had committed itself to. */
export function commitmentOf(table: State, seed: string): string {
  const { game, version, content, options, given_digest: given } = table;
  return sha256(
    canonical({
      proof: 2,
      table: table.table,
      game,
      version,
      content,
      seats: table.seats.length,
      options,
      given,
      seed,
    }),
  );
}

function random(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const noted = (table: State): Noted | null => kept<Noted | null>(`fair.${table.table}`, null);
const sent = new Set<string>();

/** Note the commitment, and add what this device adds for its seats. */
export async function contribute(table: State): Promise<void> {
  if (table.status !== "gathering") return;
  const note: Noted = noted(table) ?? { commitment: table.commitment, added: {} };
  for (const seat of table.yours) {
    const key = `${table.table} ${seat} ${table.seats[seat]?.key ?? ""}`;
    if (table.seats[seat]?.contributed || sent.has(key)) continue;
    sent.add(key);
    const text = random();
    note.added[seat] = text;
    keep(`fair.${table.table}`, note);
    await post(`tables/${table.table}/contribute`, { seat, text }).catch(() => delete note.added[seat]);
  }
  keep(`fair.${table.table}`, note);
}

/** What this device can prove about the deal, by what it noted itself. */
export function check(table: State): Check {
  const note = noted(table);
  const result: Check = { right: null, proved: [], not_proved: [] };
  if (table.given !== null)
    result.not_proved.push(
      `This table was made from a record: the deal and ${table.given} moves were chosen by whoever gave it.`,
    );
  if (!note) {
    result.not_proved.push("This device stored nothing before the first move, so it cannot check anything.");
    return result;
  }
  if (table.commitment !== note.commitment) {
    result.right = false;
    result.not_proved.push("The server now shows a different commitment than before the first move.");
    return result;
  }
  if (table.status === "gathering") return result;
  const missing = Object.entries(note.added).filter(([seat, text]) => table.contributions[Number(seat)] !== text);
  if (missing.length) {
    result.right = false;
    result.not_proved.push("What this device added to the shuffle was left out or changed.");
    return result;
  }
  if (Object.keys(note.added).length) result.proved.push("What this device added is in the shuffle.");
  else result.not_proved.push("This device added nothing to the shuffle.");
  if (table.seed === null) return result;
  result.right = commitmentOf(table, table.seed) === note.commitment;
  if (result.right) result.proved.push("The server's seed is the one it committed to before the first move.");
  else result.not_proved.push("The server's seed does not match its commitment.");
  return result;
}

/** How to check every outcome too, which needs the rules. */
export function command(table: State): string {
  const note = noted(table);
  const added = Object.entries(note?.added ?? {}).map(([seat, text]) => ` --contribution ${Number(seat) + 1}=${text}`);
  return `sectors verify record.json${note ? ` --commitment ${note.commitment}` : ""}${added.join("")}`;
}
