import { describe, expect, it } from "vitest";
import { ago, capital, numeral, plain, players, prose } from "./words";

describe("words", () => {
  it("name games by their numeral", () => {
    expect(numeral({ name: "sector219", title: "Battle for Sector 219" })).toBe("219");
    expect(numeral({ name: "starsectors", title: "Star Sectors" })).toBe("Star");
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
  it("carry no styles", () => {
    expect(prose('<td style="text-align:right">1</td>')).toBe('<td class="right">1</td>');
  });
  it("tell time and values plainly", () => {
    expect(ago("2026-01-01T00:00:00Z", Date.parse("2026-01-01T01:30:00Z"))).toBe("an hour ago");
    expect(plain(true)).toBe("yes");
    expect(plain("first_game")).toBe("first game");
  });
});
