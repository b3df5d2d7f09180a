import { beforeAll, describe, expect, it } from "vitest";
import { centre, corners, decider, extent, learn, mouth, standing, turnable, type View, wallsOf } from "./maze";

const VIEW = {
  phase: "act",
  left: [0, 1],
  figures: [
    [
      [0, 0],
      [2, -1],
    ],
    [null, [1, 1]],
  ],
} as unknown as View;

describe("the maze", () => {
  beforeAll(() => learn({ types: [{ name: "Y03", walls: [0, 3], value: 2, period: 3, entry: false }] }));

  it("lays flat-top hexagons", () => {
    expect(centre("0,0")).toEqual({ x: 0, y: 0 });
    const east = centre("1,0");
    expect(east.x).toBeCloseTo(94.5);
    expect(east.y).toBeCloseTo(54.56);
    expect(corners({ x: 0, y: 0 })).toHaveLength(6);
    expect(mouth(0).y).toBeLessThan(0);
    expect(mouth(3).y).toBeGreaterThan(0);
  });
  it("turns walls with their tile", () => {
    expect(wallsOf("Y03", 1)).toEqual([1, 4]);
  });
  it("finds the row that decides", () => {
    const over = (score: number[], supply: number[][]): View => ({ score, supply }) as unknown as View;
    expect(decider(over([33, 30], [[], []]))).toBe("score");
    expect(
      decider(
        over(
          [7, 7],
          [
            [1, 1, 0, 1],
            [0, 0, 1, 1],
          ],
        ),
      ),
    ).toBe("green");
    expect(
      decider(
        over(
          [4, 4],
          [
            [0, 0, 0, 1],
            [0, 0, 0, 1],
          ],
        ),
      ),
    ).toBeNull();
  });
  it("keeps room for a small maze to grow", () => {
    const small = extent(["0,0"]);
    expect(small.width).toBeGreaterThan(600);
    expect(extent(["9,0"]).width).toBeGreaterThan(small.width);
  });
  it("knows whose figure stands where, and which tile a turn is about", () => {
    expect(standing(VIEW).get("2,-1")).toBe("0b");
    expect(turnable(VIEW, [])).toBe("0,1");
    expect(turnable({ ...VIEW, phase: "lock1" }, ["figure:1b"])).toBe("1,1");
  });
});
