/* The page of a table without its markup: what is shown of it just now, and what the buttons do. */
import { type Board, type BoardProps, needsPicture, type Told } from "../boards/board";
import { get, post, query } from "./api";
import { contribute } from "./fairplay";
import { type Hint, hintOf } from "./hint";
import { tablePath, replayPath } from "./links";
import { keep } from "./memory";
import { type Circumstances, type Notice, notices } from "./notices";
import { Picking } from "./picking.svelte";
import type { Entry, Moment, Move, Seat, Sight, State } from "./protocol";
import { router } from "./route.svelte";
import { isCovered, isOurTurn, type Lots, lotsOf, nextTaker, otherSeats } from "./seating";
import { type Act, type Answer, type Body, TableSession } from "./session.svelte";
import { capital, ended, fill, filledEntry, filledMove, filledThing, toldSoFar } from "./words";

const NONE: readonly Move[] = [];

export class TablePage {
  /** The game's own board, once it is loaded. */
  board = $state.raw<Board | null>(null);
  /** What went wrong last, in the server's words. */
  complaint = $state("");
  hint = $state.raw<Hint | null>(null);
  /** The moment that is looked back on. */
  past = $state.raw<Moment | null>(null);
  /** On one screen: the seat that has taken it. */
  private uncovered = $state<number | null>(null);
  private sending = $state(false);
  /** Whether the draw for the first player has been read. */
  private lotsSeen = $state(false);
  private looks = 0; // an answer that comes after the next question, or after the return, is dropped
  private drawn = true; // whether this table needs its picture; most do, so it comes at once
  readonly session: TableSession;
  readonly picking: Picking;

  constructor(id: string, key: string) {
    this.session = new TableSession(id, key, () => this.drawn);
    this.picking = new Picking({
      moves: () => this.moves,
      play: (move) => void this.play(move),
      why: (path) => this.session.why({ path: [...path] }),
    });
  }

  // What is shown

  readonly table: State | null = $derived.by(() => this.session.state);
  readonly sight: Sight | null = $derived.by(() => this.table?.sight ?? null);
  readonly names: string[] = $derived.by(() => this.table?.seats.map((seat) => seat.name) ?? []);
  /** Whether several of us share this screen. */
  readonly several: boolean = $derived.by(() => (this.table?.yours.length ?? 0) > 1);
  readonly playing: boolean = $derived.by(() => this.table?.status === "playing");
  readonly ourTurn: boolean = $derived.by(() => this.table !== null && isOurTurn(this.table));
  readonly covered: boolean = $derived.by(() => this.table !== null && isCovered(this.table, this.uncovered));
  readonly taker: Seat | null = $derived.by(() => this.table && nextTaker(this.table));
  /** Who had the screen before it was covered. */
  readonly giver: Seat | null = $derived.by(() => {
    const from = this.uncovered;
    return from !== null && from !== this.taker?.seat ? (this.table?.seats[from] ?? null) : null;
  });
  readonly others: Seat[] = $derived.by(() => (this.table ? otherSeats(this.table) : []));
  readonly ownSeat: Seat | null = $derived.by(() => this.table?.seats[this.sight?.seat ?? -1] ?? null);
  /** The bot that is choosing just now. */
  readonly thinker: Seat | null = $derived.by(() => this.table?.seats[this.sight?.thinking ?? -1] ?? null);
  /** Whether whoever looks plays, and may act from here. */
  readonly canAct: boolean = $derived.by(() => this.ownSeat !== null && this.playing && !this.covered);

  /** Who is called "you" in texts: nobody where several sit at one screen. */
  readonly reader: number | null = $derived.by(() => (this.several ? null : (this.sight?.seat ?? null)));
  /** The draw for the first player, at the start of a game. */
  readonly lots: Lots | null = $derived.by(() =>
    this.table && !this.lotsSeen && !this.covered ? lotsOf(this.table, this.reader) : null,
  );
  readonly log: Entry[] = $derived.by(() => this.table?.log.map((entry) => this.filled(entry)) ?? []);
  readonly plays: Entry[] = $derived.by(() => this.log.filter((entry) => entry.kind === "play"));
  /** How far the board has come in showing what happened; null: it shows how things stand. */
  readonly told: Told | null = $derived.by(() => (this.past ? null : (this.board?.told?.() ?? null)));
  /** The log as far as the board has come. */
  readonly toldLog: Entry[] = $derived.by(() => toldSoFar(this.log, this.told));
  readonly props: BoardProps | null = $derived.by(() => this.boardProps());
  /** What is expected, and of whom. */
  readonly asked: string = $derived.by(() => {
    if (!this.table || !this.sight) return "";
    if (this.table.status === "over") return this.ending || "The game is over";
    return fill(this.sight.asked, this.names, this.reader);
  });
  readonly ending: string = $derived.by(() => {
    const ending = this.table?.ending;
    return ending ? ended(ending, this.plays.at(-1)) : "";
  });
  /** What the prompt says. */
  readonly say: string = $derived.by(() => this.prompt());
  readonly moves: readonly Move[] = $derived.by(() => {
    const { sight } = this;
    const waits = this.covered || this.past || this.sending || this.session.link.state !== "open";
    if (!sight?.your_turn || waits || !sight.moves.length) return NONE;
    return sight.moves.map((move) => filledMove(move, this.names, this.reader));
  });
  /** Whose move is taken back: on one screen that of whoever played last. */
  private readonly backer: number | null = $derived.by(() => {
    const seat = this.plays.at(-1)?.seat ?? null;
    return this.several && seat !== null && this.table?.yours.includes(seat) ? seat : null;
  });
  readonly undo: Sight["undo"] = $derived.by(() => (this.backer !== null ? "consent" : (this.sight?.undo ?? null)));

