/* What a board is given and what it may add. A board draws a view as things with ids; it knows no rules. */
import type { Component } from "svelte";
import { once, query } from "../lib/api";
import { here } from "../lib/here.svelte";
import type { Picking } from "../lib/picking.svelte";
import type { Entry, GameEvent, Json, Thing } from "../lib/protocol";

export interface BoardProps {
  table: string;
  game: string;
  view: Json;
  /** What the seat that looks can reckon, as the game's facts.py has it; {} while that is not known. */
  facts: Json;
  /** Everything that can be touched or looked at, by id, with its name and detail. */
  things: ReadonlyMap<string, Thing>;
  svg: string | null;
  names: readonly string[];
  picking: Picking;
  /** The latest play, for its frame, and those that just happened, to be shown as motion. */
  last: Entry | null;
  fresh: readonly Entry[];
  /** All plays that the page knows, the latest last. */
  plays?: readonly Entry[];
  /** Play several moves as one gesture: one after another while they are legal, and taken back together. */
  plan: (texts: readonly string[]) => void;
}

export interface SeatProps {
  view: Json;
  seat: number;
  /** In a replay: `view` is what this seat itself saw, and its hand is shown. */
  open?: boolean;
}

/** Before a table is made. */
export interface SetupProps {
  seats: number;
  /** All options as they are proposed, and a way to change one. */
  options: Json;
  change: (name: string, value: unknown) => void;
}

/** A line of the log that stands for several plays, and opens to them. */
export interface LogTurn {
  key: string;
  /** Whose it is; null for a line that nobody did. */
  seat: number | null;
  /** The step to look back to. */
  step: number;
  text: string;
  entries: Entry[];
}

export interface Told {
  play: number;
  lines: number;
}

/** A game's own component and the parts of the table that it fills. Only `Field` must be there. */
export interface Board {
  Field: Component<BoardProps>;
  /** Learns what is printed on the cards of a content, before anything is drawn. */
  learn?: (printed: Json) => void;
  /** In the right rail: what the player holds. */
  Hand?: Component<BoardProps>;
  /** In the right rail of a finished game: how it was decided. */
  Tally?: Component<BoardProps>;
  /** In a seat's block: its counters, and its points beside the name; without points the result stands there. */
  Counters?: Component<SeatProps>;
  points?: (view: Json, seat: number) => number;
  /** In the left rail: open knowledge and switches. */
  Aside?: Component<BoardProps>;
  /** Where a table is made: options that are better chosen by pictures. */
  Setup?: Component<SetupProps>;
  /** The same for choices few enough to stand on the plate of the game itself. */
  Plate?: Component<SetupProps>;
  /** Under the words on what a thing is: what is printed on it. */
  Print?: Component<{ thing: string; view: Json }>;
  /** At the right of the prompt. */
  Meter?: Component<BoardProps>;
  /** What is asked for after some steps, and the name of a thing in the path under the prompt. */
  prompt?: (picking: Picking, view: Json) => string | null;
  thing?: (thing: string, view: Json) => string;
  /** Keys of its own, with what each does, for the list of keys. */
  keys?: readonly (readonly [key: string, what: string])[];
  /** Whether the log shows how moves are written beside what they are in words; it does where this is missing. */
  written?: () => boolean;
  /** The next step in a few words. */
  step?: (picking: Picking, view: Json) => string;
  /** While a board shows what happened step by step: the number of the play, and how many of its lines have been told. */
  told?: () => Told | null;
  /** The log with one line for what belongs together; an entry may stand by itself. */
  turns?: (entries: readonly Entry[], view: Json) => (Entry | LogTurn)[];
  /** It shows itself how far the game has got. */
  counts?: boolean;
  /** Whether it shows itself what a thing is that a pointer rests on or a finger is held on. */
  reads?: (thing: string) => boolean;
  /** It shows the seats itself, so there is no left rail; one that lacks its player still stands in the right one. */
  seats?: boolean;
}

type Load = () => Promise<{ default: Board }>;

/** Own boards, by game: a folder of its name has one. Every other game is played on its picture. */
const FOLDERS = import.meta.glob<{ default: Board }>("./*/index.ts");
const OWN: Record<string, Load> = Object.fromEntries(
  Object.entries(FOLDERS).flatMap(([path, load]) => {
    const folder = path.split("/")[1]!;
    return folder === "picture" ? [] : [[folder, load]];
  }),
);

export async function board(game: string, content: string): Promise<Board> {
  if (needsPicture(game)) return (await import("./picture")).default;
  const [printed, { default: own }] = await Promise.all([
    once<Json>(query(`games/${game}/printed`, { content })),
    OWN[game]!(),
  ]);
  own.learn?.(printed);
  return own;
}

/** The part of a board that chooses options by pictures, where it has one. */
export async function setupOf(game: string, content: string): Promise<Component<SetupProps> | null> {
  return hasOwn(game) ? ((await board(game, content)).Setup ?? null) : null;
}

export async function plateOf(game: string, content: string): Promise<Component<SetupProps> | null> {
  return hasOwn(game) ? ((await board(game, content)).Plate ?? null) : null;
}

/** Whether a game is played on its picture; somebody may prefer that. */
export function needsPicture(game: string): boolean {
  return !hasOwn(game) || here.isOn("picture", false);
}

export function hasOwn(game: string): boolean {
  return game in OWN;
}

/** What the seat that acted last has done in a row, so that its whole turn stays framed. */
export function lastTurn({ last, plays = [] }: Pick<BoardProps, "last" | "plays">): GameEvent[] {
  const earlier = plays.findLastIndex((entry) => entry.seat !== last?.seat);
  const turn = last && plays.at(-1)?.number === last.number ? plays.slice(earlier + 1) : last ? [last] : [];
  return turn.flatMap((entry) => entry.events ?? []);
}

/** The things that events concern, by their ids, in the order in which they happened. */
export function concerned(events: readonly GameEvent[]): string[] {
  const found = events.flatMap((event) => Object.values((event["things"] as Json | undefined) ?? {}).flat());
  return [...new Set(found as string[])];
}
