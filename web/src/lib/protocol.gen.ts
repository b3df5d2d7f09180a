/* Written by scripts/generate_protocol.py from the types of the server; change those, not this. */

export type Json = Record<string, unknown>;

export type GameEvent = Json & { event: string };

export type Status = "gathering" | "over" | "playing";

export type Pace = "at once" | "normal" | "slow";

/** Who you are. */
export interface Me {
  /** The nickname; made up until you choose one. */
  name: string;
  /** Whether you chose the name. */
  named: boolean;
  /** A public handle that distinguishes players with the same name; it gives no access. */
  player: string;
}

/** An option of a game. */
export interface Option {
  name: string;
  default: unknown;
  /** The allowed values; empty if they are not a list. */
  values: unknown[];
  /** In words, what is allowed. */
  allowed: string;
  about: string;
  /** The name of each value for people; empty: use the values themselves. */
  labels: string[];
  /** The heading under which it is listed; empty: first of all. */
  group: string;
}

/** A level of the bots; levels ascend in strength. */
export interface Level {
  level: number;
  name: string;
  about: string;
}

/** A game in the list of games. */
export interface Card {
  name: string;
  title: string;
  /** The title in one word or number: "219". */
  short: string;
  about: string;
  /** How long a game takes, such as "10 to 15". */
  minutes: string;
  /** How many seats the game can have. */
  seat_numbers: number[];
  /** Whether seats see different things, so that a shared screen must be hidden between turns. */
  hidden: boolean;
  /** Whether chance decides things after the set-up. */
  chance_in_play: boolean;
  /** The address of a picture of the game in play. */
  picture: string;
  /** The contents that this server offers, the game's own first. */
  contents: string[];
  options: Option[];
  /** By number of seats, the defaults that depend on it. */
  usual: Record<string, Json>;
  /** By number of seats, the options that the rules recommend. */
  recommended: Record<string, Json>;
  /** By number of seats, why they are recommended. */
  advice: Record<string, string>;
  /** By number of seats, further options for a first game, at level 0. */
  first_game: Record<string, Json>;
  /** Of its bots, in ascending strength; 0 is for a first game. */
  levels: Level[];
  /** Whether chance makes the seats equivalent; otherwise draw lots for them (`lots`). */
  alike: boolean;
}

/** A section of a guide. */
export interface Section {
  anchor: string;
  title: string;
  level: number;
  /** The rules that it explains, such as "R4.1". */
  rules: string[];
  /** Safe HTML; its pictures have addresses on this server. */
  html: string;
}

/** A game with its guide. */
export interface Game extends Card {
  version: number;
  /** The ways in which the game can end. */
  reasons: string[];
  guide: Section[];
}

/** Whether a table can be made with some options. */
export interface Checked {
  /** What is wrong, in a sentence; null where a table can be made. */
  problem: string | null;
  /** What else is worth knowing, in sentences. */
  remarks: string[];
}

/** The games that the server offers. */
export interface Games {
  games: Card[];
}

/** A seat at a table and who sits there. */
export interface Seat {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  /** The person's public handle. */
  player: string | null;
  /** Of a bot. */
  level: number | null;
  yours: boolean;
  present: boolean;
  /** Seconds since the person's last connection closed. */
  away: number | null;
  /** The bot failed and must be replaced. */
  failed: boolean;
  resigned: boolean;
  /** A bot stands in for you: `sit` gives you the seat back. */
  back: boolean;
  /** Whether the person's client has added to the seed. */
  contributed: boolean;
  /** Of your own seats only: anybody who presents it with `sit` takes over the seat. */
  key: string | null;
}

/** A table in a list of tables. */
export interface Row {
  table: string;
  game: string;
  title: string;
  status: Status;
  public: boolean;
  casual: boolean;
  created: string;
  changed: string;
  seats: Seat[];
  /** Moves so far. */
  step: number;
  to_act: number | null;
  /** Your seats. */
  yours: number[];
  /** The number of moves taken from a record; null: the game was dealt here. */
  given: number | null;
  /** Whether one of your seats is to act. */
  waiting: boolean;
  result: number[] | null;
}

