/* Who sits where, for whoever looks. */
import type { Seat, State } from "./protocol";

type Seating = Pick<State, "status" | "yours" | "seats" | "sight">;

/** Whether one of our seats is to act. */
export function isOurTurn(table: Seating): boolean {
  const acting = table.sight?.to_act ?? null;
  return acting !== null && table.yours.includes(acting);
}

/** On one screen, while somebody knows or is asked for what others may not see, whoever acts must take the screen first.
 *  `uncovered` is the seat that has taken it. */
export function isCovered(table: Seating, uncovered: number | null): boolean {
  const { sight } = table;
  if (!sight?.secret || table.yours.length < 2 || table.status !== "playing") return false;
  return uncovered !== sight.seat || (isOurTurn(table) && sight.to_act !== sight.seat);
}

/** Who takes the screen next: whoever of us is to act, else the first of us. */
export function nextTaker(table: Seating): Seat | null {
  const seat = isOurTurn(table) ? table.sight!.to_act! : (table.yours[0] ?? 0);
  return table.seats[seat] ?? null;
}

/** The other seats as they sit around the table, the next one to act last; a spectator sees all in order. */
export function otherSeats(table: Seating): Seat[] {
  const at = table.sight?.seat ?? null;
  const { seats } = table;
  if (at === null) return seats;
  return seats
    .map((_, i) => seats[(at + i) % seats.length]!)
    .slice(1)
    .reverse();
}

/** Who begins, where lots decided it, and in which order the others follow. */
export interface Lots {
  begins: string;
  order: { seat: number; name: string }[];
}

/** The draw for the first player, until one of us has played; `reader` is called "you". */
export function lotsOf(table: Pick<State, "status" | "seats" | "yours" | "log">, reader: number | null): Lots | null {
  const first = table.log.findLast((entry) => entry.kind === "start")?.first ?? null;
  const began = table.log.some((entry) => entry.kind === "play" && table.yours.includes(entry.seat ?? -1));
  if (first === null || began || table.status !== "playing") return null;
  const { seats } = table;
  const order = seats.map((_, i) => {
    const { seat, name } = seats[(first + i) % seats.length]!;
    return { seat, name: seat === reader ? "you" : name };
  });
  return { begins: first === reader ? "You begin." : `${seats[first]!.name} begins.`, order };
}

/** Whether a person is gone and others may soon fill the seat. */
export function isVacant(seat: Seat): boolean {
  return seat.kind === "open" || (seat.kind === "person" && !seat.present && !seat.yours && seat.away !== null);
}

/** For whoever alone has beaten bots: the level above theirs, if there is one. */
export function nextLevel(table: Pick<State, "seats" | "yours" | "ending">, levels: readonly number[]): number | null {
  const bots = table.seats.filter((seat) => seat.kind === "bot");
  const won = table.ending !== null && table.ending.winners.some((seat) => table.yours.includes(seat));
  if (!won || table.yours.length !== 1 || !bots.length || bots.length !== table.seats.length - 1) return null;
  const strongest = Math.max(...bots.map((bot) => bot.level ?? 0));
  return levels.find((level) => level === strongest + 1) ?? null;
}
