/* What the things of the picture that is shown are called: the picture says it, path and rows repeat it. */

import { capital } from "../../lib/words";

class Labels {
  all = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Words of the picture that are shown as rows beside it. */
  choices = $state.raw<ReadonlyMap<string, string>>(new Map());

  /** The paths whose effect the picture has ready to be shown. */
  previews = $state.raw<ReadonlySet<string>>(new Set());

  shows(path: readonly string[]): boolean {
    return this.previews.has(path.join(" "));
  }

  has(thing: string): boolean {
    return this.all.has(thing);
  }

  of(thing: string): string {
    return (this.all.get(thing) ?? this.choices.get(thing))?.split(/, (?!-?\d)|[.;:]/)[0] ?? spoken(thing);
  }
}

/** An id in words, for a thing that no picture names: "turn:cw" is "turn cw". */
export function spoken(thing: string): string {
  return capital(thing.replace(/[:_+]/g, " ").replace(/\s+/g, " ").trim());
}

export const labels = new Labels();