/** A list of tables. */
export interface Rows {
  tables: Row[];
}

/** One consequence of a move, as far as the mover may know. */
export interface Effect {
  kind: string;
  text: string;
  /** The id of the thing it affects. */
  thing: string | null;
  value: number | null;
}

/** A legal move. */
export interface Move {
  text: string;
  /** The things that a player touches to make the move, in order. */
  path: string[];
  /** The move in words. */
  title: string;
  /** What it does, in order. */
  effects: Effect[];
  /** The move hurts the mover for nothing in return: ask for confirmation. */
  confirm: boolean;
}

/** Something that a player can touch or inspect. */
export interface Thing {
  id: string;
  name: string;
  detail: string;
  /** Its owner. */
  seat: number | null;
}

/** A picture in pieces: concatenate the texts with these numbers. */
export interface Pieces {
  pieces: number[];
  /** Those that the previous picture on this connection did not have. */
  new: Record<number, string>;
}

/** The game as a seat sees it now. */
export interface Sight {
  seat: number | null;
  /** Moves that this seat has seen played. */
  step: number;
  to_act: number | null;
  /** Whether some seat currently knows, or is choosing, something hidden from others. */
  secret: boolean;
  your_turn: boolean;
  /** What is expected, and of whom, in words. */
  asked: string;
  /** Of the guide's section about what is asked just now. */
  anchor: string | null;
  /** How far the game has got: "turn 7"; empty where it counts nothing. */
  clock: string;
  /** In the view format of the game's rules. */
  view: Json;
  /** The SHA-256 of the view, in hex. */
  digest: string;
  /** A picture of the view, if you want one; `/api/games.css` has its style. */
  svg: string | Pieces | null;
  /** The legal moves, for the seat to act. */
  moves: (Move | string)[];
  /** What the seat can work out from what it knows, in the game's own format. */
  facts: Json | null;
  /** Everything that the seat can touch or inspect. */
  things: Thing[];
  /** What `undo` would be, by a quick check; null: nothing to take back. */
  undo: "consent" | "free" | "practice" | "refused" | null;
  /** The seat whose bot is thinking. */
  thinking: number | null;
}

/** A line of the log; fields that do not apply to its kind are null. */
export interface Entry {
  number: number;
  at: string;
  kind: string;
  seat: number | null;
  name: string | null;
  /** What a log shows, in plain text. */
  lines: string[];
  /** Who did what each line says, if not a seat ("automa"); null if seats did all. */
  actors: (string | null)[] | null;
  /** With `actors`: the number of lines up to and including each event. */
  told: number[] | null;
  /** After a play, a start or an undo: moves so far. */
  step: number | null;
  /** Of a play (null for others if it is sealed) or a chat. */
  text: string | null;
  /** Of a play, the move in words. */
  label: string | null;
  /** Of a play or a start, what the rules did. */
  events: GameEvent[] | null;
  /** Of a start, the seat that begins, where lots decided it. */
  first: number | null;
  /** Of an offer or an answer, the offer's number. */
  offer: number | null;
  /** Of an offer or an answer. */
  what: "draw" | "undo" | null;
  /** Of an answer. */
  yes: boolean | null;
}

/** An open offer. */
export interface Offer {
  number: number;
  what: "draw" | "undo";
  seat: number;
  /** The seats that have not answered. */
  missing: number[];
  text: string;
}

/** How the game ended. */
export interface Ending {
  result: number[];
  /** One of the game's reasons, or `resigned`, `draw`, `abandoned`. */
  reason: string;
  text: string;
  winners: number[];
}

