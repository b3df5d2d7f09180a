/* A map being drawn: the brush, the half-turn mirror, pairs of wormholes, and what is still wrong with it in words. The
 * server has the last word. */
import { allHexes, beside, hexName, place } from "./hexes";
import type { Chart } from "./types";

export const BRUSHES = ["A", "I", "N", "M", "O", "P", "S", "B", "W"] as const;

export function blank(): Chart {
  return { name: "my-map", title: "My map", w: 12, h: 14, points: 15, terrain: {}, wormholes: [] };
}

/** The hex that a half turn of the map puts in the place of this one. */
export function mirror(map: Chart, name: string): string {
  const { column, row } = place(name);
  return hexName(map.w + 1 - column, map.h + 1 - row);
}

/** Paint a hex, and with `twice` its mirror too; painting the same again clears it. A wormhole waits for its partner,
 *  which with `twice` is its mirror. */
export function paint(map: Chart, name: string, code: string, twice: boolean): Chart {
  const clears = map.terrain[name] === code;
  const both = twice ? [name, mirror(map, name)] : [name];
  const gone = new Set(both);
  for (const one of both) {
    const other = map.terrain[one] === "W" ? map.wormholes[map.wormholes.indexOf(one) ^ 1] : undefined;
    if (other) gone.add(other);
  }
  const terrain = Object.fromEntries(Object.entries(map.terrain).filter(([one]) => !gone.has(one)));
  const wormholes = map.wormholes.filter((one) => !gone.has(one));
  if (clears) return { ...map, terrain, wormholes };
  for (const one of both) terrain[one] = code;
  if (code === "W") wormholes.push(...both);
  const sorted = Object.fromEntries(Object.entries(terrain).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...map, terrain: sorted, wormholes };
}

/** Another size: what no longer fits on the map is dropped. */
export function resize(map: Chart, w: number, h: number): Chart {
  const size = { w: Math.min(30, Math.max(8, w - (w % 2))), h: Math.min(30, Math.max(8, h)) };
  const there = new Set(allHexes(size.w, size.h));
  const lost = new Set(
    map.wormholes.flatMap((one, i) => (there.has(one) && there.has(map.wormholes[i ^ 1] ?? one) ? [] : [one])),
  );
  const terrain = Object.fromEntries(Object.entries(map.terrain).filter(([one]) => there.has(one) && !lost.has(one)));
  return { ...map, ...size, terrain, wormholes: map.wormholes.filter((one) => !lost.has(one)) };
}

/** What must still be mended, in words; nothing where the map can be played. */
export function problems(map: Chart): string[] {
  const found: string[] = [];
  const there = new Set(allHexes(map.w, map.h));
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(map.name))
    found.push("The short name has 1 to 32 of a to z, 0 to 9, _ and -, a letter first.");
  if (!map.title || map.title.length > 40 || map.title !== map.title.trim())
    found.push("The title has 1 to 40 letters, none of them a blank at an end.");
  const edge = (name: string): boolean => place(name).row <= 2 || place(name).row >= map.h - 1;
  for (const [name, code] of Object.entries(map.terrain)) {
    const near = [0, 1, 2, 3, 4, 5].map((side) => beside(name, side)).filter((one) => there.has(one));
    if (edge(name)) found.push(`${name}: the two outermost rows at top and bottom stay free.`);
    else if (code === "S" && near.some(edge)) found.push(`${name}: a star is not next to the two outermost rows.`);
    if (code === "W" && near.some((one) => map.terrain[one] === "S" || map.terrain[one] === "W"))
      found.push(`${name}: a wormhole is not next to a star or another wormhole.`);
  }
  if (map.wormholes.length % 2) found.push(`${map.wormholes.at(-1)}: this wormhole needs a partner.`);
  return found;
}
