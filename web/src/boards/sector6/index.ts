/* Sector 6's own board. */
import { here } from "../../lib/here.svelte";
import type { Picking } from "../../lib/picking.svelte";
import type { Json } from "../../lib/protocol";
import type { Board } from "../board";
import Actions from "./Actions.svelte";
import Aside from "./Aside.svelte";
import Counters from "./Counters.svelte";
import Field from "./Field.svelte";
import { learn, type View } from "./maze";
import Tally from "./Tally.svelte";

function prompt(picking: Picking, view: Json): string | null {
  const own = view as unknown as View;
  const [first = ""] = picking.path;
  if (first.startsWith("entry:")) return "Choose a cell for the entry point";
  if (own.phase === "place")
    return first ? "Turn the tile as you like, then place it" : "Choose a cell for the tile, and turn it";
  if (own.phase === "move" && first) return `Choose where figure ${first.at(-1)} runs`;
  if (own.phase === "move") return "Choose a figure to move";
  if (own.phase === "lock1" || own.phase === "lock2")
    return `Neither figure can move: two rotations (${own.phase === "lock1" ? 1 : 2} of 2)`;
  return null;
}

function step(picking: Picking): string {
  const kinds = new Set([...picking.picker.lit.keys()].map((thing) => thing.split(":")[0]!));
  if (kinds.has("pile")) return "tile or entry point";
  const steps = { cell: "cell", figure: "figure", turn: "rotation", entry: "entry point" };
  const found = Object.entries(steps).find(([kind]) => kinds.has(kind));
  return found ? found[1] : "what to do";
}

export default {
  learn: (printed: Json) => learn(printed as unknown as Parameters<typeof learn>[0]),
  Field,
  Hand: Actions,
  Tally,
  Counters,
  points: (view: Json, seat: number) => (view as unknown as View).score[seat] ?? 0,
  Aside,
  prompt,
  step,
  keys: [
    ["D", "draw a tile"],
    ["E", "place an entry point"],
    ["R", "turn the tile in hand; turn right"],
    ["L", "turn left"],
    ["T", "take"],
    ["N", "do nothing, or pass"],
    ["A B", "choose a figure"],
    ["7 8 9, 1 2 3", "from tile to tile by direction"],
    ["W", "gears"],
    ["Z", "the whole maze"],
    ["+ −", "zoom"],
    ["C", "coordinates"],
  ],
  written: () => here.isOn("coordinates", false),
} satisfies Board;
