/* What a board is given and what it may add. A board draws a view as things with ids; it knows no rules. */
import type { Component } from "svelte";
import { once, query } from "../lib/api";
import { here } from "../lib/here.svelte";
import type { Picking } from "../lib/picking.svelte";
import type { Entry, Json } from "../lib/protocol";

export interface BoardProps {
  table: string;
  game: string;
  view: Json;
  svg: string | null;
  names: readonly string[];
  picking: Picking;
  /** The latest play, for its frame, and those that just happened, to be shown as motion. */
  last: Entry | null;
  fresh: readonly Entry[];
}

export interface SeatProps {
  view: Json;
  seat: number;
}

/** A game's own component and the parts of the table that it fills. Only `Field` must be there. */
export interface Board {
  Field: Component<BoardProps>;
  /** Learns what is printed on the cards of a content, before anything is drawn. */
  learn?: (printed: Json) => void;
  /** In the right rail: what the player holds. */
  Hand?: Component<BoardProps>;
  /** In a seat's block: its counters. */
  Counters?: Component<SeatProps>;
  /** In the left rail: open knowledge and switches. */
  Aside?: Component<BoardProps>;
  /** At the right of the prompt. */
  Meter?: Component<BoardProps>;
  /** What is asked for after some steps, and the name of a thing in the path under the prompt. */
  prompt?: (picking: Picking, view: Json) => string | null;
  thing?: (thing: string, view: Json) => string;
  /** The next step in one word. */
  step?: (picking: Picking) => string;
}

type Load = () => Promise<{ default: Board }>;

/** Own boards, by game. Every other game is played on its picture. */
const OWN: Record<string, Load> = {
  sector219: () => import("./sector219"),
};

export async function board(game: string, content: string): Promise<Board> {
  if (needsPicture(game)) return (await import("./picture")).default;
  const [printed, { default: own }] = await Promise.all([once<Json>(query(`games/${game}/printed`, { content })), OWN[game]!()]);
  own.learn?.(printed);
  return own;
}

/** Whether a game is played on its picture; somebody may prefer that. */
export function needsPicture(game: string): boolean {
  return !hasOwn(game) || here.isOn("picture", false);
}

export function hasOwn(game: string): boolean {
  return game in OWN;
}
