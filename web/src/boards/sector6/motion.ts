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

function carry(svg: SVGSVGElement, event: GameEvent): void {
  const { x, y } = centre(cell(event["at"]));
  const disc = document.createElementNS("http://www.w3.org/2000/svg", "g");
  disc.setAttribute("transform", `translate(${x} ${y})`);
  disc.setAttribute("pointer-events", "none");
  const inner = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  inner.setAttribute("r", "21");
  inner.setAttribute("fill", `var(--v-${Number(event["value"])})`);
  disc.append(inner);
  svg.append(disc);
  inner
    .animate(
      [
        { transform: "none", opacity: 1 },
        { transform: "translate(-320px, -60px) scale(.6)", opacity: 0 },
      ],
      { duration: 620, easing: "ease-in" },
    )
    .finished.finally(() => disc.remove());
}
