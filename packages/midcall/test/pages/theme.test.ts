import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COLOURS, GOOD_COLOURS, MEASURES } from "../../src/internal/theme-values.js";
import { STYLE } from "../../src/pages/views/style.js";

const read = (path: string): string =>
  readFileSync(new URL(path, import.meta.url), "utf8").replace(/\s+/g, " ");
const theme = read("../../src/react/theme.css");
const tokens = read("../../../cli/web/src/styles/tokens.css");

/** The arguments of a CSS function, without the space around them. */
const tidy = (text: string): string => text.replace(/\( /g, "(").replace(/ \)/g, ")");

it("has the colours, sizes and fonts of the theme of midcall/react", () => {
  const declared = tidy(theme);
  for (const [name, [light, dark]] of Object.entries(COLOURS)) {
    expect(declared).toContain(
      `--midcall--${name}: var(--midcall-${name}, light-dark(${light}, ${dark}));`,
    );
  }
  for (const [name, value] of Object.entries(MEASURES)) {
    expect(declared).toContain(`--midcall--${name}: var(--midcall-${name}, ${value});`);
  }
});

it("has the colour of the console for what went well", () => {
  for (const [name, [light, dark]] of Object.entries(GOOD_COLOURS)) {
    expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`);
  }
});

it("uses no colour of its own", () => {
  const rules = STYLE.replaceAll(/:root\{[^}]*\}/g, "");
  expect(rules).not.toMatch(/#[\da-f]{3,8}\b|rgb\(|hsl\(/i);
});
