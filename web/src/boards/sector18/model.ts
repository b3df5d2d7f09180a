/* What the server tells of Sector 18, and where its map lies on the sheet. Nothing here knows a rule. */
import type { Entry } from "../../lib/protocol";

export type Ship = "L" | "M" | "S" | "H";
export const SHIPS: readonly Ship[] = ["L", "M", "S", "H"];

export interface View {
  seats: number;
  seat: number | null;
  options: { achievements: string[]; asteroid_exit: number };
  phase: "faction" | "main" | "fleet" | "target" | "over";
  turn: number;
  side: 0 | 1;
  acted: boolean;
  used: boolean;
  moved: string;
  to_act: number | null;
  result: number[] | null;
  players: { faction: string | null }[];
}

export interface ShipFacts {
  name: string;
  state: "in play" | "ready" | "locked";
  at: string | null;
  up: boolean;
  damage: number;
  speed: number;
  moved: boolean;
  stuck: boolean;
  build: { level: number; cost: number; missing: number; discount: string | null };
  refit: { level: number; cost: number; missing: number; discount: string | null; damage: number; speed: number };
}

export interface Unlocks {
  builds: Ship[];
  refits: Ship[];
}

export interface SideFacts {
  automa: boolean;
  health: number;
  largest: number;
  shield: number;
  level: number;
  resources: number;
  cap: number;
  claims: string[];
  collect: { parts: { from: string | null; why: string; n: number }[]; sum: number; gain: number; lost: number } | null;
  levelup: (Unlocks & { level: number; cost: number; missing: number }) | null;
  shield_up: { shield: number; cost: number; missing: number; discount: string | null } | null;
  levels: (Unlocks & { level: number; cost: number })[];
  shields: { shield: number; cost: number }[];
  ships: Record<Ship, ShipFacts>;
  ability: { name: string; text: string; cost: number; missing: number; state: string; effect: string } | null;
}

/** A command of a ship, with where it leads. */
export interface Way {
  text: string;
  to: string;
  end: string;
  route: string[];
  cost: number;
  speed: number;
  warp: string | null;
  foe: string | null;
  result: "stop" | "won" | "tied" | "lost" | "hit" | "wins";
  damage?: number;
  against?: number;
  absorbed?: number;
  health?: number;
  claims?: string | null;
  leaves?: string | null;
  stuck?: boolean;
}

export interface Threat {
  ships: string[];
  ability: string | null;
  damage: number;
  shield: number;
  health: number;
  left: number;
  lethal: boolean;
  cards?: Record<string, number>;
  deadly?: number;
}

export interface Automa {
  level: number;
  turn_cards: string[];
  cards: Record<string, string[]>;
  deck: string[];
  discard: string[];
  next_level: number | null;
  achievements: string[];
  aims: Record<string, { planets: string[]; distance: number | null; base: number | null }>;
  asks: { ship: string; planets: string[]; distance: number } | null;
}

export interface Facts {
  map: MapFacts;
  planets: Record<string, { claim: 0 | 1 | null; contested: boolean; gives: number }>;
  sides: [SideFacts, SideFacts];
  reach: Record<string, Way[]>;
  threats: [Threat | null, Threat | null];
  /** Nothing useful is left to do in this turn. */
  idle: boolean;
  automa: Automa | null;
}

export interface MapFacts {
  id: string;
  rows: number;
  columns: number;
  zones: Record<string, { kind: "E" | "A" | "W" | "P"; bonus: string | null }>;
  beside: [string[], string[]];
  cards: [string, string][] | null;
}

/* Where things lie. One unit is one pixel, so lettering has its own size. */

export interface Spot {
  x: number;
  y: number;
}

export interface Sheet {
  width: number;
  height: number;
  /** The base rows are folded to their numbers. */
  folded: boolean;
  small: boolean;
  zone: { width: number; height: number };
  map: Spot;
  base: { x: number; width: number; height: number; tops: [number, number] }; // tops: upper, lower
  turned: boolean;
  rows: number;
  columns: number;
}

const GAP = 10;
const EDGE = 10;