/** What changes at a table: the part of a State that an Update replaces. */
export interface Changing {
  /** Of the last entry that this seat has received. */
  number: number;
  status: Status;
  pace: Pace;
  seats: Seat[];
  /** Your seats. */
  yours: number[];
  /** People who watch and hold no seat. */
  watchers: number;
  /** Null while gathering. */
  sight: Sight | null;
  offers: Offer[];
  ending: Ending | null;
  /** Whether somebody took back a move that had revealed something. */
  practice: boolean;
  /** What each seat added to the seed; `[]` until the start. */
  contributions: (string | null)[];
  /** The server's, revealed at the end. */
  seed: string | null;
  /** The token of the replay, once shared. */
  replay: string | null;
  /** The next table's id. */
  rematch: string | null;
}

/** A table as a seat or a spectator sees it. */
export interface State extends Changing {
  table: string;
  /** The table's key, for those who have entered. */
  key: string | null;
  /** The seat that looks; null: a spectator. */
  seat: number | null;
  game: string;
  title: string;
  content: string;
  options: Json;
  hidden: boolean;
  public: boolean;
  casual: boolean;
  /** Seconds that a person must be away, or a bot think, before others may replace it. */
  patience: number;
  created: string;
  /** Of the rules. */
  version: number;
  /** Whether it starts by itself when every person has contributed. */
  auto: boolean;
  /** Whether lots decide who gets which seat. */
  lots: boolean;
  /** The number of moves taken from a record; null: the game was dealt here. */
  given: number | null;
  /** The hash of what came from the record. */
  given_digest: string | null;
  /** The hash of the seed and everything given, published before the first move. */
  commitment: string;
  /** The last 500 entries. */
  log: Entry[];
  /** The number before the first of them. */
  log_from: number;
}

/** The whole table: after a `hello` without `since`, or when too much was missed. */
export interface StateMessage {
  type: "state";
  state: State;
}

/** What has happened since: after a `hello` with `since`, and whenever something happens. */
export interface Update extends Changing {
  type: "update";
  /** The number of the last entry before these. */
  since: number;
  /** The new entries. */
  entries: Entry[];
}

/** Somebody came or went, or a bot started to think; it has no number. */
export interface Presence {
  type: "presence";
  seats: Seat[];
  watchers: number;
  thinking: number | null;
}

/** Every 10 s: the number and digest that the client should have. */
export interface Beat {
  type: "beat";
  number: number;
  /** Of the view. */
  digest: string | null;
}

/** The answer to most commands. What happened comes as an update. */
export interface Done {
  ok: boolean;
  /** Of the seat in the command; without one, of a spectator. */
  number: number;
}

/** Why the rules forbid a move. */
export interface Refusal {
  code: string;
  rule: string;
  /** A sentence for the player, with its rule. */
  text: string;
  /** The same sentence without the rule. */
  sentence: string;
  /** Of the guide's section: `/guide/{game}#{anchor}`. */
  anchor: string | null;
}

/** The answer to `why`. */
export interface WhyDone extends Done {
  /** Null: the move is legal. */
  refusal: Refusal | null;
  /** The move that was tried. */
  text: string;
}

/** A move that a hint compares. */
export interface ValuedMove {
  move: Move;
  /** Your expected result after it, 0 to 1. */
  value: number;
}

/** A move that may follow. */
export interface Following {
  seat: number;
  /** The move in words. */
  title: string;
}

/** The answer to `hint`: the best move, and the reasons for it. */
export interface HintDone extends Done {
  hint: Move;
  /** Your expected result after it, 0 to 1. */
  value: number;
  /** The next best moves, best first. */
  others: ValuedMove[];
  /** What the bot expects to follow. */
  line: Following[];
}

/** The answer to `rematch`. */
export interface RematchDone extends Done {
  table: string;
  key: string;
}

/** The answer to `share`. */
export interface ShareDone extends Done {
  /** The token of `/replay/{token}`. */
  replay: string;
}

/** What went wrong. */
export interface Failure {
  code: string;
  /** A sentence for people. */
  text: string;
  /** With `stale`. */
  number?: number | null;
  /** With `too-fast`, in seconds. */
  wait?: number | null;
  /** With `refused`. */
  refusal?: Refusal | null;
  /** With `stale`. */
  state?: State | null;
}

