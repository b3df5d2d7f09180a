import { describe, expect, it } from "vitest";
import { ago, bare, capital, effectWords, fill, plain, players, toldSoFar } from "./words";

describe("words", () => {
  it("name seats, and call the reader you", () => {
    const said = "{seat:1} {1:takes|take} the Blue Comet from {seat:0's} queue";
    expect(fill(said, ["Ada", "{seat:0}"])).toBe("{seat:0} takes the Blue Comet from Ada's queue");
    expect(fill(said, ["Ada", "Bo"], 1)).toBe("You take the Blue Comet from Ada's queue");
    expect(fill(said, [], 0)).toBe("Orange takes the Blue Comet from your queue");
    expect(fill("That is {seat:0's}, not {seat:1's}.", ["Ada", "Bo"], 0)).toBe("That is yours, not Bo's.");
  });
  it("count players", () => {
    expect(players([2])).toBe("2 players");
    expect(players([1, 2])).toBe("1 or 2 players");
    expect(players([2, 3, 4, 5])).toBe("2 to 5 players");
  });
  it("begin as sentences do, but for names of places", () => {
    expect(capital("draw the top tile")).toBe("Draw the top tile");
    expect(capital("b4 to a4")).toBe("b4 to a4");
    expect(capital("a moves north")).toBe("a moves north");
  });
  it("say once what a move does", () => {
    const effects = ["Infantry to f6", "ends your turn"].map((text) => ({
      kind: "places",
      text,
      thing: null,
      value: null,
    }));
    expect(effectWords({ title: "Infantry to f6", effects })).toBe("ends your turn");
  });
  it("stand in a row without full stops", () => {
    expect(bare("Ada takes 3.")).toBe("Ada takes 3");
    expect(bare("Why?")).toBe("Why?");
  });
  it("come line by line while a board shows what happened", () => {
    const log = [1, 2, 3].map((number) => ({ number, lines: ["goes", "fights", "wins"] }));
    expect(toldSoFar(log, { play: 2, lines: 1 }).map((entry) => entry.lines.length)).toEqual([3, 1]);
    expect(toldSoFar(log, null)).toEqual(log);
  });
  it("tell time and values plainly", () => {
    expect(ago("2026-01-01T00:00:00Z", Date.parse("2026-01-01T01:30:00Z"))).toBe("an hour ago");
    expect(plain(true)).toBe("yes");
    expect(plain("first_game")).toBe("first game");
  });
});
