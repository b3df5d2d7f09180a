/* The sizes of screens that the page knows, once for style sheets and scripts: a style says `@media (--phone)`, which
 * vite.config.ts replaces; a script makes a `MediaQuery` of it. */
export const breakpoints = {
  /** A phone held upright: everything in one column. */
  phone: "(max-width: 760px)",
  /** Everything else. */
  wide: "(min-width: 761px)",
  /** A phone held sideways. */
  sideways: "(max-height: 480px) and (min-width: 761px)",
  /** A phone, upright or sideways. */
  handheld: "(max-width: 760px), (max-height: 480px)",
  /** A low window beside the columns. */
  low: "(max-height: 800px) and (min-width: 761px)",
  /** Narrower columns. */
  narrow: "(max-width: 1180px)",
  "narrow-columns": "(max-width: 1180px) and (min-width: 761px)",
  /** The index of games, whose columns give way one after another. */
  "index-medium": "(max-width: 1400px)",
  "index-small": "(max-width: 960px)",
} as const;
