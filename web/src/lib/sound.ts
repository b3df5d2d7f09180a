/* Short tones for what happens, for whoever switches them on. */
import { here } from "./here.svelte";
import type { Entry } from "./protocol";

/** Frequency in Hz and length in seconds, one after another. */
type Tone = readonly [frequency: number, seconds: number];
const TONES: Record<Moment, readonly Tone[]> = {
  turn: [[523, 0.1], [784, 0.16]],
  move: [[247, 0.07]],
  capture: [[147, 0.22]],
  end: [[392, 0.16], [523, 0.16], [659, 0.4]],
}; // prettier-ignore
export type Moment = "turn" | "move" | "capture" | "end";
let context: AudioContext | null = null;

export function isAudible(): boolean {
  return here.isOn("sound", false);
}

export function play(tones: readonly Tone[]): void {
  if (!isAudible()) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [frequency, seconds] of tones) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0.12 });
    tone.connect(volume).connect(context.destination);
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds * 0.8;
  }
}

export function sound(moment: Moment): void {
  play(TONES[moment]);
}

/** What there is to hear of what just happened: the most important thing only. */
export function momentOf(
  fresh: readonly Pick<Entry, "kind" | "events">[],
  over: boolean,
  ours: boolean,
): Moment | null {
  if (!fresh.some((entry) => entry.kind === "play")) return null;
  if (over) return "end";
  const things = fresh.flatMap((entry) => entry.events ?? []).map((event) => event["things"] as object | undefined);
  if (things.some((one) => one && ("victim" in one || "victims" in one))) return "capture";
  return ours ? "turn" : "move";
}
