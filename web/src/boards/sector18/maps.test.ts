import { expect, it } from "vitest";
import { canBeLaid, type Draft, EMPTY, fault, fromMap, placed, readMap, toMap } from "./maps";
import type { MapObject } from "./model";

const MEDIUM: MapObject = {
  id: "medium",
  rows: ["E P:mine", "A P:dock", "A P:dock", "E P:mine"],
  base0: ["a1"],
  base1: ["a4"],
};
const CARDS = {
  M1: [
    ["E", "P:mine"],
    ["E", "P:ward"],
  ],
  M2: [
    ["E", "P:mine"],
    ["E", "P:ward"],
  ],
  M3: [
    ["A", "P:dock"],
    ["W", "P:lab"],
  ],
  M4: [
    ["E", "E"],
    ["A", "A"],
  ],
  M5: [
    ["A", "P:dock"],
    ["W", "P:lab"],
  ],
};

it("a map goes into a draft and back", () => {
  expect(toMap(fromMap(MEDIUM))).toEqual(MEDIUM);
  expect(fault(fromMap(MEDIUM))).toBeNull();
  expect(readMap(`map=${encodeURIComponent(JSON.stringify(MEDIUM))}`)).toEqual(MEDIUM);
  expect(readMap("map=%7B")).toBeNull();
  expect(toMap(EMPTY)).toBeNull();
});

it("cards are placed and turned, and lie on the sheet or nowhere", () => {
  const face = ["E", "P:mine"] as const;
  const across = placed(EMPTY, "3,3", { kind: "card", face, turn: 0 });
  expect(across.cells).toEqual({ "3,3": "E", "4,3": "P:mine" });
  expect(placed(EMPTY, "3,3", { kind: "card", face, turn: 1 }).cells).toEqual({ "3,3": "E", "3,4": "P:mine" });
  expect(placed(EMPTY, "8,0", { kind: "card", face, turn: 0 })).toBe(EMPTY);
});

it("what is wrong is said at every step", () => {
  let draft: Draft = EMPTY;
  expect(fault(draft)).toContain("Place the first");
  draft = placed(draft, "0,0", { kind: "token", token: "E" });
  draft = placed(draft, "0,2", { kind: "token", token: "E" });
  expect(fault(draft)).toContain("lower base");
  draft = placed(draft, "0,2", { kind: "base", side: 0 });
  expect(fault(draft)).toContain("upper base");
  draft = placed(draft, "0,0", { kind: "base", side: 1 });
  expect(fault(draft)).toContain("hang together");
  draft = placed(draft, "0,1", { kind: "token", token: "A" });
  expect(fault(draft)).toContain("Asteroid Belt");
  draft = placed(draft, "0,1", { kind: "token", token: "W" });
  expect(fault(draft)).toBeNull();
  draft = placed(draft, "0,0", { kind: "erase" });
  expect(draft.bases[1]).toEqual([]);
});

it("a draft says whether the cards of the box can be laid so", () => {
  expect(canBeLaid(fromMap(MEDIUM), CARDS)).toBe(true);
  expect(canBeLaid(fromMap({ ...MEDIUM, rows: ["E P:mine", "A P:dock", "W P:dock", "E P:mine"] }), CARDS)).toBe(false);
});
