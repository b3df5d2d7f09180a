import { describe, expect, it } from "vitest";
import type { Entry } from "../../lib/protocol";
import { turns } from "./turns";
import type { View } from "./types";

const view = {
  ships: [
    { id: "A1", owner: 0, type: "osprey" },
    { id: "B1", owner: 1, type: "warg" },
  ],
} as unknown as View;
let number = 0;
const play = (step: number, events: object[], more: object = {}): Entry =>
  ({ kind: "play", number: ++number, step, seat: 0, lines: ["a line"], events, ...more }) as unknown as Entry;
const move = (hex: string) => ({ event: "move", ship: "A1", hex, heading: 0 });
const texts = (entries: Entry[]) => turns(entries, view).map((one) => ("entries" in one ? one.text : one.kind));

describe("the log", () => {
  it("has one line a ship's turn, with the attack, its dice and what came of it", () => {
    const attack = { ship: "A1", target: "B1", weapon: "fire", number: 4 };
    const roll = { event: "roll", point: "attack", ship: "A1", dice: [3], number: 4, success: true, attack };
    const save = { event: "roll", point: "defence", ship: "B1", dice: [9], number: 5, success: false };
    const hits = { event: "hits", ship: "B1", number: 1, cause: "fire", hits: 1 };
    const found = texts([
      play(1, [{ event: "deploy", ship: "A1", hex: "0608", heading: 0 }]),
      play(2, [{ event: "turn", ship: "A1" }]),
      play(3, [move("0607")]),
      play(4, [move("0606")]),
      play(5, [roll, save, hits]),
      play(6, [], { label: "Warp energy: defence + 1" }),
      play(7, [
        { event: "charge", ship: "A1", what: "bank" },
        { event: "turn", ship: "B1" },
      ]),
    ]);
    expect(found).toEqual([
      "play",
      "A1 : to 0606, heading north; fires at B1 on 4: rolls 3, hits, B1 does not save with 9, B1 takes 1 hit; " +
        "warp energy: defence + 1; charges a bank",
      "B1 : waits",
    ]);
  });

  it("says what a way led to after the way", () => {
    const mine = [
      move("0607"),
      { event: "mine-gone", hex: "0607" },
      { event: "hits", ship: "A1", number: 3, cause: "mine" },
    ];
    const found = texts([
      play(1, [{ event: "turn", ship: "A1" }]),
      play(2, mine),
      play(3, [], { label: "End the turn", text: "done" }),
      play(4, [{ event: "turn", ship: "B1" }]),
    ]);
    expect(found).toEqual([
      "A1 : to 0607, heading north: the mine in 0607 is gone, A1 takes 3 hits from a mine",
      "B1 : waits",
    ]);
  });

  it("says what a supply was used for, and whose turn it is", () => {
    const used = (item: string) => ({ event: "cargo", ship: "A1", how: "used", item });
    const first = [
      play(1, [{ event: "turn", ship: "A1" }]),
      play(2, [used("dil")], { text: "dil-mf" }),
      play(3, [move("0607")]),
      play(4, [used("tri")], { text: "tri-cf" }),
    ];
    const now = { ...view, turn: { ship: "B1" } } as unknown as View;
    expect(texts(first)).toEqual(["A1 : dilithium: 1 more move; to 0607, heading north; trilithium: combat + 1"]);
    const begun = turns([...first, play(5, [{ event: "turn", ship: "B1" }])], now);
    expect("entries" in begun[1]! && begun[1].text).toBe("B1 : its turn");
  });

  it("forgets what was taken back, and says when a round begins", () => {
    const back = { kind: "undo", number: 99, step: 1, lines: ["Ana takes back 1 move"], seat: 0 } as unknown as Entry;
    const found = texts([
      play(1, [{ event: "turn", ship: "A1" }]),
      play(2, [move("0607")]),
      back,
      play(2, [move("0608")]),
      play(3, [
        { event: "phase", phase: "activate" },
        { event: "round", round: 2, quiet: 1 },
      ]),
    ]);
    expect(found).toEqual(["A1 : to 0608, heading north", "undo", "Round 2"]);
  });
});
