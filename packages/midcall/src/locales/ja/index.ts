/**
 * `midcall/locales/ja`: all texts in Japanese. Pass `react`, `terminal` or `pages` as `messages`; a bundler leaves out the
 * others.
 *
 * @module
 */
/** The language, as a BCP 47 tag. */
export const lang = "ja";
export { pages } from "./pages.js";
export { react } from "./react.js";
export { terminal } from "./terminal.js";
