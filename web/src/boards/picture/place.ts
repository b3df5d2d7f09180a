/* Putting a game's picture into the page without an inline style: its rules become a constructed style sheet, which the
 * page's policy allows, and its two themes follow the page's. */
import { box, corners, middle, type Point } from "./outline";

export interface Placed {
  thing: string;
  label: string;
  element: SVGGElement;
  outline: Point[];
  middle: Point;
  /** Nothing is drawn on it, so that a dot may mark it. */
  empty: boolean;
}

const sheets = new Map<string, CSSStyleSheet>();

function adopt(text: string, theme: string): void {
  if (!text || sheets.has(text)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  skin(sheet, theme);
}

/** Rules as XML writes them. A style that is parsed as one is refused by the policy, even in a document never shown. */
function plain(rules: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return rules.replaceAll(/&(\w+);/g, (whole, name: string) => signs[name] ?? whole);
}

const LIGHT = new WeakSet<CSSMediaRule>();

/** The picture follows the reader's system; the page knows better which theme is on. */
function skin(sheet: CSSStyleSheet, theme: string): void {
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSMediaRule)) continue;
    if (rule.media.mediaText.includes("prefers-color-scheme")) LIGHT.add(rule);
    if (LIGHT.has(rule)) rule.media.mediaText = theme === "light" ? "all" : "print";
  }
}

export function reskin(theme: string): void {
  for (const sheet of sheets.values()) skin(sheet, theme);
}

export function place(host: HTMLElement, picture: string, theme: string): { root: SVGSVGElement; whole: { x: number; y: number; width: number; height: number }; things: Placed[] } | null {
  const bare = picture.replaceAll(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, rules: string) => {
    adopt(plain(rules), theme);
    return "";
  });
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return null;
  for (const unwanted of parsed.querySelectorAll("script, foreignObject, [data-thing] > title")) unwanted.remove();
  const root = document.importNode(parsed, true) as unknown as SVGSVGElement;
  const whole = { x: 0, y: 0, width: 100, height: 100 };
  [whole.x, whole.y, whole.width, whole.height] = (root.getAttribute("viewBox") ?? "0 0 100 100").split(/[ ,]+/).map(Number) as [number, number, number, number];
  root.removeAttribute("width");
  root.removeAttribute("height");
  root.setAttribute("preserveAspectRatio", "xMidYMid meet");
  host.replaceChildren(root);
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
  return { root, whole, things };
}

function outlineOf(element: SVGGElement, root: SVGSVGElement): Point[] {
  const touch = element.querySelector<SVGGraphicsElement>(":scope > .touch") ?? element;
  const own = touch.getScreenCTM();
  const base = root.getScreenCTM();
  const matrix = own && base ? base.inverse().multiply(own) : new DOMMatrix();
  const straight = touch instanceof SVGPathElement ? corners(touch.getAttribute("d") ?? "") : null;
  const { x, y, width, height } = touch.getBBox();
  const points = straight && straight.length > 2 ? straight : [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }];
  const moved = points.map((point) => {
    const { x: px, y: py } = new DOMPoint(point.x, point.y).matrixTransform(matrix);
    return { x: px, y: py };
  });
  const { width: w, height: h } = box(moved);
  return w > 0 && h > 0 ? moved : points;
}
