/* My tables: how each stands for whoever looks, and the list as they want it. */
import type { Row } from "./protocol";

export type Stand = "won" | "lost" | "drawn" | "over" | "your move" | "waiting" | "gathering";
export type Order = "last played" | "game" | "result";

/** How a table stands for whoever looks. */
export function standOf(row: Row): Stand {
  if (row.status === "gathering") return "gathering";
  if (row.status === "playing") return row.waiting ? "your move" : "waiting";
  const { result, yours } = row;
  if (result === null || yours.length !== 1) return "over";
  const own = result[yours[0]!]!;
  const best = Math.max(...result);
  if (result.length === 1) return own > 0.5 ? "won" : "lost";
  if (own < best || best === 0) return "lost";
  return result.filter((value) => value === best).length > 1 ? "drawn" : "won";
}

/** Whom and how: "level 3", "one screen", "solo", "casual, by link". */
export function modeOf(row: Row): string {
  const bots = row.seats.filter((seat) => seat.kind === "bot");
  if (row.seats.length === 1) return "solo";
  if (row.yours.length === row.seats.length) return "one screen";
  const levels = [...new Set(bots.map((bot) => bot.level))].filter((level) => level !== null).sort();
  const against = levels.length ? `level ${levels.join(" and ")}` : "";
  const others = row.seats.length - bots.length > row.yours.length;
  return [against, others ? (row.public ? "public" : "by link") : "", row.casual ? "" : "serious"]
    .filter(Boolean)
    .join(", ");
}

const RANK: Record<Stand, number> = {
  "your move": 0,
  waiting: 1,
  gathering: 2,
  won: 3,
  drawn: 4,
  lost: 5,
  over: 6,
};

export function inOrder(rows: readonly Row[], order: Order): Row[] {
  const latest = (a: Row, b: Row): number => b.changed.localeCompare(a.changed);
  return rows.toSorted((a, b) => {
    if (order === "game") return a.title.localeCompare(b.title) || latest(a, b);
    if (order === "result") return RANK[standOf(a)] - RANK[standOf(b)] || latest(a, b);
    return latest(a, b);
  });
}
