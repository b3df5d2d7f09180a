import { describe, expect, it } from "vitest";
import { deviceLink, guidePath, learnPath, tableLink, tablePath } from "./links";
import type { Seat } from "./protocol";

const seat = (number: number, yours: boolean, key: string | null): Seat =>
  ({ seat: number, yours, key }) as unknown as Seat;

describe("links", () => {
  it("have the table's key behind #, where there is one", () => {
    expect(tablePath({ table: "k3v9", key: "abc" })).toBe("/table/k3v9#abc");
    expect(tablePath({ table: "k3v9", key: null })).toBe("/table/k3v9");
    expect(tableLink({ table: "k3v9", key: "abc" }, "https://play.example")).toBe(
      "https://play.example/table/k3v9#abc",
    );
  });
  it("lead to a section of a guide and to one lesson", () => {
    expect(guidePath("sector6", "r3-2")).toBe("/guide/sector6#r3-2");
    expect(learnPath("sector6")).toBe("/learn/sector6");
    expect(learnPath("sector6", "exercises", "gears-1")).toBe("/exercises/sector6/gears-1");
  });
  it("hand a seat over to another device of its player only", () => {
    const seats = [seat(0, false, null), seat(1, true, "mine")];
    expect(deviceLink({ table: "k3v9", key: "abc", seats }, "https://a")).toBe("https://a/table/k3v9#abc.1.mine");
    expect(deviceLink({ table: "k3v9", key: "abc", seats: seats.slice(0, 1) }, "https://a")).toBeNull();
    expect(deviceLink({ table: "k3v9", key: null, seats }, "https://a")).toBeNull();
  });
});
