/**
 * `midcall/open-page`: opens a URL in the user's browser so that other users of the computer cannot read it.
 *
 * @module
 */
export { hasScreen } from "./has-screen.js";
export { openPage } from "./open-page.js";
