/* Options of a game that are no list of values, as people write them: "none", 12, "damage, speed". */

const NONE = /^(none|-)?$/i;

/** A value for a field. */
export function written(value: unknown): string {
  if (value === null || (Array.isArray(value) && !value.length)) return "none";
  if (Array.isArray(value)) return value.map((one) => (Array.isArray(one) ? one.join(" + ") : String(one))).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value).replaceAll("_", " ");
}

/** What somebody wrote into a field whose value was `usual`; the server says what it does not understand. */
export function read(text: string, usual: unknown): unknown {
  const given = text.trim();
  if (NONE.test(given)) return Array.isArray(usual) ? [] : null;
  if (/^-?\d+$/.test(given)) return Number(given);
  if (given.startsWith("{")) return json(given);
  const words = given.split(",").map((word) => word.trim());
  if (!Array.isArray(usual) && words.length === 1) return word(given);
  return words.map((one) => (one.includes("+") ? one.split("+").map((part) => word(part.trim())) : word(one)));
}

const word = (text: string): string => text.replaceAll(" ", "_");

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
