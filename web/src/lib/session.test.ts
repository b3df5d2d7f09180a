import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Failed } from "./api";
import type { Socket } from "./link.svelte";
import type { Entry, Seat, State } from "./protocol";
import { TableSession } from "./session.svelte";

/* The session of a table on a socket of the test: what it says, and what it makes of what it hears. */

class FakeSocket implements Socket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  said: Record<string, unknown>[] = [];
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  get last(): Record<string, unknown> {
    return this.said.at(-1)!;
  }
}

const seat = (number: number, yours = false): Seat => ({
  seat: number,
  kind: "person",
  name: "Ana",
  player: null,
  level: null,
  yours,
  present: true,
  away: null,
  failed: false,
  resigned: false,
  contributed: false,
  back: false,
  key: null,
});
const SIGHT = { seat: 0, step: 0, to_act: 0, your_turn: true, digest: "d1", svg: null, moves: [], thinking: null };
const changing = (number: number) => ({
  number,
  status: "playing",
  seats: [seat(0, true), seat(1)],
  yours: [0],
  watchers: 0,
  sight: SIGHT,
  offers: [],
});
const whole = (number: number, more: object = {}): { type: "state"; state: State } => ({
  type: "state",
  state: { ...changing(number), log: [], ...more } as unknown as State,
});
const entry = (number: number, kind = "play"): Entry => ({ number, kind, lines: [] }) as unknown as Entry;
const update = (since: number, number: number, more: object = {}): object => ({
  type: "update",
  since,
  entries: Array.from({ length: number - since }, (_, i) => entry(since + i + 1)),
  ...changing(number),
  ...more,
});

let sockets: FakeSocket[];
let session: TableSession;
const server = {
  connect: () => {
    sockets.push(new FakeSocket());
    return sockets.at(-1)!;
  },
  get: vi.fn(),
  post: vi.fn(),
  introduce: vi.fn(),
};
const socket = (): FakeSocket => sockets.at(-1)!;
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function start(key = "", pictures = false): Promise<void> {
  session = new TableSession("k3v9w2x7ab", key, () => pictures, server);
  await settled();
  sockets[0]?.open();
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  for (const fake of [server.get, server.post, server.introduce]) fake.mockReset().mockResolvedValue({});
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
});

describe("coming in", () => {
  it("says hello and takes the whole table", async () => {
    await start();
    expect(socket().last).toEqual({ do: "hello", svg: false, moves: "full" });
    socket().hear(whole(7));
    expect(session.state?.number).toBe(7);
    expect(session.link.state).toBe("open");
  });
  it("presents the keys of a link once", async () => {
    await start("table-key.1.seat-key");
    expect(server.post.mock.calls).toEqual([
      ["tables/k3v9w2x7ab/enter", { key: "table-key" }],
      ["tables/k3v9w2x7ab/sit", { seat: 1, key: "seat-key" }],
    ]);
    socket().drop();
    await vi.advanceTimersByTimeAsync(600);
    expect(sockets).toHaveLength(2);
    expect(server.post).toHaveBeenCalledTimes(2);
  });
  it("says why a table cannot be shown, and tries no more", async () => {
    server.get.mockRejectedValue(new Failed({ code: "forbidden", text: "You need its whole address." }, 403));
    await start();
    socket().drop(1008);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(session.trouble?.text).toBe("You need its whole address.");
    expect(sockets).toHaveLength(1);
  });
});

describe("updates", () => {
  beforeEach(async () => {
    await start();
    socket().hear(whole(3));
  });
  it("replace all that changes, the number of watchers too", () => {
    socket().hear(update(3, 4, { watchers: 5, pace: "slow" }));
    expect(session.state).toMatchObject({ number: 4, watchers: 5, pace: "slow" });
    expect(session.fresh.map((one) => one.number)).toEqual([4]);
  });
  it("add only entries that are new", () => {
    socket().hear(update(3, 4));
    socket().hear(update(3, 5));
    expect(session.state?.log.map((one) => one.number)).toEqual([4, 5]);
  });
  it("are ignored if they are old", () => {
    socket().hear(update(1, 3, { watchers: 9 }));
    expect(session.state?.watchers).toBe(0);
  });
  it("ask for what is missing", () => {
    socket().hear(update(5, 6));
    expect(session.state?.number).toBe(3);
    expect(socket().last).toMatchObject({ do: "hello", since: 3 });
  });
  it("look from a seat that was just taken", () => {
    socket().hear(whole(3, { yours: [], sight: { ...SIGHT, seat: null } }));
    socket().hear(update(3, 4, { sight: { ...SIGHT, seat: null } }));
    expect(socket().last).toEqual({ do: "hello", svg: false, moves: "full" });
  });
  it("tell of a seat that somebody has taken", () => {
    socket().hear(update(3, 4, { seats: [seat(0), seat(1)], yours: [] }));
    expect(session.taken?.seat).toBe(0);
    socket().hear(update(4, 5));
    expect(session.taken).toBeNull();
  });
});

