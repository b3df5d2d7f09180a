/* What the picture that is shown has: things, words to touch, previews of moves. */

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
}

export const labels = new Labels();
