/* The stage that is shown just now. The map, the bases and the automa's card follow it; a page shows one table at a time. */
import { calm, here } from "../../lib/here.svelte";
import type { Entry } from "../../lib/protocol";
import type { Facts } from "./model";
import { type Stage, stagesOf } from "./motion";

const PACES = { slow: 900, normal: 450, "at once": 0 };

class Show {
  stage = $state.raw<Stage | null>(null);
  /** On a phone: somebody reads what the automa did. */
  reading = $state(false);
  private ahead: Stage[] = [];
  private timer = 0;
  /** The number of the last play that was shown. */
  private last = 0;

  /** Show what happened from `before` to `after`, step by step at the chosen pace, after what is still being shown. */
  run(before: Facts, after: Facts, plays: readonly Entry[]): void {
    const unknown = plays.filter((play) => play.number > this.last);
    this.last = Math.max(this.last, ...plays.map((play) => play.number));
    this.reading = false;
    if (!PACES[here.pace] || calm()) return;
    this.ahead.push(...stagesOf(before, after, unknown));
    if (!this.stage) this.next();
  }

  /** How many lines of a play have been told. */
  told(play = 0): number {
    if (!this.stage || this.stage.play > play) return Infinity;
    return this.stage.play === play ? this.stage.told : 0;
  }

  private next(): void {
    this.stage = this.ahead.shift() ?? null;
    if (this.stage) this.timer = window.setTimeout(() => this.next(), PACES[here.pace] * this.stage.lasts);
  }

  /** Show at once how things stand now. */
  finish(): void {
    clearTimeout(this.timer);
    this.ahead = [];
    this.stage = null;
  }

  leave(): void {
    this.finish();
    this.reading = false;
    this.last = 0;
  }
}

export const show = new Show();
