/* What is chosen on this board just now: a place to go to, a target, a ship to look at. It plays nothing itself. */
import type { BoardProps } from "../board";
import type { Move } from "../../lib/protocol";
import type { Camera } from "./camera.svelte";
import { byHex } from "./hexes";
import type { Facts, JumpEnd, Place, Ship, Target, View } from "./types";

export class Play {
  private source: () => BoardProps;
  /** The hex that was touched and waits for a heading, and the hex under the pointer. */
  hex = $state<string | null>(null);
  over = $state<string | null>(null);
  heading = $state<number | null>(null);
  /** The enemy that is aimed at, by a touch; and the ship whose card is shown. */
  aimed = $state<string | null>(null);
  looked = $state<string | null>(null);
  jumping = $state(false);
  /** The action under the pointer, in the bar or in a list, by its text. */
  pointed = $state<string | null>(null);

  constructor(source: () => BoardProps) {
    this.source = source;
  }

  readonly view: View = $derived.by(() => this.source().view as unknown as View);
  readonly facts: Facts = $derived.by(() => this.source().facts as Facts);
  readonly moves: ReadonlyMap<string, Move> = $derived.by(
    () => new Map(this.source().picking.picker.moves.map((move) => [move.text, move])),
  );
  readonly active: boolean = $derived.by(() => this.source().picking.active);
  readonly ship: Ship | null = $derived.by(
    () => this.view.ships.find((one) => one.id === this.view.turn?.ship) ?? null,
  );
  /** Moves that are no place on the map: who goes first, whose turn it is, the crew's order. */
  readonly choices: readonly Move[] = $derived.by(() =>
    this.active && ["first", "activate", "crew"].includes(this.view.phase)
      ? [...this.moves.values()].sort((a, b) => a.text.localeCompare(b.text, "en", { numeric: true }))
      : [],
  );
  readonly tactical: boolean = $derived.by(() => this.active && this.view.phase === "tactical");

  /** The places that can be reached, by hex, cheapest first. */
  readonly places: ReadonlyMap<string, readonly Place[]> = $derived.by(() => {
    const found = new Map<string, Place[]>();
    if (!this.tactical) return found;
    for (const one of this.facts.places ?? []) {
      const there = found.get(one.hex);
      if (there) there.push(one);
      else found.set(one.hex, [one]);
    }
    for (const there of found.values()) there.sort((a, b) => a.cost - b.cost || this.turned(a) - this.turned(b));
    return found;
  });
  readonly ends: ReadonlyMap<string, JumpEnd> = $derived.by(() => {
    const all = this.tactical ? (this.facts.jumps ?? []).flatMap((row) => row.ends) : [];
    return new Map(all.map((end) => [end.hex, end]));
  });
  /** Targets that can be attacked now, by thing. */
  readonly targets: ReadonlyMap<string, readonly Target[]> = $derived.by(() => {
    const found = new Map<string, Target[]>();
    for (const one of this.facts.targets ?? []) found.set(one.thing, [...(found.get(one.thing) ?? []), one]);
    return found;
  });
  /** What the map shows as a ghost: the place that is touched or pointed at. */
  readonly ghost: Place | null = $derived.by(() => {
    const hex = this.hex ?? this.over;
    const there = hex ? this.places.get(hex) : undefined;
    if (!there || this.jumping) return null;
    return there.find((one) => one.heading === this.heading && this.hex !== null) ?? there[0] ?? null;
  });
  /** The enemy whose odds are shown. */
  readonly target: string | null = $derived.by(() => {
    const over = this.over && this.thingAt(this.over);
    return over && this.targets.has(over) && !this.hex
      ? over
      : this.aimed && this.targets.has(this.aimed)
        ? this.aimed
        : null;
  });

  /** The hexes that an explosion reaches: of the action that is pointed at or asked about, else of the one aimed at. */
  readonly blast: readonly string[] = $derived.by(() => {
    const text = this.source().picking.doubtful?.text ?? this.pointed;
    const all = this.facts.targets ?? [];
    if (text !== null)
      return (this.facts.actions?.[text] ?? all.find((one) => one.text === text && !one.why))?.blast_hexes ?? [];
    const shots = this.ghost ? [] : all.filter((one) => one.thing === this.target && one.weapon !== "ram");
    return shots.find((one) => one.blast_hexes?.length)?.blast_hexes ?? [];
  });

