import { describe, expect, it } from "vitest";
import { blank, mirror, paint, resize } from "./editor";

describe("the map editor", () => {
  it("turns a hex by half a turn and back", () => {
    const map = blank();
    expect(mirror(map, "0105")).toBe("1210");
    expect(mirror(map, mirror(map, "0608"))).toBe("0608");
  });
  it("paints both halves, and clears them by painting the same again", () => {
    const map = paint(blank(), "0405", "A", true);
    expect(map.terrain).toEqual({ "0405": "A", "0910": "A" });
    expect(paint(map, "0405", "A", true).terrain).toEqual({});
  });
  it("pairs wormholes, and takes both away together", () => {
    const one = paint(blank(), "0405", "W", false);
    const two = paint(one, "0910", "W", false);
    expect(two.wormholes).toEqual(["0405", "0910"]);
    expect(paint(two, "0405", "A", false)).toMatchObject({ terrain: { "0405": "A" }, wormholes: [] });
  });
  it("drops what no longer fits", () => {
    const map = paint(paint(blank(), "1205", "A", false), "0405", "O", false);
    expect(resize(map, 9, 14)).toMatchObject({ w: 8, terrain: { "0405": "O" } });
  });
});
