import { describe, expect, it } from "vitest";
import { berth, corner, type MapFacts, sheet, tagOf, threatWords, type Way } from "./model";
import { type Facts } from "./model";
import { stagesOf } from "./motion";
import { rowsOf } from "./rows";

const MEDIUM: MapFacts = {
  id: "medium",
  rows: 4,
  columns: 2,
  zones: {},
  beside: [["a1"], ["a4"]],
  cards: null,
};
const way = (more: Partial<Way>): Way => ({
  text: "L-b2",
  to: "zone:b2",
  end: "zone:b2",
  route: ["b2"],
  cost: 1,
  speed: 3,
  warp: null,
  foe: null,
  result: "stop",
  ...more,
});

describe("the sheet", () => {
  it("has zones of 150 px or more on a desktop and fits the room", () => {
    for (const rows of [4, 6])
      for (const columns of [1, 2, 3]) {
        const on = sheet({ ...MEDIUM, rows, columns }, { width: 850, height: 780 }, false, false);
        expect(on.zone.width).toBeGreaterThanOrEqual(150);
        expect(on.width).toBeLessThanOrEqual(850);
        expect(on.height).toBeLessThanOrEqual(780.01);
      }
  });
  it("fits a phone, its base rows folded", () => {
    const on = sheet({ ...MEDIUM, rows: 6, columns: 3 }, { width: 390, height: 0 }, false, true);
    expect(on.folded).toBe(true);
    expect(on.width).toBe(390);
    expect(on.height).toBeLessThan(440);
  });
  it("is turned for the upper side, letters and numbers with it", () => {
    const plain = sheet(MEDIUM, { width: 850, height: 780 }, false, false);
    const turned = sheet(MEDIUM, { width: 850, height: 780 }, true, false);
    expect(corner(plain, "a1")).toEqual(corner(turned, "b4"));
  });
  it("keeps two ships of a zone apart and inside it", () => {
    for (const phone of [false, true]) {
      const on = sheet({ ...MEDIUM, columns: 3 }, { width: phone ? 390 : 850, height: 600 }, false, phone);
      const [one, two] = [berth(on, "b2", 0), berth(on, "b2", 1)];
      const { x, y } = corner(on, "b2");
      expect(two.x).toBeGreaterThanOrEqual(one.x + one.size);
      expect(two.x + two.size).toBeLessThanOrEqual(x + on.zone.width);
      expect(two.y + two.size).toBeLessThanOrEqual(y + on.zone.height);
    }
  });
});

describe("tags", () => {
  it("say how a fight ends, where a hole leads, and what a base loses", () => {
    expect(tagOf([way({ foe: "ship:1L", result: "won", damage: 3, against: 1, claims: "b2" })])!.text).toBe(
      "3 to 1, won; claims",
    );
    expect(tagOf([way({ warp: "a3", foe: "ship:1L", result: "tied", damage: 1, against: 1 })])!.text).toBe(
      "to a3: 1 to 1, tied",
    );
    expect(tagOf([way({ result: "hit", damage: 3, absorbed: 1, health: 2 })])!.text).toBe("3 - 1 shield = 2 Health");
    expect(tagOf([way({ result: "hit", damage: 1, absorbed: 1 })])!.short).toBe("shield -1");
    expect(tagOf([way({ result: "wins", damage: 1, absorbed: 0, health: 1 })])!.text).toBe("1 Health, wins");
    expect(tagOf([way({ stuck: true })])!.kind).toBe("stuck");
    expect(tagOf([way({ foe: "ship:1L" }), way({ foe: "ship:1M" })])!.text).toBe("choose whom to fight");
  });
});

it("a threat says what comes and what there is", () => {
  const threat = { ships: [], ability: null, damage: 1, shield: 0, health: 1, left: 0, lethal: true };
  expect(threatWords(threat, "Altair", true)).toBe("Altair can hit for 1, you have 1");
  expect(threatWords({ ...threat, shield: 2, deadly: 0.4 }, "Automa", true)).toBe(
    "Automa can hit for 1, you have 1 + 2 shield (40 % of its cards)",
  );
});

const ship = (at: string | null): object => ({
  name: "Light",
  at,
  up: false,
  refit: { level: 2, cost: 3, missing: 1 },
  build: { level: 1, cost: 2 },
});
const side = (at: string | null): object => ({
  health: 1,
  shield: 1,
  level: 1,
  cap: 7,
  collect: {
    parts: [
      { from: null, why: "base", n: 2 },
      { from: "b1", why: "mine", n: 1 },
    ],
    sum: 3,
    gain: 1,
    lost: 2,
  },
  levelup: { level: 2, cost: 3, missing: 1, builds: [], refits: ["L"] },
  shield_up: null,
  ships: { L: ship(at), M: ship(null), S: ship(null), H: ship(null) },
  ability: null,
});

