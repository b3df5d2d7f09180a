/* Sector 219's own board. */
import type { Picking } from "../../lib/picking.svelte";
import type { Json } from "../../lib/protocol";
import type { Board } from "../board";
import Aside from "./Aside.svelte";
import { KINDS, type Kind, learn, type View } from "./chart";
import Counters from "./Counters.svelte";
import Field from "./Field.svelte";
import Hand from "./Hand.svelte";
import Meter from "./Meter.svelte";
import Print from "./Print.svelte";

const STRIKE = "hand:X";

function thing(id: string): string {
  const [sort, what = ""] = id.split(":");
  if (sort === "hand") return KINDS[what as Kind]?.name ?? "Air Strike";
  return what || id;
}

function prompt(picking: Picking, view: Json): string | null {
  const own = view as unknown as View;
  const [first, second] = picking.path;
  if (own.phase === "opening")
    return first ? "Choose the card that goes to the very bottom" : "Choose two cards to put under your deck";
  if (!first) return own.plays_left === 2 || own.turn === 1 ? "Choose a card to play" : "Choose another card to play";
  if (second) return "Choose the target";
  if (first === STRIKE) return "Choose an enemy unit for the Air Strike";
  return `Choose a space for the ${thing(first)}`;
}

function step(picking: Picking, view: Json): string {
  const first = picking.path[0];
  if (!first || (view as unknown as View).phase === "opening") return "card";
  return picking.path.length > 1 || first === STRIKE ? "target" : "space";
}

export default {
  learn: (printed: Json) => learn(printed as unknown as Parameters<typeof learn>[0]),
  Field,
  Hand,
  Counters,
  Aside,
  Meter,
  Print,
  prompt,
  thing,
  step,
  keys: [
    ["1 to 7", "a card of your hand"],
    ["L", "supply lines"],
    ["N", "names on units"],
    ["E", "what the enemy supports"],
  ],
} satisfies Board;
