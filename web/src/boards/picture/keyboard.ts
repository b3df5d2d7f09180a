/* The keyboard on a picture: one focus, moved by geometry. */
import { ARROWS, type Spot, towards } from "../../lib/picker";

export type KeyDeed = { focus: string } | { touch: string } | { zoom: number };

/** What a key does when the focus is on some thing; null: nothing. `lit` are the things that continue a move. */
export function keyDeed(key: string, spots: readonly Spot[], at: string, lit: readonly string[]): KeyDeed | null {
  const arrow = ARROWS[key];
  const from = spots.find((spot) => spot.thing === at);
  if (arrow && from) return { focus: towards(spots, from, arrow[0], arrow[1])?.thing ?? at };
  if (key === "Home" && lit.length) return { focus: lit[0]! };
  if (key === "End" && lit.length) return { focus: lit.at(-1)! };
  if (key === "Enter" || key === " ") return { touch: at };
  if (key === "+") return { zoom: 1.4 };
  if (key === "-") return { zoom: 1 / 1.4 };
  return null;
}

/** Whether a key of one letter is meant for the page: not for a field, and without Ctrl or Command. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !(event.target as Element).closest("input, textarea, select");
}
