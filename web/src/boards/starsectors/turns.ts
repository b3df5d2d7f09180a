/* The log with one line for each turn of a ship: where it went, whom it attacked with what, the dice and the effect. */
import type { Entry } from "../../lib/protocol";
import type { LogTurn } from "../board";
import { word } from "./deeds";
import { HEADINGS } from "./hexes";
import { type Told, toldOf } from "./told";
import { classOf, type Item, printed, type View } from "./types";

/** Moves that only end a phase or a turn: they are no news. */
const ENDINGS = new Set(["end", "done"]);

/** What one ship's turn is made of. */
interface Turn {
  ship: string;
  parts: string[];
  /** Whether the last part has an effect already. */
  told: boolean;
  /** A play whose effect no event tells. */
  quiet: string;
  /** Where it has gone since. */
  way: { from: string | undefined; hex: string; heading: number } | null;
  line: LogTurn;
}

export function turns(entries: readonly Entry[], view: View): (Entry | LogTurn)[] {
  const found: (Entry | LogTurn)[] = [];
  const at: Record<string, string> = {};
  let turn: Turn | null = null;
  for (const entry of standing(entries)) {
    if (entry.kind !== "play") {
      found.push(entry);
      continue;
    }
    const told = toldOf(entry);
    if (turn && told[0]?.event !== "turn") turn.line.entries.push(entry);
    else if (!turn && told[0]?.event !== "turn") found.push(entry);
    if (turn?.quiet) settle(turn);
    if (turn && told.every(isSupply) && !ENDINGS.has(entry.text ?? "")) {
      turn.quiet = lower(said(entry));
      turn.line.text = sentence(turn, view);
      continue;
    }
    for (const event of told) {
      if (turn) turn.line.text = sentence(turn, view);
      if (event.event === "turn") {
        turn = begin(String(event["ship"]), entry, view);
        if (event === told[0]) turn.line.entries.push(entry);
        found.push(turn.line);
      } else if (event.event === "round" && turn) {
        turn = null;
        found.push(note(entry, `Round ${String(event["round"])}`));
      } else if (event.event === "end") {
        found.push(note(entry, entry.lines.at(-1) ?? ""));
      } else if (turn) add(turn, event, view, at);
      if (event["hex"] && event["ship"]) at[String(event["ship"])] = String(event["hex"]);
    }
    if (turn) turn.line.text = sentence(turn, view);
  }
  if (turn && turn.ship === view.turn?.ship) turn.line.text = sentence(turn, view, "its turn");
  return found;
}

/** The entries without the plays that were taken back. */
function standing(entries: readonly Entry[]): Entry[] {
  let found: Entry[] = [];
  for (const entry of entries) {
    const back = entry.kind === "undo" || entry.kind === "answer" ? entry.step : null;
    if (back !== null) found = found.filter((one) => one.kind !== "play" || (one.step ?? 0) <= back);
    found.push(entry);
  }
  return found;
}

function begin(ship: string, entry: Entry, view: View): Turn {
  const owner = view.ships.find((one) => one.id === ship)?.owner ?? null;
  const line: LogTurn = { key: `${entry.number}${ship}`, seat: owner, step: entry.step ?? 0, text: "", entries: [] };
  return { ship, parts: [], told: false, quiet: "", way: null, line };
}

function note(entry: Entry, text: string): LogTurn {
  return { key: `${entry.number}${text}`, seat: null, step: entry.step ?? 0, text, entries: [] };
}

/** Whether an event only says which supply was used, and not for what. */
function isSupply(event: Told): boolean {
  return event.event === "cargo" && event["how"] === "used";
}

/** A play in words that stand in a row of others. */
function said({ text, label }: Entry): string {
  const words = word(text ?? "");
  return words && words !== text ? words : (label ?? "");
}

function sentence(turn: Turn, view: View, nothing = "waits"): string {
  const name = classOf(view.ships.find((one) => one.id === turn.ship)?.type ?? "")?.name ?? "";
  const way = turn.way ? [goes(turn)] : [];
  return `${turn.ship} ${name}: ${[...turn.parts, ...way, turn.quiet].filter(Boolean).join("; ") || nothing}`;
}

