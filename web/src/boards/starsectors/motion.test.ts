import { describe, expect, it } from "vitest";
import type { Entry } from "../../lib/protocol";
import { scenes } from "./motion";

const entry = (text: string, events: object[]): Entry => ({ seat: 0, text, events }) as unknown as Entry;

describe("motion", () => {
  it("joins the steps of a way, and then shows the shot with its dice", () => {
    const step = (hex: string) => ({ event: "move", ship: "A1", hex, heading: 0 });
    const attack = { ship: "A1", target: "B1", weapon: "fire", number: 4 };
    const roll = { event: "roll", point: "attack", ship: "A1", dice: [3], number: 4, success: true, attack };
    const hits = { event: "hits", ship: "B1", number: 1, cause: "fire", hits: 1 };
    const pose = (hex: string) => ({ hex, dir: 0, hits: 0, dead: false });
    const way = [entry("fwd", [step("0607")]), entry("fwd", [step("0606")])];
    const found = scenes([...way, entry("fire-B1", [roll, hits])], { A1: pose("0608"), B1: pose("0603") });
    expect(found.map((one) => one.kind)).toEqual(["way", "shot", "hit"]);
    expect(found[0]).toMatchObject({ from: "0608", path: [{ hex: "0607" }, { hex: "0606" }], warp: false });
    expect(found[1]).toMatchObject({
      from: "0606",
      to: "0603",
      dice: [3],
      words: "hits at 4 or less",
      verdict: "hits",
    });
    expect(found[2]).toMatchObject({ ship: "B1", hits: 1 });
  });

  it("turns the shorter way round, and shows a jump as one line", () => {
    const at = { A1: { hex: "0608", dir: 0, hits: 0, dead: false } };
    const turn = { event: "move", ship: "A1", hex: "0608", heading: 5 };
    const jump = ["0507", "0506"].map((hex) => ({ event: "move", ship: "A1", hex, heading: 5 }));
    const found = scenes([entry("left", [turn]), entry("warp2", jump)], at);
    expect(found).toMatchObject([
      { path: [{ hex: "0608", dir: -1 }], warp: false },
      { from: "0608", path: [{ hex: "0507" }, { hex: "0506" }], warp: true },
    ]);
  });
});
