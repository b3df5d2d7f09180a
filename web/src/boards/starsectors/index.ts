/* The board of Star Sectors: map, fleets, ship card and action bar. */
import type { Picking } from "../../lib/picking.svelte";
import type { Json } from "../../lib/protocol";
import type { Board } from "../board";
import Aside from "./Aside.svelte";
import Counters from "./Counters.svelte";
import Field from "./Field.svelte";
import Hand from "./Hand.svelte";
import Meter from "./Meter.svelte";
import Setup from "./Setup.svelte";
import { turns } from "./turns";
import { printed, type Printed, type View } from "./types";

const ASKED: Partial<Record<View["phase"], string>> = {
  first: "Choose who goes first",
  build: "Build your fleet",
  purchase: "Buy supplies for your ships",
  activate: "Choose the ship whose turn it is",
};

function prompt(_picking: Picking, view: Json): string | null {
  return ASKED[(view as unknown as View).phase] ?? null;
}

function thing(id: string): string {
  const [, name = ""] = id.split(":");
  return name || id;
}

const STEPS: Partial<Record<View["phase"], string>> = {
  build: "touch classes to add them",
  purchase: "plus and minus, then done",
  deploy: "touch a lit hex of your home row",
  activate: "touch it on the map or in the list",
  crew: "one order until its next turn",
  tactical: "lit hex: go there; lit enemy: aim",
  engineering: "duties and supplies, then end the turn",
};

function step(_picking: Picking, view: Json): string {
  return STEPS[(view as unknown as View).phase] ?? "touch what is lit";
}

export default {
  learn: (sent: Json) => (printed.now = sent as unknown as Printed),
  Field,
  Hand,
  Aside,
  Counters,
  Meter,
  Setup,
  prompt,
  thing,
  step,
  keys: [
    ["F B K J", "fire, bank, ram, jump"],
    ["M C S D", "mine, cloak, supplies, duties"],
    ["O X E", "dock, self-destruct, end"],
    ["Z", "the whole map"],
    ["+ −", "zoom"],
  ],
  turns: (entries, view) => turns(entries, view as unknown as View),
} satisfies Board;
