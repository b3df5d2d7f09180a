/* The board of every game that has none of its own: its picture, and rows for what is not on it. */
import type { Picking } from "../../lib/picking.svelte";
import type { Board } from "../board";
import Choices from "./Choices.svelte";
import { labels } from "./labels.svelte";
import Picture from "./Picture.svelte";

function step(picking: Picking): string {
  const [on, lit] = [
    [...picking.picker.lit.keys()].filter((thing) => labels.has(thing)).length,
    picking.picker.lit.size,
  ];
  const rows = lit - on + picking.picker.complete.length > 0;
  return on === 0 ? "choose a row" : rows ? "touch what is lit, or choose a row" : "touch what is lit";
}

export default { Field: Picture, Hand: Choices, step } satisfies Board;
