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

function step(): string {
  return "touch what is lit";
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
} satisfies Board;
