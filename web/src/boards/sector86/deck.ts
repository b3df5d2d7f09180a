/* What the board knows of Sector 86: the shapes of its view and facts, and what is printed on cards. No rules. */

export type Three = readonly [number, number, number];
export type Class = "A" | "B" | "C";
export const CLASSES: readonly Class[] = ["A", "B", "C"];
export const LETTERS = ["M", "C", "A"] as const;
export const PHASES = ["Upkeep", "Queueing", "Docking", "Recruiting", "Discarding"] as const;

export interface Face {
  name: string;
  kind: "ship" | "wreck" | "crew" | "facility" | "mission" | "levy";
  class: Class | "";
  type: string;
  fee: number;
  cost: number;
  skills: Three;
  contract: { need: Three; pay: number } | null;
  when: string;
  rule: string;
  flavour: string;
  picture: string;
}

export interface Printed {
  skills: readonly string[];
  deck: { redirect_fee: number; scrap_value: number; market_extra: number; train_price: number };
  cards: Readonly<Record<string, Face>>;
}

interface Gained {
  id: string;
  new: boolean;
  train?: Record<string, number>;
}

export interface Station {
  credits: readonly number[];
  crew: readonly Gained[];
  facilities: readonly Gained[];
  missions: readonly Gained[];
  ports: Readonly<Record<Class, readonly (readonly string[])[]>>;
  served: readonly string[];
}

export interface View {
  seat: number | null;
  seats: number;
  options: { goal: number };
  turn: number;
  active: number;
  phase: string;
  deck: number;
  discard: readonly string[];
  queue: readonly string[];
  missions: readonly string[];
  stations: readonly Station[];
  ctx: {
    held: readonly string[];
    paid: readonly string[];
    team: { mission: string; crew: readonly string[] } | null;
    flips: number;
    redirects: number;
    auction: {
      ship: string;
      order: readonly number[];
      wants: readonly (boolean | "?")[];
      bidders: readonly number[];
    } | null;
    wrecks: readonly string[];
    smalls: readonly string[];
  };
  to_act: number | null;
  result: readonly number[] | null;
  reason: string | null;
}

export interface StationFacts {
  credits: number;
  skills: Three;
  crew: Three;
  free: Record<Class, number>;
  dues: Record<string, number>;
  contracts: Record<string, { need: Three; pay: number; paid: boolean; met: boolean; new: boolean }>;
  missions: Record<string, { have: Three; missing: number }>;
  nearest: string | null;
}

export interface Member {
  skills: Three;
  inspired: Three;
  inspires: boolean;
  cost: number;
}

type Fees = readonly (readonly [number, number])[];

export interface Facts {
  part: number | null;
  turns: number;
  redirects: { free: number; price: number };
  repairs: number;
  locked: number;
  lock_up_near: boolean;
  next: ({ of: number; reshuffled: boolean } & Record<Kind, number>) | null;
  stations: readonly StationFacts[];
  prices: Record<string, readonly number[]>;
  departure?: {
    ships: Record<string, { due: number; gift: number; blocks: boolean; contract: number }>;
    sum: number;
  };
  crew?: Record<string, Member>;
  teams?: Record<string, readonly string[]>;
  flip?: { risk: number; free: number; paid: number };
  stop?: {
    docks: readonly { ship: string; class: Class; dock: number; choice: boolean }[];
    contracts: readonly (readonly [string, number])[];
    bonus: number;
    now: number;
    dues: readonly (readonly [string, number])[];
    upkeep: number;
    credits: number;
    buys: readonly (readonly [string, number, boolean])[];
  };
  collision?: { takers: Record<string, readonly number[]>; price: number; gain: number; dues: Record<string, number> };
  offer?: Round & { ship: string; price: number; worth?: Worth };
  berth?: { wreck: string; room: Record<Class, number>; repairs: number; fees: Partial<Record<Class, Fees>> };
  wrecks?: { left: number; ships: Record<string, { class: Class; fees: Fees }> };
  levy?: {
    card: string;
    seat: number;
    asks: string | null;
    price: number;
    can_pay: boolean;
    lose: readonly string[];
    left: number;
  };
  market?: Round & { extra: number; card: string | null; claims?: readonly string[] };
}

/** A round of sealed choices: who is asked, in order, and how many have chosen. */
export interface Round {
  asked: readonly number[];
  sealed: number;
  bids?: readonly [number, number] | null;
}

export interface Worth {
  docks: readonly Class[];
  due: number;
  contract: number;
  total: number;
}

export type Kind = "collides" | "ship" | "crew" | "facility" | "mission" | "levy";
export const KINDS: readonly { kind: Kind; word: string }[] = [
  { kind: "collides", word: "collides" },
  { kind: "ship", word: "ship that fits" },
  { kind: "crew", word: "crew" },
  { kind: "facility", word: "facility" },
  { kind: "mission", word: "mission" },
  { kind: "levy", word: "levy" },
];

const NOBODY: Face = {
  name: "",
  kind: "ship",
  class: "",
  type: "",
  fee: 0,
  cost: 0,
  skills: [0, 0, 0],
  contract: null,
  when: "",
  rule: "",
  flavour: "",
  picture: "",
};
let printed: Printed = {
  skills: ["Maintenance", "Communications", "Assault"],
  deck: { redirect_fee: 1, scrap_value: 1, market_extra: 1, train_price: 2 },
  cards: {},
};

export function learn(found: Printed): void {
  printed = found;
}

/** What is printed on a card; copies share it. */
export function face(id: string): Face {
  return printed.cards[id.split(".")[0]!] ?? { ...NOBODY, name: id };
}

