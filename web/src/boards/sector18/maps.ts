/* Maps of one's own: placed cell by cell, checked in words, kept on the device, shared as a link. */
import { keep, kept } from "../../lib/memory";
import type { MapObject } from "./model";

export const SIDE = 9;
export const TOKENS = ["E", "A", "W", "P", "P:mine", "P:dock", "P:lab", "P:ward"] as const;
export type Token = (typeof TOKENS)[number];

/** A map being made: tokens by cell ("3,4", from the upper left), and the cells beside each base. */
export interface Draft {
  id: string;
  cells: Readonly<Record<string, Token>>;
  bases: readonly [readonly string[], readonly string[]];
}

export const EMPTY: Draft = { id: "my-map", cells: {}, bases: [[], []] };

const at = (x: number, y: number): string => `${x},${y}`;
const where = (cell: string): [number, number] => cell.split(",").map(Number) as [number, number];

/** The draft as the option `map` takes it; null while nothing is placed. */
export function toMap(draft: Draft): MapObject | null {
  const cells = Object.keys(draft.cells).map(where);
  if (!cells.length) return null;
  const left = Math.min(...cells.map(([x]) => x));
  const right = Math.max(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  const low = Math.max(...cells.map(([, y]) => y));
  const rows = [];
  for (let y = low; y >= top; y--) {
    const row = [];
    for (let x = left; x <= right; x++) row.push(draft.cells[at(x, y)] ?? ".");
    rows.push(row.join(" "));
  }
  const name = (cell: string): string => {
    const [x, y] = where(cell);
    return String.fromCharCode(97 + x - left) + String(low - y + 1);
  };
  const [base0, base1] = draft.bases.map((cellsOf) =>
    cellsOf
      .filter((cell) => draft.cells[cell])
      .map(name)
      .sort(),
  );
  return { id: draft.id, rows, base0: base0!, base1: base1! };
}

export function fromMap(map: MapObject): Draft {
  const cells: Record<string, Token> = {};
  map.rows.forEach((row, i) =>
    row.split(" ").forEach((token, x) => {
      if (token !== ".") cells[at(x, map.rows.length - 1 - i)] = token as Token;
    }),
  );
  const cell = (zone: string): string => at(zone.charCodeAt(0) - 97, map.rows.length - Number(zone.slice(1)));
  return { id: map.id, cells, bases: [map.base0.map(cell), map.base1.map(cell)] };
}

/** One touch of a cell with a tool: a token, a face of a card, a base, or nothing. */
export type Tool =
  | { kind: "token"; token: Token }
  | { kind: "card"; face: readonly Token[]; turn: number }
  | { kind: "base"; side: 0 | 1 }
  | { kind: "erase" };

const TURNS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

export function placed(draft: Draft, cell: string, tool: Tool): Draft {
  const [x, y] = where(cell);
  if (tool.kind === "base") {
    if (!draft.cells[cell]) return draft;
    const bases = draft.bases.map((cells, side) =>
      side !== tool.side || cells.includes(cell) ? cells.filter((one) => one !== cell) : [...cells, cell],
    );
    return { ...draft, bases: [bases[0]!, bases[1]!] };
  }
  const cells = { ...draft.cells };
  if (tool.kind === "erase") {
    delete cells[cell];
    const bases = draft.bases.map((list) => list.filter((one) => one !== cell));
    return { ...draft, cells, bases: [bases[0]!, bases[1]!] };
  }
  if (tool.kind === "token") cells[cell] = tool.token;
  else {
    const [dx, dy] = TURNS[tool.turn % 4]!;
    if (x + dx < 0 || x + dx >= SIDE || y + dy < 0 || y + dy >= SIDE) return draft;
    cells[cell] = tool.face[0]!;
    cells[at(x + dx, y + dy)] = tool.face[1]!;
  }
  return { ...draft, cells };
}

/* Kept on the device, and shared. */

export function saved(): Record<string, MapObject> {
  return kept<Record<string, MapObject>>("18.maps", {});
}

export function save(map: MapObject): void {
  keep("18.maps", { ...saved(), [map.id]: map });
}

export function forget(id: string): void {
  keep("18.maps", Object.fromEntries(Object.entries(saved()).filter(([name]) => name !== id)));
}

export function linkOf(map: MapObject): string {
  return `${location.origin}/?game=sector18#map=${encodeURIComponent(JSON.stringify(map))}`;
}

/** A map from a link or a file; null if it is none. */
export function readMap(text: string): MapObject | null {
  try {
    const found = JSON.parse(text.startsWith("map=") ? decodeURIComponent(text.slice(4)) : text) as MapObject;
    const lists = [found.rows, found.base0, found.base1].every(
      (list) => Array.isArray(list) && list.every((one) => typeof one === "string"),
    );
    return lists && typeof found.id === "string"
      ? { id: found.id, rows: found.rows, base0: found.base0, base1: found.base1 }
      : null;
  } catch {
    return null;
  }
}

/* Sets of achievements that were beaten on this device. */

export const beatenKey = (achievements: readonly string[]): string => [...achievements].sort().join("+") || "none";

export function beaten(): string[] {
  return kept<string[]>("18.beaten", []);
}

export function beat(achievements: readonly string[]): void {
  keep("18.beaten", [...new Set([...beaten(), beatenKey(achievements)])]);
}
