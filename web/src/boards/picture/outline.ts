/* The outlines of things in a game's picture: corners to light, frames and rings to draw. */

export interface Point {
  x: number;
  y: number;
}

/** The corners of an outline of straight lines (M, L, H, V, z), or null where it has curves. */
export function corners(d: string): Point[] | null {
  const words = d.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? [];
  const points: Point[] = [];
  let command = "";
  let x = 0;
  let y = 0;
  for (let i = 0; i < words.length;) {
    if (/[a-zA-Z]/.test(words[i]!)) command = words[i++]!;
    const low = command === command.toLowerCase();
    const next = (): number => Number(words[i++]);
    switch (command.toUpperCase()) {
      case "M":
        if (points.length) return points; // one outline is enough
      // falls through
      case "L":
        x = next() + (low ? x : 0);
        y = next() + (low ? y : 0);
        if (command === "M") command = "L";
        else if (command === "m") command = "l";
        break;
      case "H":
        x = next() + (low ? x : 0);
        break;
      case "V":
        y = next() + (low ? y : 0);
        break;
      case "Z":
        return points;
      default:
        return null;
    }
    if (Number.isNaN(x) || Number.isNaN(y)) return null;
    points.push({ x, y });
  }
  return points;
}

export function box(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** What holds both boxes. */
export function around(one: ReturnType<typeof box>, other: ReturnType<typeof box>): ReturnType<typeof box> {
  return box(
    [one, other].flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  );
}

export function middle(points: readonly Point[]): Point {
  const { x, y, width, height } = box(points);
  return { x: x + width / 2, y: y + height / 2 };
}

/** The same outline, drawn in or out by some units. */
export function inset(points: readonly Point[], by: number): Point[] {
  const centre = middle(points);
  return points.map((point) => {
    const far = Math.hypot(point.x - centre.x, point.y - centre.y) || 1;
    const part = Math.max(0.2, (far - by) / far);
    return { x: centre.x + (point.x - centre.x) * part, y: centre.y + (point.y - centre.y) * part };
  });
}

export function closed(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("") + "z";
}

/** Only the corners of an outline, each with a bit of its two sides. */
export function ticks(points: readonly Point[], longest = 24): string {
  return points
    .map((at, i) => {
      const before = points[(i + points.length - 1) % points.length]!;
      const after = points[(i + 1) % points.length]!;
      const [a, b] = [before, after].map((to) => {
        const far = Math.hypot(to.x - at.x, to.y - at.y) || 1;
        const part = Math.min(longest, far * 0.28) / far;
        return `${(at.x + (to.x - at.x) * part).toFixed(1)} ${(at.y + (to.y - at.y) * part).toFixed(1)}`;
      });
      return `M${a}L${at.x.toFixed(1)} ${at.y.toFixed(1)}L${b}`;
    })
    .join("");
}
