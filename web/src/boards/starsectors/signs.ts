/* Silhouettes and terrain, drawn round the middle of a hex of size 1; bows point up. */
import type { ShipClass } from "./types";

const HULLS: Record<string, string> = {
  con: "M0-.62L.14-.3V.02L.46.3V.46L.14.36L.2.56H-.2L-.14.36L-.46.46V.3L-.14.02V-.3z",
  vha: "M0-.66L.1-.1L.42-.36L.5.1L.22.5L.08.3L0 .6L-.08.3L-.22.5L-.5.1L-.42-.36L-.1-.1z",
  ser: "M0-.6C.3-.5.56-.1.5.42L.24.16L.12.56H-.12L-.24.16L-.5.42C-.56-.1-.3-.5 0-.6z",
  ixi: "M0-.6L.34-.34L.44 0L.34.4L.12.56H-.12L-.34.4L-.44 0L-.34-.34z",
};
const LONG: Record<string, string> = {
  con: "M0-1.5L.16-1.1V-.3L.48.1V.3L.3.36V1.2L.18 1.42H-.18L-.3 1.2V.36L-.48.3V.1L-.16-.3V-1.1z",
  vha: "M0-1.5L.12-.9L.44-1.1L.52-.4L.3.2L.46 1L.2 1.42L0 1.2L-.2 1.42L-.46 1L-.3.2L-.52-.4L-.44-1.1L-.12-.9z",
  ser: "M0-1.46C.3-1.3.4-.7.36-.2L.54.5L.5 1.1L.24.9L.12 1.42H-.12L-.24.9L-.5 1.1L-.54.5L-.36-.2C-.4-.7-.3-1.3 0-1.46z",
  ixi: "M0-1.46L.36-1.1L.4-.2L.5.3L.4 1.1L.14 1.42H-.14L-.4 1.1L-.5.3L-.4-.2L-.36-1.1z",
};
const TENDER = "M-.22-.5H.22L.34-.34V.46L.2.56H-.2L-.34.46V-.34z";

/** The outline of a class. */
export function hull(kind: ShipClass | null): string {
  if (!kind) return TENDER;
  if (kind.length === 2) return LONG[kind.faction] ?? LONG["con"]!;
  return kind.cf ? (HULLS[kind.faction] ?? HULLS["con"]!) : TENDER;
}

/** How large a class is drawn: the stronger the larger. */
export function scale(kind: ShipClass | null): number {
  if (!kind || kind.length === 2) return 0.92;
  return kind.cf ? 0.66 + 0.05 * Math.min(kind.cf, 8) : 0.8;
}

/** Lines on the hull that tell a class from its sisters: a bar for each bank, a ring for a cloak, pods for nacelles. */
export function marks(kind: ShipClass | null): string {
  if (!kind) return "";
  const bars = Array.from({ length: kind.banks }, (_, i) => `M-.12 ${-0.08 - i * 0.14}h.24`).join("");
  const pods = Array.from(
    { length: kind.nacelles },
    (_, i) => `M${-0.24 + (0.48 * (i + 0.5)) / kind.nacelles} .3v.16`,
  ).join("");
  return bars + pods + (kind.cloak ? "M-.1.14a.1.1 0 1 0 .2 0a.1.1 0 1 0-.2 0" : "");
}

/** Terrain as paths with the class of their look: `f` filled, else lines. */
export const TERRAIN: Record<string, readonly { d: string; look: string }[]> = {
  A: [
    {
      d:
        "M-.5-.34l.16-.14.2.06.04.2-.18.12-.2-.06zM.08-.5l.2-.06.14.14-.08.18-.2.02z" +
        "M.3-.08l.18-.12.18.12-.02.22-.2.08-.16-.14zM-.26.02l.2-.16.26.06.06.22-.2.18-.26-.08z" +
        "M-.6.12l.14-.04.1.14-.1.14-.14-.06zM0 .42l.14-.14.22.04.02.2-.16.12-.2-.06z",
      look: "rock",
    },
  ],
  I: [
    { d: "M.1-.56L-.26.06H0L-.14.56L.3-.12H.04z", look: "bolt" },
    { d: "M-.66-.2q.14-.16.3 0M-.66.16q.14-.16.3 0M.36-.2q.14-.16.3 0M.36.16q.14-.16.3 0", look: "wave" },
  ],
  N: [
    {
      d: "M-.6-.36q.15-.14.3 0t.3 0t.3 0t.3 0M-.6.04q.15-.14.3 0t.3 0t.3 0t.3 0M-.6.44q.15-.14.3 0t.3 0t.3 0t.3 0",
      look: "cloud",
    },
  ],
  M: [
    {
      d:
        "M-.6-.48q.15-.14.3 0t.3 0t.3 0t.3 0M-.6-.24q.15-.14.3 0t.3 0t.3 0t.3 0" +
        "M-.6 0q.15-.14.3 0t.3 0t.3 0t.3 0M-.6.24q.15-.14.3 0t.3 0t.3 0t.3 0" +
        "M-.6.48q.15-.14.3 0t.3 0t.3 0t.3 0",
      look: "dense",
    },
  ],
  O: [
    { d: "M-.42 0a.42.42 0 1 0 .84 0a.42.42 0 1 0-.84 0", look: "moon" },
    { d: "M-.2-.08a.1.1 0 1 0 .2 0a.1.1 0 1 0-.2 0M.06.16a.08.08 0 1 0 .16 0a.08.08 0 1 0-.16 0", look: "crater" },
  ],
  P: [
    { d: "M-.54 0a.54.54 0 1 0 1.08 0a.54.54 0 1 0-1.08 0", look: "planet" },
    { d: "M-.48-.22q.48.2.96 0M-.54.1q.54.22 1.08 0M-.4.36q.4.14.8 0", look: "belt" },
  ],
  S: [
    { d: "M-.44 0a.44.44 0 1 0 .88 0a.44.44 0 1 0-.88 0", look: "star" },
    {
      d: "M0-.6v-.14M0 .6v.14M.6 0h.14M-.6 0h-.14M.43-.43l.1-.1M-.43-.43l-.1-.1M.43.43l.1.1M-.43.43l-.1.1",
      look: "ray",
    },
  ],
  W: [
    {
      d:
        "M-.66 0a.66.42 0 1 0 1.32 0a.66.42 0 1 0-1.32 0M-.42 0a.42.27 0 1 0 .84 0a.42.27 0 1 0-.84 0" +
        "M-.18 0a.18.12 0 1 0 .36 0a.18.12 0 1 0-.36 0",
      look: "hole",
    },
  ],
  B: [
    { d: "M0-.62L.2-.2L.62 0L.2.2L0 .62L-.2.2L-.62 0L-.2-.2z", look: "station" },
    { d: "M-.13 0a.13.13 0 1 0 .26 0a.13.13 0 1 0-.26 0", look: "crater" },
  ],
};
