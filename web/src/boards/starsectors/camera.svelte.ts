/* The part of the map that is seen: it opens on the fight, follows what can be touched, and is moved by hand. */
import { type Box, fit, isWithin, mapBox, type Point, zoom } from "./hexes";

const STILL = 7; // pixels that a pointer may slip in a click

export class Camera {
  frame = $state({ width: 0, height: 0 });
  box = $state.raw<Box>({ x: 0, y: 0, width: 100, height: 100 });
  private whole: Box = { x: 0, y: 0, width: 100, height: 100 };
  private pointers = new Map<number, Point>();
  private shape = "";
  private about = "";
  private held = false;
  /** Whether the pointer that is down has moved the map, so that its click means nothing. */
  moved = false;

  /** How many pixels wide a hex is. */
  get hex(): number {
    return (100 * this.frame.width) / this.box.width;
  }

  /** By how much lettering is drawn larger than on a hex of full size, so that it can be read: 11 pixels at least. */
  get k(): number {
    return Math.min(2.2, Math.max(1, 78 / this.hex));
  }

  /** Move the map, no further than needed, until these hexes are seen. */
  reveal(map: { w: number; h: number }, names: readonly string[]): void {
    if (!names.length || names.every((name) => isWithin(name, this.box))) return;
    const need = fit(names, this.frame, mapBox(map.w, map.h));
    if (need.width > this.box.width) this.box = need;
    else this.centre({ x: need.x + need.width / 2, y: need.y + need.height / 2 });
  }

  /** Show these hexes, and `others` as well where they are near enough. A map that was moved by hand stays as it is for
   *  the rest of a decision (`about`), unless something of it is out of sight. */
  follow(map: { w: number; h: number }, lit: readonly string[], others: readonly string[], about = this.about): void {
    const { width, height } = this.frame;
    if (width < 10 || height < 10) return;
    this.whole = mapBox(map.w, map.h);
    const shape = `${width} ${height}`;
    if (about !== this.about) this.held = false;
    this.about = about;
    const seen = shape === this.shape && lit.every((name) => isWithin(name, this.box));
    if (seen && (this.held || !lit.length)) return;
    const needed = lit.length ? lit : others;
    const wide = fit([...needed, ...others], this.frame, this.whole);
    const near = fit(needed, this.frame, this.whole);
    const best = wide.width <= near.width * 1.35 ? wide : near;
    if (seen && this.box.width < best.width * 1.25) return; // not for a little
    this.shape = shape;
    this.box = best;
  }

  showAll(map: { w: number; h: number }): void {
    this.held = true;
    this.whole = mapBox(map.w, map.h);
    this.shape = `${this.frame.width} ${this.frame.height}`;
    const scale = Math.min(this.frame.width / this.whole.width, this.frame.height / this.whole.height) || 1;
    const [width, height] = [this.frame.width / scale, this.frame.height / scale];
    this.box = {
      x: this.whole.x + (this.whole.width - width) / 2,
      y: this.whole.y + (this.whole.height - height) / 2,
      width,
      height,
    };
  }

  /** Put a point of the map into the middle. */
  centre(at: Point): void {
    const { width, height } = this.box;
    this.box = zoom({ ...this.box, x: at.x - width / 2, y: at.y - height / 2 }, at, 1, this.frame, this.whole);
  }

  /** The same by hand. */
  zoomByHand(factor: number, round?: Point): void {
    this.held = true;
    this.zoomBy(factor, round);
  }

  zoomBy(
    factor: number,
    round: Point = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 },
  ): void {
    this.box = zoom(this.box, round, factor, this.frame, this.whole);
  }

  /** A point of the screen on the map. */
  at(x: number, y: number, edge: { left: number; top: number }): Point {
    const scale = this.box.width / this.frame.width;
    return { x: this.box.x + (x - edge.left) * scale, y: this.box.y + (y - edge.top) * scale };
  }

  down(event: PointerEvent): void {
    if (!this.pointers.size) this.moved = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** Whether this moved the map. */
  move(event: PointerEvent, edge: { left: number; top: number }): boolean {
    const before = this.pointers.get(event.pointerId);
    if (!before) return false;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.moved && Math.hypot(dx, dy) < STILL && this.pointers.size === 1) return false;
    this.moved = this.held = true;
    const scale = this.box.width / this.frame.width;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    if (other) {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      const wider = Math.hypot(now.x - other.x, now.y - other.y);
      this.zoomBy(apart / Math.max(wider, 1), this.at(other.x, other.y, edge));
    } else {
      const { x, y, width } = this.box;
      this.box = zoom(
        { ...this.box, x: x - dx * scale, y: y - dy * scale, width },
        { x: 0, y: 0 },
        1,
        this.frame,
        this.whole,
      );
    }
    this.pointers.set(event.pointerId, now);
    return true;
  }

  up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
  }
}