it("rows say the sum, what is lost, and what is missing", () => {
  const rows = rowsOf(side("b1") as Facts["sides"][0], { acted: false, phase: "main" });
  expect(rows.map((row) => row.title)).toEqual([
    "Collect 1",
    "Base to level 2",
    "Shield at its last level",
    "Upgrade a ship",
  ]);
  expect(rows[0]!.result).toBe("base 2 + b1 mine 1; 2 lost, you hold 7 at most");
  expect(rows[1]!.missing).toBe("costs 3, you have 2");
  expect(rows[3]!.missing).toBe("Light needs level 2");
});

const facts = (sides: object[], more: object = {}): Facts =>
  ({ sides, reach: {}, planets: {}, automa: null, ...more }) as unknown as Facts;

it("motion follows the route, then the shield falls before the heart", () => {
  const before = facts([side("a2"), side(null)], {
    reach: { "ship:0L": [way({ to: "base:1", route: ["a3", "base1"] })] },
  });
  const events = [
    { event: "move", things: { ship: "ship:0L", from: "zone:a2", to: "base:1" } },
    { event: "hit", seat: 1, damage: 2, absorbed: 1, shield: 0, h: 0, things: { ship: "ship:0L", at: "base:1" } },
  ];
  const after = facts([side(null), { ...side(null), health: 0, shield: 0 }]);
  const stages = stagesOf(before, after, [{ number: 7, events, told: [1, 2], lines: ["It goes", "It hits"] }]);
  expect(stages.map((stage) => stage.told)).toEqual([1, 1, 2, 2]);
  expect(stages.map((stage) => stage.facts.sides[0].ships.L.at)).toEqual(["a3", "base1", "base1", null]);
  expect(stages.map(({ facts: { sides } }) => [sides[1].health, sides[1].shield])).toEqual([
    [1, 1],
    [1, 1],
    [1, 0],
    [0, 0],
  ]);
});

it("rings, numbers and cards follow the step that is shown", () => {
  const automa = { deck: ["A1", "A2"], turn_cards: ["A3"], level: 1, next_level: 3, cards: { A1: [], A2: [], A3: [] } };
  const planet = (claim: 0 | 1 | null, contested = false): object => ({ b2: { claim, contested, gives: 1 } });
  const enemy = { ...side("b3"), automa: true, resources: 3 };
  const before = facts([{ ...side("b1"), resources: 4 }, enemy], { planets: planet(0), automa });
  const after = facts(
    [
      { ...side("b1"), resources: 6 },
      { ...enemy, resources: 4 },
    ],
    {
      planets: planet(null, true),
      automa: { ...automa, deck: ["A2"], turn_cards: ["A1"], next_level: 2 },
    },
  );
  const events = [
    { event: "gain", seat: 0, n: 2, r: 6, things: { at: "base:0" } },
    { event: "turn", turn: 4, seat: 1 },
    { event: "draw", card: "A1", order: "cf:P" },
    { event: "move", seat: 1, things: { ship: "ship:1L", from: "zone:b3", to: "zone:b2" } },
    { event: "unclaim", seat: 0, at: "b2", things: { at: "zone:b2" } },
    { event: "income", r: 4 },
  ];
  const told = [1, 1, 2, 3, 4, 5];
  const stages = stagesOf(before, after, [{ number: 7, events, told, lines: ["a", "b", "c", "d", "e"] }]);
  expect(stages.map((stage) => stage.told)).toEqual([1, 2, 3, 4, 5]);
  expect(stages.map((stage) => stage.facts.sides[0].resources)).toEqual([6, 6, 6, 6, 6]);
  expect(stages.map((stage) => stage.facts.sides[1].resources)).toEqual([3, 3, 3, 3, 4]);
  expect(stages.map((stage) => stage.facts.planets["b2"]!.claim)).toEqual([0, 0, 0, null, null]);
  expect(stages.map((stage) => stage.facts.planets["b2"]!.contested)).toEqual([false, false, false, true, true]);
  expect(stages.map((stage) => stage.facts.automa!.turn_cards)).toEqual([["A3"], ["A1"], ["A1"], ["A1"], ["A1"]]);
});
