/* A short tone for what happens, where somebody wants it. */
import type { Scene } from "./motion";

const TONES: Record<Scene["kind"], [frequency: number, seconds: number]> = {
  way: [220, 0.08],
  shot: [660, 0.15],
  hit: [150, 0.25],
  mine: [110, 0.3],
  loss: [70, 0.7],
};
let context: AudioContext | null = null;

export function sound(kind: Scene["kind"]): void {
  context ??= new AudioContext();
  const [frequency, seconds] = TONES[kind];
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const volume = new GainNode(context, { gain: 0.12 });
  tone.connect(volume).connect(context.destination);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
  tone.start();
  tone.stop(context.currentTime + seconds);
}
