/* The events of a play as this board tells them: an attack, then what comes of it. */
import type { Entry, GameEvent, Json } from "../../lib/protocol";

export type Told = GameEvent & Record<string, unknown>;

export function toldOf(entry: Entry): Told[] {
  return ((entry.events ?? []) as Told[]).flatMap((event) => {
    const attack = event["attack"] as Json | undefined;
    return attack ? [{ event: "attack", ...attack } as Told, event] : [event];
  });
}
