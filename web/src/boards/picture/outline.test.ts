import { describe, expect, it } from "vitest";
import { box, corners, inset, ticks } from "./outline";

describe("outlines of things", () => {
  it("are read from paths of straight lines", () => {
    expect(corners("M0 0H100V50H0z")).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 50 },
      { x: 0, y: 50 },
    ]);
    expect(corners("M0 0L10 0L5 7.5z")?.length).toBe(3);
    expect(corners("m1 1h2v2h-2z")).toEqual([
      { x: 1, y: 1 },
      { x: 3, y: 1 },
      { x: 3, y: 3 },
      { x: 1, y: 3 },
    ]);
    expect(corners("M-5-5L5-5L0 5z")?.[1]).toEqual({ x: 5, y: -5 });
  });
  it("with curves are left to their box", () => {
    expect(corners("M0 0A5 5 0 0 1 9 9z")).toBeNull();
  });
  it("have corners to light", () => {
    const square = corners("M0 0H100V100H0z")!;
    expect(ticks(square).match(/M/g)?.length).toBe(4);
    expect(box(inset(square, 10)).width).toBeLessThan(100);
  });
});
