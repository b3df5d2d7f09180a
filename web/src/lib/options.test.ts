import { describe, expect, it } from "vitest";
import { read, written } from "./options";

describe("options in fields", () => {
  it.each([
    [null, "none"],
    [[], "none"],
    [12, "12"],
    ["build", "build"],
    [["damage", "speed"], "damage, speed"],
    [[["corvette", "cruiser"], ["tender"]], "corvette + cruiser, tender"],
  ])("are written for people: %j", (value, text) => expect(written(value)).toBe(text));
  it.each([
    ["none", null, null],
    ["", null, null],
    ["none", [], []],
    ["30", null, 30],
    ["damage", [], ["damage"]],
    ["damage, speed", [], ["damage", "speed"]],
    ["build", null, "build"],
    ["concord_patrol, vharn_clans", null, ["concord_patrol", "vharn_clans"]],
    ["corvette + cruiser, tender", null, [["corvette", "cruiser"], "tender"]],
  ])("are read as they are meant: %j", (text, usual, value) => expect(read(text, usual)).toEqual(value));
});
