import { describe, expect, it } from "vitest";
import { named } from "./names";

describe("names in a picture", () => {
  it("stand where the colours of seats stood", () => {
    expect(named("Ships of Orange", ["Vesna", "Altair"])).toBe("Ships of Altair");
    expect(named("Blue's base; Orange is next", ["Vesna", "Altair"])).toBe("Vesna's base; Altair is next");
  });
  it("are never taken for a colour themselves", () => {
    expect(named("Blue and Orange", ["Orange", "Blue"])).toBe("Orange and Blue");
  });
  it("leave alone what is no seat", () => {
    expect(named("Bluebird, White", ["Vesna", "Altair"])).toBe("Bluebird, White");
  });
});
