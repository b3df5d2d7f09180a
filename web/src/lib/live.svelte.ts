/* A table as this tab sees it: one WebSocket that comes back by itself, commands that are never done twice and never
 * forgotten, and a state that the two rules of the protocol keep right. */
import { Failed, get, introduce, post } from "./api";
import type { Entry, Failure, Json, Message, Pace, Pieces, Refusal, Seat, Sight, State } from "./protocol";

interface Pending {
  body: Json;
  resolve: (reply: Json) => void;
  reject: (error: Failed) => void;
}

type Reply = Extract<Message, { type: "reply" }>;

const FINAL = new Set(["unknown-table", "forbidden", "unavailable"]);
const WAITS = [0.5, 1, 2, 4, 8, 15]; // seconds before the next attempt

export class Live {
  state = $state.raw<State | null>(null);
  /** What makes this table impossible to show, in the server's words. */
  trouble = $state.raw<Failure | null>(null);
  link = $state<"connecting" | "open" | "lost">("connecting");
  /** What the server could not tell us just now. */
  fault = $state("");
  /** Seconds until the next attempt, while the connection is lost. */
  retry = $state(0);
  /** Moves that were made while we were away; 0 when somebody has looked. */
  missed = $state(0);
  /** What the last update added, for animation; plays only. */
  fresh = $state.raw<Entry[]>([]);

  /** A seat that was ours a moment ago and is somebody else's now. */
  taken = $state.raw<Seat | null>(null);

  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  /** Answers to what this tab has not seen happen yet: until it has, nobody is asked anew. */
  private early: Reply[] = [];
  private attempts = 0;
  private timer = 0;
  private closed = false;
  private seat: number | null | undefined = undefined;
  /** The last picture: its pieces by their numbers. */
  private pieces = new Map<number, string>();
  private lastHeard = 0;
  private watchdog = 0;

