/**
 * The values of the design that every user interface has. `react/theme.css` and the console's `tokens.css` contain them
 * as CSS, and a test compares them.
 */

/** A colour on light and on dark ground. */
export type Colour = readonly [light: string, dark: string];

/** The colours of `react/theme.css`, by the names they have there. */
export const COLOURS: Readonly<Record<string, Colour>> = {
  text: ["#1a1d27", "#eceef5"],
  muted: ["#565c6f", "#abb2c5"],
  surface: ["#ffffff", "#1c1f27"],
  sunken: ["#f4f5f9", "#13151b"],
  line: ["#e1e4ec", "#353a47"],
  edge: ["#81889c", "#7d859b"],
  accent: ["#3a50c2", "#adbaff"],
  "accent-strong": ["#2c3fa6", "#c6cfff"],
  "on-accent": ["#ffffff", "#12163a"],
  "accent-soft": ["#eef1fd", "#272d4a"],
  danger: ["#ae231b", "#ffb3a9"],
  "danger-soft": ["#fdf0ee", "#3b211f"],
  shadow: ["rgb(23 28 51 / 8%)", "rgb(0 0 0 / 40%)"],
};

/** The colours of what went well, by the names they have in the console. */
export const GOOD_COLOURS: Readonly<Record<string, Colour>> = {
  good: ["#0f5f34", "#86dfa8"],
  "good-soft": ["#e3f5ea", "#16331f"],
};

/** Sizes and fonts of `react/theme.css`, by the names they have there. */
export const MEASURES: Readonly<Record<string, string>> = {
  font: 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", monospace',
  radius: "14px",
  "control-radius": "9px",
  gap: "1.5rem",
};
