/* What just happened as a row of stages: how things stand, what is framed and how much has been told, one step after
 * another. */
import type { Entry, GameEvent } from "../../lib/protocol";
import { type Automa, type Facts, placeOf, type Ship, type ShipFacts, type SideFacts } from "./model";

export interface Stage {
  /** How things stand. What cannot be seen happening stays as it was before. */
  facts: Facts;
  /** Things that are framed. */
  framed: readonly string[];
  /** Ships that are destroyed in this stage. */
  lost: readonly string[];
  /** The way on which a ship is carried off. */
  warp: { from: string; to: string } | null;
  /** Which play it is of, and how many of its lines have been told by now. */
  play: number;
  told: number;
  /** How long it lasts, in units of the pace. */
  lasts: number;
}

type Things = Record<string, string>;
type Played = Pick<Entry, "number" | "events" | "told" | "lines">;
type Side = 0 | 1;

export function stagesOf(before: Facts, after: Facts, plays: readonly Played[]): Stage[] {
  const stages: Stage[] = [];
  const all = plays.flatMap((one) => {
    const events = one.events ?? [];
    // without a line for each event, show the first line at once and the others at the end
    const told = (i: number): number => one.told?.[i] ?? (i < events.length - 1 ? 1 : one.lines.length);
    return events.map((event, i) => ({ event, play: one.number, told: told(i) }));
  });
  const later = all.map(({ event }) => event);
  let now = before;
  for (const { event, play, told } of all) {
    later.shift();
    const things = (event["things"] ?? {}) as Things;
    const ship = things["ship"] ?? "";
    const add = (facts: Facts, framed: readonly string[], lasts: number, more: Partial<Stage> = {}): void => {
      stages.push({ facts, framed, lost: [], warp: null, play, told, lasts, ...more });
    };
    const next = changed(now, after, event, later);
    switch (event.event) {
      case "turn":
      case "end":
        break;
      case "draw":
        add(next, [], 2);
        break;
      case "move":
        for (const place of wayTo(before, ship, now, things["to"]!)) {
          now = withShip(now, ship, { at: place });
          add(now, [ship], 0.5);
        }
        break;
      case "warp":
        add(now, [ship, things["from"]!, things["to"]!], 0.8, { warp: { from: things["from"]!, to: things["to"]! } });
        add(next, [ship, things["to"]!], 1);
        break;
      case "combat": {
        const lost = [];
        if (event["outcome"] !== "lost") lost.push(things["foe"]!);
        if (event["outcome"] !== "won") lost.push(ship);
        add(now, [ship, things["foe"]!], 1, { lost });
        break;
      }
      case "hit": {
        const side = Number(event["seat"]) as Side;
        add(withSide(now, side, { shield: Number(event["shield"]) }), [`base:${side}`], 0.7, { lost: [ship] });
        add(next, [`base:${side}`], 1);
        break;
      }
      default:
        add(next, Object.values(things), 0.8);
    }
    now = next;
  }
  return stages;
}

