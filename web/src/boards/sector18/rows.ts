/* The actions as rows: title, what they bring, what is missing, and their price. */
import { BONUSES, type SideFacts, unlocked, type View } from "./model";

export interface ActionRow {
  thing: string;
  key: string;
  title: string;
  result: string;
  /** Why it cannot be done now, as far as that is a matter of numbers; "" where it is another. */
  missing: string;
  price: number | null;
}

export function rowsOf(side: SideFacts, view: Pick<View, "acted" | "phase">): ActionRow[] {
  const taken = view.acted ? "your one action is taken" : view.phase === "fleet" ? "your fleet is moving" : "";
  const rows = [collect(side, taken), level(side, taken), shield(side, taken), refit(side, taken)];
  if (side.ability) rows.push(ability(side, view));
  return rows;
}

const short = (cost: number, missing: number): string => (missing ? `costs ${cost}, you have ${cost - missing}` : "");

function collect(side: SideFacts, taken: string): ActionRow {
  const known = side.collect!;
  const sum = known.parts
    .map((part) => (part.from ? `${part.from} ${part.why} ${part.n}` : `${part.why} ${part.n}`))
    .join(" + ");
  const lost = known.lost ? `; ${known.lost} lost, you hold ${side.cap} at most` : "";
  const full = known.gain ? "" : `you hold ${side.cap}, no more can be kept`;
  return {
    thing: "action:collect",
    key: "1",
    title: `Collect ${known.gain}`,
    result: sum + lost,
    missing: taken || full,
    price: null,
  };
}

function level(side: SideFacts, taken: string): ActionRow {
  const next = side.levelup;
  return {
    thing: "action:levelup",
    key: "2",
    title: next ? `Base to level ${next.level}` : "Base at its last level",
    result: next ? `${unlocked(next, side)}; Health +1` : "",
    missing: taken || (next ? short(next.cost, next.missing) : "level 4 is the last"),
    price: next?.cost ?? null,
  };
}

function shield(side: SideFacts, taken: string): ActionRow {
  const next = side.shield_up;
  const less = next?.discount ? `; ${BONUSES["ward"]!.name} ${next.discount}: 1 less` : "";
  return {
    thing: "action:shield",
    key: "3",
    title: next ? `Shield to ${next.shield}` : "Shield at its last level",
    result: next ? `absorbs ${next.shield} damage${less}` : "",
    missing: taken || (next ? short(next.cost, next.missing) : "3 is the most"),
    price: next?.cost ?? null,
  };
}

function refit(side: SideFacts, taken: string): ActionRow {
  const ships = Object.values(side.ships).filter((ship) => ship.at !== null && !ship.up);
  const open = ships.filter((ship) => ship.refit.level <= side.level);
  const cheapest = open.length ? Math.min(...open.map((ship) => ship.refit.cost)) : null;
  const words = open.map((ship) => `${ship.name} ${ship.refit.cost}`).join(", ");
  const locked = ships.map((ship) => `${ship.name} needs level ${ship.refit.level}`).join(", ");
  const poor = cheapest !== null && open.every((ship) => ship.refit.missing) ? `${words}: too dear now` : "";
  return {
    thing: "action:refit",
    key: "5",
    title: "Upgrade a ship",
    result: words || locked || "no ship to upgrade",
    missing: taken || poor || (open.length ? "" : locked || "no ship to upgrade"),
    price: null,
  };
}

function ability(side: SideFacts, view: Pick<View, "phase">): ActionRow {
  const known = side.ability!;
  const why: Record<string, string> = {
    used: "used this turn",
    "too late": "only before your action",
    "no effect": "would do nothing now",
    poor: short(known.cost, known.missing),
  };
  return {
    thing: "action:use",
    key: "6",
    title: known.name,
    result: known.text,
    missing: view.phase === "fleet" ? "not while your fleet is moving" : (why[known.state] ?? ""),
    price: known.cost,
  };
}
