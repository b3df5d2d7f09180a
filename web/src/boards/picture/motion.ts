/* Motion from one picture to the next. */
import type { Point } from "./outline";
import type { Placed } from "./place";

const TIMING = { duration: 320, easing: "cubic-bezier(.5,0,.2,1)", composite: "add" } as const;

/** The things that moved, if few did: otherwise the picture itself was laid out anew. */
export function moved<T extends Pick<Placed, "thing" | "middle">>(
  before: ReadonlyMap<string, Point>,
  things: readonly T[],
): T[] {
  const found = things.filter((one) => {
    const was = before.get(one.thing);
    return was && Math.hypot(was.x - one.middle.x, was.y - one.middle.y) > 2;
  });
  return found.length > Math.max(4, things.length / 3) ? [] : found;
}

/** Let things that moved go there, and new ones appear. */
export function animate(before: ReadonlyMap<string, Point>, things: readonly Placed[]): void {
  for (const one of moved(before, things)) {
    const was = before.get(one.thing)!;
    const from = `translate(${was.x - one.middle.x}px, ${was.y - one.middle.y}px)`;
    one.element.animate([{ transform: from }, { transform: "translate(0px, 0px)" }], TIMING);
  }
  for (const one of things) {
    if (before.size && !before.has(one.thing)) one.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 320 });
  }
}