/** The whole board in the room that it has: on a phone the width alone counts. */
export function sheet(map: MapFacts, room: { width: number; height: number }, turned: boolean, phone: boolean): Sheet {
  const edge = phone ? 4 : EDGE;
  const gap = phone ? 4 : GAP;
  const wide = room.width - 2 * edge;
  const zoneWidth = Math.max(phone ? 40 : 60, Math.min(phone ? 190 : 286, wide / map.columns));
  const left = (base: number): number => (room.height - 2 * edge - 2 * (base + gap)) / map.rows;
  const folded = phone || left(124) < 80;
  const baseHeight = folded ? (phone ? 62 : 66) : 124;
  const zoneHeight = phone ? (map.rows > 4 ? 41 : 56) : Math.max(48, Math.min(132, left(baseHeight)));
  const mapWidth = zoneWidth * map.columns;
  const baseWidth = Math.max(mapWidth, Math.min(wide, phone ? wide : 720));
  const width = phone ? room.width : Math.max(mapWidth, baseWidth) + 2 * edge;
  const mapTop = edge + baseHeight + gap;
  const lower = mapTop + zoneHeight * map.rows + gap;
  return {
    width,
    height: lower + baseHeight + edge,
    folded,
    small: phone,
    zone: { width: zoneWidth, height: zoneHeight },
    map: { x: (width - mapWidth) / 2, y: mapTop },
    base: { x: (width - baseWidth) / 2, width: baseWidth, height: baseHeight, tops: [edge, lower] },
    turned,
    rows: map.rows,
    columns: map.columns,
  };
}

/** The upper left corner of a zone. */
export function corner(on: Sheet, zone: string): Spot {
  const column = zone.charCodeAt(0) - 97;
  const row = Number(zone.slice(1)) - 1;
  const across = on.turned ? on.columns - 1 - column : column;
  const down = on.turned ? row : on.rows - 1 - row;
  return { x: on.map.x + across * on.zone.width, y: on.map.y + down * on.zone.height };
}

/** Whether a side's base is the lower one. */
export function isBelow(on: Sheet, side: number): boolean {
  return (side === 0) !== on.turned;
}

export function baseTop(on: Sheet, side: number): number {
  return on.base.tops[isBelow(on, side) ? 1 : 0];
}

/** How far a route keeps from the left edge of a zone: tags stand beside it. */
export function lane(on: Sheet): number {
  return on.zone.width - (on.small ? 14 : 13);
}

/** Where a route passes: a lane at the right of a zone, or the edge of a base, above or below the zone before it. */
export function waypoint(on: Sheet, place: string, before: string | undefined): Spot {
  if (place.startsWith("base")) {
    const side = Number(place[4]);
    const edge = isBelow(on, side) ? baseTop(on, side) : baseTop(on, side) + on.base.height;
    const beside = before && !before.startsWith("base") ? corner(on, before).x + on.zone.width / 2 : on.width / 2;
    return { x: beside, y: edge };
  }
  const { x, y } = corner(on, place);
  return { x: x + lane(on), y: y + on.zone.height * (on.small ? 0.74 : 0.62) };
}

/** All of a ship's way. */
export function waypoints(on: Sheet, from: string, route: readonly string[]): Spot[] {
  return route.map((place, i) => waypoint(on, place, i ? route[i - 1] : from));
}

export function middle(on: Sheet, place: string): Spot {
  if (place.startsWith("base")) return { x: on.width / 2, y: baseTop(on, Number(place[4])) + on.base.height / 2 };
  const { x, y } = corner(on, place);
  return { x: x + on.zone.width / 2, y: y + on.zone.height / 2 };
}

/** The place of a thing: "zone:b2" is b2, "base:1" is base1. */
export function placeOf(thing: string): string {
  return thing.startsWith("base:") ? `base${thing[5]}` : thing.slice(5);
}

export function thingAt(place: string): string {
  return place.startsWith("base") ? `base:${place[4]}` : `zone:${place}`;
}

export interface Piece {
  thing: string;
  side: 0 | 1;
  ship: Ship;
  facts: ShipFacts;
}

/** The ships in a place, in a fixed order. */
export function piecesAt(facts: Facts, place: string): Piece[] {
  const found: Piece[] = [];
  for (const side of [0, 1] as const) {
    for (const ship of SHIPS) {
      const one = facts.sides[side].ships[ship];
      if (one.at === place) found.push({ thing: `ship:${side}${ship}`, side, ship, facts: one });
    }
  }
  return found;
}