  constructor(
    readonly table: string,
    private key: string,
    private svg: () => boolean,
  ) {
    this.watchdog = window.setInterval(() => this.watch(), 1000);
    addEventListener("online", this.hurry);
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      if (this.key) await this.present();
      else await introduce();
      this.open();
    } catch (error) {
      if (error instanceof Failed && FINAL.has(error.code)) this.trouble = error.failure;
      else this.lose();
    }
  }

  /** A link may hold the table's key, and behind it the key of a seat for another device of the same player. */
  private async present(): Promise<void> {
    const [tableKey = "", seat, seatKey] = this.key.split(".");
    await post(`tables/${this.table}/enter`, { key: tableKey });
    if (seat !== undefined && seatKey) {
      await post(`tables/${this.table}/sit`, { seat: Number(seat), key: seatKey });
    }
    this.key = "";
  }

  private open(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.socket = socket;
    this.link = this.state ? this.link : "connecting";
    this.lastHeard = Date.now();
    socket.onopen = () => {
      this.hello(this.state !== null);
      for (const [id, { body }] of this.pending) this.send({ ...body, id });
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.lastHeard = Date.now();
      this.hear(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      this.socket = null;
      if (event.code === 1008 || !this.state) void this.askWhy();
      else this.lose();
    };
  }

  /** A connection that was refused does not say why; a plain request does. */
  private async askWhy(): Promise<void> {
    try {
      await get(`tables/${this.table}`);
      this.lose();
    } catch (error) {
      if (error instanceof Failed && FINAL.has(error.code)) this.trouble = error.failure;
      else this.lose();
    }
  }

  private lose(): void {
    if (this.closed) return;
    this.link = "lost";
    const wait = WAITS[Math.min(this.attempts++, WAITS.length - 1)]!;
    this.retry = Math.ceil(wait);
    clearTimeout(this.timer);
    const until = Date.now() + wait * 1000;
    const tick = (): void => {
      const left = until - Date.now();
      if (left <= 0) {
        this.retry = 0;
        void this.begin();
      } else {
        this.retry = Math.ceil(left / 1000);
        this.timer = window.setTimeout(tick, Math.min(left, 500));
      }
    };
    tick();
  }

  /** Try again at once. */
  hurry = (): void => {
    if (this.link !== "lost" || this.closed) return;
    clearTimeout(this.timer);
    this.attempts = 0;
    void this.begin();
  };

  /** The server speaks every ten seconds; a silence means that the connection is dead without having said so. */
  private watch(): void {
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.lastHeard > 25_000) {
      const dead = this.socket;
      this.socket = null;
      dead.close();
      this.lose();
    }
  }

  private hello(again: boolean): void {
    const body: Json = { do: "hello", svg: this.svg() && "pieces", moves: "full" };
    if (this.seat !== undefined) body["seat"] = this.seat;
    if (again && this.state) body["since"] = this.state.number;
    this.send(body);
  }

  private send(body: Json): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(body));
  }

  /** Put a picture together that came in pieces; false if we lack one. */
  private joined(sight: Sight | null): boolean {
    const sent = sight && (sight.svg as string | Pieces | null);
    if (!sent || typeof sent === "string") return true;
    const whole = new Map<number, string>();
    for (const number of sent.pieces) {
      const piece = sent.new[number] ?? this.pieces.get(number);
      if (piece === undefined) return false;
      whole.set(number, piece);
    }
    this.pieces = whole;
    sight.svg = sent.pieces.map((number) => whole.get(number)).join("");
    return true;
  }

  private hear(message: Message): void {
    if (message.type === "state" && !this.joined(message.state.sight)) return this.hello(false);
    if (message.type === "update" && !this.joined(message.sight)) return this.hello(false);
    switch (message.type) {
      case "state":
        this.arrived();
        this.fault = "";
        this.fresh = [];
        this.compare(message.state.seats);
        this.state = message.state;
        this.caughtUp(true);
        break;
      case "update":
        this.update(message);
        break;
      case "presence":
        if (this.state) {
          const sight = this.state.sight && { ...this.state.sight, thinking: message.thinking };
          this.state = { ...this.state, seats: message.seats, watchers: message.watchers, sight };
        }
        break;
      case "beat":
        if (this.state && (message.number !== this.state.number || (message.digest ?? null) !== (this.state.sight?.digest ?? null))) {
          this.hello(false);
        }
        break;
      case "reply":
        this.early.push(message);
        this.caughtUp(false);
        break;
      case "error":
        if (message.error.state) {
          this.state = message.error.state;
          this.caughtUp(true);
        }
        if (message.id) this.settle(message.id, (one) => one.reject(new Failed(message.error, 409)));
        else if (FINAL.has(message.error.code)) this.trouble = message.error;
        else if (message.error.code === "internal" && this.pending.size === 0) this.fault = message.error.text;
        else for (const id of [...this.pending.keys()]) this.settle(id, (one) => one.reject(new Failed(message.error, 400)));
        break;
    }
  }

  private update(message: Extract<Message, { type: "update" }>): void {
    const state = this.state;
    if (!state) return;
    if (message.since > state.number) return this.hello(true);
    const back = this.link !== "open";
    this.arrived();
    if (message.number <= state.number && !back) return;
    const entries = message.entries.filter((entry) => entry.number > state.number);
    const plays = entries.filter((entry) => entry.kind === "play");
    if (back && plays.length) this.missed += plays.length;
    const { sight, seats, status, offers, ending, seed, pace, replay, rematch } = message;
    this.fresh = back ? [] : plays;
    this.compare(seats);
    this.state = {
      ...state,
      number: message.number,
      log: [...state.log, ...entries],
      yours: seats.filter((seat) => seat.yours).map((seat) => seat.seat),
      ...{ sight, seats, status, offers, ending, seed, pace, replay, rematch },
    };
    this.caughtUp(false);
    if (this.seat === undefined && sight?.seat === null && this.state.yours.length) this.hello(false); // we sat down
  }

  /** Hand out the answers whose effect is in the state now; a whole state has everything. */
  private caughtUp(whole: boolean): void {
    const here = (reply: Reply): boolean => whole || (reply.number ?? 0) <= (this.state?.number ?? 0);
    const ready = this.early.filter(here);
    this.early = this.early.filter((reply) => !here(reply));
    for (const reply of ready) if (reply.id) this.settle(reply.id, (one) => one.resolve(reply));
  }

  /** Whether somebody has taken a seat from us; who resigned has given it up. */
  private compare(seats: readonly Seat[]): void {
    const gone = (this.state?.status === "playing" ? this.state.yours : []).map((seat) => seats[seat]!).filter((seat) => !seat.yours && !seat.resigned);
    if (gone.length) this.taken = gone[0]!;
    else if (this.taken && seats[this.taken.seat]?.yours) this.taken = null;
  }

  private arrived(): void {
    this.link = "open";
    this.attempts = 0;
    this.retry = 0;
  }

  private settle(id: string, how: (pending: Pending) => void): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    how(pending);
  }

  /** Do something at the table. It is sent again after a lost connection, under the same id, until it is answered. */
  do<T extends Json = Json>(command: string, body: Json = {}): Promise<T> {
    const id = makeId();
    return new Promise<T>((resolve, reject) => {
      const full = { do: command, ...body };
      this.pending.set(id, { body: full, resolve: (reply) => resolve(reply as T), reject });
      this.send({ ...full, id });
    });
  }

  play(text: string): Promise<Json> {
    return this.do("play", { seat: this.looking, text, number: this.state!.number });
  }

  async why(body: { path?: readonly string[]; text?: string }): Promise<Refusal | null> {
    const reply = await this.do<{ refusal: Refusal | null }>("why", { seat: this.looking, ...body });
    return reply.refusal;
  }

  /** The seat that looks: one may have sat down since the whole state came. */
  private get looking(): number | null {
    return this.state?.sight?.seat ?? null;
  }

  /** Look from another seat of ours. */
  lookFrom(seat: number | null): void {
    this.seat = seat;
    this.hello(false);
  }

  /** Ask for everything anew. */
  refresh = (): void => this.hello(false);

  get waiting(): boolean {
    return this.pending.size > 0;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watchdog);
    removeEventListener("online", this.hurry);
    this.socket?.close();
    this.socket = null;
  }
}

export type { Pace };

/** crypto.randomUUID is missing where the page comes over plain HTTP from another machine. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
