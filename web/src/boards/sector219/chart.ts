/* The field of Sector 219 as a drawing: where spaces lie on the sheet, and what is printed on the cards. */

/** A unit by its letter: these of the standard content, or whatever another content has. */
export type Kind = "I" | "M" | "S" | "A" | "K" | "D";

export interface View {
  seat: number | null;
  options: { drop_reach: number | "field" };
  first: number;
  phase: "opening" | "play" | "over";
  turn: number;
  plays_left: number;
  units: Record<string, string>;
  supplied: [string[], string[]];
  hand?: string;
  bottom?: string;
  hand_counts: [number, number];
  deck_counts: [number, number];
  strikes: [number, number];
  destroyed: [string, string];
  unseen: [string, string];
  to_act: number | null;
  reason: string | null;
}

/** What the board shows of the game's facts; nothing while they are not known. */
export interface Facts {
  supply?: [string, string][][]; // by seat: giver to taker
  support?: string[][]; // by seat: spaces on which its units support
  plays?: Partial<Record<Kind, Record<string, Record<string, string[]>>>>; // card, space, victim: who supports
}

type Offsets = readonly (readonly [number, number])[];

/** The printed diagrams; dy counts towards the enemy. */
export interface Printed {
  letter: Kind;
  name: string;
  supply: Offsets;
  attack: Offsets;
  support: Offsets;
  alone: boolean;
}

/* What the content says. It is learnt before anything is drawn, and a page shows one table at a time. */
export let KINDS = {} as Record<Kind, Printed>;
export let LETTERS: Kind[] = [];
export let CITY = "g7";
export let BASES: readonly [string, string] = ["g6", "g8"];
let half = 6;

export function learn(printed: { half: number; units: Printed[] }): void {
  KINDS = Object.fromEntries(printed.units.map((unit) => [unit.letter, unit])) as Record<Kind, Printed>;
  LETTERS = printed.units.map((unit) => unit.letter);
  half = printed.half;
  const at = (row: number): string => space({ column: half + 1, row });
  CITY = at(half + 1);
  BASES = [at(half), at(half + 2)];
}

export interface Place {
  column: number; // 1 is a
  row: number;
}

export function place(space: string): Place {
  return { column: space.charCodeAt(0) - 96, row: Number(space.slice(1)) };
}

export function space({ column, row }: Place): string {
  return String.fromCharCode(96 + column) + row;
}

/** The part of the field that is drawn: all cards in play with a margin, at least three spaces round the City. */
export interface Sheet {
  left: number;
  right: number;
  low: number;
  high: number;
  turned: boolean; // seat 1 looks from the north
}

export function sheet(view: View): Sheet {
  const reach = view.options.drop_reach;
  const side = 2 * half + 1;
  const margin = reach === "field" ? side : Math.max(2, reach);
  const used = [...Object.keys(view.units), CITY, ...BASES].map(place);
  const columns = used.map((one) => one.column);
  const rows = used.map((one) => one.row);
  return {
    left: Math.max(1, Math.min(half - 2, Math.min(...columns) - margin)),
    right: Math.min(side, Math.max(half + 4, Math.max(...columns) + margin)),
    low: Math.max(1, Math.min(half - 2, Math.min(...rows) - margin)),
    high: Math.min(side, Math.max(half + 4, Math.max(...rows) + margin)),
    turned: view.seat === 1,
  };
}

export const CELL = 100;
export const EDGE = 46; // neatline and letters

export function size(s: Sheet): { width: number; height: number } {
  return { width: (s.right - s.left + 1) * CELL + 2 * EDGE, height: (s.high - s.low + 1) * CELL + 2 * EDGE };
}

/** The corner of a space that is at the top left on the sheet. */
export function corner(s: Sheet, at: string): { x: number; y: number } {
  const { column, row } = place(at);
  const across = s.turned ? s.right - column : column - s.left;
  const down = s.turned ? row - s.low : s.high - row;
  return { x: EDGE + across * CELL, y: EDGE + down * CELL };
}

export function middle(s: Sheet, at: string): { x: number; y: number } {
  const { x, y } = corner(s, at);
  return { x: x + CELL / 2, y: y + CELL / 2 };
}

export function spaces(s: Sheet): string[] {
  const all: string[] = [];
  for (let row = s.high; row >= s.low; row--) {
    for (let column = s.left; column <= s.right; column++) all.push(space({ column, row }));
  }
  return s.turned ? all.reverse() : all;
}

export function onSheet(s: Sheet, at: string): boolean {
  const { column, row } = place(at);
  return column >= s.left && column <= s.right && row >= s.low && row <= s.high;
}

export function unitAt(view: View, at: string): { seat: number; kind: Kind } | null {
  const text = view.units[at];
  return text ? { seat: Number(text[0]), kind: text[1] as Kind } : null;
}

export function count(cards: string): Map<Kind, number> {
  const found = new Map<Kind, number>();
  for (const letter of cards) found.set(letter as Kind, (found.get(letter as Kind) ?? 0) + 1);
  return found;
}

export function list(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Contour lines of the ground, from the table's name: they never carry meaning. The ground is a few broad hills; its
 *  lines of equal height are found square by square. */
export function contours(seed: string, width: number, height: number): string {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const hills = Array.from({ length: 7 }, () => ({
    x: random() * 1300,
    y: random() * 1300,
    wide: 130 + 190 * random(),
    high: random() < 0.3 ? -0.7 : 0.6 + random(),
  }));
  const step = 22;
  const rise = (x: number, y: number): number =>
    hills.reduce(
      (sum, hill) => sum + hill.high * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / (2 * hill.wide ** 2)),
      0,
    ) * 4;
  const columns = Math.ceil(width / step) + 1;
  const rows = Math.ceil(height / step) + 1;
  const heights = Array.from({ length: rows }, (_, j) =>
    Array.from({ length: columns }, (_, i) => rise(i * step, j * step)),
  );
  let path = "";
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++) {
      const around = [heights[j]![i]!, heights[j]![i + 1]!, heights[j + 1]![i + 1]!, heights[j + 1]![i]!];
      for (let level = Math.ceil(Math.min(...around)); level <= Math.max(...around); level++)
        path += crossing(around, level, i * step, j * step, step);
    }
  }
  return path;
}

/** Where a line of that height crosses a square. */
function crossing(around: readonly number[], level: number, x: number, y: number, step: number): string {
  const corners = [
    [x, y],
    [x + step, y],
    [x + step, y + step],
    [x, y + step],
  ] as const;
  const points: string[] = [];
  for (let side = 0; side < 4; side++) {
    const [a, b] = [around[side]!, around[(side + 1) % 4]!];
    if (a < level === b < level) continue;
    const part = (level - a) / (b - a);
    const [from, to] = [corners[side]!, corners[(side + 1) % 4]!];
    points.push(
      `${(from[0] + (to[0] - from[0]) * part).toFixed(1)} ${(from[1] + (to[1] - from[1]) * part).toFixed(1)}`,
    );
  }
  return points.length >= 2 ? `M${points[0]}L${points[1]}` : "";
}
