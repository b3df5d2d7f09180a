import { describe, expect, it, vi } from "vitest";

vi.mock("./here.svelte", () => ({ here: { isOn: () => false } }));
const { momentOf } = await import("./sound");

const play = (things: object) => ({ kind: "play" as const, events: [{ event: "x", things }] });

describe("what is heard", () => {
  it("is the most important thing that happened", () => {
    expect(momentOf([play({ to: "cell:g6" })], false, false)).toBe("move");
    expect(momentOf([play({ to: "cell:g6" })], false, true)).toBe("turn");
    expect(momentOf([play({ victim: "cell:g6" })], false, true)).toBe("capture");
    expect(momentOf([play({ victim: "cell:g6" })], true, true)).toBe("end");
    expect(momentOf([{ kind: "chat", events: null }], false, true)).toBe(null);
  });
});
