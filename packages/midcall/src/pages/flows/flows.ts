import type { AuditTrail } from "../../audit/index.js";
import type { VisitEnd, VisitSeen } from "../../contracts/pages.js";
import type { Store } from "../../store/index.js";
import type { PagesLogger } from "../logger.js";
import { wrongUserEvent } from "./audit-events.js";
import type { Flow } from "./flow.js";
import { FlowStore, type StoredFlow } from "./flow-store.js";
import { tokenHash, type Keys } from "./keys.js";
import { VisitEndings, type EndListener } from "./visit-endings.js";
import { waitForEnd } from "./wait-for-end.js";

/** All visits. Everything about them is in the store, so any process can serve any of them. */
export interface Flows {
  /** @throws PageLinkError when the user has too many links */
  create(flow: Flow): Promise<{ readonly id: string; readonly token: string }>;
  /** Finds a flow by the token of its link, whether the link is still open or not. */
  find(token: string): Promise<StoredFlow | undefined>;
  load(id: string): Promise<StoredFlow | undefined>;
  /** How a visit ended. One that has expired is ended by this call. @param stored The flow, if it has just been read. */
  end(id: string, stored?: StoredFlow): Promise<VisitEnd | undefined>;
  /**
   * Ends a visit once: of several concurrent callers, one succeeds. `work` is what has to happen before the end is
   * recorded, such as saving a secret. If it throws, the visit stays open and the error is rethrown.
   *
   * Also throws when the store does not accept the end after a few seconds of retries. The visit is then still open;
   * if the work succeeded, its outcome is recorded the next time a process reads the visit or tries to end it.
   */
  finish(stored: StoredFlow, outcome: VisitEnd, work?: () => Promise<unknown>): Promise<boolean>;
  /** Records who opened the link. */
  recordVisitor(stored: StoredFlow, who: Exclude<VisitSeen, "none">): Promise<void>;
  seen(id: string): Promise<VisitSeen>;
  /** Calls the listener for every visit that ends in this process; returns the function that removes it. */
  onEnd(listener: EndListener): () => void;
  wait(
    id: string,
    completed: (() => Promise<boolean>) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<VisitEnd | undefined>;
}

export function createFlows(
  store: Store,
  keys: Keys,
  now: () => number,
  audit: AuditTrail | undefined,
  logger: PagesLogger,
  linksPerUser: number,
): Flows {
  const flows = new FlowStore(store, keys, now, linksPerUser);
  const endings = new VisitEndings({ store, keys, now, audit, logger, flows });
  return {
    create: (flow) => flows.create(flow),
    find: (token) => flows.load(tokenHash(token)),
    load: (id) => flows.load(id),
    end: (id, stored) => endings.end(id, stored),
    finish: (stored, outcome, work) => endings.finish(stored, outcome, work),
    async recordVisitor(stored, who) {
      const isFirst = await flows.recordVisitor(stored, who);
      if (isFirst && who === "wrong-user") {
        audit?.record(wrongUserEvent(stored.id, stored.flow, now()));
      }
    },
    seen: (id) => flows.seen(id),
    onEnd: (listener) => endings.onEnd(listener),
    wait: (id, completed, signal) =>
      waitForEnd({ store, flows, endings, now }, id, completed, signal),
  };
}
