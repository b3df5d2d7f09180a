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

const DAY = 24 * 3600 * 1000;

class Learning {
  private all = $state<Record<string, Learnt>>(kept("learning", {}));
  /** The days on which the exercise of the day was solved, as "2026-11-18". */
  private days = $state<string[]>(kept("days", []));

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

  /** How many days in a row, up to that day or to the one before. */
  streak(today: string): number {
    const before = (day: string): string => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
    let count = 0;
    for (let day = this.days.includes(today) ? today : before(today); this.days.includes(day); day = before(day))
      count++;
    return count;
  }

  solveDay(day: string): void {
    if (this.days.includes(day)) return;
    this.days = [...this.days, day].slice(-400);
    keep("days", this.days);
  }

  /** `counts`: whether reaching the end means that it is done. */
  keep(kind: string, game: string, moment: LessonMoment, counts = true): void {
    const ended = moment.asks === "end";
    this.all[`${kind}/${game}/${moment.lesson}`] = {
      answers: ended ? [] : moment.answers,
      step: moment.number,
      steps: moment.steps,
      done: (ended && counts) || this.isDone(kind, game, moment.lesson),
    };
    keep("learning", this.all);
  }
}

export const learning = new Learning();
