/* What somebody is doing at this board and has not played yet: a card that is read, ships that should stay, a team. */
import { isFinger } from "../../lib/picker";
import type { Picking } from "../../lib/picking.svelte";
import { advance, cardOf, type Facts, type View } from "./deck";

class Look {
  /** The thing that is read, and where it lies. */
  thing = $state<string | null>(null);
  at = $state.raw<DOMRect | null>(null);
  /** The station that is opened, and whether the discard is. */
  station = $state<number | null>(null);
  discard = $state(false);
  /** Ships that are to stay. */
  stay = $state.raw<ReadonlySet<string>>(new Set());
  /** The mission that a team is chosen for, and the team. */
  mission = $state<string | null>(null);
  team = $state.raw<ReadonlySet<string>>(new Set());
  /** Moves that are still to be played. */
  plan = $state.raw<readonly string[]>([]);
  /** The thing on the board that the keyboard is at. */
  cursor = $state<string | null>(null);
  private timer = 0;

  read(thing: string, element: Element, wait = 0): void {
    clearTimeout(this.timer);
    const show = (): void => {
      this.thing = thing;
      this.at = element.getBoundingClientRect();
    };
    if (wait) this.timer = window.setTimeout(show, wait);
    else show();
  }

  close = (): void => {
    clearTimeout(this.timer);
    this.thing = null;
  };

  toggleStay(ship: string): void {
    this.stay = flipped(this.stay, ship);
  }

  toggleTeam(crew: string): void {
    this.team = flipped(this.team, crew);
  }

  openTeam(mission: string, team: readonly string[]): void {
    this.mission = mission;
    this.team = new Set(team);
    this.close();
  }

  /** Another decision: what was begun for the last one is forgotten. */
  forget(): void {
    this.stay = new Set();
    this.mission = null;
    this.team = new Set();
  }

  /** Play the next move of the plan, as soon as somebody is asked; what was not foreseen ends it. */
  goOn(picking: Picking): void {
    if (!this.plan.length || !picking.active) return;
    const { moves } = picking.picker;
    const next = advance(this.plan, new Set(moves.map((move) => move.text)));
    this.plan = next?.rest ?? [];
    const move = moves.find((one) => one.text === next?.play);
    if (move) picking.play(move);
  }
}

function flipped(set: ReadonlySet<string>, one: string): Set<string> {
  const other = new Set(set);
  if (!other.delete(one)) other.add(one);
  return other;
}

export const look = new Look();

/** The key of a choice, in lower case; "" while somebody writes or means the browser. */
export function pressed(event: KeyboardEvent): string {
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey;
  return elsewhere || (event.target as Element).closest("input, textarea, select") ? "" : event.key.toLowerCase();
}

/** What a touch of a thing means here, and how it is drawn. */
export class Touch {
  constructor(
    private readonly picking: Picking,
    private readonly view: View,
    private readonly facts: Facts,
  ) {}

  private get departing(): boolean {
    return this.picking.active && this.view.phase === "depart";
  }

  /** The mission that a team is being chosen for. */
  get mission(): string | null {
    if (!this.picking.active) return null;
    if (this.view.phase === "team") return this.view.ctx.team?.mission ?? null;
    return this.view.phase === "upkeep" ? look.mission : null;
  }

  private mayStay(id: string | null): boolean {
    return this.departing && id !== null && this.picking.picker.moves.some((move) => move.path[0] === `card:${id}`);
  }

  mayJoin(id: string | null): boolean {
    if (id === null || this.mission === null || !this.facts.crew?.[id]) return false;
    if (this.view.phase === "upkeep") return true;
    // whoever stands after the last one named can still be named, in this order or not at all
    const crew = Object.keys(this.facts.crew);
    return crew.indexOf(id) > crew.indexOf(this.view.ctx.team!.crew.at(-1) ?? "");
  }

  isLit(thing: string): boolean {
    const id = cardOf(thing);
    if (this.departing && id) return this.mayStay(id);
    if (this.mission !== null) return this.mayJoin(id);
    return this.picking.isLit(thing);
  }

  isChosen(thing: string): boolean {
    const id = cardOf(thing) ?? "";
    if (this.departing) return look.stay.has(id) || this.view.ctx.held.includes(id);
    if (this.mission !== null) return look.team.has(id) || Boolean(this.view.ctx.team?.crew.includes(id));
    return this.picking.isChosen(thing) || this.picking.armed === thing;
  }

  /** Whether touching the thing would give it up. */
  isVictim(thing: string): boolean {
    return (this.picking.picker.lit.get(thing) ?? []).some((move) => move.confirm);
  }

  touch(thing: string, event: Event): void {
    const id = cardOf(thing);
    const element = event.currentTarget as Element;
    if (this.mayStay(id)) return look.toggleStay(id!);
    if (this.mayJoin(id)) return look.toggleTeam(id!);
    if (id && this.view.phase === "upkeep" && this.picking.isLit(thing) && this.facts.teams?.[id]) {
      return look.openTeam(id, this.facts.teams[id]);
    }
    if (isFinger(event) || !this.picking.isLit(thing)) look.read(thing, element);
    this.picking.touch(thing, isFinger(event));
  }

  /** What every thing on the board listens to. */
  attributes(thing: string) {
    return {
      "data-thing": thing,
      tabindex: look.cursor === thing ? 0 : -1,
      "aria-disabled": this.picking.active && !this.isLit(thing),
      onclick: (event: Event) => this.touch(thing, event),
      oncontextmenu: (event: Event) => {
        event.preventDefault(); // a long press reads the card
        look.read(thing, event.currentTarget as Element);
      },
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        this.picking.point(thing);
        look.read(thing, event.currentTarget as Element, 220);
      },
      onpointerleave: (event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        this.picking.point(null);
        look.close();
      },
      onfocus: (event: FocusEvent) => {
        const element = event.currentTarget as Element;
        look.cursor = thing;
        if (!element.matches(":focus-visible")) return;
        this.picking.point(thing);
        look.read(thing, element);
      },
      onblur: () => {
        this.picking.point(null);
        look.close();
      },
    };
  }
}