/** The body of every HTTP error. */
export interface ErrorAnswer {
  error: Failure;
}

/** A command was carried out and stored; it also has the fields of the command's answer. */
export interface Reply extends Done {
  type: "reply";
  /** The command's own. */
  id: string | null;
}

/** A command was not carried out, or a message was bad. */
export interface ErrorMessage {
  type: "error";
  /** The command's own. */
  id: string | null;
  error: Failure;
}

/** A moment of a game, as a seat saw it. */
export interface Moment {
  step: number;
  steps: number;
  view: Json;
  digest: string;
  svg: string | null;
  facts: Json;
  things: Thing[];
  entry: Entry | null;
}

/** A record that the server keeps. */
export interface Imported {
  /** The token of `/replay/{token}`. */
  replay: string;
}

/** A move of a replay. */
export interface ReplayStep {
  step: number;
  seat: number;
  text: string;
  label: string;
  events: GameEvent[];
  lines: string[];
  /** Who did what each line says, if not a seat. */
  actors: (string | null)[];
  /** The number of lines up to and including each event; null if seats did all. */
  told: number[] | null;
}

/** What a record proves about its deal, and what it does not. */
export interface Proof {
  /** A server cannot say `fair`: only those who stored the commitment beforehand can know. */
  verdict: "partly" | "unfair" | "unknown";
  proved: string[];
  not_proved: string[];
}

/** A finished game to step through. */
export interface Replay {
  replay: string;
  game: string;
  title: string;
  content: string;
  hidden: boolean;
  seats: number;
  names: string[];
  options: Json;
  /** What the record says about itself. */
  about: Json;
  ending: Ending | null;
  steps: ReplayStep[];
  /** What the record proves about its deal. */
  proof: Proof;
}

/** Each seat's chances. */
export interface Chances {
  /** For each step from 0, what each seat could expect, all cards known. */
  chances: number[][];
}

/** The move that decided a game. */
export interface TurningPoint {
  /** Moves so far, with this one. */
  step: number;
  /** Who made it. */
  seat: number | null;
  winner: number;
  /** What it did, in words. */
  lines: string[];
  /** What the winner could expect before it, 0 to 1, all cards known. */
  before: number;
  after: number;
}

/** What decided a finished game. */
export interface Decided {
  /** Null: no single move, or nobody won. */
  turning_point: TurningPoint | null;
}

/** A decision of yours that cost much, by the bot's reckoning from what you knew. */
export interface Mistake {
  /** Moves that had been played before it. */
  step: number;
  played: ValuedMove;
  better: ValuedMove;
}

/** What your decisions in a finished game cost. */
export interface Mistakes {
  /** The costliest ones, the costliest first. */
  mistakes: Mistake[];
  /** Decisions that there was time to look at. */
  looked: number;
  /** Decisions in which you had a choice. */
  decisions: number;
}

/** A lesson in the list of a game's lessons. */
export interface LessonCard {
  id: string;
  title: string;
  minutes: number;
  idea: string;
  steps: number;
}

/** The lessons of a game, in their order. */
export interface Lessons {
  lessons: LessonCard[];
}

/** An exercise in the list of a game's exercises. */
export interface ExerciseCard {
  id: string;
  task: string;
  /** `win`, `save`, `choose` or `best`. */
  kind: string;
  /** 1 to 5, by how much search finds the answer. */
  level: number;
  /** The level in words. */
  difficulty: string;
}

/** The exercises of a game, the easiest first. */
export interface Exercises {
  exercises: ExerciseCard[];
  /** The id of the exercise of the day; null: there are none. */
  today: string | null;
  /** The day, in UTC: `2026-11-18`. */
  day: string;
}

