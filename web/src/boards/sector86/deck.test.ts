import { beforeAll, describe, expect, it } from "vitest";
import {
  advance,
  clearedCards,
  departure,
  envelopes,
  face,
  type Face,
  flows,
  lacks,
  learn,
  list,
  long,
  payments,
  sending,
  short,
  type Station,
  suffices,
  sums,
} from "./deck";
import { newsOf } from "./news";

const card = (name: string, more: Partial<Face> = {}): Face => ({
  name,
  kind: "crew",
  class: "",
  type: "",
  fee: 0,
  cost: 3,
  skills: [0, 0, 0],
  contract: null,
  when: "",
  rule: "",
  flavour: "",
  picture: "",
  ...more,
});
const station: Station = {
  credits: [1],
  crew: [
    { id: "rivet", new: false },
    { id: "bolt", new: false },
    { id: "picket", new: false },
  ],
  facilities: [],
  missions: [],
  ports: { A: [["swift.1"]], B: [["mule.1"], []], C: [["ark.1"]] },
  served: [],
};
const crew = {
  rivet: { skills: [2, 0, 0], inspired: [1, 0, 0], inspires: false, cost: 3 },
  bolt: { skills: [0, 0, 2], inspired: [0, 0, 1], inspires: false, cost: 3 },
  picket: { skills: [0, 0, 0], inspired: [0, 0, 0], inspires: true, cost: 4 },
} as const;

beforeAll(() =>
  learn({
    skills: ["Maintenance", "Communications", "Assault"],
    deck: { redirect_fee: 1, scrap_value: 1, market_extra: 1, train_price: 2 },
    cards: {
      mule: card("Mule", { kind: "ship", class: "B" }),
      minefield: card("Waking Minefield", { kind: "mission", skills: [3, 0, 3] }),
    },
  }),
);

describe("cards", () => {
  it("are the same in every copy", () => expect(face("mule.3").name).toBe("Mule"));
  it("say their skills in letters and in words", () => {
    expect(short([2, 0, 1])).toBe("M2 A1");
    expect(long([2, 0, 1])).toBe("Maintenance 2, Assault 1");
    expect(list(["a", "b", "c"])).toBe("a, b and c");
    expect(lacks([3, 0, 3], [2, 5, 3])).toEqual([1, 0, 0]);
  });
});

describe("a team", () => {
  it("adds up its own skills, and what a Unionist adds apart", () => {
    expect(sums(["rivet", "bolt"], crew)).toEqual({ own: [2, 0, 2], more: [0, 0, 0] });
    expect(sums(["rivet", "bolt", "picket"], crew)).toEqual({ own: [2, 0, 2], more: [1, 0, 1] });
  });
  it("suffices only together with the Unionist", () => {
    expect(suffices("minefield", ["rivet", "bolt"], crew)).toBe(false);
    expect(suffices("minefield", ["picket", "bolt", "rivet"], crew)).toBe(true);
  });
  it("is sent in the order in which the crew stand, whoever was touched first", () => {
    expect(sending("minefield", new Set(["picket", "rivet"]), station, false)).toEqual([
      "send:minefield",
      "pick:rivet",
      "pick:picket",
    ]);
    expect(sending("minefield", new Set(["bolt"]), station, true)).toEqual(["pick:bolt"]);
  });
});

describe("a departure", () => {
  it("holds ships in dock order, whichever was touched first", () => {
    expect(departure(station, new Set(["ark.1", "swift.1"]), [])).toEqual(["hold:swift.1", "hold:ark.1", "go"]);
    expect(departure(station, new Set(["ark.1", "swift.1"]), ["swift.1"])).toEqual(["hold:ark.1", "go"]);
  });
});

describe("a plan", () => {
  it("goes on with the first move that is legal, past those that were forced", () => {
    expect(advance(["pick:a", "pick:b"], new Set(["pick:b", "pick:c"]))).toEqual({ play: "pick:b", rest: [] });
  });
  it("ends when nothing of it is legal", () => expect(advance(["hold:a"], new Set(["flip"]))).toBeNull());
});

describe("what is seen of the others", () => {
  it("shows who has sealed and who is waited for", () => {
    expect(envelopes({ asked: [1, 2], sealed: 1 })).toEqual([
      { seat: 1, sealed: true },
      { seat: 2, sealed: false },
    ]);
  });
  it("shows payments from seat to seat", () => {
    const events = [
      { event: "claims", seat: 0, claims: [[1, "rivet"]] },
      { event: "redirected", seat: 0, credits: 1, card: "mule.1" },
      { event: "bought", seat: 2, from: 0, credits: 3, card: "mule.1" },
      { event: "took", seat: 2, credits: 2 },
      { event: "sold", seat: 1, credits: 3, extra: 1, card: "rivet" },
    ];
    const ways = flows(events);
    expect(ways).toContainEqual({ from: 1, to: "discard", credits: 3 });
    expect(ways).toContainEqual({ from: 1, to: 0, credits: 1 });
    expect(ways).toContainEqual({ from: "deck", to: 2, credits: 2 });
    expect(payments(ways, 3)).toEqual([3, -4, -1]);
  });
  it("takes together what goes the same way, and leaves out what costs nothing", () => {
    const took = { event: "took", seat: 1, credits: 2 };
    const free = { event: "redirected", seat: 1, credits: 0, card: "mule.1" };
    expect(flows([took, free, took])).toEqual([{ from: "deck", to: 1, credits: 4 }]);
  });
  it("sweeps away what was queued, the card that brought it about among them", () => {
    const events = [
      { event: "flipped", card: "minefield" },
      { event: "flipped", card: "mule.2" },
      { event: "cleared", seat: 0, cards: 3 },
    ];
    expect(clearedCards(["rivet", "mule.1"], events)).toEqual(["rivet", "mule.1", "mule.2"]);
    expect(clearedCards(["rivet"], events.slice(0, 2))).toEqual([]);
  });
  it("says what nobody may miss", () => {
    const view = { seat: 0, stations: [station, station], options: { goal: 3 } } as never;
    expect(newsOf([{ event: "cleared", seat: 1, cards: 8 }], view, ["Vesna", "Juno"])).toEqual({
      text: "Juno clears the queue: 8 cards are gone, and the turn is over",
      bad: true,
    });
    expect(newsOf([{ event: "flipped", seat: 1, card: "mule.1" }], view, ["Vesna", "Juno"])).toBeNull();
  });
});
