/* Pictures that come in pieces: what has not changed since the last one is not sent again. */
import type { Pieces } from "./protocol";

export class PieceBox {
  private last = new Map<number, string>();

  /** The whole picture, or null if a piece of it is missing here. */
  join(sent: Pieces): string | null {
    const whole = new Map<number, string>();
    for (const number of sent.pieces) {
      const piece = sent.new[number] ?? this.last.get(number);
      if (piece === undefined) return null;
      whole.set(number, piece);
    }
    this.last = whole;
    return sent.pieces.map((number) => whole.get(number)).join("");
  }
}
