import { expect, it } from "vitest";
import { moved } from "./motion";

const at = (thing: string, x: number) => ({ thing, middle: { x, y: 0 } });

it("moves the few things that moved, not those that are new or stayed", () => {
  const before = new Map([
    ["a", { x: 0, y: 0 }],
    ["b", { x: 0, y: 0 }],
  ]);
  expect(moved(before, [at("a", 50), at("b", 1), at("c", 9)]).map((one) => one.thing)).toEqual(["a"]);
});

it("moves nothing where the whole picture was laid out anew", () => {
  const things = Array.from({ length: 9 }, (_, i) => at(`t${i}`, 50));
  const before = new Map(things.map((one) => [one.thing, { x: 0, y: 0 }]));
  expect(moved(before, things)).toEqual([]);
});
