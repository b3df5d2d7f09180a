import { describe, expect, it } from "vitest";
import type { Entry } from "../../lib/protocol";
import { scenes } from "./motion";

const entry = (text: string, events: object[]): Entry => ({ seat: 0, text, events }) as unknown as Entry;

describe("motion", () => {
  it("joins the steps of a way, and then shows the shot with its dice", () => {
    const step = (hex: string) => ({ event: "move", ship: "A1", hex, heading: 0 });
    const roll = { event: "roll", point: "attack", ship: "A1", dice: [3], number: 4, success: true };
    const hits = { event: "hits", ship: "B1", number: 1, cause: "fire", hits: 1 };
    const found = scenes([entry("fwd", [step("0607")]), entry("fwd", [step("0606")]), entry("fire-B1", [roll, hits])], {
      A1: "0608",
      B1: "0603",
    });
    expect(found.map((one) => one.kind)).toEqual(["way", "shot", "hit"]);
    expect(found[0]).toMatchObject({ hexes: ["0608", "0607", "0606"] });
    expect(found[1]).toMatchObject({ from: "0606", to: "0603", dice: [3], words: "hits at 4 or less: yes" });
  });
});
