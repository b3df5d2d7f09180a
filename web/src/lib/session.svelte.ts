/* A table as this tab sees it: commands that are never done twice and never forgotten, and a state that the two rules of
 * the protocol keep right. */
import { Failed, get, introduce, post } from "./api";
import { Link, type Socket } from "./link.svelte";
import { PieceBox } from "./pieces";
import type { Commands, Entry, Failure, Hello, Message, Refusal, Reply, Seat, Sight, State, Update } from "./protocol";
import type * as sent from "./protocol.gen";

/** What a command takes besides its name and its id. */
export type Body<C extends keyof Commands> = Omit<Commands[C][0], "do" | "id">;
export type Answer<C extends keyof Commands> = Commands[C][1];
/** Carries a command out; null if it failed, which has been said then. */
export type Act = <C extends keyof Commands>(command: C, body: Body<C>) => Promise<Answer<C> | null>;

interface Pending {
  body: object;
  resolve: (reply: Reply) => void;
  reject: (error: Failed) => void;
}

/** How a session reaches its server. */
export interface Server {
  connect: (table: string) => Socket;
  get: typeof get;
  post: typeof post;
  introduce: typeof introduce;
}

const BROWSER: Server = {
  connect: (table) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/live`) as Socket;
  },
  get,
  post,
  introduce,
};

const FINAL = new Set(["unknown-table", "forbidden", "unavailable"]);
const FORBIDDEN = 1008;

export class TableSession {
  state = $state.raw<State | null>(null);
  /** What makes this table impossible to show, in the server's words. */
  trouble = $state.raw<Failure | null>(null);
  /** What the server could not tell us just now. */
  fault = $state("");
  /** Moves that were made while we were away; 0 when somebody has looked. */
  missed = $state(0);
  /** What the last update added, for animation; plays only. */
  fresh = $state.raw<Entry[]>([]);
  /** A seat that was ours a moment ago and is somebody else's now. */
  taken = $state.raw<Seat | null>(null);

  readonly link: Link;
  private pending = new Map<string, Pending>();
  /** Answers to what this tab has not seen happen yet: until it has, nobody is asked anew. */
  private early: Reply[] = [];
  private seat: number | null | undefined = undefined;
  private pieces = new PieceBox();

  /** `key` is the part of the link behind #; `pictures` says whether this table needs its picture. */
  constructor(
    readonly table: string,
    private key: string,
    private readonly pictures: () => boolean,
    private readonly server: Server = BROWSER,
  ) {
    this.link = new Link(() => server.connect(table), {
      prepare: () => this.present(),
      opened: () => this.opened(),
      heard: (text) => this.hear(JSON.parse(text) as Message),
      again: (error, code) => this.again(error, code),
    });
  }

  /** A link may hold the table's key, and behind it the key of a seat for another device of the same player. */
  private async present(): Promise<void> {
    if (!this.key) return void (await this.server.introduce());
    const [tableKey = "", seat, seatKey] = this.key.split(".");
    await this.server.post(`tables/${this.table}/enter`, { key: tableKey });
    if (seat !== undefined && seatKey) {
      await this.server.post(`tables/${this.table}/sit`, { seat: Number(seat), key: seatKey });
    }
    this.key = "";
  }

  private opened(): void {
    this.hello(this.state !== null);
    for (const [id, { body }] of this.pending) this.link.send({ ...body, id });
  }

  /** Whether it is worth another attempt. A connection that was refused does not say why; a plain request does. */
  private async again(error: unknown, code: number | null): Promise<boolean> {
    let failed = error;
    if (code === FORBIDDEN || (code !== null && !this.state)) {
      failed = await this.server.get(`tables/${this.table}`).catch((why: unknown) => why);
    }
    if (!(failed instanceof Failed) || !FINAL.has(failed.code)) return true;
    this.trouble = failed.failure;
    return false;
  }

  private hello(again: boolean): void {
    const body: Hello = { do: "hello", svg: this.pictures() && "pieces", moves: "full" };
    if (this.seat !== undefined) body.seat = this.seat;
    if (again && this.state) body.since = this.state.number;
    this.link.send(body);
  }

  // Hearing

  private hear(message: Message): void {
    switch (message.type) {
      case "state":
        return this.replace(message.state);
      case "update":
        return this.update(message);
      case "presence":
        if (this.state) {
          const sight = this.state.sight && { ...this.state.sight, thinking: message.thinking };
          this.state = { ...this.state, seats: message.seats, watchers: message.watchers, sight };
        }
        return;
      case "beat":
        if (!this.state) return;
        if (message.number !== this.state.number || message.digest !== (this.state.sight?.digest ?? null)) {
          this.hello(false);
        }
        return;
      case "reply":
        this.early.push(message);
        return this.caughtUp(false);
      case "error":
        return this.refused(message.id, message.error);
    }
  }

  /** A sight with its picture put together; undefined if a piece is missing. */
  private joined(sight: sent.Sight | null): Sight | null | undefined {
    if (!sight) return null;
    const svg = typeof sight.svg === "object" && sight.svg ? this.pieces.join(sight.svg) : sight.svg;
    return svg === null && sight.svg !== null ? undefined : ({ ...sight, svg } as Sight);
  }

  private replace(state: sent.State): void {
    const sight = this.joined(state.sight);
    if (sight === undefined) return this.hello(false);
    this.link.arrived();
    this.fault = "";
    if (state.number !== this.state?.number) this.fresh = []; // the same moment from another seat goes on moving
    this.compare(state.seats);
    this.state = { ...state, sight };
    this.caughtUp(true);
  }

  private update(message: Update): void {
    const sight = this.joined(message.sight);
    if (sight === undefined) return this.hello(false);
    const state = this.state;
    if (!state) return;
    if (message.since > state.number) return this.hello(true);
    const back = this.link.state !== "open";
    this.link.arrived();
    if (message.number <= state.number && !back) return;
    const { type: _type, since: _since, entries, ...changed } = message;
    const added = entries.filter((entry) => entry.number > state.number);
    const plays = added.filter((entry) => entry.kind === "play");
    if (back) this.missed += plays.length;
    this.fresh = back ? [] : plays;
    this.compare(changed.seats);
    this.state = { ...state, ...changed, sight, log: [...state.log, ...added] };
    this.caughtUp(false);
    if (this.seat === undefined && sight?.seat === null && changed.yours.length) this.hello(false); // we sat down
  }

  private refused(id: string | null, failure: Failure): void {
    if (failure.state) this.replace(failure.state);
    const error = new Failed(failure, 409);
    if (id) this.settle(id, (one) => one.reject(error));
    else if (FINAL.has(failure.code)) this.trouble = failure;
    else if (failure.code === "internal" && this.pending.size === 0) this.fault = failure.text;
    else for (const one of [...this.pending.keys()]) this.settle(one, (waiting) => waiting.reject(error));
  }

  /** Hand out the answers whose effect is in the state now; a whole state has everything. */
  private caughtUp(whole: boolean): void {
    const here = (reply: Reply): boolean => whole || reply.number <= (this.state?.number ?? 0);
    const ready = this.early.filter(here);
    this.early = this.early.filter((reply) => !here(reply));
    for (const reply of ready) if (reply.id) this.settle(reply.id, (one) => one.resolve(reply));
  }

  /** Whether somebody has taken a seat from us; who resigned has given it up. */
  private compare(seats: readonly Seat[]): void {
    const ours = this.state?.status === "playing" ? this.state.yours : [];
    const gone = ours.map((seat) => seats[seat]!).find((seat) => !seat.yours && !seat.resigned);
    if (gone) this.taken = gone;
    else if (this.taken && seats[this.taken.seat]?.yours) this.taken = null;
  }

  private settle(id: string, how: (pending: Pending) => void): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    how(pending);
  }

  // Doing

  /** Do something at the table. It is sent again after a lost connection, under the same id, until it is answered. */
  do<C extends keyof Commands>(command: C, body: Body<C>): Promise<Answer<C>> {
    const id = makeId();
    return new Promise((resolve, reject) => {
      const full = { do: command, ...body };
      this.pending.set(id, { body: full, resolve: (reply) => resolve(reply as unknown as Answer<C>), reject });
      this.link.send({ ...full, id });
    });
  }

  play(text: string): Promise<Answer<"play">> {
    return this.do("play", { seat: this.looking, text, number: this.state!.number });
  }

  async why(about: { path?: string[]; text?: string }): Promise<Refusal | null> {
    return (await this.do("why", { seat: this.looking, ...about })).refusal;
  }

  /** The seat that looks; one may have sat down since the whole state came. Only who sits does anything. */
  get looking(): number {
    return this.state?.sight?.seat ?? 0;
  }

  /** Look from another seat of ours. */
  lookFrom(seat: number | null): void {
    this.seat = seat;
    this.hello(false);
  }

  /** Ask for everything anew. */
  refresh = (): void => this.hello(false);

  /** Whether something that we did is still to be answered. */
  get waiting(): boolean {
    return this.pending.size > 0;
  }

  close(): void {
    this.link.close();
  }
}

/** crypto.randomUUID is missing where the page comes over plain HTTP from another machine. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
