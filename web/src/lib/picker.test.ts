import { describe, expect, it } from "vitest";
import { type Move, Picker, towards, typed } from "./picker";

const move = (text: string, ...path: string[]): Move => ({ text, path, title: text, effects: [], confirm: false });
const MOVES = [
  move("Ag6xg8", "hand:A", "cell:g6", "cell:g8"),
  move("If6", "hand:I", "cell:f6"),
  move("If7xe7", "hand:I", "cell:f7", "cell:e7"),
  move("If7xf8", "hand:I", "cell:f7", "cell:f8"),
  move("Xg8", "strike", "cell:g8"),
];

describe("the picker", () => {
  it("lights what begins a path", () => {
    expect([...new Picker(MOVES).lit.keys()]).toEqual(["hand:A", "hand:I", "strike"]);
  });

  it("follows a path and asks for the victim only where there are several", () => {
    const infantry = new Picker(MOVES).choose("hand:I")!;
    expect([...infantry.lit.keys()]).toEqual(["cell:f6", "cell:f7"]);
    expect(infantry.preview("cell:f6")?.text).toBe("If6");
    expect(infantry.preview("cell:f7")).toBeNull();
    expect(infantry.choose("cell:f7")!.choose("cell:f8")!.decided?.text).toBe("If7xf8");
  });

  it("plays the only target with the space", () => {
    const gun = new Picker(MOVES).choose("hand:A")!;
    expect(gun.decided).toBeNull();
    expect(gun.choose("cell:g6")!.decided?.text).toBe("Ag6xg8");
  });

  it("never plays a longer path by its first touch", () => {
    expect(new Picker(MOVES).choose("strike")!.decided).toBeNull();
    expect(new Picker([move("stop", "stop")]).choose("stop")!.decided?.text).toBe("stop");
  });

  it("goes back step by step, and changes to another beginning", () => {
    const far = new Picker(MOVES).choose("hand:I")!.choose("cell:f7")!;
    expect(far.back().chosen).toEqual(["hand:I"]);
    expect(far.back(9).chosen).toEqual([]);
    expect(far.instead("hand:A")!.chosen).toEqual(["hand:A"]);
    expect(far.instead("hand:I")!.chosen).toEqual([]);
    expect(far.instead("cell:a1")).toBeNull();
  });

  it("keeps a move whose path is the beginning of another's", () => {
    const picker = new Picker([move("hold", "ship:a"), move("hold+", "ship:a", "ship:b")]).choose("ship:a")!;
    expect(picker.complete.map((one) => one.text)).toEqual(["hold"]);
    expect(picker.decided).toBeNull();
  });

  it("goes on by itself where there is no choice", () => {
    const picker = new Picker([move("take", "tile:1", "take"), move("turn", "tile:1", "turn")]).further;
    expect(picker.chosen).toEqual(["tile:1"]);
    expect(picker.choose("take")!.decided?.text).toBe("take");
    expect(new Picker([move("take", "tile:1", "take")]).further.chosen).toEqual([]);
    expect(new Picker(MOVES).further.chosen).toEqual([]);
  });

  it("refuses what is not lit", () => {
    expect(new Picker(MOVES).choose("cell:f6")).toBeNull();
  });
});

describe("typed notation", () => {
  it("takes any beginning of a move, and lower case", () => {
    expect(typed(MOVES, "Ag6").map((one) => one.text)).toEqual(["Ag6xg8"]);
    expect(typed(MOVES, "xg8").map((one) => one.text)).toEqual(["Xg8"]);
    expect(typed(MOVES, "If7").length).toBe(2);
    expect(typed(MOVES, "  ")).toEqual([]);
    expect(typed(MOVES, "Zz")).toEqual([]);
  });
});

describe("arrow keys", () => {
  const spots = [
    { thing: "a", x: 0, y: 0 },
    { thing: "b", x: 10, y: 0 },
    { thing: "c", x: 20, y: 0 },
    { thing: "d", x: 5, y: 9 },
  ];
  it("move by geometry", () => {
    expect(towards(spots, spots[0]!, 1, 0)?.thing).toBe("b");
    expect(towards(spots, spots[0]!, 0, 1)?.thing).toBe("d");
    expect(towards(spots, spots[0]!, -1, 0)).toBeNull();
  });
});
