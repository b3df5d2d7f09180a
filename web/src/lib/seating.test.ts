import { describe, expect, it } from "vitest";
import type { Seat, State } from "./protocol";
import { isCovered, isOurTurn, isVacant, lotsOf, nextLevel, nextTaker, otherSeats } from "./seating";

const seats = [0, 1, 2].map((seat) => ({ seat, kind: "person", present: true, yours: false, away: null }) as Seat);
const table = (yours: number[], seat: number | null, to_act: number | null, more: Partial<State> = {}): State =>
  ({ status: "playing", yours, seats, sight: { seat, to_act, secret: true }, ...more }) as unknown as State;

describe("one screen", () => {
  it("is covered until the one who acts has taken it", () => {
    expect(isCovered(table([0, 1], 0, 0), null)).toBe(true);
    expect(isCovered(table([0, 1], 0, 0), 0)).toBe(false);
    expect(isCovered(table([0, 1], 0, 1), 0)).toBe(true);
  });
  it("stays with its seat while somebody elsewhere acts", () => {
    expect(isCovered(table([0, 1], 0, 2), 0)).toBe(false);
  });
  it.each([
    ["one of us alone", table([0], 0, 0)],
    ["what is open", table([0, 1], 0, 0, { sight: { seat: 0, to_act: 0, secret: false } as State["sight"] })],
    ["a finished game", table([0, 1], 0, null, { status: "over" })],
  ])("is never covered for %s", (_, state) => expect(isCovered(state, null)).toBe(false));
  it("goes to whoever of us acts, else to the first of us", () => {
    expect(nextTaker(table([1, 2], 1, 2))?.seat).toBe(2);
    expect(nextTaker(table([1, 2], 1, 0))?.seat).toBe(1);
  });
});

describe("lots", () => {
  const begun = (first: number | null, plays: number[] = []): State =>
    ({
      status: "playing",
      yours: [0],
      seats: ["Ana", "Bo", "Cy"].map((name, seat) => ({ seat, name })),
      log: [{ kind: "start", first }, ...plays.map((seat) => ({ kind: "play", seat }))],
    }) as unknown as State;
  it("say who begins, and who follows", () => {
    expect(lotsOf(begun(1), 0)).toEqual({
      begins: "Bo begins.",
      order: [
        { seat: 1, name: "Bo" },
        { seat: 2, name: "Cy" },
        { seat: 0, name: "you" },
      ],
    });
    expect(lotsOf(begun(0), 0)?.begins).toBe("You begin.");
  });
  it("are shown until one of us has played, and only where they were drawn", () => {
    expect(lotsOf(begun(1, [1, 2]), 0)).not.toBe(null);
    expect(lotsOf(begun(1, [1, 2, 0]), 0)).toBe(null);
    expect(lotsOf(begun(null), 0)).toBe(null);
  });
});

describe("the next level", () => {
  const beaten = (winners: number[], kind: Seat["kind"], level: number): State =>
    ({
      yours: [0],
      seats: [seats[0]!, { ...seats[1]!, kind, level }],
      ending: { winners },
    }) as unknown as State;
  it("is for whoever has beaten a bot that is not the strongest", () => {
    expect(nextLevel(beaten([0], "bot", 2), [1, 2, 3])).toBe(3);
    expect(nextLevel(beaten([0], "bot", 3), [1, 2, 3])).toBe(null);
    expect(nextLevel(beaten([1], "bot", 2), [1, 2, 3])).toBe(null);
    expect(nextLevel(beaten([0], "person", 0), [1, 2, 3])).toBe(null);
  });
});

describe("seats", () => {
  it("are ours to act or not", () => {
    expect(isOurTurn(table([1], 1, 1))).toBe(true);
    expect(isOurTurn(table([1], 1, 0))).toBe(false);
    expect(isOurTurn(table([1], 1, null))).toBe(false);
  });
  it("stand around the one who looks, the next one to act last", () => {
    expect(otherSeats(table([1], 1, 0)).map((seat) => seat.seat)).toEqual([0, 2]);
    expect(otherSeats(table([], null, 0)).map((seat) => seat.seat)).toEqual([0, 1, 2]);
  });
  it("are vacant when open, or when their person is gone", () => {
    expect(isVacant({ ...seats[0]!, kind: "open" })).toBe(true);
    expect(isVacant({ ...seats[0]!, present: false, away: 5 })).toBe(true);
    expect(isVacant({ ...seats[0]!, present: false, away: 5, yours: true })).toBe(false);
    expect(isVacant(seats[0]!)).toBe(false);
  });
});
