import { describe, expect, it } from "vitest";
import { around, box, cornersOf, inset, ticks } from "./outline";

const square = cornersOf({ x: 0, y: 0, width: 100, height: 100 });

describe("outlines of things", () => {
  it("have a box round them", () => {
    expect(box(square)).toEqual({ x: 0, y: 0, width: 100, height: 100 });
    expect(around(box(square), { x: 50, y: -20, width: 100, height: 10 })).toEqual({
      x: 0,
      y: -20,
      width: 150,
      height: 120,
    });
  });
  it("have corners to light", () => {
    expect(ticks(square).split("M").length - 1).toBe(4);
    expect(box(inset(square, 10)).width).toBeLessThan(100);
  });
});
