import { expect, it } from "vitest";
import { type Draft, EMPTY, fromMap, placed, readMap, toMap } from "./maps";
import type { MapObject } from "./model";

const MEDIUM: MapObject = {
  id: "medium",
  rows: ["E P:mine", "A P:dock", "A P:dock", "E P:mine"],
  base0: ["a1"],
  base1: ["a4"],
};
it("a map goes into a draft and back", () => {
  expect(toMap(fromMap(MEDIUM))).toEqual(MEDIUM);
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

it("a zone taken away lies beside no base", () => {
  let draft: Draft = placed(EMPTY, "0,2", { kind: "token", token: "E" });
  draft = placed(draft, "0,2", { kind: "base", side: 1 });
  expect(draft.bases[1]).toEqual(["0,2"]);
  expect(placed(draft, "0,2", { kind: "erase" }).bases[1]).toEqual([]);
});
