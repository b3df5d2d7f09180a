/* The action bar: places and keys that never change, and what stands in its drawers. */
import type { Action, Aim, Change, Facts, Happening, Target, View } from "./types";

export interface Deed {
  id: string;
  word: string;
  key: string;
  /** The actions of the phases it plays at once, or that stand in its drawer. */
  texts: readonly string[];
  drawer: boolean;
}

export const BAR: readonly Deed[] = [
  { id: "fire", word: "Fire", key: "F", texts: [], drawer: false },
  { id: "bank", word: "Bank", key: "B", texts: [], drawer: false },
  { id: "ram", word: "Ram", key: "K", texts: [], drawer: false },
  { id: "warp", word: "Jump", key: "J", texts: [], drawer: false },
  { id: "mine", word: "Mine", key: "M", texts: ["mine"], drawer: false },
  { id: "cloak", word: "Cloak", key: "C", texts: ["decloak", "cloak"], drawer: false },
  {
    id: "supplies",
    word: "Supplies",
    key: "S",
    texts: [
      "dil-mf",
      "tri-cf",
      "tri-df",
      "xfer-cf",
      "xfer-df",
      "xfer-mf",
      "fix-dil",
      "dil-warp",
      "tri-bank",
      "fix-bank",
      "fix-warp",
    ],
    drawer: true,
  },
  { id: "duties", word: "Duties", key: "D", texts: ["repair", "charge-bank", "charge-warp", "cloak"], drawer: true },
  {
    id: "dock",
    word: "Dock",
    key: "O",
    texts: ["fix-dock", "gather-dil", "gather-tri", "load-dil", "load-tri"],
    drawer: true,
  },
  { id: "selfdestruct", word: "Self-destruct", key: "X", texts: ["selfdestruct"], drawer: false },
  { id: "end", word: "End", key: "E", texts: ["end", "done"], drawer: false },
];

const WORDS: Record<string, string> = {
  "dil-mf": "Dilithium: 1 more move",
  "tri-cf": "Trilithium: combat + 1",
  "tri-df": "Trilithium: defence + 1",
  "xfer-cf": "Warp engine: combat + 1",
  "xfer-df": "Warp engine: defence + 1",
  "xfer-mf": "Warp engine: 1 more move",
  "fix-dil": "Dilithium: repair 1",
  "dil-warp": "Dilithium: charge an engine",
  "tri-bank": "Trilithium: charge a bank",
  "fix-bank": "Drain a bank: repair 1",
  "fix-warp": "Drain an engine: repair 1",
  repair: "Repair 1 hit",
  "charge-bank": "Charge a bank",
  "charge-warp": "Charge a warp engine",
  cloak: "Cloak",
  "fix-dock": "Repair 2 at the station",
  "gather-dil": "Mine dilithium",
  "gather-tri": "Gather trilithium",
  "load-dil": "Load dilithium",
  "load-tri": "Load trilithium",
};
const GAUGES: Record<string, string> = {
  shields: "shields",
  cf: "combat",
  df: "defence",
  mf: "movement",
  moves: "moves",
  banks: "charged banks",
  engines: "charged engines",
  mines: "mines",
  dil: "dilithium",
  tri: "trilithium",
};

export function word(text: string): string {
  return WORDS[text] ?? text;
}

/** What an action changes, in a clause. */
export function changed(changes: readonly Change[] | undefined): string {
  return (changes ?? [])
    .filter((one) => one.what in GAUGES)
    .map((one) => `${GAUGES[one.what]} ${one.from} to ${one.to}`)
    .join(", ");
}

const HAPPENINGS: Partial<Record<Happening["kind"], string>> = {
  mine: "mine",
  orbit: "orbit: stops",
  nebula: "nebula: 1 move",
  wormhole: "wormhole",
  destroyed: "destroyed",
  decloak: "cloak fails",
};

/** What happens on a way, each in a word or two. */
export function happenings(all: readonly Happening[]): string[] {
  return [...new Set(all.flatMap((one) => HAPPENINGS[one.kind] ?? []))];
}

/** Whether a way does the ship itself harm. */
export function harms(all: readonly Happening[]): boolean {
  return all.some((one) => one.kind === "mine" || one.kind === "destroyed");
}

export function percent(chance: number | undefined): string {
  return `${Math.round(100 * (chance ?? 0))} %`;
}

/** The best chance to hurt somebody from a place, and the chance that one of the enemies hurts the ship there. */
export function odds({ aims, threats }: { aims: readonly Aim[]; threats: readonly Aim[] }): {
  best: number;
  threat: number;
} {
  return {
    best: Math.max(0, ...aims.map((one) => one.chance)),
    threat: 1 - threats.reduce((safe, one) => safe * (1 - one.chance), 1),
  };
}

/** The same in a clause. */
export function oddsWords(at: { aims: readonly Aim[]; threats: readonly Aim[] }): string {
  const { best, threat } = odds(at);
  return [best ? `hurts ${percent(best)}` : "", threat ? `threat ${percent(threat)}` : ""].filter(Boolean).join(", ");
}

export const VERBS = { fire: "Regular fire", bank: "Fire the bank", ram: "Ram" } as const;

/** What an attack needs: the range, the roll to hit and the roll that saves. */
export function rolls(one: Target): string {
  if (one.weapon === "ram") return "your ship is lost";
  const hit =
    one.weapon === "bank" ? "no roll to hit" : `roll ${one.number} or less${one.dice === 2 ? ", two dice" : ""}`;
  const save = one.df ? `it saves at ${one.df} or less${one.save_dice === 2 ? ", two dice" : ""}` : "it cannot save";
  return [`range ${one.range}: ${hit}`, ...(one.save === undefined ? [] : [save])].join(", ");
}

/** What an attack that is not saved leaves of its target. */
export function leaves(one: Target): string {
  if (one.wins) return "destroys it and wins";
  if (one.destroys) return "destroys it";
  if (!one.left) return one.effect ?? "";
  const { shields, cf } = one.left;
  return `shields ${shields[0]} to ${shields[1]}, combat ${cf[0]} to ${cf[1]}`;
}

/** The actions of a deed that belong to the phase. */
export function actionsOf(deed: Deed, facts: Facts): [string, Action][] {
  return deed.texts.flatMap((text) => (facts.actions?.[text] ? [[text, facts.actions[text]] as [string, Action]] : []));
}

/** The word of the last place of the bar. */
export function endWord(view: View): string {
  return view.phase === "engineering" ? "End turn" : "End phase";
}