describe("the beat", () => {
  beforeEach(async () => {
    await start();
    socket().hear(whole(3));
  });
  it("changes nothing while it fits", () => {
    socket().hear({ type: "beat", number: 3, digest: "d1" });
    expect(socket().said).toHaveLength(1);
  });
  it.each([
    [4, "d1"],
    [3, "d2"],
  ])("asks for everything anew if it has %i and %s", (number, digest) => {
    socket().hear({ type: "beat", number, digest });
    expect(socket().said.at(-1)).toEqual({ do: "hello", svg: false, moves: "full" });
  });
  it("is missed: a silent connection is given up", async () => {
    await vi.advanceTimersByTimeAsync(27_000);
    expect(sockets.length).toBeGreaterThan(1);
    expect(session.link.state).toBe("lost");
  });
});

describe("a lost connection", () => {
  beforeEach(async () => {
    await start();
    socket().hear(whole(3));
    socket().drop();
    await settled();
  });
  it("is tried again after half a second, then later and later", async () => {
    expect(session.link.state).toBe("lost");
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
    socket().drop();
    await vi.advanceTimersByTimeAsync(600);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(3);
  });
  it("catches up and counts what was missed", async () => {
    await vi.advanceTimersByTimeAsync(500);
    socket().open();
    expect(socket().last).toMatchObject({ do: "hello", since: 3 });
    socket().hear(update(3, 5));
    expect(session.missed).toBe(2);
    expect(session.fresh).toEqual([]);
    expect(session.link.state).toBe("open");
  });
  it("sends again what was not answered, under the same id", async () => {
    const done = session.play("Ag6");
    await vi.advanceTimersByTimeAsync(500);
    socket().open();
    const again = socket().last;
    expect(again).toMatchObject({ do: "play", seat: 0, text: "Ag6", number: 3 });
    socket().hear(update(3, 4));
    socket().hear({ type: "reply", id: again["id"], ok: true, number: 4 });
    await expect(done).resolves.toMatchObject({ number: 4 });
    expect(session.waiting).toBe(false);
  });
});

describe("commands", () => {
  beforeEach(async () => {
    await start();
    socket().hear(whole(3));
  });
  it("are done when their effect is seen, not before", async () => {
    let done = false;
    void session.play("Ag6").then(() => (done = true));
    socket().hear({ type: "reply", id: socket().last["id"], ok: true, number: 4 });
    await settled();
    expect(done).toBe(false);
    socket().hear(update(3, 4));
    await settled();
    expect(done).toBe(true);
  });
  it("fail with the server's sentence", async () => {
    const done = session.play("Ag7");
    socket().hear({ type: "error", id: socket().last["id"], error: { code: "refused", text: "Not on the City." } });
    await expect(done).rejects.toThrow("Not on the City.");
  });
  it("bring the present state if they were too late", async () => {
    const done = session.play("Ag7");
    const error = { code: "stale", text: "The game has moved on.", number: 9, state: whole(9).state };
    socket().hear({ type: "error", id: socket().last["id"], error });
    await expect(done).rejects.toThrow("The game has moved on.");
    expect(session.state?.number).toBe(9);
  });
  it("ask why a path is refused", async () => {
    const why = session.why({ path: ["hand:A", "cell:g7"] });
    expect(socket().last).toMatchObject({ do: "why", seat: 0, path: ["hand:A", "cell:g7"] });
    const refusal = { code: "on-city", rule: "R5.1", text: "No.", anchor: null };
    socket().hear({ type: "reply", id: socket().last["id"], ok: true, number: 3, refusal, text: "Ag7" });
    await expect(why).resolves.toEqual(refusal);
  });
});

describe("pictures in pieces", () => {
  const svg = (pieces: number[], added: Record<number, string>): object => ({ ...SIGHT, svg: { pieces, new: added } });
  beforeEach(async () => {
    await start("", true);
    socket().hear(whole(3, { sight: svg([1, 2], { 1: "<svg>", 2: "</svg>" }) }));
  });
  it("are asked for and put together", () => {
    expect(socket().said[0]).toMatchObject({ svg: "pieces" });
    expect(session.state?.sight?.svg).toBe("<svg></svg>");
    socket().hear(update(3, 4, { sight: svg([1, 3, 2], { 3: "<g/>" }) }));
    expect(session.state?.sight?.svg).toBe("<svg><g/></svg>");
  });
  it("are asked for anew if one is missing", () => {
    socket().hear(update(3, 4, { sight: svg([1, 9], {}) }));
    expect(session.state?.number).toBe(3);
    expect(socket().last).toEqual({ do: "hello", svg: "pieces", moves: "full" });
  });
});
