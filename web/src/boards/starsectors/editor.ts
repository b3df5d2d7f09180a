/* A map being drawn: the brush, the half-turn mirror, pairs of wormholes. The game says what is still wrong with it. */
import { post } from "../../lib/api";
import type { Checked } from "../../lib/protocol";
import { allHexes, hexName, place } from "./hexes";
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

/** What the game says of a map: null where it can be played. */
export async function problemOf(map: Chart): Promise<string | null> {
  try {
    return (await post<Checked>("games/starsectors/options", { options: { map } })).problem;
  } catch (error) {
    return (error as Error).message;
  }
}