  private turned(one: Place): number {
    return Math.abs(((one.heading - (this.ship?.dir ?? 0) + 9) % 6) - 3);
  }

  /** The ship or mine that stands in a hex, as a thing. */
  thingAt(hex: string): string | null {
    const facts = this.facts.ships ?? {};
    const ship = this.view.ships.find((one) => !one.dead && (one.hex === hex || facts[one.id]?.hull.includes(hex)));
    if (ship) return `ship:${ship.id}`;
    return hex in this.view.mines ? `mine:${hex}` : null;
  }

  isHostile(thing: string): boolean {
    return (this.targets.get(thing) ?? []).some((one) => one.why === null);
  }

  /** Whether touching a hex does something now. */
  isLit(hex: string): boolean {
    if (!this.active) return false;
    const thing = this.thingAt(hex);
    if (this.view.phase === "tactical") {
      if (this.jumping) return this.ends.has(hex);
      return this.places.has(hex) || (thing !== null && this.isHostile(thing));
    }
    const { picking } = this.source();
    return picking.isLit(`hex:${hex}`) || (thing !== null && picking.isLit(thing) && this.standsIn(thing, hex));
  }

  private standsIn(thing: string, hex: string): boolean {
    return this.view.ships.some((one) => `ship:${one.id}` === thing && one.hex === hex);
  }

  /** A click or tap on a hex. */
  touch(hex: string, finger = false): void {
    const thing = this.thingAt(hex);
    if (thing?.startsWith("ship:")) this.looked = thing.slice(5);
    const { picking } = this.source();
    if (!this.active) return;
    if (this.view.phase !== "tactical") {
      if (thing && picking.isLit(thing)) picking.touch(thing, finger);
      else picking.touch(thing && !picking.isLit(`hex:${hex}`) ? thing : `hex:${hex}`, finger);
      return;
    }
    if (this.jumping) return this.jump(hex);
    if (thing && this.targets.has(thing) && (this.isHostile(thing) || !this.places.has(hex))) {
      this.hex = null;
      this.aimed = thing;
      if (!this.isHostile(thing)) picking.touch(thing);
      return;
    }
    this.aimed = null;
    const there = this.places.get(hex);
    if (!there) {
      this.hex = null;
      picking.touch(`hex:${hex}`);
    } else if (there.length === 1 && !finger) this.go(there[0]!);
    else if (this.hex === hex) this.go(this.ghost ?? there[0]!);
    else {
      this.hex = hex;
      this.heading = there[0]!.heading;
    }
  }

  /** Go to a place in one gesture. */
  go(place: Place): void {
    this.forget();
    this.source().plan(place.steps);
  }

  jump(hex: string): void {
    const end = this.ends.get(hex);
    if (!end) {
      this.source().picking.touch(`hex:${hex}`);
      return;
    }
    this.forget();
    this.do(end.text);
  }

  /** Play a move by its text. */
  do(text: string): void {
    const move = this.moves.get(text);
    if (!move) return;
    this.forget();
    this.source().picking.play(move);
  }

  /** One step back; whether there was one. */
  back(): boolean {
    if (this.hex) this.hex = null;
    else if (this.jumping) this.jumping = false;
    else if (this.aimed) this.aimed = null;
    else return false;
    return true;
  }

  forget(): void {
    this.hex = this.heading = this.aimed = this.pointed = null;
    this.jumping = false;
  }

  /** All hexes that enemies of the viewer could hit, with the highest number. */
  readonly danger: ReadonlyMap<string, number> = $derived.by(() => {
    const found = new Map<string, number>();
    const own = this.view.seat === null ? null : (this.facts.seats?.[this.view.seat]?.side ?? null);
    for (const ship of this.view.ships) {
      const facts = this.facts.ships?.[ship.id];
      if (!facts || own === null || this.facts.seats?.[ship.owner]?.side === own) continue;
      for (const field of [facts.field, facts.row])
        for (const [hex, number] of byHex(field)) found.set(hex, Math.max(number, found.get(hex) ?? 0));
    }
    return found;
  });
}

/** The play of the table that is shown: the parts of the board share it. */
export const shared = $state<{ play: Play | null; camera: Camera | null; hand: boolean; again: number }>({
  play: null,
  camera: null,
  hand: false, // whether somebody plays here, and does not only watch
  again: 0, // counts the wishes to see the last turn again
});