export const nameOf = (id: string): string => face(id).name;
export const skillName = (i: number): string => printed.skills[i] ?? "";
export const cardOf = (thing: string | null): string | null => (thing?.startsWith("card:") ? thing.slice(5) : null);
export const credits = (number: number): string => (number === 1 ? "1 credit" : `${number} credits`);
export const percent = (chance: number): string => `${Math.round(100 * chance)} %`;

export function list(words: readonly string[], last = "and"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Points of training as a view gives them, by letter. */
export function training(train: Record<string, number> | undefined): Three {
  return LETTERS.map((letter) => train?.[letter] ?? 0) as unknown as Three;
}

/** "M2 A1", of what is not 0. */
export function short(skills: Three): string {
  return LETTERS.map((letter, i) => (skills[i] ? `${letter}${skills[i]}` : ""))
    .filter(Boolean)
    .join(" ");
}

/** "Maintenance 2, Assault 1". */
export function long(skills: Three): string {
  return LETTERS.map((_, i) => (skills[i] ? `${skillName(i)} ${skills[i]}` : ""))
    .filter(Boolean)
    .join(", ");
}

/** What of a need somebody lacks. */
export function lacks(need: Three, have: Three): Three {
  return need.map((points, i) => Math.max(0, points - have[i]!)) as unknown as Three;
}

/** What a team adds up to: its own skills, and what somebody who inspires adds, apart. */
export function sums(
  team: Iterable<string>,
  crew: Readonly<Record<string, Member>>,
): { own: number[]; more: number[] } {
  const members = [...team].map((id) => crew[id]).filter((one) => one !== undefined);
  const inspired = members.some((one) => one.inspires);
  const add = (key: "skills" | "inspired"): number[] =>
    [0, 1, 2].map((i) => members.reduce((sum, one) => sum + (one[key][i] ?? 0), 0));
  return { own: add("skills"), more: inspired ? add("inspired") : [0, 0, 0] };
}

/** Whether a team has what a mission needs. */
export function suffices(mission: string, team: Iterable<string>, crew: Readonly<Record<string, Member>>): boolean {
  const { own, more } = sums(team, crew);
  return face(mission).skills.every((need, i) => own[i]! + more[i]! >= need);
}

/** All ships docked at a station, in dock order. */
export function docked(station: Station): string[] {
  return CLASSES.flatMap((name) => station.ports[name].flat());
}

/** The moves that hold ships and let the others go, in the order that the notation wants. */
export function departure(station: Station, stay: ReadonlySet<string>, held: readonly string[]): string[] {
  const holds = docked(station).filter((ship) => stay.has(ship) && !held.includes(ship));
  return [...holds.map((ship) => `hold:${ship}`), "go"];
}

/** The moves that send a team, in the order that the notation wants. */
export function sending(mission: string, team: ReadonlySet<string>, station: Station, begun: boolean): string[] {
  const picks = station.crew.filter(({ id }) => team.has(id)).map(({ id }) => `pick:${id}`);
  return begun ? picks : [`send:${mission}`, ...picks];
}

/** The next moves of a plan: the first that is legal, and what comes after it; null when nothing of it is. */
export function advance(plan: readonly string[], legal: ReadonlySet<string>): { play: string; rest: string[] } | null {
  const at = plan.findIndex((text) => legal.has(text));
  return at < 0 ? null : { play: plan[at]!, rest: plan.slice(at + 1) };
}

/** Who of a round has sealed a choice, and who is waited for. */
export function envelopes(round: Round): { seat: number; sealed: boolean }[] {
  return round.asked.map((seat, i) => ({ seat, sealed: i < round.sealed }));
}

/** Where credits lie: with a seat, in the deck or in the discard. */
export type Purse = number | "deck" | "discard";
export interface Flow {
  from: Purse;
  to: Purse;
  credits: number;
}
const SPENT = new Set(["redirected", "recruited", "levied", "trained", "sold"]);

/** How credits went from one place to another, what went the same way taken together. */
export function flows(events: readonly Record<string, unknown>[]): Flow[] {
  const found = new Map<string, Flow>();
  const add = (from: unknown, to: unknown, credits: unknown): void => {
    if (typeof credits !== "number" || !credits || from === undefined || to === undefined) return;
    const way = `${String(from)} ${String(to)}`;
    const flow = found.get(way) ?? { from: from as Purse, to: to as Purse, credits: 0 };
    found.set(way, { ...flow, credits: flow.credits + credits });
  };
  let host: unknown; // whose queue a market sells: said where the claims or bids are opened
  for (const event of events) {
    const { event: what, seat, credits } = event;
    if (what === "claims" || what === "bids") host = seat;
    if (what === "took") add("deck", seat, credits);
    else if (what === "bought") add(seat, event["from"], credits);
    else if (SPENT.has(String(what))) add(seat, "discard", credits);
    if (what === "sold") add(seat, host, event["extra"]);
  }
  return [...found.values()];
}

/** What that did to the credits of each seat. */
export function payments(ways: readonly Flow[], seats: number): number[] {
  const sum = (seat: number, end: "from" | "to"): number =>
    ways.filter((flow) => flow[end] === seat).reduce((all, flow) => all + flow.credits, 0);
  return Array.from({ length: seats }, (_, seat) => sum(seat, "to") - sum(seat, "from"));
}

/** The cards of a queue that was just cleared, the one that brought it about among them: as many as went. */
export function clearedCards(before: readonly string[], events: readonly Record<string, unknown>[]): string[] {
  const end = events.findLastIndex((event) => event["event"] === "cleared");
  const number = Number(events[end]?.["cards"] ?? 0);
  if (!number) return [];
  const flipped = events.slice(0, end).filter((event) => event["event"] === "flipped");
  const queued = flipped.map((event) => String(event["card"])).filter((id) => face(id).kind !== "mission");
  return [...new Set([...before, ...queued])].slice(-number);
}
