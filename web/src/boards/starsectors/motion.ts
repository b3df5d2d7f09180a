/* The plays that just happened as scenes to be shown one after another. */
import type { Entry, Json } from "../../lib/protocol";
import { type Told, toldOf } from "./told";

/** How a ship stands while scenes are shown. */
export interface Pose {
  hex: string;
  dir: number;
  hits: number;
  dead: boolean;
}
export type Poses = Record<string, Pose>;

export type Scene = { ship: string; time: number } & (
  | { kind: "way"; seat: number; from: string; path: { hex: string; dir: number }[]; warp: boolean }
  | { kind: "shot"; from: string | null; to: string; dice: number[]; number: number; words: string; verdict: string }
  | { kind: "hit"; hex: string; hits: number; words: string }
  | { kind: "mine" | "web"; hex: string; words: string }
  | { kind: "loss"; hex: string; words: string; reached: string[] }
);

const STEP = 180; // milliseconds that a ship takes for a hex or a turn

/** `at` is how the ships stood before the plays; it follows them. */
export function scenes(entries: readonly Entry[], at: Poses): Scene[] {
  const found: Scene[] = [];
  let goal = ""; // where the last attack goes
  for (const entry of entries) {
    const events = toldOf(entry);
    const jumps = events.filter((event) => event.event === "move").length > 1;
    for (const event of events) {
      if (event.event === "attack") goal = hexOf(String(event["target"]), at);
      const scene = sceneOf(event, entry.seat ?? 0, jumps, goal, at);
      if (scene?.kind === "loss") scene.reached = reached(scene.ship, events);
      if (scene) found.push(scene);
    }
  }
  return joined(found);
}

/** The hexes in which a scene is played. */
export function stageOf(scene: Scene): string[] {
  if (scene.kind === "way") return [scene.from, ...scene.path.map((step) => step.hex)];
  if (scene.kind === "shot") return [scene.from, scene.to].filter((hex): hex is string => Boolean(hex));
  return [scene.hex];
}

/** The steps of a way as one. */
export function joined(all: readonly Scene[]): Scene[] {
  const found: Scene[] = [];
  for (const scene of all) {
    const last = found.at(-1);
    if (scene.kind === "way" && last?.kind === "way" && last.ship === scene.ship && last.warp === scene.warp) {
      last.path.push(...scene.path);
      last.time = Math.min(900, last.path.length * STEP);
    } else found.push(scene);
  }
  return found;
}

/** The hexes that the explosion of a ship reaches, as its own events name them. */
function reached(ship: string, events: readonly Told[]): string[] {
  const named = events
    .filter((event) => event["ship"] === ship && (event.event === "destroyed" || event.event === "blast"))
    .flatMap((event) => ((event["things"] as Json | undefined)?.["hexes"] as string[] | undefined) ?? []);
  return named.map((thing) => thing.slice(thing.indexOf(":") + 1));
}

function hexOf(target: string, at: Poses): string {
  return target[0] === "m" ? target.slice(1) : (at[target]?.hex ?? "");
}

function sceneOf(event: Told, seat: number, jumps: boolean, goal: string, at: Poses): Scene | null {
  const ship = String(event["ship"] ?? "");
  const pose = at[ship];
  switch (event.event) {
    case "move":
    case "wormhole":
      return pose ? wayOf(event, ship, pose, seat, jumps || event.event === "wormhole") : null;
    case "attack":
      if (!pose || event["weapon"] !== "bank") return null; // of a regular attack the dice say all
      return shot(ship, pose.hex, goal, [], 0, `strength ${String(event["number"])}`, "");
    case "roll":
      return event["point"] === "initiative" ? null : rollOf(event, ship, pose, goal);
    case "hits":
      if (!pose) return null;
      pose.hits = Number(event["hits"]);
      return { kind: "hit", ship, hex: pose.hex, hits: pose.hits, words: `−${String(event["number"])}`, time: 650 };
    case "web":
      return pose
        ? { kind: "web", ship, hex: pose.hex, words: `defence −${String(event["amount"])}`, time: 800 }
        : null;
    case "destroyed":
      if (pose) pose.dead = true;
      return { kind: "loss", ship, hex: String(event["hex"]), words: `${ship} destroyed`, reached: [], time: 1000 };
    case "mine-gone":
      return { kind: "mine", ship, hex: String(event["hex"]), words: "mine", time: 450 };
    default:
      return null;
  }
}

function wayOf(event: Told, ship: string, pose: Pose, seat: number, warp: boolean): Scene {
  const from = pose.hex;
  pose.hex = String(event["hex"]);
  const heading = Number(event["heading"] ?? pose.dir);
  pose.dir += ((((heading - pose.dir + 3) % 6) + 6) % 6) - 3; // the shorter way round
  return { kind: "way", ship, seat, from, path: [{ hex: pose.hex, dir: pose.dir }], warp, time: STEP };
}

function rollOf(event: Told, ship: string, pose: Pose | undefined, goal: string): Scene {
  const attack = event["point"] === "attack";
  const won = Boolean(event["success"]);
  const words = `${attack ? "hits" : "saves"} at ${String(event["number"])} or less`;
  const verdict = attack ? (won ? "hits" : "misses") : won ? "saved" : "not saved";
  const from = attack ? (pose?.hex ?? null) : null;
  const to = attack ? goal : (pose?.hex ?? goal);
  return shot(ship, from, to, event["dice"] as number[], Number(event["number"]), words, verdict);
}

function shot(
  ship: string,
  from: string | null,
  to: string,
  dice: number[],
  number: number,
  words: string,
  verdict: string,
): Scene {
  return { kind: "shot", ship, from, to, dice, number, words, verdict, time: dice.length ? 1300 : 600 };
}
