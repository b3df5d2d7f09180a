import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { breakpoints } from "./src/styles/breakpoints.ts";

const server = process.env.SECTORS_SERVER ?? "http://127.0.0.1:8000";

/** Puts the breakpoints in where a style says `@media (--name)`; an unknown name is an error. */
const media: Plugin = {
  name: "breakpoints",
  enforce: "pre",
  transform(code, id) {
    if (!/\.(css|svelte)$/.test(id) || !code.includes("@media (--")) return;
    return code.replace(/@media \(--([\w-]+)\)/g, (_, name: string) => {
      const query = (breakpoints as Record<string, string>)[name];
      if (!query) throw new Error(`${id}: there is no breakpoint ${name}`);
      return `@media ${query}`;
    });
  },
};

export default defineConfig({
  plugins: [media, svelte()],
  build: {
    outDir: "../src/sectors/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"], css: true },
});
