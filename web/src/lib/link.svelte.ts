/* One WebSocket that comes back by itself. */

/** The part of a WebSocket that is used; tests have one of their own. */
export interface Socket {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

interface Hooks {
  /** Before each attempt: what must be asked over HTTP first. */
  prepare: () => Promise<void>;
  /** The socket is open. */
  opened: () => void;
  heard: (text: string) => void;
  /** Whether an attempt that failed, or a connection that was closed with a code, is worth another. */
  again: (error: unknown, code: number | null) => Promise<boolean>;
}

const OPEN = 1;
const WAITS = [0.5, 1, 2, 4, 8, 15]; // seconds before the next attempt
const SILENCE = 25_000; // the server speaks every ten seconds

export class Link {
  state = $state<"connecting" | "open" | "lost">("connecting");
  /** Seconds until the next attempt, while the connection is lost. */
  retry = $state(0);

  private socket: Socket | null = null;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastHeard = 0;
  private closed = false;
  private readonly watchdog = setInterval(() => this.watch(), 1000);

  constructor(
    private readonly connect: () => Socket,
    private readonly hooks: Hooks,
  ) {
    globalThis.addEventListener?.("online", this.hurry);
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      await this.hooks.prepare();
      this.open();
    } catch (error) {
      if (await this.hooks.again(error, null)) this.lose();
    }
  }

  private open(): void {
    if (this.closed) return;
    const socket = this.connect();
    this.socket = socket;
    this.lastHeard = Date.now();
    socket.onopen = () => this.hooks.opened();
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.lastHeard = Date.now();
      this.hooks.heard(String(event.data));
    };
    socket.onclose = async ({ code }) => {
      if (socket !== this.socket || this.closed) return;
      this.socket = null;
      if (await this.hooks.again(null, code)) this.lose();
    };
  }

  /** The server has answered: the connection is as it should be. */
  arrived(): void {
    this.state = "open";
    this.attempts = 0;
    this.retry = 0;
  }

  private lose(): void {
    if (this.closed) return;
    this.state = "lost";
    const wait = WAITS[Math.min(this.attempts++, WAITS.length - 1)]!;
    const until = Date.now() + wait * 1000;
    clearTimeout(this.timer);
    const tick = (): void => {
      const left = until - Date.now();
      this.retry = Math.max(0, Math.ceil(left / 1000));
      if (left <= 0) void this.begin();
      else this.timer = setTimeout(tick, Math.min(left, 500));
    };
    tick();
  }

  /** Try again at once. */
  hurry = (): void => {
    if (this.state !== "lost" || this.closed) return;
    clearTimeout(this.timer);
    this.attempts = 0;
    void this.begin();
  };

  /** A long silence means that the connection is dead without having said so. */
  private watch(): void {
    if (this.socket?.readyState !== OPEN || Date.now() - this.lastHeard <= SILENCE) return;
    const dead = this.socket;
    this.socket = null;
    dead.close();
    this.lose();
  }

  send(body: object): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(body));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watchdog);
    globalThis.removeEventListener?.("online", this.hurry);
    this.socket?.close();
    this.socket = null;
  }
}