/** How things stand after an event, as far as it tells; the rest is as it was, or as it is in the end. */
function changed(now: Facts, end: Facts, event: GameEvent, later: readonly GameEvent[]): Facts {
  const things = (event["things"] ?? {}) as Things;
  const ship = things["ship"] ?? "";
  const side = Number(event["seat"] ?? 1) as Side;
  const known: Facts = { ...now, planets: planetsAfter(now, end, event, later) };
  const paid = (more: Partial<SideFacts>): Facts =>
    withSide(known, side, { resources: left(now, end, side, later), ...more });
  switch (event.event) {
    case "turn":
      return withAutoma(known, { turn_cards: side === 1 ? [] : known.automa?.turn_cards });
    case "gain":
      return withSide(known, side, { resources: Number(event["r"]) });
    case "income":
      return withAutoma(withSide(known, 1, { resources: Number(event["r"]) }), { next_level: end.automa?.next_level });
    case "level": {
      const { largest, levelup } = end.sides[side];
      const level = Number(event["level"]);
      const base = paid({ level, health: Number(event["h"]), largest, levelup });
      return now.sides[side].automa ? withAutoma(base, { level, next_level: end.automa?.next_level }) : base;
    }
    case "shield":
      return paid({ shield: Number(event["shield"]), shield_up: end.sides[side].shield_up });
    case "ability":
      return paid({});
    case "repair":
      return withSide(known, side, { health: Number(event["h"]) });
    case "shuffle":
      return withAutoma(known, { deck: Object.keys(now.automa?.cards ?? {}) });
    case "draw": {
      const card = String(event["card"]);
      const { deck = [], turn_cards = [] } = now.automa ?? {};
      return withAutoma(known, { deck: deck.filter((one) => one !== card), turn_cards: [...turn_cards, card] });
    }
    case "build":
      return withShip(paid({}), ship, { at: placeOf(things["at"]!), up: false });
    case "refit": {
      const { damage, speed } = shipOf(now, ship).refit;
      return withShip(paid({}), ship, { up: true, damage, speed });
    }
    case "move":
    case "warp":
    case "jump":
      return withShip(known, ship, { at: placeOf(things["to"]!) });
    case "combat": {
      const won = event["outcome"] === "lost" ? known : withShip(known, things["foe"]!, { at: null });
      return event["outcome"] === "won" ? won : withShip(won, ship, { at: null });
    }
    case "hit":
      return withShip(withSide(known, side, { shield: Number(event["shield"]), health: Number(event["h"]) }), ship, {
        at: null,
      });
    default:
      return known;
  }
}

/** Who owns the planets at this step; a planet that no later step changes looks as it does at the end. */
function planetsAfter(now: Facts, end: Facts, event: GameEvent, later: readonly GameEvent[]): Facts["planets"] {
  const tells = (one: GameEvent, zone: string): boolean =>
    (one.event === "claim" || one.event === "unclaim") && one["at"] === zone;
  return Object.fromEntries(
    Object.entries(now.planets ?? {}).map(([zone, planet]) => {
      if (!later.some((one) => tells(one, zone))) return [zone, end.planets[zone] ?? planet];
      if (!tells(event, zone)) return [zone, planet];
      return [zone, { ...planet, claim: event.event === "claim" ? (Number(event["seat"]) as Side) : null }];
    }),
  );
}

/** What a side has left after it has paid: what it has before its next gain, or in the end. */
function left(now: Facts, end: Facts, side: Side, later: readonly GameEvent[]): number {
  if (now.sides[side].automa) return now.sides[side].resources;
  const gain = later.find((one) => one.event === "gain" && one["seat"] === side);
  return gain ? Number(gain["r"]) - Number(gain["n"]) : end.sides[side].resources;
}

function shipOf(facts: Facts, thing: string): ShipFacts {
  return facts.sides[Number(thing[5]) as Side].ships[thing[6] as Ship];
}

function withSide(facts: Facts, side: Side, more: Partial<SideFacts>): Facts {
  const sides: Facts["sides"] = [...facts.sides];
  sides[side] = { ...sides[side], ...more };
  return { ...facts, sides };
}

function withShip(facts: Facts, thing: string, more: Partial<ShipFacts>): Facts {
  const side = Number(thing[5]) as Side;
  const ships = { ...facts.sides[side].ships, [thing[6] as Ship]: { ...shipOf(facts, thing), ...more } };
  return withSide(facts, side, { ships });
}

function withAutoma(facts: Facts, more: { [K in keyof Automa]?: Automa[K] | undefined }): Facts {
  return facts.automa ? { ...facts, automa: { ...facts.automa, ...more } as Automa } : facts;
}

/** The places that a ship passes, from what it could reach before. */
function wayTo(before: Facts, ship: string, now: Facts, to: string): string[] {
  const way =
    shipOf(before, ship).at === shipOf(now, ship).at ? before.reach[ship]?.find((one) => one.to === to) : undefined;
  return way?.route.length ? way.route : [placeOf(to)];
}