/** The learner's progress: the board, what the coach says, and what to do next. */
export interface LessonMoment {
  lesson: string;
  title: string;
  game: string;
  content: string;
  /** Of the step, from 1. */
  number: number;
  steps: number;
  /** A move, a touch of a thing, only to go on, or nothing: everything is done. */
  asks: "end" | "look" | "next" | "play";
  /** What to know and what to do; at the end, what was learnt. */
  say: string;
  /** What is said to the step before. */
  praise: string;
  /** Things to mark, by id. */
  point: string[];
  /** The rule behind the step. */
  rule: string | null;
  /** Of the guide's section about it. */
  anchor: string | null;
  /** What the learner has done so far; send it along with the next try. */
  answers: string[];
  /** The answers that lead one step back. */
  before: string[] | null;
  /** Whether the try was what is asked for; null without a try. */
  right: boolean | null;
  /** To a try that was not. */
  answer: string;
  /** Where the rules forbid it. */
  refusal: Refusal | null;
  /** Of the seats. */
  names: string[];
  /** The game as the learner's seat sees it. */
  sight: Sight;
  /** The moves since the board was last set up. */
  log: Entry[];
  /** How many of them, the last, came of this answer. */
  fresh: number;
  ending: Ending | null;
}

/** Why the rules forbid a move in a lesson. */
export interface LessonWhy {
  /** Null: the move is legal. */
  refusal: Refusal | null;
  /** The move that was tried. */
  text: string;
}

/** Whether the server can write. */
export interface Health {
  ok: boolean;
}

export type Message =
  | StateMessage
  | Update
  | Presence
  | Beat
  | Reply
  | ErrorMessage;

/** Choose your name. */
export interface Rename {
  /** 1 to 24 characters, no control characters. */
  name: string;
}

/** Who should sit in a seat. */
export interface Place {
  /** Several may be `me`, for people who share a screen. */
  kind: "bot" | "me" | "open";
  /** The person's name, if it is not yours. */
  name?: string | null;
  /** Of a bot. */
  level?: number;
}

/** A moment of a replay to continue from. */
export interface From {
  replay: string;
  step: number;
}

/** The settings of a new table. */
export interface Plan {
  game?: string | null;
  seats?: number | null;
  options?: Json;
  content?: string | null;
  /** Whether everybody can see, watch and join it. */
  public?: boolean;
  /** Whether there are hints. */
  casual?: boolean;
  /** A bot's move takes at least 2 s (slow), 0.7 s (normal) or no time (at once). */
  pace?: Pace;
  /** One per seat; by default you in the first seat, the others open. */
  places?: Place[] | null;
  /** Draw lots for the seats; not possible when you continue a record. */
  lots?: boolean;
  /** Start at once, without contributions; all seats must be filled. */
  start?: boolean;
  /** Start by itself when every person has contributed. */
  auto?: boolean;
  /** Continue from there; game, seats, options and content come from the replay. */
  from?: From | null;
}

/** Options of a game, to check before you create a table. */
export interface Options {
  seats?: number | null;
  options?: Json;
  content?: string | null;
}

/** What a learner does: one of `play`, `look` and `go_on`; without them, only look where the answers lead. */
export interface LessonTry {
  /** What was done before, as the last answer gave it. */
  answers?: string[];
  /** A move. */
  play?: string | null;
  /** A thing that was touched. */
  look?: string | null;
  /** To the next step; what is asked for is shown. */
  go_on?: boolean;
  /** Whether to send a picture. */
  svg?: boolean;
}

/** Ask why a move is refused. Give either a path or a text. */
export interface LessonQuestion {
  answers?: string[];
  path?: string[] | null;
  text?: string | null;
}

/** Present the key of a private table; from then on, the table is open to you. */
export interface Enter {
  key: string;
}

/** Something to do at a table. */
export interface Command {
  /** Your own key: a command with the same key is never carried out twice. */
  id?: string | null;
}

/** Choose the seat to look from and say what you already have; send it again to change the seat or to start over. */
export interface Hello extends Command {
  do: "hello";
  /** Null: as a spectator; left out: your first seat, if any. */
  seat?: number | null;
  /** The last number that you have of that seat. */
  since?: number | null;
  /** Whether you want pictures; `pieces`: only what has changed. */
  svg?: boolean | "pieces";
  moves?: "full" | "none" | "texts";
}

