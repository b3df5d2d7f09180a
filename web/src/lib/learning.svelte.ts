/* What somebody has learnt, as this device remembers it. */
import { keep, kept } from "./memory";
import type { LessonMoment } from "./protocol";

interface Learnt {
  /** Where it was left; [] when it was done. */
  answers: string[];
  /** The step where it was left, from 1, and how many there are. */
  step: number;
  steps: number;
  done: boolean;
}

class Learning {
  private all = $state<Record<string, Learnt>>(kept("learning", {}));

  private of(kind: string, game: string, id: string): Learnt | undefined {
    return this.all[`${kind}/${game}/${id}`];
  }

  answers(kind: string, game: string, id: string): string[] {
    return [...(this.of(kind, game, id)?.answers ?? [])];
  }

  isDone(kind: string, game: string, id: string): boolean {
    return this.of(kind, game, id)?.done ?? false;
  }

  /** "step 3 of 7" of what was left half way. */
  left(kind: string, game: string, id: string): string {
    const found = this.of(kind, game, id);
    return found?.answers.length ? `step ${found.step} of ${found.steps}` : "";
  }

  keep(kind: string, game: string, moment: LessonMoment): void {
    const ended = moment.asks === "end";
    this.all[`${kind}/${game}/${moment.lesson}`] = {
      answers: ended ? [] : moment.answers,
      step: moment.number,
      steps: moment.steps,
      done: ended || this.isDone(kind, game, moment.lesson),
    };
    keep("learning", this.all);
  }
}

export const learning = new Learning();
