/* The plays that just happened as scenes to be shown one after another. */
import type { Entry, GameEvent } from "../../lib/protocol";

export type Scene = { time: number } & (
  | { kind: "way"; seat: number; hexes: string[] }
  | { kind: "shot"; from: string | null; to: string | null; dice: number[]; number: number; words: string }
  | { kind: "hit" | "loss" | "mine"; hex: string; words: string }
);

/** `at` are the hexes of the ships before the plays; it follows them. */
export function scenes(entries: readonly Entry[], at: Record<string, string>): Scene[] {
  const found: Scene[] = [];
  for (const entry of entries) {
    const target = /^(?:fire|bank|ram)-(.+)$/.exec(entry.text ?? "")?.[1] ?? null;
    for (const event of entry.events ?? []) {
      const scene = sceneOf(event, entry, target, at);
      if (scene) found.push(scene);
    }
  }
  return joined(found);
}

/** The steps of a way as one. */
export function joined(all: readonly Scene[]): Scene[] {
  const found: Scene[] = [];
  for (const scene of all) {
    const last = found.at(-1);
    const goes = scene.kind === "way" && last?.kind === "way" && last.seat === scene.seat;
    if (goes && last.hexes.at(-1) === scene.hexes[0]) {
      last.hexes.push(...scene.hexes.slice(1));
      last.time += 150;
    } else found.push(scene);
  }
  return found;
}

function sceneOf(event: GameEvent, entry: Entry, target: string | null, at: Record<string, string>): Scene | null {
  const one = event as GameEvent & Record<string, unknown>;
  const ship = String(one["ship"] ?? "");
  switch (event.event) {
    case "move":
    case "wormhole": {
      const from = at[ship];
      at[ship] = String(one["hex"]);
      return from && from !== at[ship]
        ? { kind: "way", seat: entry.seat ?? 0, hexes: [from, at[ship]], time: 500 }
        : null;
    }
    case "roll": {
      if (one["point"] === "initiative") return null;
      const goal = target && (target[0] === "m" ? target.slice(1) : (at[target] ?? null));
      const attack = one["point"] === "attack";
      const words = `${attack ? "hits" : "saves"} at ${String(one["number"])} or less: ${one["success"] ? "yes" : "no"}`;
      const dice = one["dice"] as number[];
      const number = Number(one["number"]);
      return {
        kind: "shot",
        from: attack ? (at[ship] ?? null) : null,
        to: attack ? goal : (at[ship] ?? goal),
        dice,
        number,
        words,
        time: 1100,
      };
    }
    case "hits":
      return at[ship] ? { kind: "hit", hex: at[ship], words: `−${String(one["number"])}`, time: 650 } : null;
    case "destroyed":
      return { kind: "loss", hex: String(one["hex"]), words: `${ship} destroyed`, time: 1000 };
    case "mine-gone":
      return { kind: "mine", hex: String(one["hex"]), words: "mine", time: 450 };
    default:
      return null;
  }
}