/** Take an open seat, or take over a seat with its key. If lots decide the seats, you get any open one. */
export interface Sit extends Command {
  do: "sit";
  seat: number;
  name?: string | null;
  key?: string | null;
}

/** Give up your seat before the game begins. */
export interface Stand extends Command {
  do: "stand";
  seat: number;
}

/** Put a bot into an open seat; before the game begins, change its level; in play, replace a bot that has failed
 *  or has thought for 30 s, yourself, or a person who has been away for 30 s. */
export interface SeatBot extends Command {
  do: "bot";
  seat: number;
  level?: number;
}

/** Open a seat for a person, under the same conditions as `bot`. */
export interface OpenSeat extends Command {
  do: "open";
  seat: number;
}

/** Contribute random bytes to the seed for your seat, after you have stored the commitment. */
export interface Contribute extends Command {
  do: "contribute";
  seat: number;
  /** 16 to 32 random bytes in hex. */
  text: string;
}

/** Start the game. All seats must be filled, and you must hold a seat or have created the table. */
export interface Start extends Command {
  do: "start";
}

/** Play a move. */
export interface Play extends Command {
  do: "play";
  seat: number;
  text: string;
  /** The last number that you have of that seat. */
  number: number;
}

/** Ask why a move would be refused. Give either a path or a text. Changes nothing. */
export interface Why extends Command {
  do: "why";
  seat: number;
  path?: string[] | null;
  text?: string | null;
}

/** Take back your seat's last move and everything after it: at once where that is free, otherwise by an offer
 *  that the other people answer (bots always agree). */
export interface Undo extends Command {
  do: "undo";
  seat: number;
}

/** Offer a draw. Bots agree unless they are ahead. */
export interface OfferDraw extends Command {
  do: "draw";
  seat: number;
}

/** Answer an offer. A single no rejects it, the last yes accepts it; whoever made it withdraws it with a no. */
export interface Answer extends Command {
  do: "answer";
  seat: number;
  offer: number;
  yes: boolean;
}

/** Resign. With one or two seats, this ends the game; with more, a bot takes over the seat. */
export interface Resign extends Command {
  do: "resign";
  seat: number;
}

/** Ask for a good move in a casual game. Only you see the answer. */
export interface Hint extends Command {
  do: "hint";
  seat: number;
  level?: number | null;
}

/** Say something to everybody who can see the table. */
export interface Chat extends Command {
  do: "chat";
  text: string;
}

/** Set how fast bots move. */
export interface SetPace extends Command {
  do: "pace";
  pace: Pace;
}

/** After the end: create a table with the same players, each moved on by one seat; it starts at once. A repeated
 *  request gives the same table. */
export interface Rematch extends Command {
  do: "rematch";
  /** It starts when every person has contributed, not at once. */
  auto?: boolean;
}

/** After the end: create a replay that everybody with its link can see. */
export interface Share extends Command {
  do: "share";
}

export type TableCommand =
  | Sit
  | Stand
  | SeatBot
  | OpenSeat
  | Contribute
  | Start
  | Play
  | Why
  | Undo
  | OfferDraw
  | Answer
  | Resign
  | Hint
  | Chat
  | SetPace
  | Rematch
  | Share;

/** The commands by name: what each takes, and its answer. */
export interface Commands {
  sit: [Sit, Done];
  stand: [Stand, Done];
  bot: [SeatBot, Done];
  open: [OpenSeat, Done];
  contribute: [Contribute, Done];
  start: [Start, Done];
  play: [Play, Done];
  why: [Why, WhyDone];
  undo: [Undo, Done];
  draw: [OfferDraw, Done];
  answer: [Answer, Done];
  resign: [Resign, Done];
  hint: [Hint, HintDone];
  chat: [Chat, Done];
  pace: [SetPace, Done];
  rematch: [Rematch, RematchDone];
  share: [Share, ShareDone];
}
