/* A hint as the page shows it: first the thing to look at, then the move with its reasons. */
import type { Following, HintDone, Move, ValuedMove } from "./protocol";
import { fill, filledMove } from "./words";

export interface Hint {
  move: Move;
  /** The thing to look at first. */
  thing: string;
  /** What can be expected of the move, 0 to 1. */
  value: number;
  others: ValuedMove[];
  line: Following[];
  /** Whether the move is shown, or only the thing. */
  shown: boolean;
}

export function hintOf(reply: HintDone, names: readonly string[], reader: number | null): Hint {
  const move = filledMove(reply.hint, names, reader);
  return {
    move,
    thing: move.path[0] ?? "",
    value: reply.value,
    others: reply.others.map((other) => ({ ...other, move: filledMove(other.move, names, reader) })),
    line: reply.line.map((one) => ({ ...one, title: fill(one.title, names, reader) })),
    shown: false,
  };
}
