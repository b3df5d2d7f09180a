/* Small words that several pages need. */
import type { Card, Ending, GameEvent, Row } from "./protocol";

/** The wide numeral of a game: its number, or the first word of its title. */
export function numeral(card: { name: string; title: string }): string {
  return /\d+/.exec(card.name)?.[0] ?? card.title.split(" ")[0] ?? card.title;
}

/** As a sentence begins; the name of a place, as in "b4 to a4", stays as it is. */
export function capital(words: string): string {
  return words.replace(/^[a-z](?=[a-z]+\b)/, (letter) => letter.toUpperCase());
}

/** "2 players", "1 or 2 players", "2 to 5 players". */
export function players(numbers: readonly number[]): string {
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  if (least === most) return least === 1 ? "1 player" : `${least} players`;
  return `${least} ${most - least === 1 ? "or" : "to"} ${most} players`;
}

export function tags(card: Card): string {
  if (card.hidden) return "hidden hands";
  return card.chance_in_play ? "chance in play" : "open information";
}

/** Whom somebody plays with at a table, without themselves. */
export function company(row: Row): string {
  const others = row.seats.filter((seat) => !seat.yours).map((seat) => (seat.kind === "open" ? "a free seat" : seat.name));
  if (!others.length) return row.seats.length > 1 ? "one screen" : "solo";
  return others.length === 1 ? others[0]! : `${others.slice(0, -1).join(", ")} and ${others.at(-1)}`;
}

/** How a game ended, in the game's own sentence where its last play has one. */
export function ended(ending: Ending, last: { lines: readonly string[]; events: readonly GameEvent[] | null } | null | undefined): string {
  const own = last?.events?.some((event) => event.event === "end") ? last.lines.at(-1) : undefined;
  return own ?? ending.text;
}

export function ago(time: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(time)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}

/** The guide's HTML without styles of its own, which the page's policy forbids: columns are set by class. */
export function prose(html: string): string {
  return html.replaceAll(/ style="text-align:\s*(\w+)"/g, ' class="$1"');
}

/** An option's value or name for people. */
export function plain(value: unknown): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  return String(value).replaceAll("_", " ");
}
