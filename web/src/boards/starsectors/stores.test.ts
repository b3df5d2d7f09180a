import { describe, expect, it } from "vitest";
import { added, cost, load, purchases, tally } from "./stores";

const prices = { A1: { mine: 1, dil: 2, tri: 3, crew: 4 } };

describe("shopping", () => {
  it("counts, weighs and sends what is in the basket", () => {
    let basket = added({}, "A1", "dil", 1);
    basket = added(added(basket, "A1", "dil", 1), "A1", "crew", 1);
    expect(cost(basket, prices)).toBe(8);
    expect(load(basket, "A1")).toBe(2);
    basket = added(basket, "A1", "dil", -1);
    expect(purchases(basket)).toEqual(["buy-dil-A1", "buy-crew-A1", "buy-done"]);
    expect(added(basket, "A1", "mine", -1)["A1"]!.mine).toBe(0);
  });
  it("tells a fleet by classes", () => {
    expect(tally(["osprey", "osprey", "lark"])).toEqual([
      ["osprey", 2],
      ["lark", 1],
    ]);
  });
});
