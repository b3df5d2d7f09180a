/* The part of a picture that is seen: all of it, or less where it is zoomed. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Frame {
  whole = $state.raw<Box>({ x: 0, y: 0, width: 100, height: 100 });
  room = $state({ width: 0, height: 0 });
  /** The middle and the width of what is seen; null for all. The height follows from the room. */
  private part = $state.raw<{ x: number; y: number; width: number } | null>(null);

  private readonly shape: number = $derived.by(() =>
    this.room.width && this.room.height ? this.room.width / this.room.height : this.whole.width / this.whole.height,
  );
  /** The whole picture in the shape of the room. */
  private readonly full: Box = $derived.by(() => {
    const { x, y, width, height } = this.whole;
    const wide = Math.max(width, height * this.shape);
    const high = wide / this.shape;
    return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
  });
  readonly seen: Box = $derived.by(() => {
    const { full, part } = this;
    if (!part || part.width >= full.width) return full;
    const width = part.width;
    const height = width / this.shape;
    return {
      x: within(part.x - width / 2, full.x, full.width - width),
      y: within(part.y - height / 2, full.y, full.height - height),
      width,
      height,
    };
  });
  readonly fits: boolean = $derived.by(() => this.seen === this.full);
  /** Pixels for a unit of the picture. */
  readonly scale: number = $derived.by(() => this.room.width / this.seen.width || 1);

  showAll(): void {
    this.part = null;
  }

  /** Zoom by a factor round a point of the picture. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    const { x, y, width, height } = this.seen;
    const point = at ?? { x: x + width / 2, y: y + height / 2 };
    const least = Math.min(this.full.width, this.room.width / 3 || 100);
    const wide = Math.max(least, width / factor);
    const part = wide / width;
    this.part = {
      x: point.x - (point.x - x - width / 2) * part,
      y: point.y - (point.y - y - height / 2) * part,
      width: wide,
    };
  }

  move(dx: number, dy: number): void {
    const { x, y, width, height } = this.seen;
    if (!this.fits) this.part = { x: x + width / 2 - dx, y: y + height / 2 - dy, width };
  }

  /** Bring a part of the picture into view, moving as little as possible. */
  reveal(box: Box, margin = 20): void {
    if (this.fits) return;
    const { x, y, width, height } = this.seen;
    const left = Math.max(Math.min(x, box.x - margin), box.x + box.width + margin - width);
    const top = Math.max(Math.min(y, box.y - margin), box.y + box.height + margin - height);
    this.part = { x: left + width / 2, y: top + height / 2, width };
  }

  /** Open on a part of the picture, so large that it can be read; on all of it where that can be read. */
  open(box: Box | null, readable: number): void {
    this.part = null;
    if (!this.room.width || this.room.width / this.full.width >= readable) return;
    const { x, y, width, height } = box ?? this.whole;
    this.part = { x: x + width / 2, y: y + height / 2, width: this.room.width / readable };
  }
}

function within(value: number, least: number, room: number): number {
  return Math.min(Math.max(value, least), least + Math.max(0, room));
}
