import { describe, expect, it } from "vitest";
import css from "./tokens.css?raw";

/* The contrast of every pair of tokens that carries text or a control, computed from the token file itself. */

function tokens(theme: "dark" | "light"): Map<string, string> {
  const start = css.indexOf(`[data-theme="${theme}"]`);
  const block = css.slice(start, css.indexOf("}", start));
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((found) => [found[1]!, found[2]!]));
}

function light(colour: string): number {
  const parts = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!;
}

function ratio(a: string, b: string): number {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["void", "sheet", "raise"];
const TEXT = [
  ...["ink", "ink-2", "ink-3", "lamp-line", "victim", "good", "ghost"].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground]),
  ),
  ...["ink", "ink-2", "ink-3", "lamp-line"].map((text) => [text, "lamp-wash"]),
  ["ink", "victim-wash"],
  ["ink", "sink"],
  ["ink-3", "sink"],
  ["on-lamp", "lamp"],
  ["on-victim", "victim"],
  ...[1, 2, 3, 4, 5].map((seat) => ["on-seat", `seat-${seat}`]),
] as [string, string][];
const LINES = [
  ...GROUNDS.map((ground) => ["edge", ground]),
  ["focus", "sheet"],
  ...[1, 2, 3, 4, 5].map((seat) => [`seat-${seat}`, "sheet"]),
] as [string, string][];

describe.each(["dark", "light"] as const)("the %s theme", (theme) => {
  const all = tokens(theme);
  it.each(TEXT)("%s can be read on %s", (text, ground) => {
    expect(ratio(all.get(text)!, all.get(ground)!)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(LINES)("%s shows on %s", (line, ground) => {
    expect(ratio(all.get(line)!, all.get(ground)!)).toBeGreaterThanOrEqual(3);
  });
});

describe("every style", () => {
  const files = Object.values(
    import.meta.glob<string>(["../**/*.{svelte,css,ts}", "!../**/*.test.ts"], {
      eager: true,
      query: "?raw",
      import: "default",
    }),
  ).join("");
  const given = new Set([...files.matchAll(/(?:--[\w-]+)(?=\s*[:=])/g)].map(([name]) => name));
  given.add("--emblem"); // of the games, from the server

  it("uses no colour or size that nothing defines", () => {
    const used = [...files.matchAll(/var\((--[\w-]+)[),]/g)].map((found) => found[1]!);
    expect(used.filter((name) => !given.has(name))).toEqual([]);
  });
});
