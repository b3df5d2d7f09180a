import type { Board } from "../board";
import type { Json } from "../../lib/protocol";
import { cardOf, learn, nameOf, type Printed, skillName } from "./deck";
import Field from "./Field.svelte";
import Hand from "./Hand.svelte";
import Meter from "./Meter.svelte";

function thing(id: string): string {
  const card = cardOf(id);
  if (card) return nameOf(card);
  const [sort, what = ""] = id.split(":");
  if (sort === "skill") return skillName("MCA".indexOf(what));
  return sort === "dock" ? `${what} docks` : what;
}

export default {
  learn: (printed: Json) => learn(printed as unknown as Printed),
  Field,
  Hand,
  Meter,
  thing,
  step: (picking) => (picking.path.length ? "skill" : "touch what is lit"),
  seats: true,
  counts: true,
  reads: (thing) => cardOf(thing) !== null,
  keys: [
    ["F", "flip"],
    ["S", "stop"],
  ],
} satisfies Board;
