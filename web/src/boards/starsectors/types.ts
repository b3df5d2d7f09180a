/* What the game sends: the view of the rules document, the facts of facts.py, and what is printed on the cards. */

export interface Ship {
  id: string;
  owner: number;
  type: string;
  hex: string | null;
  dir: number | null;
  hits: number;
  dead: boolean;
  done: boolean;
  cloaked: boolean;
  banks: number;
  engines: number;
  mines: number | null;
  dil: number | null;
  tri: number | null;
  crew: boolean | null;
  order: string | null;
  cf: number;
  df: number;
  web: number;
}

export interface Turn {
  ship: string;
  jumped: boolean;
  stopped: boolean;
  orbit: boolean;
  attacked: boolean;
  banked: number;
  target: string | null;
  dil: boolean;
  tri: boolean;
  xfer: boolean;
  engine: boolean;
  bankin: number;
  duties: string[];
  op: boolean;
}

export interface Chart {
  name: string;
  title: string;
  w: number;
  h: number;
  points: number;
  terrain: Record<string, string>;
  wormholes: string[];
}

export interface View {
  seat: number | null;
  seats: number;
  options: { points: number; fleets: unknown; teams: string; factions: string[] | null; bank_points: number };
  map: Chart;
  phase: "first" | "build" | "purchase" | "deploy" | "activate" | "crew" | "tactical" | "engineering" | "over";
  round: number;
  ships: Ship[];
  mines: Record<string, number>;
  credits: (number | null)[];
  turn: Turn | null;
  to_act: number | null;
}

export interface Factors {
  cf: number;
  df: number;
  mf: number;
  ss: number;
}

/** A field of fire: the n-th text names the hexes of the number n, four digits each. */
export type Field = readonly string[];

export interface ShipFacts {
  class: string;
  value: number;
  printed: Factors;
  now: Factors;
  why: Record<"cf" | "df" | "mf", string[]>;
  hull: string[];
  field: Field;
  row: Field;
  silent: string | null;
}

export interface Happening {
  kind: "mine" | "hits" | "destroyed" | "wormhole" | "orbit" | "nebula" | "decloak" | "end";
  thing?: string;
  hits?: number;
}

export interface Aim {
  thing: string;
  weapon: "fire" | "bank";
  number: number;
  chance: number;
  hits?: number;
}

export interface Place {
  hex: string;
  heading: number;
  hull: string[];
  cost: number;
  left: number;
  steps: string[];
  happens: Happening[];
  field: Field;
  row: Field;
  aims: Aim[];
  threats: Aim[];
}

export interface Target {
  thing: string;
  weapon: "fire" | "bank" | "ram";
  text: string;
  why: [string, string] | null;
  code?: string;
  blocker?: string | null;
  from?: string;
  to?: string;
  range?: number;
  number?: number;
  dice?: number;
  hit?: number;
  df?: number;
  save?: number;
  save_dice?: number;
  chance?: number;
  hits?: number;
  effect?: string;
  left?: Record<"shields" | "cf" | "df" | "mf", [number, number]>;
  destroys?: boolean;
  blast?: Record<string, number>;
  blast_hexes?: string[];
  wins?: boolean;
  duty?: boolean;
}

export interface JumpEnd {
  hex: string;
  text: string;
  happens: Happening[];
}

export interface Jumps {
  astern: boolean;
  ends: JumpEnd[];
  stop: { hex: string | null; code: string; why: [string, string] } | null;
}

export interface Change {
  what: string;
  from: number;
  to: number;
}

export interface Action {
  why: [string, string] | null;
  changes?: Change[];
  blast_hexes?: string[];
}

export interface Facts {
  phase?: View["phase"];
  round?: { number: number; limit: number; quiet: number };
  seats?: { side: number; faction: string | null; ships: number; ready: number; share: number; out: boolean }[];
  ships?: Record<string, ShipFacts>;
  turn?: {
    ship: string;
    left: number;
    allowance: number;
    warp: number;
    duties: number;
    docks: string[];
    mine: string | null;
  };
  actions?: Record<string, Action>;
  places?: Place[];
  jumps?: Jumps[];
  targets?: Target[];
  build?: { points: number; spent: number; left: number; classes?: Record<string, [string, string] | null> };
  purchase?: {
    credits: number;
    prices: Record<string, Record<Item, number>>;
    standard: Record<string, Record<Item, number>>;
    room: Record<string, number>;
  };
}

export type Item = "mine" | "dil" | "tri" | "crew";

export interface ShipClass {
  code: string;
  name: string;
  faction: string;
  cf: number;
  df: number;
  mf: number;
  ss: number;
  cargo: number;
  arc: "none" | "fwd" | "wide" | "all";
  nacelles: number;
  cloak: boolean;
  banks: number;
  weapon: string | null;
  length: number;
  value: number;
}

export interface Printed {
  factions: { code: string; name: string; about: string }[];
  weapons: Record<string, { name: string; device: boolean }>;
  classes: ShipClass[];
  fleets: Record<string, string[]>;
  /** The fleets that a faction and a number of points stand for. */
  presets: { name: string; faction: string; points: number }[];
  maps: Chart[];
  items: Record<Item, { name: string; price: number; does: string }>;
  orders: Record<string, string>;
  terrain: Record<string, string>;
}

export const ARCS: Record<ShipClass["arc"], string> = {
  none: "unarmed",
  fwd: "forward arc",
  wide: "wide arc",
  all: "all-round arc",
};

/** What the content says, learnt before anything is drawn. */
export const printed: { now: Printed | null } = { now: null };

export function classOf(code: string): ShipClass | null {
  return printed.now?.classes.find((one) => one.code === code) ?? null;
}