/** Where the ships of a zone stand: side by side, never over one another. */
export function berth(on: Sheet, zone: string, index: number): { x: number; y: number; size: number } {
  const { x, y } = corner(on, zone);
  const head = on.small ? 4 : 24;
  const picture = on.small ? Math.min(49, on.zone.width * 0.4) : Math.min(90, on.zone.width * 0.4);
  const room = on.zone.width - picture - (on.small ? 4 : 30);
  const size = Math.max(22, Math.min(on.small ? 44 : 72, on.zone.height - head - 8, (room - 6) / 2));
  return { x: x + picture + index * (size + 6), y: y + head + (on.zone.height - head - size) / 2, size };
}

/* What a place says before it is chosen. */

export interface Tag {
  kind: "stop" | "won" | "tied" | "lost" | "warp" | "stuck" | "hit" | "wins" | "choose" | "build" | "jump" | "target";
  text: string;
  /** The same where there is little room; "" where the sign says enough. */
  short: string;
}

/** The tag of a place for the commands that lead there: what happens, in a few words. `bonus` is that of a planet. */
export function tagOf(ways: readonly Way[], bonus: string | null = null): Tag | null {
  const [way] = ways;
  if (!way) return null;
  if (ways.length > 1) return several(ways);
  if (way.result === "wins") return { kind: "wins", text: `${struck(way)}, wins`, short: "wins" };
  if (way.result === "hit") {
    const off = way.damage! - (way.absorbed ?? 0);
    return { kind: "hit", text: struck(way), short: off ? `-${off}` : `shield -${way.absorbed}` };
  }
  const odds = way.foe ? `${way.damage} to ${way.against}` : "";
  if (way.warp) {
    const then = way.foe ? `${odds}, ${way.result}` : way.claims ? "claims" : "";
    return { kind: "warp", text: `to ${way.warp}${then ? `: ${then}` : ""}`, short: `to ${way.warp}` };
  }
  if (way.foe)
    return { kind: way.result, text: `${odds}, ${way.result}${way.claims ? "; claims" : ""}`, short: way.result };
  if (way.stuck) return { kind: "stuck", text: "stuck here", short: "stuck" };
  if (way.to.startsWith("base")) return { kind: "stop", text: "go home", short: "home" };
  const gives = bonus && BONUSES[bonus]?.short;
  if (way.claims) return { kind: "stop", text: `claims${gives ? `: ${gives}` : ""}`, short: "claims" };
  return { kind: "stop", text: "stop", short: "stop" };
}

function several(ways: readonly Way[]): Tag {
  const exits = new Set(ways.map((way) => way.warp).filter(Boolean));
  if (exits.size > 1) return { kind: "warp", text: `to ${[...exits].join(" or ")}`, short: "" };
  return { kind: "choose", text: "choose whom to fight", short: "" };
}

function struck(way: Way): string {
  return way.absorbed
    ? `${way.damage} - ${way.absorbed} shield = ${(way.damage ?? 0) - way.absorbed} Health`
    : `${way.damage} Health`;
}

/** "Altair can hit for 1, you have 1": what the enemy can do to a base next turn. */
export function threatWords(threat: Threat, enemy: string, own: boolean, brief = false): string {
  const has = threat.health + threat.left;
  const whose = own ? "you have" : "it has";
  const shield = threat.shield ? ` + ${threat.shield} shield` : "";
  const odds =
    threat.deadly && threat.deadly < 1 && !brief ? ` (${Math.round(threat.deadly * 100)} % of its cards)` : "";
  return `${enemy} can hit for ${threat.damage}, ${whose} ${has}${shield}${threat.lethal ? odds : ""}`;
}

export const KINDS = { E: "Empty space", A: "Asteroids", W: "Warp hole", P: "Planet" } as const;
export const SHORT_KINDS = { E: "", A: "Belt", W: "Warp", P: "Planet" } as const;
export const BONUSES: Record<string, { name: string; text: string; short: string }> = {
  mine: { name: "Mine", text: "+1 when you collect", short: "collect +1" },
  dock: { name: "Dock", text: "builds cost 1 less", short: "builds -1" },
  lab: { name: "Lab", text: "upgrades cost 1 less", short: "upgrades -1" },
  ward: { name: "Ward", text: "shield costs 1 less", short: "shield -1" },
};
export const ACHIEVEMENTS: Record<string, string> = {
  damage: "its ships have 1 more Damage",
  speed: "its ships have 1 more Speed",
  cost: "your builds cost 2 more",
  double: "it plays two cards a turn",
};

