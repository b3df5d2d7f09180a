/* The addresses of tables, replays, guides, lessons and exercises, and copying links: once for the whole page. */
import type { Seat, State } from "./protocol";

/** The address of a table on this page; with its key, if it has one, others can come in. */
export function tablePath(table: { table: string; key?: string | null }): string {
  return `/table/${table.table}${table.key ? `#${table.key}` : ""}`;
}

export function replayPath(replay: string): string {
  return `/replay/${replay}`;
}

/** A game's guide, or one of its sections. */
export function guidePath(game: string, anchor = ""): string {
  return `/guide/${game}${anchor ? `#${anchor}` : ""}`;
}

/** The page on which a game is set up. */
export function playPath(game: string): string {
  return `/?game=${game}`;
}

/** The lessons or exercises of a game, or one of them. */
export function learnPath(game: string, kind: "learn" | "exercises" = "learn", id = ""): string {
  return `/${kind}/${game}${id ? `/${id}` : ""}`;
}

/** The whole link, to be sent to somebody. */
export function tableLink(table: Pick<State, "table" | "key">, origin = location.origin): string {
  return origin + tablePath(table);
}

/** The link with which another device of the same player takes the seat over. */
export function deviceLink(table: Pick<State, "table" | "key" | "seats">, origin = location.origin): string | null {
  const seat = table.seats.find((one: Seat) => one.yours && one.key);
  return seat && table.key ? `${tableLink(table, origin)}.${seat.seat}.${seat.key}` : null;
}

/** Copy a text; where the browser does not let us, it is shown to be copied by hand. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    prompt("Copy this:", text);
  }
}
