/* The geometry of the map: flat-topped hexes in columns, even columns half a hex lower. A hex is 100 wide. */

export const SIZE = 50;
export const HIGH = SIZE * Math.sqrt(3);

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export function place(name: string): { column: number; row: number } {
  return { column: Number(name.slice(0, 2)), row: Number(name.slice(2)) };
}

export function hexName(column: number, row: number): string {
  return String(column).padStart(2, "0") + String(row).padStart(2, "0");
}

export function middle(name: string): Point {
  const { column, row } = place(name);
  return { x: SIZE + (column - 1) * 1.5 * SIZE, y: HIGH * (row - 0.5 + (column % 2 === 0 ? 0.5 : 0)) };
}

/** The outline of a hex, smaller by `inset`. */
export function outline(name: string, inset = 0): string {
  const { x, y } = middle(name);
  const size = SIZE - inset;
  const corners = [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (i * Math.PI) / 3;
    return `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

/** The sheet of a map, with a margin for tags. */
export function mapBox(w: number, h: number): Box {
  const margin = 24;
  return { x: -margin, y: -margin, width: SIZE * (1.5 * w + 0.5) + 2 * margin, height: HIGH * (h + 0.5) + 2 * margin };
}

export function allHexes(w: number, h: number): string[] {
  const found: string[] = [];
  for (let column = 1; column <= w; column++) for (let row = 1; row <= h; row++) found.push(hexName(column, row));
  return found;
}

/** Which hex a point lies in, or null outside the map. */
export function hexAt(point: Point, w: number, h: number): string | null {
  let best: string | null = null;
  let least = SIZE * SIZE;
  const guess = Math.round((point.x - SIZE) / (1.5 * SIZE)) + 1;
  for (let column = Math.max(1, guess - 1); column <= Math.min(w, guess + 1); column++) {
    const row = Math.round(point.y / HIGH + 0.5 - (column % 2 === 0 ? 0.5 : 0));
    for (const one of [row - 1, row, row + 1]) {
      if (one < 1 || one > h) continue;
      const at = middle(hexName(column, one));
      const far = (at.x - point.x) ** 2 + (at.y - point.y) ** 2;
      if (far < least) [best, least] = [hexName(column, one), far];
    }
  }
  return best;
}

export const HEADINGS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

/** The neighbour of a hex in a direction, 0 north and clockwise; it may lie off the map. */
export function beside(name: string, direction: number): string {
  const { column, row } = place(name);
  const odd = column % 2 === 1;
  const steps = odd
    ? [
        [0, -1],
        [1, -1],
        [1, 0],
        [0, 1],
        [-1, 0],
        [-1, -1],
      ]
    : [
        [0, -1],
        [1, 0],
        [1, 1],
        [0, 1],
        [-1, 1],
        [-1, 0],
      ];
  const [dx, dy] = steps[direction]!;
  return hexName(column + dx!, row + dy!);
}

/** Whether the tag of a ship with that heading stands above it, so that it never hides where the ship is going. */
export function tagAbove(heading: number): boolean {
  const side = ((heading % 6) + 6) % 6;
  return side >= 2 && side <= 4;
}

/** A field of the facts as a number for each hex. */
export function byHex(field: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  field.forEach((names, number) => {
    for (let at = 0; at < names.length; at += 4) found.set(names.slice(at, at + 4), number);
  });
  return found;
}

/** The part of the map that shows some hexes with a margin, in the shape of the frame; never larger than life. */
export function fit(names: readonly string[], frame: { width: number; height: number }, whole: Box, largest = 78): Box {
  const points = names.map(middle);
  if (!points.length) return contain(whole, frame, largest, whole);
  const left = Math.min(...points.map((p) => p.x)) - SIZE * 1.15;
  const right = Math.max(...points.map((p) => p.x)) + SIZE * 1.15;
  const top = Math.min(...points.map((p) => p.y)) - HIGH * 0.65;
  const bottom = Math.max(...points.map((p) => p.y)) + HIGH * 0.65;
  return contain({ x: left, y: top, width: right - left, height: bottom - top }, frame, largest, whole);
}

/** A box around another in the shape of the frame, in which a hex is at most `largest` pixels wide. */
export function contain(inner: Box, frame: { width: number; height: number }, largest: number, whole: Box): Box {
  const scale = Math.min(frame.width / inner.width, frame.height / inner.height, largest / (2 * SIZE));
  const width = frame.width / scale;
  const height = frame.height / scale;
  const x = clamp(inner.x + inner.width / 2 - width / 2, whole.x, whole.width, width);
  const y = clamp(inner.y + inner.height / 2 - height / 2, whole.y, whole.height, height);
  return { x, y, width, height };
}

/** Keep a stretch of that length over the map: not past its edges, in the middle where it is longer. */
export function clamp(at: number, start: number, length: number, shown: number): number {
  if (shown >= length) return start + (length - shown) / 2;
  return Math.min(Math.max(at, start), start + length - shown);
}

/** Whether a hex is wholly inside a box. */
export function isWithin(name: string, box: Box): boolean {
  const { x, y } = middle(name);
  return (
    x - SIZE >= box.x - 1 &&
    x + SIZE <= box.x + box.width + 1 &&
    y - HIGH / 2 >= box.y - 1 &&
    y + HIGH / 2 <= box.y + box.height + 1
  );
}

/** Zoom a box round a point by a factor, within bounds. */
export function zoom(box: Box, round: Point, factor: number, frame: { width: number }, whole: Box): Box {
  const least = frame.width / (140 / (2 * SIZE));
  const most = Math.max(whole.width, whole.height * (box.width / box.height)) * 1.05;
  const width = Math.min(Math.max(box.width * factor, least), Math.max(least, most));
  const part = width / box.width;
  const height = box.height * part;
  return {
    x: clamp(round.x - (round.x - box.x) * part, whole.x, whole.width, width),
    y: clamp(round.y - (round.y - box.y) * part, whole.y, whole.height, height),
    width,
    height,
  };
}
