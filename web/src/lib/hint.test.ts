import { describe, expect, it } from "vitest";
import { hintOf } from "./hint";
import type { HintDone } from "./protocol";

const MOVE = { text: "Ig6", path: ["hand:I", "cell:g6"], title: "{seat:1} is hit", effects: [], confirm: false };
const REPLY: HintDone = {
  ok: true,
  number: 3,
  hint: MOVE,
  value: 0.7,
  others: [{ move: { ...MOVE, text: "pass", title: "wait for {seat:1}" }, value: 0.4 }],
  line: [{ seat: 1, title: "hit {seat:0's} base" }],
};

describe("a hint", () => {
  it("points first to what is touched first, and speaks with names", () => {
    const hint = hintOf(REPLY, ["Ana", "Juno"], 0);
    expect(hint.thing).toBe("hand:I");
    expect(hint.shown).toBe(false);
    expect(hint.move.title).toBe("Juno is hit");
    expect(hint.others[0]!.move.title).toBe("wait for Juno");
    expect(hint.line[0]!.title).toBe("hit your base");
  });
});
