/* Small words that several pages need. */
import type { Move } from "./picker";
import type { Card, Ending, Entry, GameEvent, Row, Thing } from "./protocol";

const COLOURS = ["Blue", "Orange", "White", "Rose", "Mint"];
const TOKEN = /\{seat:(\d)('s)?\}|\{(\d):([^|{}]*)\|([^|{}]*)\}/g;
const NOUN = /^\s*[\p{L}\d{]/u; // what somebody has follows

/** A text of the server with the names of the seats, and "you" for the one who reads (docs/PROTOCOL.md, "Texts"). */
export function fill(text: string, names: readonly string[], you: number | null = null): string {
  return text.replaceAll(TOKEN, (...[found = "", seat, owner, actor, they, self, at]: (string | undefined)[]) => {
    if (actor !== undefined) return (Number(actor) === you ? self : they) ?? "";
    if (Number(seat) !== you) return (names[Number(seat)] || COLOURS[Number(seat)] || "") + (owner ?? "");
    const after = text.slice(Number(at) + found.length);
    const word = !owner ? "you" : NOUN.test(after) ? "your" : "yours";
    return text.slice(0, Number(at)).trim() ? word : word[0]!.toUpperCase() + word.slice(1);
  });
}

/** What a move does, as far as its title does not say it. */
export function consequences(move: Pick<Move, "title" | "effects">): string[] {
  return move.effects.map((effect) => effect.text).filter((text) => capital(text) !== capital(move.title));
}

/** The same in a line. */
export function effectWords(move: Pick<Move, "title" | "effects">): string {
  return consequences(move).join("; ");
}

/** The same for what a table shows. */
export function filledMove(move: Move, names: readonly string[], you: number | null): Move {
  const effects = move.effects.map((effect) => ({ ...effect, text: fill(effect.text, names, you) }));
  return { ...move, title: fill(move.title, names, you), effects };
}

export function filledThing(thing: Thing, names: readonly string[], you: number | null): Thing {
  return { ...thing, name: fill(thing.name, names, you), detail: fill(thing.detail, names, you) };
}

export function filledEntry<T extends Pick<Entry, "lines" | "label">>(
  entry: T,
  names: readonly string[],
  you: number | null,
): T {
  const label = entry.label === null ? null : fill(entry.label, names, you);
  return { ...entry, label, lines: entry.lines.map((line) => fill(line, names, you)) };
}

/** Entries up to the play that a board is showing, and of that play what it has told. */
export function toldSoFar<T extends Pick<Entry, "number" | "lines">>(
  entries: readonly T[],
  told: { play: number; lines: number } | null,
): T[] {
  if (!told) return [...entries];
  return entries
    .filter((entry) => entry.number <= told.play)
    .map((entry) => (entry.number === told.play ? { ...entry, lines: entry.lines.slice(0, told.lines) } : entry));
}

/** Sentences with more letters than this may need a second line at the head of a table. */
export const LONG = 48;

/** As a sentence begins; the name of a place, as in "b4 to a4", stays as it is. */
export function capital(words: string): string {
  const second = words.charAt(1);
  return second >= "a" && second <= "z" ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** A sentence without its full stop, to stand in a row of others. */
export function bare(sentence: string): string {
  return sentence.endsWith(".") ? sentence.slice(0, -1) : sentence;
}

/** "2 players", "1 or 2 players", "2 to 5 players". */
export function players(numbers: readonly number[]): string {
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  if (least === most) return least === 1 ? "1 player" : `${least} players`;
  return `${least} ${most - least === 1 ? "or" : "to"} ${most} players`;
}

export function tags(card: Card): string {
  if (card.hidden) return "hidden information";
  return card.chance_in_play ? "chance in play" : "open information";
}

/** Whom somebody plays with at a table, without themselves. */
export function company(row: Row): string {
  const others = row.seats
    .filter((seat) => !seat.yours)
    .map((seat) => (seat.kind === "open" ? "a free seat" : seat.name));
  if (!others.length) return row.seats.length > 1 ? "one screen" : "solo";
  return others.length === 1 ? others[0]! : `${others.slice(0, -1).join(", ")} and ${others.at(-1)}`;
}

/** How a game ended, in the game's own sentence where its last play has one. */
export function ended(
  ending: Ending,
  last: { lines: readonly string[]; events: readonly GameEvent[] | null } | null | undefined,
): string {
  const own = last?.events?.some((event) => event.event === "end") ? last.lines.at(-1) : undefined;
  return own ?? ending.text;
}

export function ago(time: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(time)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** An option's value or name for people. */
export function plain(value: unknown): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null) return "none";
  return String(value).replaceAll("_", " ");
}
