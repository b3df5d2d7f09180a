import { beforeAll, describe, expect, it } from "vitest";
import {
  beside,
  centre,
  contestTurn,
  corners,
  decider,
  extent,
  learn,
  mouth,
  PAD,
  standing,
  turnable,
  type View,
  wallsOf,
} from "./maze";

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
  it("keeps room for a small maze to grow, and has every maze in the middle", () => {
    const small = extent(["4,-2"]);
    expect(small.width).toBeGreaterThan(600);
    expect(small.x + small.width / 2).toBeCloseTo(centre("4,-2").x);
    const large = extent(["0,0", "9,0"]);
    expect(large.width).toBeGreaterThan(small.width);
    expect(large.x + large.width / 2).toBeCloseTo(centre("9,0").x / 2);
  });
  it("goes round a tile by the keys of a number pad", () => {
    expect(["8", "9", "3", "2", "1", "7"].map((one) => beside("0,0", PAD[one]!))).toEqual([
      "0,-1",
      "1,-1",
      "1,0",
      "0,1",
      "-1,1",
      "-1,0",
    ]);
  });
  it("counts the turns of the contest, a locked one with its two rotations as one", () => {
    const play = (...names: string[]) => ({ events: names.map((event) => ({ event })) });
    expect(contestTurn([play("place"), play("move"), play("take")])).toBeNull();
    const begun = [play("place", "maze"), play("move"), play("take")];
    expect(contestTurn(begun)).toBe(2);
    expect(contestTurn([...begun, play("move"), play("rotate", "locked")])).toBe(3);
    expect(contestTurn([...begun, play("move"), play("rotate", "locked"), play("rotate")])).toBe(3);
    expect(
      contestTurn([...begun, play("move"), play("rotate", "locked"), play("rotate"), play("rotate", "skip")]),
    ).toBe(5);
  });
  it("knows whose figure stands where, and which tile a turn is about", () => {
    expect(standing(VIEW).get("2,-1")).toBe("0b");
    expect(turnable(VIEW, [])).toBe("0,1");
    expect(turnable({ ...VIEW, phase: "lock1" }, ["figure:1b"])).toBe("1,1");
  });
});
