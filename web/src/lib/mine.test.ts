import { describe, expect, it } from "vitest";
import { inOrder, modeOf, standOf } from "./mine";
import type { Row, Seat } from "./protocol";

const seat = (number: number, kind: Seat["kind"], level: number | null = null): Seat => ({
  seat: number,
  kind,
  name: "",
  player: null,
  level,
  yours: false,
  present: true,
  away: null,
  failed: false,
  resigned: false,
  contributed: false,
  back: false,
  key: null,
});
const row = (more: Partial<Row>): Row => ({
  table: "t",
  game: "other",
  title: "Other",
  status: "over",
  public: false,
  casual: true,
  created: "",
  changed: "",
  seats: [seat(0, "person"), seat(1, "bot", 3)],
  step: 1,
  to_act: null,
  yours: [0],
  given: null,
  waiting: false,
  result: [1, 0],
  ...more,
});

describe("my tables", () => {
  it("say how a game ended for me", () => {
    expect(standOf(row({}))).toBe("won");
    expect(standOf(row({ yours: [1] }))).toBe("lost");
    expect(standOf(row({ result: [0.5, 0.5] }))).toBe("drawn");
    expect(standOf(row({ result: [0, 0] }))).toBe("lost");
    expect(standOf(row({ result: [0], seats: [seat(0, "person")] }))).toBe("lost");
    expect(standOf(row({ result: [1], seats: [seat(0, "person")] }))).toBe("won");
    expect(standOf(row({ yours: [0, 1] }))).toBe("over");
    expect(standOf(row({ status: "playing", waiting: true, result: null }))).toBe("your move");
  });
  it("say whom I play with", () => {
    expect(modeOf(row({}))).toBe("level 3");
    expect(modeOf(row({ yours: [0, 1], seats: [seat(0, "person"), seat(1, "person")] }))).toBe("one screen");
    expect(modeOf(row({ seats: [seat(0, "person"), seat(1, "person")], casual: false }))).toBe("by link, serious");
    expect(modeOf(row({ seats: [seat(0, "person")] }))).toBe("solo");
  });
  it("stand in the order that I want", () => {
    const rows = [
      row({ table: "a", title: "B", changed: "1", yours: [1] }),
      row({ table: "b", title: "A", changed: "2" }),
      row({ table: "c", title: "B", changed: "3", yours: [1] }),
    ];
    expect(inOrder(rows, "last played").map((one) => one.table)).toEqual(["c", "b", "a"]);
    expect(inOrder(rows, "game").map((one) => one.table)).toEqual(["b", "c", "a"]);
    expect(inOrder(rows, "result").map((one) => one.table)).toEqual(["b", "c", "a"]);
  });
});
