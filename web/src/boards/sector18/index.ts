/* Sector 18's own board. */
import type { Picking } from "../../lib/picking.svelte";
import type { Json } from "../../lib/protocol";
import type { Board } from "../board";
import Aside from "./Aside.svelte";
import Counters from "./Counters.svelte";
import Field from "./Field.svelte";
import Hand from "./Hand.svelte";
import Meter from "./Meter.svelte";
import Plate from "./Plate.svelte";
import { show } from "./show.svelte";
import { learn, PRINTED, type Printed, type View } from "./model";

function thing(id: string): string {
  const [sort, what = ""] = id.split(":");
  if (sort === "ship") return PRINTED.ships.find((ship) => ship.id === what[1])?.name ?? what;
  if (sort === "base") return "base";
  if (sort === "action") return { refit: "Upgrade", use: "Ability" }[what] ?? what;
  return what;
}

function prompt(picking: Picking, view: Json): string | null {
  const own = view as unknown as View;
  const first = picking.path[0];
  if (own.phase === "faction" || own.phase === "target") return null;
  if (first === "action:refit") return "Choose the ship to upgrade";
  if (first === "action:use")
    return picking.path[1] ? `Choose where the ${thing(picking.path[1])} comes to` : "Choose the ship for your ability";
  if (!first) return null;
  if (picking.path.length > 1) return "Choose whom to fight, or the exit";
  const inPlay = first[6] !== undefined && first[6] in (own.players[own.side] as unknown as { ships: Json }).ships;
  return inPlay ? `Send the ${thing(first)} to a lit zone` : `Choose where the ${thing(first)} is built`;
}

/** What the first step is, where it is no ship and no action. */
const ASKED: Record<string, string> = { faction: "faction", zone: "target" };

function step(picking: Picking): string {
  const first = picking.path[0];
  if (!first) return ASKED[picking.picker.moves[0]?.path[0]?.split(":")[0] ?? ""] ?? "ship or action";
  if (first.startsWith("action:") && picking.path.length === 1) return "ship";
  return picking.path.length > 1 && first.startsWith("ship:") ? "target" : "place";
}

export default {
  learn: (printed: Json) => learn(printed as unknown as Printed),
  Field,
  Hand,
  Counters,
  Aside,
  Meter,
  Plate,
  prompt,
  thing,
  step,
  told: () => show.stage && { play: show.stage.play, lines: show.stage.told },
  keys: [
    ["1 to 6", "the rows of actions"],
    ["0", "end the turn"],
  ],
} satisfies Board;
