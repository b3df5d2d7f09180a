/* What just happened as a row of stages: where ships stand, what is framed, and what a base has, one step after another. */
import type { Entry } from "../../lib/protocol";
import { type Facts, placeOf, type Ship, SHIPS } from "./model";

export interface Stage {
  /** Where each ship stands, by its thing. */
  ships: Readonly<Record<string, string>>;
  /** Things that are framed. */
  framed: readonly string[];
  /** Ships that are destroyed in this stage. */
  lost: readonly string[];
  /** Health and shield of a base that is hit. */
  bases: Readonly<Record<number, { health: number; shield: number }>>;
  /** The automa's card, and which of its lines count. */
  card: string | null;
  /** Which play it is of, and how many of its lines have been told by now. */
  play: number;
  told: number;
  /** How long it lasts, in units of the pace. */
  lasts: number;
}

type Things = Record<string, string>;
type Played = Pick<Entry, "number" | "events" | "told" | "lines">;

export function stagesOf(before: Facts, plays: readonly Played[]): Stage[] {
  const ships: Record<string, string> = {};
  for (const side of [0, 1]) {
    for (const ship of SHIPS) {
      const at = before.sides[side as 0 | 1].ships[ship].at;
      if (at) ships[`ship:${side}${ship}`] = at;
    }
  }
  const bases: Record<number, { health: number; shield: number }> = {};
  const stages: Stage[] = [];
  let card: string | null = null;
  let [play, told] = [0, 0];
  const add = (framed: string[], lasts: number, lost: string[] = []): void => {
    stages.push({ ships: { ...ships }, framed, lost, bases: { ...bases }, card, play, told, lasts });
  };
  const all = plays.flatMap((one) =>
    (one.events ?? []).map((event, i) => ({ event, number: one.number, told: one.told?.[i] ?? one.lines.length })),
  );
  for (const { event, ...when } of all) {
    [play, told] = [when.number, when.told];
    const things = (event["things"] ?? {}) as Things;
    const ship = things["ship"] ?? "";
    switch (event.event) {
      case "draw":
        card = String(event["card"]);
        add([], 2);
        break;
      case "target":
        add([ship, things["to"]!], 1);
        break;
      case "build":
        ships[ship] = placeOf(things["at"]!);
        add([ship], 1);
        break;
      case "refit":
        add([ship], 1);
        break;
      case "move":
        for (const place of wayTo(before, ship, ships[ship], things["to"]!)) {
          ships[ship] = place;
          add([ship], 0.5);
        }
        break;
      case "warp":
      case "jump":
        ships[ship] = placeOf(things["to"]!);
        add([ship], 1);
        break;
      case "combat": {
        const lost = [];
        if (event["outcome"] !== "lost") lost.push(things["foe"]!);
        if (event["outcome"] !== "won") lost.push(ship);
        add([ship, things["foe"]!], 1, lost);
        for (const one of lost) delete ships[one];
        break;
      }
      case "hit": {
        const side = Number(event["seat"]);
        const health = before.sides[side as 0 | 1].health;
        const had = bases[side]?.health ?? health;
        bases[side] = { health: had, shield: Number(event["shield"]) };
        add([`base:${side}`], 0.7, [ship]);
        bases[side] = { health: Number(event["h"]), shield: Number(event["shield"]) };
        delete ships[ship];
        add([`base:${side}`], 1);
        break;
      }
    }
  }
  return stages;
}

/** The places that a ship passes, from what it could reach before. */
function wayTo(before: Facts, ship: string, from: string | undefined, to: string): string[] {
  const known = before.sides[Number(ship[5]) as 0 | 1]?.ships[ship[6] as Ship];
  const way = known?.at === from ? before.reach[ship]?.find((one) => one.to === to) : undefined;
  return way?.route.length ? way.route : [placeOf(to)];
}
