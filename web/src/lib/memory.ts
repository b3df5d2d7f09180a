/* What this device keeps between visits. */

export const KEY = "sectors.";

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(KEY + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
  } catch {
    // a device that keeps nothing can still play: the address holds the table
  }
}