function goes(turn: Turn): string {
  const heading = HEADINGS[turn.way!.heading] ?? "";
  return turn.way!.hex === turn.way!.from ? `turns ${heading}` : `to ${turn.way!.hex}, heading ${heading}`;
}

/** Add what happened to the line of a turn. */
function add(turn: Turn, event: Told, view: View, at: Record<string, string>): void {
  if (event.event === "move") {
    const from = turn.way ? turn.way.from : at[turn.ship];
    turn.way = { from, hex: String(event["hex"]), heading: Number(event["heading"]) };
    return;
  }
  const effect = EFFECTS[event.event]?.(event, turn, view) ?? null;
  const deed = DEEDS[event.event]?.(event, turn, view) ?? null;
  if (!effect && !deed) return;
  settle(turn);
  if (deed) turn.parts.push(deed);
  else {
    const last = turn.parts.pop();
    turn.parts.push(last === undefined ? effect! : `${last}${turn.told ? ", " : ": "}${effect!}`);
  }
  turn.told = effect !== null;
}

/** Say what is still open: the way that it went, the play without an event. */
function settle(turn: Turn): void {
  if (turn.way) turn.parts.push(goes(turn));
  if (turn.quiet) turn.parts.push(turn.quiet);
  if (turn.way || turn.quiet) turn.told = false;
  turn.way = null;
  turn.quiet = "";
}

type Say = (event: Told, turn: Turn, view: View) => string | null;

/** What a ship does by itself. */
const DEEDS: Record<string, Say> = {
  order: (event) => `order ${String(event["order"])}`,
  attack,
  wormhole: (event) => `through a wormhole to ${String(event["hex"])}`,
  stop: () => "stops in orbit",
  decloak: () => "de-cloaks",
  cloak: () => "cloaks",
  repair: (event) => `repairs ${String(event["number"])}`,
  charge: (event) => (event["what"] === "engine" ? "charges an engine" : "charges a bank"),
  cargo: (event) => {
    if (event["how"] === "laid") return `lays a mine in ${String(event["hex"])}`;
    const verbs: Record<string, string> = { used: "uses", gathered: "gathers", loaded: "loads", given: "gives away" };
    const verb = verbs[String(event["how"])];
    return verb ? `${verb} ${printed.now?.items[event["item"] as Item]?.name.toLowerCase() ?? ""}` : null;
  },
};

/** What comes of it: said in the same breath. */
const EFFECTS: Record<string, Say> = {
  roll: (event) => {
    const dice = (event["dice"] as number[]).join(" and ");
    if (event["point"] === "attack") return `rolls ${dice}, ${event["success"] ? "hits" : "misses"}`;
    return `${String(event["ship"])} ${event["success"] ? "saves" : "does not save"} with ${dice}`;
  },
  hits: (event) => {
    const from: Record<string, string> = { mine: " from a mine", blast: " from the blast", selfdestruct: " from it" };
    const hits = `${String(event["number"])} ${event["number"] === 1 ? "hit" : "hits"}`;
    return `${String(event["ship"])} takes ${hits}${from[String(event["cause"])] ?? ""}`;
  },
  web: (event) => `defence of ${String(event["ship"])} − ${String(event["amount"])} this round`,
  destroyed: (event) => `${String(event["ship"])} is destroyed`,
  "mine-gone": (event) => `the mine in ${String(event["hex"])} is gone`,
};

function attack(event: Told, turn: Turn, view: View): string {
  const target = String(event["target"]);
  const goal = target[0] === "m" ? `the mine in ${target.slice(1)}` : target;
  if (event["weapon"] === "ram") return `rams ${goal} with ${String(event["number"])}`;
  if (event["weapon"] === "fire") return `fires at ${goal} on ${String(event["number"])}`;
  const weapon = classOf(view.ships.find((one) => one.id === turn.ship)?.type ?? "")?.weapon ?? "";
  return `${printed.now?.weapons[weapon]?.name ?? "bank"} at ${goal}, strength ${String(event["number"])}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
