/* The picker at a table: what is chosen, looked at and refused just now. All boards share it; none knows a rule. */
import { here } from "./here.svelte";
import { type Move, Picker, typed } from "./picker";
import type { Refusal } from "./protocol";

export interface Source {
  /** The legal moves of the seat that looks, [] while it is not asked. */
  moves: () => readonly Move[];
  play: (move: Move) => void;
  why: (path: readonly string[]) => Promise<Refusal | null>;
  /** Whether nothing can be lost, so that no move asks first: in a lesson. */
  safe?: boolean;
  /** A thing is touched while no move is asked for. */
  look?: (thing: string) => void;
}

export interface Refused {
  thing: string;
  refusal: Refusal;
  /** Asked for by a touch, not by passing over it. */
  touched: boolean;
}

const NOTHING: readonly string[] = [];
/** The switch for the question before a move that gives something away. */
export const QUESTION = "ask";

export class Picking {
  private held = $state.raw<{ moves: readonly Move[]; path: readonly string[] }>({ moves: [], path: NOTHING });
  /** The thing under the pointer, or with the focus. */
  over = $state<string | null>(null);
  /** The thing that a first tap has shown and a second would play. */
  armed = $state<string | null>(null);
  /** A reason holds for the decision at which it was asked. */
  private why = $state.raw<(Refused & { moves: readonly Move[] }) | null>(null);
  private doubted = $state.raw<Move | null>(null);
  private answers = new Map<string, Refusal | null>();
  private timer = 0;

  constructor(private readonly source: Source) {}

  readonly picker: Picker = $derived.by(() => {
    const moves = this.source.moves();
    return new Picker(moves, this.held.moves === moves ? this.held.path : NOTHING).further;
  });
  readonly path: readonly string[] = $derived.by(() => this.picker.chosen);
  readonly active: boolean = $derived.by(() => this.source.moves().length > 0);
  /** The thing whose effect is shown: that of the pointer or focus, else the tapped one. */
  readonly shown: string | null = $derived.by(() => {
    const thing = this.over ?? this.armed;
    return thing !== null && this.picker.lit.has(thing)
      ? thing
      : this.armed !== null && this.picker.lit.has(this.armed)
        ? this.armed
        : null;
  });
  /** The moves that the shown thing would leave. */
  readonly outlook: readonly Move[] = $derived.by(() =>
    this.shown === null ? [] : (this.picker.lit.get(this.shown) ?? []),
  );
  readonly refused: Refused | null = $derived.by(() => {
    const why = this.why;
    return why && why.moves === this.source.moves() && !this.picker.lit.has(why.thing) ? why : null;
  });

  /** Whether somebody has begun to choose; what is no choice is gone ahead without. */
  get begun(): boolean {
    return this.held.moves === this.source.moves() && this.held.path.length > 0;
  }

  isLit(thing: string): boolean {
    return this.picker.lit.has(thing);
  }

  isChosen(thing: string): boolean {
    return this.path.includes(thing);
  }

  private go(picker: Picker): void {
    this.armed = null;
    this.why = null;
    this.held = { moves: this.source.moves(), path: picker.chosen };
    const move = picker.decided;
    if (move) {
      this.over = null;
      this.play(move);
    }
  }

  /** A click, tap, Enter or Space on a thing. A finger sees first what it would do, and plays with a second tap. */
  touch(thing: string, finger = false): void {
    if (!this.active) return this.source.look?.(thing);
    const next = this.picker.choose(thing);
    if (next) {
      if (finger && next.decided && this.armed !== thing) {
        this.armed = thing;
        this.why = null;
        return;
      }
      return this.go(next);
    }
    const instead = this.picker.instead(thing);
    if (instead) return this.go(instead);
    this.armed = null;
    void this.ask(thing, true);
  }

  /** The pointer or the focus is on a thing, or on none. What is not lit says why, unless it is only passed over;
   *  before anything is chosen only where the board wants it. */
  point(thing: string | null, asks = false): void {
    if (this.over === thing) return;
    this.over = thing;
    clearTimeout(this.timer);
    if (thing === null || !this.active || this.isLit(thing) || this.isChosen(thing)) {
      if (!this.why?.touched) this.why = null;
      else if (thing !== null) this.timer = window.setTimeout(() => (this.why = null), 400); // not on the way to its link
    } else if (this.why?.touched) {
      return; // asked for by a touch: it stays while the pointer goes to its link
    } else if (asks || this.path.length > 0) {
      this.timer = window.setTimeout(() => void this.ask(thing, false), 250);
    } else if (this.why && this.why.thing !== thing) {
      this.why = null;
    }
  }

  private async ask(thing: string, touched: boolean): Promise<void> {
    const path = [...this.path, thing];
    const moves = this.source.moves();
    const key = `${path.join(" ")}`;
    if (this.held.moves !== moves) this.held = { moves, path: NOTHING };
    if (this.asked !== moves) {
      this.answers.clear();
      this.asked = moves;
    }
    let refusal = this.answers.get(key);
    if (refusal === undefined) {
      try {
        refusal = await this.source.why(path);
      } catch {
        return;
      }
      this.answers.set(key, refusal);
    }
    const still = this.source.moves() === moves && [...this.path, thing].join(" ") === key;
    if (refusal && still && (touched || this.over === thing)) this.why = { thing, refusal, touched, moves };
  }
  private asked: readonly Move[] | null = null;

  /** The reason for a whole path, for a row that is dimmed. */
  reason(path: readonly string[]): Promise<Refusal | null> {
    return this.source.why(path);
  }

  back(): boolean {
    if (this.doubted) {
      this.doubted = null;
      return true;
    }
    if (this.why || this.armed) {
      this.why = null;
      this.armed = null;
      return true;
    }
    if (this.path.length === 0) return false;
    this.held = { moves: this.source.moves(), path: this.path.slice(0, -1) };
    return true;
  }

  backTo(steps: number): void {
    this.armed = null;
    this.why = null;
    this.held = { moves: this.source.moves(), path: this.path.slice(0, steps) };
  }

  /** Follow a whole path, as a hint gives it, up to its last step but one, and show that. */
  suggest(path: readonly string[]): void {
    this.held = { moves: this.source.moves(), path: path.slice(0, -1) };
    this.armed = path.at(-1) ?? null;
  }

  /** Whether a move asks first: it hurts the mover for nothing, and nobody has switched the question off. */
  asks(move: Move): boolean {
    return move.confirm && !this.source.safe && here.isOn(QUESTION, true);
  }

  /** Play a move; one that asks first does so once. */
  play(move: Move): void {
    this.held = { moves: this.source.moves(), path: NOTHING };
    this.armed = null;
    if (this.asks(move) && this.doubted !== move) {
      this.doubted = move;
      return;
    }
    this.doubted = null;
    this.source.play(move);
  }

  /** The move that waits to be confirmed. */
  get doubtful(): Move | null {
    return this.doubted && this.source.moves().includes(this.doubted) ? this.doubted : null;
  }

  withdraw(): void {
    this.doubted = null;
  }

  typed(text: string): Move[] {
    return typed(this.source.moves(), text);
  }
}
