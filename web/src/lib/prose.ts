/* Sections of guides: found by their words, opened at one of them, pictures looked at in full. */
import type { Section } from "./protocol";

/** The words of a section, without markup. */
export function wordsOf(section: Pick<Section, "title" | "rules" | "html">): string {
  const text = new DOMParser().parseFromString(section.html, "text/html").body.textContent ?? "";
  return `${section.title} ${section.rules.join(" ")} ${text}`.toLowerCase();
}

/** The sections that have every word of a search. */
export function matching<T extends Pick<Section, "title" | "rules" | "html">>(
  sections: readonly T[],
  search: string,
): T[] {
  const wanted = search.toLowerCase().split(" ").filter(Boolean);
  if (!wanted.length) return [...sections];
  return sections.filter((section) => {
    const words = wordsOf(section);
    return wanted.every((word) => words.includes(word));
  });
}

/** Once the pictures before it have their size, for whatever is opened at a paragraph. */
export async function whenDrawn(sheet: Element): Promise<void> {
  const open = [...sheet.querySelectorAll("img")].filter((image) => !image.complete);
  const drawn = open.map((image) => new Promise((done) => image.addEventListener("load", done, { once: true })));
  await Promise.race([Promise.all(drawn), new Promise((done) => setTimeout(done, 1500))]);
}
