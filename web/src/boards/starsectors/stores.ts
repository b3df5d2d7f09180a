/* Shopping and building as lists that are sent when they are done: pluses and minuses on this device first. */
import { classOf, type Item, type ShipClass } from "./types";

export const ITEMS: readonly Item[] = ["mine", "dil", "tri", "crew"];
export type Basket = Record<string, Partial<Record<Item, number>>>;

export function count(basket: Basket, ship: string, item: Item): number {
  return basket[ship]?.[item] ?? 0;
}

export function cost(basket: Basket, prices: Record<string, Record<Item, number>>): number {
  let sum = 0;
  for (const [ship, items] of Object.entries(basket))
    for (const item of ITEMS) sum += (items[item] ?? 0) * (prices[ship]?.[item] ?? 0);
  return sum;
}

/** Cargo space that a basket takes on a ship: crews take none. */
export function load(basket: Basket, ship: string): number {
  return ITEMS.filter((item) => item !== "crew").reduce((sum, item) => sum + count(basket, ship, item), 0);
}

export function added(basket: Basket, ship: string, item: Item, number: number): Basket {
  const now = Math.max(0, count(basket, ship, item) + number);
  return { ...basket, [ship]: { ...basket[ship], [item]: now } };
}

/** The moves of a basket, in ship order. */
export function purchases(basket: Basket): string[] {
  const found: string[] = [];
  for (const [ship, items] of Object.entries(basket))
    for (const item of ITEMS) for (let i = 0; i < (items[item] ?? 0); i++) found.push(`buy-${item}-${ship}`);
  return [...found, "buy-done"];
}

export function worth(fleet: readonly string[], bankPoints = 1): number {
  return fleet.reduce((sum, code) => sum + valueOf(classOf(code), bankPoints), 0);
}

/** The value of a class as the table counts it: banks may count double. */
export function valueOf(kind: ShipClass | null, bankPoints = 1): number {
  return kind ? kind.value + (bankPoints - 1) * kind.banks : 0;
}

/** A fleet as classes with their numbers. */
export function tally(fleet: readonly string[]): [string, number][] {
  const found = new Map<string, number>();
  for (const code of fleet) found.set(code, (found.get(code) ?? 0) + 1);
  return [...found];
}
