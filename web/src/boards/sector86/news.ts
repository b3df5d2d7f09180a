/* What the last play did that nobody may miss, in a few words. */
import { credits, face, list, nameOf, type View } from "./deck";

type Happening = Record<string, unknown>;

export interface News {
  text: string;
  bad: boolean;
}

export function newsOf(events: readonly Happening[], view: View, names: readonly string[]): News | null {
  const name = (seat: unknown): string => (seat === view.seat ? "You" : (names[Number(seat)] ?? ""));
  const verb = (seat: unknown, one: string, you: string): string => `${name(seat)} ${seat === view.seat ? you : one}`;
  for (const event of [...events].reverse()) {
    const { event: what, seat } = event;
    const card = typeof event["card"] === "string" ? event["card"] : "";
    if (what === "completed") {
      const done = view.stations[Number(seat)]?.missions.length ?? 0;
      return {
        text: `${nameOf(card)} completed: ${verb(seat, "has", "have")} mission ${done} of ${view.options.goal}`,
        bad: false,
      };
    }
    if (what === "cleared") {
      const cards = event["cards"] === 1 ? "1 card is" : `${String(event["cards"])} cards are`;
      return { text: `${verb(seat, "clears", "clear")} the queue: ${cards} gone, and the turn is over`, bad: true };
    }
    if (what === "collision") return { text: `Port collision with the ${nameOf(card)}`, bad: true };
    if (what === "lost") return { text: `${verb(seat, "gives", "give")} up ${nameOf(card)}`, bad: true };
    if (what === "bids") {
      const bids = (event["bids"] as [number, number][]).map(([one, bid]) => `${name(one)} ${bid}`);
      return { text: `The bids: ${bids.join(", ")}`, bad: false };
    }
    if (what === "claims") {
      const wants = (event["claims"] as [number, string | null][]).filter(([, id]) => id);
      if (wants.length)
        return {
          text: `The market: ${list(wants.map(([one, id]) => `${verb(one, "wants", "want")} ${nameOf(id!)}`))}`,
          bad: false,
        };
    }
    if (what === "bought") {
      return {
        text: `${verb(seat, "takes", "take")} the ${nameOf(card)} for ${credits(Number(event["credits"]))}`,
        bad: false,
      };
    }
    if (what === "levy") return { text: `${nameOf(card)}: ${face(card).rule}`, bad: true };
  }
  return null;
}
