import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";

export default typescript.config(
  ...typescript.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser, parserOptions: { parser: typescript.parser } },
    rules: {
      "max-len": ["error", { code: 140, ignoreUrls: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-non-null-assertion": "off", // indexes that the protocol guarantees
      "svelte/no-at-html-tags": "off", // the guides' HTML is the server's own, made from Markdown with raw HTML off
      "svelte/prefer-svelte-reactivity": "off", // maps that nothing draws stay plain
      "svelte/no-navigation-without-resolve": "off", // the router is our own
    },
  },
  { ignores: ["node_modules/", "src/lib/protocol.gen.ts"] },
);
