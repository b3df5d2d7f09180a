/* What the server says, as docs/PROTOCOL.md defines it. */
import type { Move } from "./picker";

export type Json = Record<string, unknown>;

export interface Option {
  name: string;
  default: unknown;
  values: unknown[];
  allowed: string;
  about: string;
}

export interface Card {
  name: string;
  title: string;
  about: string;
  minutes: string;
  seat_numbers: number[];
  hidden: boolean;
  chance_in_play: boolean;
  picture: string;
  contents: string[];
  options: Option[];
  recommended: Record<string, Record<string, unknown>>;
}

export interface Level {
  level: number;
  name: string;
  about: string;
}

export interface Section {
  anchor: string;
  title: string;
  level: number;
  rules: string[];
  html: string;
}

export interface Game extends Card {
  version: number;
  reasons: string[];
  guide: Section[];
}

export interface Me {
  name: string;
  named: boolean;
  player: string;
}

export interface Seat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  player: string | null;
  level: number | null;
  yours: boolean;
  present: boolean;
  away: number | null;
  failed: boolean;
  resigned: boolean;
  key?: string | null;
}

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
  step: number;
  to_act: number | null;
  yours: number[];
  waiting: boolean;
  result: number[] | null;
}

export type Status = "gathering" | "playing" | "over";
export type Pace = "slow" | "normal" | "at once";

export interface GameEvent extends Json {
  event: string;
}

export interface Entry {
  number: number;
  at: string;
  kind: string;
  seat: number | null;
  name: string | null;
  step: number | null;
  text: string | null;
  label: string | null;
  events: GameEvent[] | null;
  lines: string[];
  offer: number | null;
  what: string | null;
  yes: boolean | null;
}

/** A picture as it is sent: the texts of these numbers one after another, as far as the last one did not have them. */
export interface Pieces {
  pieces: number[];
  new: Record<number, string>;
}

export interface Sight {
  seat: number | null;
  step: number;
  to_act: number | null;
  your_turn: boolean;
  asked: string;
  view: Json;
  digest: string;
  svg: string | null;
  moves: Move[];
  undo: "free" | "consent" | "refused" | null;
  thinking: number | null;
}

export interface Ending {
  result: number[];
  reason: string;
  text: string;
  winners: number[];
}

export interface Offer {
  number: number;
  what: "undo" | "draw";
  seat: number;
  missing: number[];
  text: string;
}

export interface State {
  table: string;
  key: string | null;
  number: number;
  seat: number | null;
  game: string;
  title: string;
  content: string;
  options: Json;
  hidden: boolean;
  status: Status;
  public: boolean;
  casual: boolean;
  pace: Pace;
  patience: number;
  created: string;
  seats: Seat[];
  yours: number[];
  watchers: number;
  sight: Sight | null;
  offers: Offer[];
  ending: Ending | null;
  commitment: string | null;
  seed: string | null;
  replay: string | null;
  rematch: string | null;
  log: Entry[];
  log_from: number;
}

export interface Refusal {
  code: string;
  rule: string;
  text: string;
  anchor: string | null;
}

export interface Moment {
  step: number;
  steps: number;
  view: Json;
  digest: string;
  svg: string | null;
  entry: Entry | null;
}

export interface ReplayStep {
  step: number;
  seat: number;
  text: string;
  label: string;
  events: GameEvent[];
  lines: string[];
}

export interface Replay {
  replay: string;
  game: string;
  title: string;
  content: string;
  seats: number;
  names: string[];
  options: Json;
  about: Json;
  ending: Ending | null;
  steps: ReplayStep[];
  verified: boolean | null;
}

export interface Failure {
  code: string;
  text: string;
  number?: number;
  state?: State;
  refusal?: Refusal;
  wait?: number;
}

type Update = {
  type: "update";
  since: number;
  number: number;
  entries: Entry[];
} & Pick<State, "sight" | "seats" | "status" | "offers" | "ending" | "seed" | "pace" | "replay" | "rematch">;

export type Message =
  | { type: "state"; state: State }
  | Update
  | { type: "presence"; seats: Seat[]; watchers: number; thinking: number | null }
  | { type: "beat"; number: number; digest: string | null }
  | ({ type: "reply"; id: string | null; ok: true; number: number } & Json)
  | { type: "error"; id: string | null; error: Failure };
