/**
 * The pages that a server on the user's own machine opens by itself. Not an entry of the package: the server loads it when
 * its host cannot ask.
 *
 * @module
 */
export { createLocalPages } from "./create-local-pages.js";
