/* The stage that is shown just now. The map, the bases and the automa's card follow it; a page shows one table at a time. */
import { calm, here } from "../../lib/here.svelte";
import type { GameEvent } from "../../lib/protocol";
import type { Facts } from "./model";
import { type Stage, stagesOf } from "./motion";

const PACES = { slow: 900, normal: 450, "at once": 0 };

class Show {
  stage = $state.raw<Stage | null>(null);
  private timer = 0;

  /** Show what happened since `before`, step by step at the chosen pace. */
  run(before: Facts, events: readonly GameEvent[]): void {
    this.stop();
    const unit = PACES[here.pace];
    if (!unit || calm()) return;
    const stages = stagesOf(before, events);
    const next = (i: number): void => {
      this.stage = stages[i] ?? null;
      if (this.stage) this.timer = window.setTimeout(() => next(i + 1), unit * this.stage.lasts);
    };
    next(0);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.stage = null;
  }
}

export const show = new Show();
