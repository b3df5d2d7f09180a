/* The one picker of all games: a move is a path of things that a person touches, and the picker lights what goes on. */

import type { Move } from "./protocol";

export type { Move };

/** Where somebody stands on the way to a move. It is a value: choosing and going back give another one. */
export class Picker {
  /** The moves whose paths begin with what was chosen. */
  readonly open: readonly Move[];
  /** The things that go on, and the moves that each would leave. */
  readonly lit: ReadonlyMap<string, readonly Move[]>;
  /** Moves whose whole path is chosen, though others go further. */
  readonly complete: readonly Move[];

  constructor(
    readonly moves: readonly Move[],
    readonly chosen: readonly string[] = [],
  ) {
    this.open = moves.filter((move) => chosen.every((thing, step) => move.path[step] === thing));
    const lit = new Map<string, Move[]>();
    for (const move of this.open) {
      const thing = move.path[chosen.length];
      if (thing === undefined) continue;
      const there = lit.get(thing);
      if (there) there.push(move);
      else lit.set(thing, [move]);
    }
    this.lit = lit;
    this.complete = this.open.filter((move) => move.path.length === chosen.length);
  }

  choose(thing: string): Picker | null {
    return this.lit.has(thing) ? new Picker(this.moves, [...this.chosen, thing]) : null;
  }

  back(steps = 1): Picker {
    return new Picker(this.moves, this.chosen.slice(0, Math.max(0, this.chosen.length - steps)));
  }

  /** The move that is played now, without another touch: one is left, and either nothing of its path remains or what
   *  it is for and where are both chosen. A first touch alone never plays a longer path. */
  get decided(): Move | null {
    const [move] = this.open;
    if (this.open.length !== 1 || !move || this.chosen.length === 0) return null;
    return this.chosen.length >= Math.min(2, move.path.length) ? move : null;
  }

  /** Further along while only one thing goes on: nobody has to touch what is no choice. One move alone waits, though. */
  get further(): Picker {
    const [thing] = this.lit.keys();
    if (this.lit.size !== 1 || this.open.length < 2 || this.complete.length > 0 || thing === undefined) return this;
    return this.choose(thing)!.further;
  }

  /** What a touch of that thing would play at once, for previews. */
  preview(thing: string): Move | null {
    return this.choose(thing)?.decided ?? null;
  }

  /** A thing that is not lit but was a step before, or begins another path: touching it changes the choice. */
  instead(thing: string): Picker | null {
    for (let step = this.chosen.length - 1; step >= 0; step--) {
      const earlier = new Picker(this.moves, this.chosen.slice(0, step));
      if (earlier.lit.has(thing)) {
        return this.chosen[step] === thing ? earlier : earlier.choose(thing);
      }
    }
    return null;
  }
}

/** What typed notation means: the moves that it begins, a whole one first. Kinds may be typed in lower case. */
export function typed(moves: readonly Move[], text: string): Move[] {
  const given = text.trim();
  if (!given) return [];
  const exact = moves.filter((move) => move.text === given);
  if (exact.length) return exact;
  const begins = moves.filter((move) => move.text.startsWith(given));
  if (begins.length) return begins;
  const low = given.toLowerCase();
  return moves.filter((move) => move.text.toLowerCase().startsWith(low));
}

/** The thing in a direction: the nearest of those that lie more that way than aside. */
export interface Spot {
  thing: string;
  x: number;
  y: number;
}

export function towards(spots: readonly Spot[], from: Spot, dx: number, dy: number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.thing === from.thing) continue;
    const x = spot.x - from.x;
    const y = spot.y - from.y;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along <= 1e-6 || aside > along * 1.75) continue;
    const cost = along + 2 * aside;
    if (cost < least - 1e-9) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Whether a click came from a finger: then a first tap only shows what it would do. */
export function isFinger(event: Event): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}
