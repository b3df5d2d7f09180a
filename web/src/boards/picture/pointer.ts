/* The pointer on a picture: a click touches, a drag moves the sheet, two fingers zoom. */
import type { Frame } from "./frame.svelte";
import type { Point } from "./outline";

/** How far a finger may slip in pixels and still touch. */
const SLIP = 8;

type Move = Pick<PointerEvent, "pointerId" | "clientX" | "clientY">;

export class Pointer {
  private readonly held = new Map<number, Point>();
  private spread = 0;
  /** Whether the last press became a drag: then its click touches nothing. */
  dragged = false;

  /** `point` says where on the picture a place of the page is. */
  constructor(
    private readonly frame: Pick<Frame, "fits" | "scale" | "zoom" | "move">,
    private readonly point: (event: Pick<MouseEvent, "clientX" | "clientY">) => Point,
  ) {}

  down(event: Move): void {
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.held.size === 1) this.dragged = false;
    this.spread = this.distance();
  }

  /** Whether it moved something that is held; otherwise it only passes over. */
  move(event: Move): boolean {
    const from = this.held.get(event.pointerId);
    if (!from) return false;
    const dx = event.clientX - from.x;
    const dy = event.clientY - from.y;
    if (!this.dragged && Math.hypot(dx, dy) < SLIP) return true;
    this.dragged = true;
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.held.size === 2) this.pinch(event);
    else if (!this.frame.fits) this.frame.move(dx / this.frame.scale, dy / this.frame.scale);
    return true;
  }

  private pinch(event: Move): void {
    const now = this.distance();
    if (this.spread > 0 && now > 0) this.frame.zoom(now / this.spread, this.point(event));
    this.spread = now;
  }

  up(event: Pick<PointerEvent, "pointerId">): void {
    this.held.delete(event.pointerId);
    this.spread = 0;
  }

  private distance(): number {
    const [a, b] = [...this.held.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

/** The thing under the pointer, or with the focus. */
export function thingOf(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest?.("[data-thing]")?.getAttribute("data-thing") ?? null;
}
