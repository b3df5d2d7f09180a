/* The maze of Sector 6 as a drawing: where cells lie, what is printed on tiles. It knows no rules. */
import type { Point } from "../picture/outline";

export interface Tile {
  q: number;
  r: number;
  type: string;
  rot: number;
  marker: number | null;
  owner: number | null;
  fig: string | null;
}

export type Phase = "choose" | "place" | "move" | "act" | "lock1" | "lock2" | "stuck" | "over";

export interface View {
  seat: number | null;
  seats: number;
  options: { mode: "life" | "veteran" | "rookie"; stall_rounds: number };
  phase: Phase;
  tiles: Tile[];
  figures: ([number, number] | null)[][];
  piles: { count: number; remaining: string[] }[];
  entries: number[];
  drawn: string | null;
  left: [number, number] | null;
  supply: number[][];
  score: number[];
  to_act: number | null;
  result: number[] | null;
  reason: string | null;
}

export interface Meeting {
  connected: number[];
  blocked: number[];
  meshed: number[];
  legal: boolean;
}

export interface Turning {
  driven: string[];
  walls: Record<string, number[]>;
  opens: [string, string][];
  closes: [string, string][];
}

export interface Facts {
  under?: number[][];
  markers?: number[][];
  leaders?: { seats: number[]; by: string | null };
  free?: { markers: number[]; points: number };
  stall?: { turns: number; limit: number };
  meshed?: [string, number][];
  places?: Record<string, Meeting[]>;
  ways_out?: Record<string, number>;
  stops?: Record<string, Record<string, { side: number; distance: number; value: number }>>;
  turns?: Record<string, Record<string, Turning>>;
}

export interface Kind {
  name: string;
  walls: number[];
  value: number;
  period: number;
  entry: boolean;
}

/* What the content says. It is learnt before anything is drawn, and a page shows one table at a time. */
export let KINDS: Record<string, Kind> = {};

export function learn(printed: { types: Kind[] }): void {
  KINDS = Object.fromEntries(printed.types.map((kind) => [kind.name, kind]));
}

export const SIZE = 63; // from the middle of a tile to a corner
const HALF = (SIZE * Math.sqrt(3)) / 2;

export const key = (q: number, r: number): string => `${q},${r}`;

export function cellOf(name: string): [number, number] {
  const [q = 0, r = 0] = name.split(",").map(Number);
  return [q, r];
}

export function centre(name: string): Point {
  const [q, r] = cellOf(name);
  return { x: 1.5 * SIZE * q, y: 2 * HALF * (r + q / 2) };
}

/** The corners of a hexagon about a point, flat side up. */
export function corners({ x, y }: Point, inset = 0): Point[] {
  const size = SIZE - inset;
  return [-120, -60, 0, 60, 120, 180].map((angle) => ({
    x: x + size * Math.cos((angle * Math.PI) / 180),
    y: y + size * Math.sin((angle * Math.PI) / 180),
  }));
}

/** The middle of a side, some way from the middle of the tile. */
export function mouth(side: number, far = HALF): Point {
  const angle = ((60 * side - 90) * Math.PI) / 180;
  return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
}

/** The sides with walls after so many turns of 60 degrees. */
export function wallsOf(type: string, rotation: number): number[] {
  return (KINDS[type]?.walls ?? []).map((side) => (side + rotation) % 6);
}

const LEAST = { width: 640, height: 540 }; // a small maze has room to grow in
const MARGIN = 22;

/** What holds all cells, in the middle. */
export function extent(names: readonly string[]): { x: number; y: number; width: number; height: number } {
  const points = names.length ? names.map(centre) : [{ x: 0, y: 0 }];
  const span = (along: number[], half: number, least: number): [number, number] => {
    const [from, to] = [Math.min(...along) - half - MARGIN, Math.max(...along) + half + MARGIN];
    const size = Math.max(least, to - from);
    return [(from + to - size) / 2, size];
  };
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [x, width] = span(xs, SIZE, LEAST.width);
  const [y, height] = span(ys, HALF, LEAST.height);
  return { x, y, width, height };
}

