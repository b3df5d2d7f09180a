import { describe, expect, it } from "vitest";
import { actionsOf, BAR, changed, rolls } from "./deeds";

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
  it("says what an attack needs, and that a ship without defence cannot save", () => {
    const shot = {
      thing: "ship:B1",
      weapon: "fire",
      text: "fire-B1",
      why: null,
      range: 2,
      number: 4,
      dice: 1,
    } as const;
    expect(rolls({ ...shot, df: 5, save: 0.4, save_dice: 2 })).toBe(
      "range 2: roll 4 or less, it saves at 5 or less, two dice",
    );
    expect(rolls({ ...shot, df: 0, save: 0, save_dice: 0 })).toBe("range 2: roll 4 or less, it cannot save");
    expect(rolls({ ...shot, thing: "mine:0608" })).toBe("range 2: roll 4 or less");
  });
});
