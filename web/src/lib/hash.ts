/* Canonical JSON and its SHA-256, as the server computes them. */

/** One text for equal values, as RFC 8785 has it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** The first 32 bits of the fractional parts of roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) found.push(((root(n) % 1) * 2 ** 32) | 0);
  }
  return found;
}
const START = fractions(8, Math.sqrt);
const ROUND = fractions(64, Math.cbrt);
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 in hex. The browser's own is there on encrypted pages only, and a server at home has none. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const size = ((bytes.length + 8) >> 6) + 1;
  const data = new DataView(new ArrayBuffer(size * 64));
  bytes.forEach((byte, at) => data.setUint8(at, byte));
  data.setUint8(bytes.length, 0x80);
  data.setUint32(size * 64 - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(size * 64 - 4, bytes.length << 3);
  const hash = [...START];
  for (let block = 0; block < size; block++) {
    const words = Array.from({ length: 16 }, (_, i) => data.getInt32(block * 64 + i * 4));
    for (let i = 16; i < 64; i++) {
      const [a, b] = [words[i - 15]!, words[i - 2]!];
      const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words.push((words[i - 16]! + low + words[i - 7]! + high) | 0);
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const up = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
      const one = (h + up + ROUND[i]! + words[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i]! + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
