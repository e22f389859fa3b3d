import type { Inbox, RespondOutcome } from "../../client/index.js";

/**
 * What the parts need of an inbox. `createInbox()` fits, and so does a store whose inbox is in another
 * process: its `respond` may answer later. Such a store opens links itself, within the call of
 * `respond`, as browsers allow that only during the person's click.
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
> & {
  respond(...answer: Parameters<Inbox["respond"]>): RespondOutcome | Promise<RespondOutcome>;
};
