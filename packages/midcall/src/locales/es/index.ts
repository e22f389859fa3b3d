/**
 * `midcall/locales/es`: all texts in Spanish. Pass `react`, `terminal` or `pages` as `messages`; a bundler leaves out the
 * others.
 *
 * @module
 */
export { pages } from "./pages.js";
export { react } from "./react.js";
export { terminal } from "./terminal.js";