/** What the automa did in a play, as far as it has been told. */
export function deeds(play: Pick<Entry, "lines" | "actors"> | null, told: number): string[] {
  return (play?.lines ?? []).filter((_, i) => play?.actors?.[i] === "automa" && i < told);
}

export function orderWords(order: string): string {
  const words: Record<string, string> = {
    shield: "Shield up",
    build: "Build a ship",
    upgrade: "Upgrade a ship",
    "cf:P": "Command: planet",
    "cf:B": "Command: base",
    "cf:PB": "Command: planet, base",
  };
  return words[order] ?? order;
}

/** What a level unlocks, short: "Medium; upgrade L". */
export function unlocked(level: Unlocks, side: SideFacts): string {
  const builds = level.builds.map((ship) => side.ships[ship].name).join(", ");
  const refits = level.refits.length ? `upgrade ${level.refits.join(", ")}` : "";
  return [builds, refits].filter(Boolean).join("; ") || "nothing new";
}

/* Signs */
export const SILHOUETTES: Record<Ship, string> = {
  L: "M0 -24L6 3L15 18L0 11L-15 18L-6 3z",
  M: "M0 -24L6 -11V0L22 9V17L6 13L0 20L-6 13L-22 17V9L-6 0V-11z",
  S: "M-4 -23H4V-8A13.5 13.5 0 1 1 -4 -8zM0 -1A6 6 0 1 0 .1 -1z",
  H: "M-8 -24H8L14 -11V3L22 9V19H9L5 14H-5L-9 19H-22V9L-14 3V-11z",
};
export const BURST = "M0 -10L2.6 -3.6L8.7 -5L4.4 0L8.7 5L2.6 3.6L0 10L-2.6 3.6L-8.7 5L-4.4 0L-8.7 -5L-2.6 -3.6z";
export const HEART = "M-7 -8H7V1L0 9L-7 1z";
export const LOZENGE = "M0 -7L7 0L0 7L-7 0z";
export const CROSSHAIR = "M0 -16a16 16 0 0 1 0 32a16 16 0 0 1 0 -32M0 -25v16M0 9v16M-25 0h16M9 0h16";

/** What an ability does, drawn round 0 0 within 14 either way. */
export const ABILITIES: Record<string, string> = {
  speed: "M5 -11a5 5 0 1 0 .1 0M0 -1L-12 11M-2 -7L-13 3M6 0L-3 11",
  breach: "M-10 -11H10V1L0 12L-10 1zM2 -11L-3 -3L3 1L-2 10",
  shield: "M-10 -11H10V1L0 12L-10 1zM0 -7V4M-5.5 -1.5H5.5",
  repair: "M-4 -12H4V-4H12V4H4V12H-4V4H-12V-4H-4z",
  build: "M-3 -12L3 1L10 11L-3 6L-13 11L-9 1zM9 -12V-4M5 -8H13",
  refit: "M0 -12L11 0H4V12H-4V0H-11z",
  jump: "M-13 0a13 9 0 1 0 26 0a13 9 0 1 0 -26 0M-6 0a6 4 0 1 0 12 0a6 4 0 1 0 -12 0",
  harvest: "M0 -13L6 -7L0 -1L-6 -7zM-7 0L-1 6L-7 12L-13 6zM7 0L13 6L7 12L1 6z",
};

/** A side as a view has it. */
export interface Counted {
  h: number;
  shield: number;
  level: number;
  ships: Record<string, unknown>;
  faction: string | null;
}

/* What is printed on the cards of the content. It is learnt before anything is drawn. */
export interface Printed {
  ships: { id: Ship; name: string }[];
  factions: { id: string; name: string; card: string; cost: number; effect: string; text: string }[];
  map_cards: Record<string, string[][]>;
  maps: Record<string, MapObject>;
  automa: Record<string, string[]>;
}

/** A map as the option `map` takes it. */
export interface MapObject {
  id: string;
  rows: string[];
  base0: string[];
  base1: string[];
}

export let PRINTED: Printed = { ships: [], factions: [], map_cards: {}, maps: {}, automa: {} };

export function learn(printed: Printed): void {
  PRINTED = printed;
}
