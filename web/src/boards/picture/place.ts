/* Putting a game's picture into the page. It comes without a style: that of all games is in /api/games.css. */
import type { Box } from "./frame.svelte";
import { rename } from "./names";
import { cornersOf, middle, type Point } from "./outline";

export interface Placed {
  thing: string;
  label: string;
  element: SVGGElement;
  outline: Point[];
  middle: Point;
  /** Nothing is drawn on it, so that a dot may mark it. */
  empty: boolean;
}

export interface Laid {
  root: SVGSVGElement;
  whole: Box;
  things: Placed[];
  /** Words to touch that are shown as rows beside the picture, each with its label. */
  choices: Map<string, string>;
}

/** The picture in the page, with the players' names; with a `width` in pixels its parts are laid out anew to be read
 *  at that width. */
export function place(host: HTMLElement, picture: string, names: readonly string[], width: number | null): Laid | null {
  const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return null;
  for (const unwanted of parsed.querySelectorAll("script, foreignObject, [data-thing] > title")) unwanted.remove();
  const root = document.importNode(parsed, true) as unknown as SVGSVGElement;
  root.removeAttribute("width");
  root.removeAttribute("height");
  root.setAttribute("preserveAspectRatio", "xMidYMid meet");
  host.replaceChildren(root);
  rename(root, names);
  const choices = new Map<string, string>();
  for (const part of root.querySelectorAll<SVGGElement>('[data-part="choices"]')) {
    for (const one of part.querySelectorAll("[data-thing]"))
      choices.set(one.getAttribute("data-thing")!, one.getAttribute("aria-label") ?? "");
    part.remove();
  }
  for (const part of root.querySelectorAll('[data-part="title"]')) part.remove();
  if (width !== null) flow(root, width);
  const whole = measure(root, width);
  const things: Placed[] = [];
  const seen = new Set<string>();
  for (const element of root.querySelectorAll<SVGGElement>("[data-thing]")) {
    const thing = element.getAttribute("data-thing")!;
    const label = element.getAttribute("aria-label") ?? thing;
    element.setAttribute("role", "button");
    if (seen.has(thing)) continue;
    seen.add(thing);
    const points = outlineOf(element, root);
    const empty = element.childElementCount <= 1;
    element.toggleAttribute("data-empty", empty);
    things.push({ thing, label, element, outline: points, middle: middle(points), empty });
  }
  return { root, whole, things, choices };
}

/** The room of what is drawn, with a margin: titles and rows that the page took away need none. What has been laid in
 *  lines takes their width. */
export function measure(root: SVGSVGElement, width: number | null): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of root.children) {
    if (!(part instanceof SVGGraphicsElement) || part instanceof SVGRectElement) continue; // what the picture lies on
    const { x, y, width, height } = part.getBBox();
    if (!width && !height) continue;
    const matrix = part.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
    left = Math.min(left, x * matrix.a + matrix.e);
    top = Math.min(top, y * matrix.d + matrix.f);
    right = Math.max(right, (x + width) * matrix.a + matrix.e);
    bottom = Math.max(bottom, (y + height) * matrix.d + matrix.f);
  }
  if (left > right) return { x: 0, y: 0, width: 100, height: 100 };
  const inLines = width !== null && root.querySelector("[data-part]") !== null;
  if (inLines) [left, right] = [0, width / SCALE - 2 * GAP];
  const margin = inLines ? GAP : MARGIN;
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

const MARGIN = 14;
const SCALE = 0.9; // pixels for a unit of what must be read
const GAP = 8;

/** Lay the parts of a picture in lines of that many pixels: those of one name side by side as far as they fit, each
 *  other one below. What is wider is made smaller; a board fills the width. */
function flow(root: SVGSVGElement, width: number): void {
  root.setAttribute("data-lines", "");
  for (const unwanted of root.querySelectorAll('[data-part="ground"], .spare')) unwanted.remove();
  const room = width / SCALE - 2 * GAP;
  let [x, y, high, before] = [0, 0, 0, ""];
  for (const part of root.querySelectorAll<SVGGElement>("[data-part]")) {
    const box = part.getBBox();
    const name = part.dataset["part"]!;
    if (!box.width || !box.height) continue;
    const scale = name === "board" ? room / box.width : Math.min(1, room / box.width);
    if (name !== before || x + box.width * scale > room) [x, y, high] = [0, y + high + (high ? 1.5 * GAP : 0), 0];
    part.setAttribute("transform", `translate(${x - box.x * scale} ${y - box.y * scale}) scale(${scale})`);
    x += box.width * scale + GAP;
    high = Math.max(high, box.height * scale);
    before = name;
  }
}

/** From an element's own units to the picture's, read from the transforms alone: asking for it on the screen would have
 *  the browser lay everything out for each thing. */
function toPicture(element: Element, root: SVGSVGElement): DOMMatrix | null {
  let found: DOMMatrix | null = null;
  for (let node: Element | null = element; node && node !== root; node = node.parentElement) {
    if (!node.hasAttribute("transform")) continue;
    const own = (node as SVGGraphicsElement).transform.baseVal.consolidate()?.matrix;
    if (own) found = DOMMatrix.fromMatrix(own).multiply(found ?? new DOMMatrix());
  }
  return found;
}

/** The corners of what is touched: those of its polygon, else of the box round its shapes. */
function outlineOf(element: SVGGElement, root: SVGSVGElement): Point[] {
  const touch = element.querySelector<SVGGraphicsElement>(":scope > .touch") ?? element;
  const points = touch instanceof SVGPolygonElement ? [...touch.points] : cornersOf(touch.getBBox());
  const matrix = toPicture(touch, root);
  return matrix ? points.map(({ x, y }) => new DOMPoint(x, y).matrixTransform(matrix)) : points;
}