  readonly notices: Notice[] = $derived.by(() => {
    const { session, table, complaint } = this;
    if (!table) return [];
    const { fault, missed, taken, waiting, link } = session;
    const about: Circumstances = {
      table,
      complaint,
      fault,
      missed,
      taken,
      waiting,
      link: link.state,
      retry: link.retry,
    };
    return notices(about, {
      hurry: link.hurry,
      refresh: session.refresh,
      dismissComplaint: () => (this.complaint = ""),
      dismissTaken: () => (session.taken = null),
      replaceBot: (seat) => void this.act("bot", { seat: seat.seat, level: seat.level ?? 3 }),
      sit: (seat) => void this.act("sit", { seat: seat.seat }),
      showMissed: () => this.showMissed(),
    });
  });

  private filled(entry: Entry): Entry {
    return filledEntry(entry, this.names, this.reader);
  }

  private boardProps(): BoardProps | null {
    const { table, sight, past, names, picking } = this;
    const seen = past ?? sight;
    if (!table || !seen) return null;
    const play = past?.entry?.kind === "play" ? this.filled(past.entry) : null;
    return {
      table: table.table,
      game: table.game,
      view: seen.view,
      facts: seen.facts ?? {},
      things: new Map((seen.things ?? []).map((one) => [one.id, filledThing(one, names, this.reader)])),
      svg: seen.svg,
      names,
      picking,
      last: past ? play : (this.plays.at(-1) ?? null),
      fresh: past ? [] : this.session.fresh.map((entry) => this.filled(entry)),
      plays: this.playsUntil(seen.step),
      plan: (texts) => void this.plan(texts),
    };
  }

  /** The plays that led to a step; those taken back are not among them. */
  private playsUntil(step: number): Entry[] {
    const found = new Map<number, Entry>();
    for (const entry of this.plays) if ((entry.step ?? 0) <= step) found.set(entry.step ?? 0, entry);
    return [...found.values()];
  }

  private prompt(): string {
    const { picking, board, props } = this;
    if (this.covered) return "The screen is covered";
    if (this.told && !picking.active) return this.toldLog.at(-1)?.lines.at(-1) ?? this.asked;
    if (!picking.active || !props) return this.asked;
    const own = board?.prompt?.(picking, props.view);
    if (own) return own;
    if (!picking.begun) return this.asked;
    const last = picking.path.at(-1)!;
    const name = board?.thing?.(last, props.view) ?? props.things.get(last)?.name ?? "then";
    return `${capital(name)}: choose how it goes on`;
  }

  /** Ask for pictures exactly where the board that is shown needs them. */
  choosePicture(): void {
    const wants = this.table !== null && needsPicture(this.table.game);
    if (wants === this.drawn) return;
    this.drawn = wants;
    this.session.refresh();
  }

  // What the buttons do

  act: Act = async <C extends Parameters<Act>[0]>(command: C, body: Body<C>): Promise<Answer<C> | null> => {
    this.complaint = "";
    try {
      return await this.session.do(command, body);
    } catch (error) {
      this.complaint = (error as Error).message;
      return null;
    }
  };

  private async play(move: Move): Promise<void> {
    this.sending = true;
    this.complaint = "";
    try {
      await this.session.play(move.text);
    } catch (error) {
      this.complaint = (error as Error).message;
    } finally {
      this.sending = false;
    }
  }

  /** The steps before and after the latest plan, which is taken back as one. */
  private planned: { from: number; to: number } | null = null;

