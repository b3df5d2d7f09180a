import { describe, expect, it } from "vitest";
import { actionsOf, BAR, changed } from "./deeds";

describe("the action bar", () => {
  it("has a key of its own for every place", () => {
    expect(new Set(BAR.map((deed) => deed.key)).size).toBe(BAR.length);
    expect(BAR.map((deed) => deed.key).join("")).not.toMatch(/[GHZ]/);
  });
  it("opens a drawer with the actions of the phase only", () => {
    const duties = BAR.find((deed) => deed.id === "duties")!;
    expect(actionsOf(duties, { actions: { repair: { why: null } } }).map(([text]) => text)).toEqual(["repair"]);
    expect(actionsOf(duties, {})).toEqual([]);
  });
  it("says what an action changes", () => {
    const changes = [
      { what: "shields", from: 5, to: 6 },
      { what: "cf", from: 3, to: 4 },
    ];
    expect(changed(changes)).toBe("shields 5 to 6, combat 3 to 4");
  });
});
