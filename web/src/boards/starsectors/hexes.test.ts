import { describe, expect, it } from "vitest";
import { allHexes, beside, byHex, fit, hexAt, isWithin, mapBox, middle, zoom } from "./hexes";

describe("hexes", () => {
  it("finds the hex under its middle, and none outside the map", () => {
    for (const name of allHexes(12, 14)) expect(hexAt(middle(name), 12, 14)).toBe(name);
    expect(hexAt({ x: -90, y: 40 }, 12, 14)).toBeNull();
  });
  it("steps back where it came from", () => {
    for (const name of ["0608", "0708"]) {
      for (let side = 0; side < 6; side++) expect(beside(beside(name, side), (side + 3) % 6)).toBe(name);
    }
    expect(beside("0608", 0)).toBe("0607");
    expect(beside("0608", 1)).toBe("0708");
  });
  it("reads a field of fire", () => {
    expect([...byHex(["", "06070608", "0609"])]).toEqual([
      ["0607", 1],
      ["0608", 1],
      ["0609", 2],
    ]);
  });
  it("shows all that is asked for, and hexes never larger than 78 pixels", () => {
    const frame = { width: 700, height: 560 };
    const whole = mapBox(24, 22);
    for (const names of [["0101", "2422"], ["1010"], ["0101", "0122"]]) {
      const box = fit(names, frame, whole);
      expect(names.every((name) => isWithin(name, box))).toBe(true);
      expect((100 * frame.width) / box.width).toBeLessThanOrEqual(78.001);
    }
  });
  it("keeps a point in place while it zooms", () => {
    const whole = mapBox(24, 22);
    const box = fit(["1010"], { width: 700, height: 560 }, whole);
    const at = { x: box.x + box.width / 4, y: box.y + box.height / 2 };
    const near = zoom(box, at, 0.8, { width: 700 }, whole);
    expect((at.x - near.x) / near.width).toBeCloseTo(0.25, 5);
  });
});