  /** Play moves one after another; it ends early where the next one cannot be had any more, or
   *  asks first. */
  private async plan(texts: readonly string[]): Promise<void> {
    const from = this.sight?.step ?? 0;
    let doubtful: string | null = null;
    this.sending = true;
    this.complaint = "";
    try {
      for (const text of texts) {
        const next = this.sight?.your_turn ? this.sight.moves.find((move) => move.text === text) : undefined;
        if (!this.sight || !next) break;
        if (this.picking.asks(next)) {
          doubtful = text;
          break;
        }
        const before = this.sight.step;
        await this.session.play(text);
        await this.stepAfter(before);
      }
    } catch (error) {
      this.complaint = (error as Error).message;
    } finally {
      this.sending = false;
    }
    const to = this.sight?.step ?? from;
    this.planned = to - from > 1 ? { from, to } : null;
    const asked = this.moves.find((move) => move.text === doubtful);
    if (asked) this.picking.play(asked);
  }

  /** Wait until the page knows what came of what was played at that step. */
  private async stepAfter(step: number): Promise<void> {
    for (let waited = 0; waited < 5000 && this.sight?.step === step; waited += 10)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  private async takePlanBack(from: number): Promise<void> {
    for (let step = this.sight?.step ?? 0; step > from; step = this.sight?.step ?? 0) {
      if (!this.undo || this.undo === "refused") return;
      if (!(await this.act("undo", { seat: this.backer ?? this.seat }))) return;
      await this.stepAfter(step);
      if ((this.sight?.step ?? 0) >= step) return; // others are asked first
    }
  }

  /** The seat that looks, as commands want it. */
  get seat(): number {
    return this.session.looking;
  }

  /** First where to look; asked again, the whole move, chosen up to its last step. The thing that is shown. */
  async askHint(): Promise<string | null> {
    if (this.hint) {
      this.hint = { ...this.hint, shown: true };
      this.picking.suggest(this.hint.move.path);
      return this.hint.move.path.at(-1) ?? null;
    }
    const reply = await this.act("hint", { seat: this.seat });
    if (!reply) return null;
    this.hint = hintOf(reply, this.names, this.reader);
    return this.hint.thing;
  }

  takeBack(): void {
    if (!this.undo || this.undo === "refused") return;
    if (this.planned && this.planned.to === this.sight?.step) void this.takePlanBack(this.planned.from);
    else void this.act("undo", { seat: this.backer ?? this.seat });
    this.planned = null;
  }

  rematch = async (): Promise<void> => {
    const reply = await this.act("rematch", { auto: true });
    if (reply) router.go(tablePath(reply));
  };

  /** The same game against bots of another level. */
  advance = async (level: number): Promise<void> => {
    const { table } = this;
    if (!table) return;
    keep("level", level);
    try {
      const made = await post<State>("tables", {
        game: table.game,
        content: table.content,
        seats: table.seats.length,
        options: table.options,
        pace: table.pace,
        places: table.seats.map((seat) => (seat.yours ? { kind: "me" } : { kind: "bot", level })),
        auto: true,
      });
      await contribute(made);
      router.go(tablePath({ table: made.table }));
    } catch (error) {
      this.complaint = (error as Error).message;
    }
  };

  /** Open the replay from one's own seat, at the end of so many moves. */
  replay = async (step?: number): Promise<void> => {
    const token = this.table?.replay ?? (await this.act("share", {}))?.replay;
    const own = this.table?.yours[0];
    if (token) router.go(query(replayPath(token), { step: step ?? null, seat: own ?? null }));
  };

  /** The next one of us takes the screen. */
  uncover = (): void => {
    if (!this.taker) return;
    this.uncovered = this.taker.seat;
    if (this.sight?.seat !== this.taker.seat) this.session.lookFrom(this.taker.seat);
  };

  closeLots = (): void => {
    this.lotsSeen = true;
  };

  // Looking back

  lookAt = async (step: number): Promise<void> => {
    if (this.covered || !this.table) return;
    const wanted = ++this.looks;
    const within = Math.max(0, Math.min(step, this.sight?.step ?? 0));
    try {
      const asked = { seat: this.sight?.seat, step: within, svg: this.drawn || null };
      const found = await get<Moment>(query(`tables/${this.session.table}/history`, asked));
      if (wanted === this.looks) this.past = found;
    } catch (error) {
      this.complaint = (error as Error).message;
    }
  };

  backToNow = (): void => {
    this.looks++;
    this.past = null;
  };

  lookBack = (): void => {
    if (this.past) this.backToNow();
    else void this.lookAt((this.sight?.step ?? 1) - 1);
  };

  private showMissed(): void {
    const { missed } = this.session;
    this.session.missed = 0;
    void this.lookAt((this.sight?.step ?? 0) - missed);
  }
}
