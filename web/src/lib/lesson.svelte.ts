/* A lesson or an exercise without its markup: what stands on the board, what the coach says, and what a try leads to. */
import { type Board, type BoardProps, needsPicture } from "../boards/board";
import { Failed, post } from "./api";
import { learning } from "./learning.svelte";
import { Picking } from "./picking.svelte";
import type { Entry, Failure, LessonMoment, LessonTry, LessonWhy, Move, Refusal, Seat, Sight } from "./protocol";
import { capital, ended, filledEntry, filledMove, filledThing } from "./words";

const NONE: readonly Move[] = [];
export type CourseKind = "lessons" | "exercises";
type Try = Omit<LessonTry, "answers" | "svg">;

export class LessonPage {
  board = $state.raw<Board | null>(null);
  moment = $state.raw<LessonMoment | null>(null);
  trouble = $state.raw<Failure | null>(null);
  /** What went wrong with asking; the lesson stays as it is. */
  complaint = $state("");
  /** Whether a move was shown: an exercise is not solved then. */
  shown = $state(false);
  private sending = $state(false);
  private freshly = $state.raw<Entry[]>([]);
  readonly picking: Picking;

  constructor(
    readonly kind: CourseKind,
    readonly game: string,
    readonly id: string,
  ) {
    this.picking = new Picking({
      moves: () => this.moves,
      play: (move) => void this.attempt({ play: move.text }),
      look: (thing) => this.moment?.asks === "look" && void this.attempt({ look: thing }),
      why: (path) => this.why({ path: [...path] }),
      safe: true,
    });
    void this.resume();
  }

  private get address(): string {
    return `games/${this.game}/${this.kind}/${this.id}`;
  }

  // What is shown

  readonly sight: Sight | null = $derived.by(() => (this.moment?.sight as Sight | undefined) ?? null);
  readonly names: string[] = $derived.by(() => this.moment?.names ?? []);
  readonly moves: readonly Move[] = $derived.by(() => {
    if (!this.sight || this.sending || !this.sight.moves.length) return NONE;
    return this.sight.moves.map((move) => filledMove(move, this.names, this.sight!.seat));
  });
  readonly log: Entry[] = $derived.by(() => this.moment?.log.map((entry) => this.filled(entry)) ?? []);
  /** The seats as a table shows them. */
  readonly seats: Seat[] = $derived.by(() =>
    this.names.map((name, seat) => ({
      seat,
      kind: "person",
      name: seat === this.sight?.seat ? "You" : name,
      player: null,
      level: null,
      yours: seat === this.sight?.seat,
      present: true,
      away: null,
      failed: false,
      resigned: false,
      back: false,
      contributed: false,
      key: null,
    })),
  );
  readonly props: BoardProps | null = $derived.by(() => {
    const { sight, names, moment } = this;
    if (!sight || !moment) return null;
    return {
      table: `${this.kind} ${this.id}`,
      game: this.game,
      view: sight.view,
      facts: sight.facts ?? {},
      things: new Map(sight.things.map((one) => [one.id, filledThing(one, names, sight.seat)])),
      svg: sight.svg,
      names,
      picking: this.picking,
      last: this.log.at(-1) ?? null,
      fresh: this.freshly,
      plan: (texts) => void this.plan(texts),
    };
  });
  /** What the prompt says, as at a table. */
  readonly say: string = $derived.by(() => {
    const { picking, board, props, moment } = this;
    if (!props || !moment) return "";
    if (moment.ending && moment.asks !== "play") return ended(moment.ending, this.log.at(-1));
    if (moment.asks === "end") return this.kind === "lessons" ? "The lesson is done" : "The exercise is done";
    if (moment.asks === "look") return "Touch what the coach asks for";
    if (!picking.active) return "Read on";
    const own = board?.prompt?.(picking, props.view);
    if (own) return own;
    if (!picking.begun) return capital(this.sight?.asked ?? "");
    const last = picking.path.at(-1)!;
    return `${capital(board?.thing?.(last, props.view) ?? props.things.get(last)?.name ?? "then")}: choose how it goes on`;
  });
  /** The names of what is pointed at, for those who hear the page. */
  readonly pointed: string[] = $derived.by(() =>
    (this.moment?.point ?? []).map((thing) => this.props?.things.get(thing)?.name ?? thing),
  );

  private filled(entry: Entry): Entry {
    return filledEntry(entry, this.names, this.sight?.seat ?? null);
  }

  // What the learner does

  private async resume(): Promise<void> {
    const kept = learning.answers(this.kind, this.game, this.id);
    try {
      await this.ask(kept, {});
    } catch (error) {
      if (kept.length && error instanceof Failed && error.code === "bad-answers") return this.again();
      this.trouble = error instanceof Failed ? error.failure : { code: "unreachable", text: String(error) };
    }
  }

  /** Why the rules forbid something; null if they do not. */
  async why(tried: { path: string[] } | { text: string }): Promise<Refusal | null> {
    const body = { answers: this.moment?.answers ?? [], ...tried };
    return (await post<LessonWhy>(`${this.address}/why`, body)).refusal;
  }

  again = async (): Promise<void> => {
    this.shown = false;
    await this.ask([], {}).catch((error: unknown) => (this.complaint = (error as Error).message));
  };

  back = (): void => {
    const before = this.moment?.before;
    if (before) void this.ask(before, {}).catch((error: unknown) => (this.complaint = (error as Error).message));
  };

  /** To the next step; where a move is asked for, it is shown. */
  next = (): void => {
    if (this.moment?.asks === "play") this.shown = true;
    void this.attempt({ go_on: true });
  };

  private async attempt(tried: Try): Promise<boolean> {
    if (!this.moment || this.sending) return false;
    try {
      return await this.ask(this.moment.answers, tried);
    } catch (error) {
      this.complaint = (error as Error).message;
      return false;
    }
  }

  /** Play several moves as one gesture; it ends at the first that is not asked for. */
  private async plan(texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      if (this.moment?.asks !== "play" || !(await this.attempt({ play: text }))) return;
    }
  }

  private async ask(answers: readonly string[], tried: Try): Promise<boolean> {
    this.sending = true;
    this.complaint = "";
    try {
      const svg = needsPicture(this.game);
      const found = await post<LessonMoment>(this.address, { ...tried, answers, svg });
      const onward = found.answers.length > (this.moment?.answers.length ?? Infinity);
      this.moment = found;
      this.freshly = onward && found.fresh ? found.log.slice(-found.fresh).map((entry) => this.filled(entry)) : [];
      learning.keep(this.kind, this.game, found, this.kind === "lessons" || !this.shown);
      return found.right !== false;
    } finally {
      this.sending = false;
    }
  }
}
