/* The tones of a battle. */
import { play } from "../../lib/sound";
import type { Scene } from "./motion";

const TONES: Record<Scene["kind"], readonly [frequency: number, seconds: number]> = {
  way: [220, 0.08],
  shot: [660, 0.15],
  hit: [150, 0.25],
  mine: [110, 0.3],
  web: [440, 0.3],
  loss: [70, 0.7],
};

export function sound(kind: Scene["kind"]): void {
  play([TONES[kind]]);
}
