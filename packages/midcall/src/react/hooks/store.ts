import type { Inbox, RespondOutcome } from "../../client/index.js";

/**
 * The part of an inbox that the components use. `createInbox()` returns one. A store whose inbox is in another process
 * can implement it too: its `respond` may return a promise. Such a store must open links itself, with
 * {@link openWindow}, within the call of `respond` and `openAgain`, because browsers allow that only during the user's
 * click. If the page did not open, it accepts nothing and returns an outcome with `notOpened`; with `via: "link"`, the
 * user's click has opened the page, and it opens nothing.
 */
export type ElicitationStore = Pick<
  Inbox,
  | "subscribe"
  | "getSnapshot"
  | "setPermission"
  | "extend"
  | "markVisible"
  | "mount"
  | "rule"
  | "setRule"
  | "showHeld"
  | "refuseHeld"
  | "openAgain"
  | "closeLink"
  | "stopCall"
> & {
  respond(...answer: Parameters<Inbox["respond"]>): RespondOutcome | Promise<RespondOutcome>;
};
