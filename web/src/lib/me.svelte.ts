/* Who is here, and the tables that wait. */
import { get, post } from "./api";
import { here } from "./here.svelte";
import { keep, kept } from "./memory";
import type { Me, Row } from "./protocol";

class Myself {
  me = $state.raw<Me | null>(null);
  tables = $state.raw<Row[]>([]);
  /** The games that were played to the end on this device. */
  finished = $state.raw<string[]>(kept("finished", []));
  readonly unfinished = $derived(this.tables.filter((row) => row.status !== "over"));
  readonly waiting = $derived(this.tables.filter((row) => row.waiting));

  async load(): Promise<void> {
    this.me = await get<Me>("me");
    if (!this.me.named && here.name) await this.rename(here.name);
  }

  async refresh(): Promise<void> {
    this.tables = (await get<{ tables: Row[] }>("tables/mine")).tables;
    const over = this.tables.filter((row) => row.status === "over").map((row) => row.game);
    if (over.some((game) => !this.finished.includes(game))) {
      this.finished = [...new Set([...this.finished, ...over])];
      keep("finished", this.finished);
    }
  }

  async rename(name: string): Promise<void> {
    this.me = await post<Me>("me", { name });
    here.rename(this.me.name);
  }
}

export const myself = new Myself();
