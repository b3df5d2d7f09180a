/* The board of every game that has none of its own: its picture, and rows for what is not on it. */
import type { Board } from "../board";
import Choices from "./Choices.svelte";
import { labels } from "./labels.svelte";
import Picture from "./Picture.svelte";

export default { Field: Picture, Hand: Choices, thing: (id: string) => labels.of(id) } satisfies Board;
