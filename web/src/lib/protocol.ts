/* The protocol as the page speaks it: it asks for moves in full, and puts pictures together as they come. */
import type * as sent from "./protocol.gen";

export type * from "./protocol.gen";

export interface Sight extends Omit<sent.Sight, "svg" | "moves"> {
  svg: string | null;
  moves: sent.Move[];
}

export interface State extends Omit<sent.State, "sight"> {
  sight: Sight | null;
}
