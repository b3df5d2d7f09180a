/* Shows scenes one after another. Until its scene has come, a ship stands as it stood before. */
import { calm } from "../../lib/here.svelte";
import type { Pose, Poses, Scene } from "./motion";
import { sound } from "./sound";
import type { Ship } from "./types";

const FACES = 3; // changes of a die before it lies still
const FACE = 110; // milliseconds each

export class Stage {
  shown = $state.raw<Scene | null>(null);
  /** What the dice show; they roll as long as `still` is false. */
  faces = $state.raw<readonly number[]>([]);
  still = $state(true);
  poses = $state.raw<Poses>({});
  private queue: Scene[] = [];
  private run = 0;

  /** Show scenes after those that are still to come; `before` is how the ships stood until then. */
  add(all: readonly Scene[], before: Poses): void {
    if (!all.length || calm() || document.hidden) return;
    const begins = this.queue.length === 0 && this.shown === null;
    const stood = all
      .filter((scene) => scene.ship in before)
      .map((scene) => [scene.ship, before[scene.ship]!] as const);
    this.poses = { ...Object.fromEntries(stood), ...this.poses };
    this.queue.push(...all);
    if (begins) void this.show(++this.run);
  }

  /** Everything at once, as it is. */
  finish(): void {
    this.run++;
    this.queue = [];
    this.shown = null;
    this.poses = {};
  }

  /** A ship as it is seen just now. */
  seen(ship: Ship): Ship {
    const pose = this.poses[ship.id];
    return pose ? { ...ship, ...pose } : ship;
  }

  private async show(run: number): Promise<void> {
    for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
      this.shown = scene;
      sound(scene.kind);
      if (scene.kind === "way") await this.go(scene, run);
      else if (scene.kind === "shot") await this.roll(scene, run);
      if (scene.kind === "hit") this.pose(scene.ship, { hits: scene.hits });
      if (scene.kind !== "way" && !(await this.wait(scene.time, run))) return;
      if (scene.kind === "loss") this.pose(scene.ship, { dead: true });
      if (run !== this.run) return;
    }
    this.finish();
  }

  private async go(scene: Scene & { kind: "way" }, run: number): Promise<void> {
    const steps = scene.warp ? scene.path.slice(-1) : scene.path;
    for (const step of steps) {
      if (run !== this.run) return;
      this.pose(scene.ship, step);
      await this.wait(scene.warp ? 500 : scene.time / steps.length, run);
    }
  }

  private async roll(scene: Scene & { kind: "shot" }, run: number): Promise<void> {
    this.still = scene.dice.length === 0;
    for (let i = 0; i < FACES && !this.still; i++) {
      this.faces = scene.dice.map(() => 1 + Math.floor(Math.random() * 12));
      if (!(await this.wait(FACE, run))) return;
    }
    this.faces = scene.dice;
    this.still = true;
  }

  private pose(ship: string, change: Partial<Pose>): void {
    const pose = this.poses[ship];
    if (pose) this.poses = { ...this.poses, [ship]: { ...pose, ...change } };
  }

  /** Whether these scenes still go on after that time. */
  private async wait(time: number, run: number): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, time));
    return run === this.run;
  }
}
