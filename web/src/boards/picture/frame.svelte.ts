/* The part of a picture that is seen: all of it, or less where it is zoomed. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Frame {
  whole = $state.raw<Box>({ x: 0, y: 0, width: 100, height: 100 });
  seen = $state.raw<Box>({ x: 0, y: 0, width: 100, height: 100 });
  room = $state({ width: 0, height: 0 });

  readonly fits: boolean = $derived.by(() => this.seen.width >= this.full.width - 0.5 && this.seen.height >= this.full.height - 0.5);
  /** Pixels for a unit of the picture. */
  readonly scale: number = $derived.by(() => this.room.width / this.seen.width || 1);

  /** The whole picture in the shape of the room. */
  readonly full: Box = $derived.by(() => {
    const { width, height } = this.whole;
    const shape = this.room.width && this.room.height ? this.room.width / this.room.height : width / height;
    const wide = Math.max(width, height * shape);
    const high = wide / shape;
    return { x: this.whole.x - (wide - width) / 2, y: this.whole.y - (high - height) / 2, width: wide, height: high };
  });

  showAll(): void {
    this.seen = this.full;
  }

  /** Zoom by a factor round a point of the picture. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    const { x, y, width, height } = this.seen;
    const point = at ?? { x: x + width / 2, y: y + height / 2 };
    const least = Math.min(this.full.width, this.room.width / 3 || 100);
    const wide = Math.min(this.full.width, Math.max(least, width / factor));
    const part = wide / width;
    this.set({ x: point.x - (point.x - x) * part, y: point.y - (point.y - y) * part, width: wide, height: height * part });
  }

  move(dx: number, dy: number): void {
    this.set({ ...this.seen, x: this.seen.x - dx, y: this.seen.y - dy });
  }

  /** Bring a part of the picture into view, moving as little as possible. */
  reveal(part: Box, margin = 20): void {
    const { x, y, width, height } = this.seen;
    const left = Math.min(x, part.x - margin);
    const top = Math.min(y, part.y - margin);
    const right = Math.max(left, part.x + part.width + margin - width);
    const low = Math.max(top, part.y + part.height + margin - height);
    this.set({ x: x < right ? right : left, y: y < low ? low : top, width, height });
  }

  /** Open on a part of the picture, so large that it can be read. */
  open(part: Box | null, readable: number): void {
    this.seen = this.full;
    const scale = this.room.width / this.full.width;
    if (!this.room.width || scale >= readable) return;
    const centre = part ? { x: part.x + part.width / 2, y: part.y + part.height / 2 } : { x: this.whole.x + this.whole.width / 2, y: this.whole.y + this.whole.height / 2 };
    const wide = this.room.width / readable;
    const high = (wide * this.room.height) / this.room.width;
    this.set({ x: centre.x - wide / 2, y: centre.y - high / 2, width: wide, height: high });
  }

  private set(box: Box): void {
    const { full } = this;
    const width = Math.min(box.width, full.width);
    const height = Math.min(box.height, full.height);
    this.seen = {
      x: Math.min(Math.max(box.x, full.x), full.x + full.width - width),
      y: Math.min(Math.max(box.y, full.y), full.y + full.height - height),
      width,
      height,
    };
  }
}