/** The cell next to one in a direction. */
export function beside(name: string, side: number): string {
  const [q, r] = cellOf(name);
  const steps = [
    [0, -1],
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
  ] as const;
  const [dq, dr] = steps[side] ?? [0, 0];
  return key(q + dq, r + dr);
}

/** Keys that lie on a number pad as the directions lie round a tile. */
export const PAD: Readonly<Record<string, number>> = { 8: 0, 9: 1, 3: 2, 2: 3, 1: 4, 7: 5 };

/** What is drawn in the middle of a tile of a finished maze. */
export function oxygenOn(tile: Tile): number | "taken" | null {
  return tile.owner !== null ? null : tile.marker || "taken";
}

/** Where the figures stand, by cell: "0a". */
export function standing(view: View): Map<string, string> {
  const found = new Map<string, string>();
  view.figures.forEach((pair, seat) =>
    pair.forEach((cell, i) => cell && found.set(key(cell[0], cell[1]), `${seat}${"ab"[i]}`)),
  );
  return found;
}

/** The tile whose turn a choice would make: the one just left, or the one under the chosen figure. */
export function turnable(view: View, path: readonly string[]): string | null {
  if (view.phase === "act") return view.left ? key(view.left[0], view.left[1]) : null;
  const figure = path.find((thing) => thing.startsWith("figure:"))?.slice(7);
  return [...standing(view)].find(([, who]) => who === figure)?.[0] ?? null;
}

/** The outline of a wall with teeth, on the northern side of a tile about the origin. */
export const WALL =
  "M-29-50.4-28-55.4H-18.4L-17.4-50.4H-5.8L-4.8-55.4H4.8L5.8-50.4H17.4L18.4-55.4H28L29-50.4 24-42.4H-24z";

/** Rings of entry points by seat: plain, dashed, dotted, dash and dot. */
export const DASHES = ["", "14 7", "3 6", "14 5 3 5"];

/** An arrow bent over the middle of a tile. */
export function bend(clockwise: boolean): { arc: string; head: string } {
  const radius = 35;
  const at = (angle: number, far: number): Point => ({
    x: far * Math.cos((angle * Math.PI) / 180),
    y: far * Math.sin((angle * Math.PI) / 180),
  });
  const [from, to] = clockwise ? [200, 335] : [340, 205];
  const [a, b] = [at(from, radius), at(to, radius)];
  const ahead = to + (clockwise ? 90 : -90);
  const tip = [0, 140, 220].map((turn) => {
    const point = at(ahead + turn, 14);
    return `${(b.x + point.x).toFixed(1)} ${(b.y + point.y).toFixed(1)}`;
  });
  const arc = `M${a.x.toFixed(1)} ${a.y.toFixed(1)}A${radius} ${radius} 0 0 ${clockwise ? 1 : 0} ${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
  return { arc, head: `M${tip.join("L")}z` };
}

export const COMPASS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

/** The turn of the contest that is played, where all plays since the maze was finished are known. */
export function contestTurn(plays: readonly { events: readonly { event: string }[] | null }[]): number | null {
  const events = plays.flatMap((play) => play.events ?? []);
  const begun = events.findLastIndex((one) => one.event === "maze");
  if (begun < 0) return null;
  const ended = new Set(["take", "pass", "skip"]);
  let done = 0;
  let turns = 0; // a locked seat makes two
  for (const { event } of events.slice(begun)) {
    if (event === "locked") turns = 2;
    else if (event === "rotate" && turns > 1) turns--;
    else if (ended.has(event) || event === "rotate") [done, turns] = [done + 1, 0];
  }
  return done + 1;
}

/** What decided a finished game: the first row in which the best of those who were level so far differ. */
export function decider(view: View): "score" | "blue" | "green" | "yellow" | null {
  const steps = ["score", "blue", "green", "yellow"] as const;
  const rows = view.score.map((points, seat) => [
    points,
    ...[4, 3, 2].map((value) => view.supply[seat]?.[value - 1] ?? 0),
  ]);
  let left = rows;
  for (const [i, step] of steps.entries()) {
    const best = Math.max(...left.map((row) => row[i]!));
    const level = left.filter((row) => row[i] === best);
    if (level.length === 1) return step;
    left = level;
  }
  return null;
}
