/* Motion from the events of the plays that just happened: tiles turn together, figures run, oxygen is carried off. */
import { calm } from "../../lib/here.svelte";
import type { Entry, GameEvent } from "../../lib/protocol";
import { centre, key } from "./maze";

const cell = (value: unknown): string => key(...(value as [number, number]));

export function move(svg: SVGSVGElement | undefined, plays: readonly Entry[]): void {
  if (!svg || calm()) return;
  for (const event of plays.flatMap((play) => play.events ?? [])) {
    if (event.event === "rotate") turn(svg, event);
    else if (event.event === "move") run(svg, event);
    else if (event.event === "take" || event.event === "keep") carry(svg, event);
  }
}

function turn(svg: SVGSVGElement, event: GameEvent): void {
  const by = event["way"] === "cw" ? -60 : 60;
  const spin = (name: string, from: number): void => {
    svg
      .querySelector(`[data-tile="${name}"]`)
      ?.animate([{ transform: `rotate(${from}deg)` }, { transform: "none" }], { duration: 600, easing: "ease-in-out" });
  };
  spin(cell(event["at"]), by);
  for (const one of event["driven"] as unknown[]) spin(cell(one), -by);
}

function run(svg: SVGSVGElement, event: GameEvent): void {
  const [from, to] = [centre(cell(event["at"])), centre(cell(event["to"]))];
  const away = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  const duration = Math.min(900, 180 * Number(event["distance"]) + 120);
  svg
    .querySelector(`[data-figure="${Number(event["seat"])}${String(event["fig"])}"]`)
    ?.animate([{ transform: away }, { transform: "none" }], { duration, easing: "ease-in-out" });
}

/** From its tile to the points of whoever took it, over everything else. */
function carry(svg: SVGSVGElement, event: GameEvent): void {
  const tile = svg.querySelector(`[data-tile="${cell(event["at"])}"]`)?.getBoundingClientRect();
  const score = document
    .querySelector(`.seat[data-seat="${Number(event["seat"]) + 1}"] .score`)
    ?.getBoundingClientRect();
  if (!tile || !score?.width) return;
  const size = Math.max(18, tile.width / 3);
  const disc = document.createElement("div");
  disc.style.cssText = `position:fixed;z-index:5;pointer-events:none;border-radius:50%;width:${size}px;height:${size}px;
    left:${tile.x + (tile.width - size) / 2}px;top:${tile.y + (tile.height - size) / 2}px;
    background:var(--v-${Number(event["value"])})`;
  document.body.append(disc);
  const x = score.x + score.width / 2 - tile.x - tile.width / 2;
  const y = score.y + score.height / 2 - tile.y - tile.height / 2;
  disc
    .animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.6)` }], {
      duration: 620,
      easing: "ease-in",
    })
    .finished.finally(() => disc.remove());
}
