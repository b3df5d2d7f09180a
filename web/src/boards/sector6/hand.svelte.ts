/* The drawn tile in the hand: how it is turned just now. Field and rail share it. */

class Hand {
  private turned = $state(0);
  private tile = $state("");

  /** How the tile is turned; a new tile begins unturned. */
  of(tile: string): number {
    return this.tile === tile ? this.turned : 0;
  }

  turn(tile: string, period: number, by = 1): void {
    this.turned = (((this.of(tile) + by) % period) + period) % period;
    this.tile = tile;
  }

  set(tile: string, rotation: number): void {
    this.turned = rotation;
    this.tile = tile;
  }
}

export const hand = new Hand();

/** One drawn tile is told from the next by the step at which it was drawn. */
export function handKey(drawn: string | null, tiles: number): string {
  return `${drawn ?? ""} ${tiles}`;
}
