/* The outlines of things in a game's picture: corners to light, frames and rings to draw. */

export interface Point {
  x: number;
  y: number;
}

/** The corners of a box, clockwise from the top left one. */
export function cornersOf({ x, y, width, height }: ReturnType<typeof box>): Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
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
  return box([one, other].flatMap(cornersOf));
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
