/**
 * `midcall/open-page`: opens a URL in the user's browser so that other users of the computer cannot read it, and
 * listens for it where they have left nothing and cannot keep the user out.
 *
 * @module
 */
export { REMOVE_WORKER } from "./foreign-worker.js";
export { hasScreen } from "./has-screen.js";
export { LARGEST_HEADERS } from "./largest-headers.js";
export { openPage } from "./open-page.js";
export { listenAtOwnAddress } from "./own-address.js";
export { peerUser, refuseOtherUsers, type Refusal } from "./peer-user.js";
