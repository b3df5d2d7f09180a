import { describe, expect, it } from "vitest";
import { keyDeed } from "./keyboard";

const SPOTS = [
  { thing: "a", x: 0, y: 0 },
  { thing: "b", x: 10, y: 0 },
  { thing: "c", x: 0, y: 10 },
];

describe("keys on a picture", () => {
  it.each([
    ["ArrowRight", { focus: "b" }],
    ["ArrowDown", { focus: "c" }],
    ["ArrowLeft", { focus: "a" }], // there is nothing further
    ["Home", { focus: "c" }],
    ["End", { focus: "b" }],
    ["Enter", { touch: "a" }],
    [" ", { touch: "a" }],
    ["+", { zoom: 1.4 }],
    ["q", null],
  ])("%s", (key, deed) => {
    expect(keyDeed(key, SPOTS, "a", ["c", "b"])).toEqual(deed);
  });
  it("Home and End stay where nothing is lit", () => {
    expect(keyDeed("Home", SPOTS, "a", [])).toBeNull();
  });
});
