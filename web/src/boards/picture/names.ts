/* A picture knows seats by their numbers; who sits there is known to the table. */
import { fill } from "../../lib/words";

/** Put the names of those who sit there into all that a picture says. A name that is longer than the room kept for it
 *  is drawn together where something stands beside it. */
export function rename(root: SVGSVGElement, names: readonly string[]): void {
  for (const one of root.querySelectorAll("[aria-label]"))
    one.setAttribute("aria-label", fill(one.getAttribute("aria-label")!, names));
  const changed: SVGTextElement[] = [];
  for (const one of root.querySelectorAll("text")) {
    if (one.childElementCount) continue;
    const words = one.textContent;
    const said = fill(words, names);
    if (said === words) continue;
    one.textContent = said;
    if (said.length > words.length) changed.push(one);
  }
  for (const [one, room] of changed.map((one) => [one, roomFor(one)] as const)) {
    if (room >= one.getComputedTextLength()) continue;
    one.setAttribute("textLength", String(room));
    one.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

/** How wide a text may be before it meets what is drawn beside it, in its own units. */
function roomFor(text: SVGTextElement): number {
  if (text.hasAttribute("text-anchor")) return Infinity; // it grows to the side that is free
  const own = text.getBoundingClientRect();
  const width = text.getComputedTextLength();
  const unit = own.width / width || 1;
  let room = Infinity;
  for (const other of text.parentElement!.children) {
    const box = other.getBoundingClientRect();
    const beside = box.left > own.left + own.height && box.top < own.bottom && box.bottom > own.top && box.width > 0;
    if (other !== text && beside) room = Math.min(room, (box.left - own.left) / unit - 8);
  }
  return room;
}
