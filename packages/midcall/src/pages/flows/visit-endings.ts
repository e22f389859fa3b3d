import type { AuditTrail } from "../../audit/index.js";
import type { VisitEnd } from "../../contracts/pages.js";
import { errorName } from "../../internal/error-name.js";
import type { Store } from "../../store/index.js";
import type { PagesLogger } from "../logger.js";
import { visitEndEvent } from "./audit-events.js";
import type { Flow } from "./flow.js";
import { openKey, type FlowStore, type StoredFlow } from "./flow-store.js";
import type { Keys } from "./keys.js";
import { retry } from "./retry.js";

/** How long after the expiry of a link a visit may still be finishing before it counts as interrupted. */
const FINISHING_MS = 30_000;

/** Called with every visit that ends in this process. */
export type EndListener = (id: string, outcome: VisitEnd) => unknown;

/** The store's key, and the channel, of the end of a visit. */
export const endKey = (id: string): string => `midcall:page:end:${id}`;

/** The services that {@link VisitEndings} use. */
export interface EndingServices {
  readonly store: Store;
  readonly keys: Keys;
  readonly now: () => number;
  readonly audit: AuditTrail | undefined;
  readonly logger: PagesLogger;
  readonly flows: FlowStore;
}

/** Ends visits, each exactly once across all processes. */
export class VisitEndings {
  readonly #services: EndingServices;
  readonly #listeners = new Set<EndListener>();

  constructor(services: EndingServices) {
    this.#services = services;
  }

  onEnd(listener: EndListener): () => void {
    // A wrapper, so that the same function can be added twice and removed once.
    const own: EndListener = (id, outcome) => listener(id, outcome);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** How a visit ended. A visit that has expired is ended here. */
  async end(id: string, given?: StoredFlow): Promise<VisitEnd | undefined> {
    const ended = await this.#read(id);
    if (ended) return ended;
    const { flows, now, store } = this.#services;
    // A flow never changes, so one that was read earlier is still valid.
    const stored = given ?? (await flows.load(id));
    // Removed long ago, or never created here. All that is known is that it was not finished.
    if (!stored) return { status: "expired" };
    const lateMs = now() - stored.flow.expiresAt;
    if (lateMs < 0) {
      const done = hasWork(stored.flow) && this.#doneBefore(id, await store.get(openKey(id)));
      if (!done) return undefined;
      await this.finish(stored, done).catch(() => {});
      return this.#read(id);
    }
    const wrongUser = (await flows.seen(id)) === "wrong-user";
    if (await this.finish(stored, { status: wrongUser ? "wrong-user" : "expired" })) {
      return this.#read(id);
    }
    // Another caller is finishing it right now, or was when its process ended.
    const again = await this.#read(id);
    if (again || lateMs < FINISHING_MS) return again;
    await this.#write(stored, { status: "failed", reason: "interrupted" });
    return this.#read(id);
  }

  /** See `Flows.finish`. */
  async finish(
    stored: StoredFlow,
    outcome: VisitEnd,
    work?: () => Promise<unknown>,
  ): Promise<boolean> {
    const { id, flow } = stored;
    const { store, keys } = this.#services;
    if (!hasWork(flow)) {
      // The end alone decides, so nothing has to be put back if it cannot be written.
      if ((await store.get(openKey(id))) === undefined) return false;
      const isOurs = await this.#write(stored, outcome);
      await store.delete(openKey(id)).catch(() => {});
      return isOurs;
    }
    const ticket = await store.take(openKey(id));
    if (ticket === undefined) return false;
    let done = this.#doneBefore(id, ticket);
    try {
      // The ticket may have been put back although the end was written.
      if (await this.#read(id)) return false;
      if (!work) return (await this.#write(stored, done ?? outcome)) && done === undefined;
      await work();
      done = outcome;
      return await this.#write(stored, outcome);
    } catch (error) {
      await this.#putBack(stored, done ? keys.seal(JSON.stringify(done), openKey(id)) : ticket);
      throw error;
    }
  }

  async #read(id: string): Promise<VisitEnd | undefined> {
    const key = endKey(id);
    const sealed = await this.#services.store.get(key);
    const text = sealed === undefined ? undefined : this.#services.keys.open(sealed, key);
    return text === undefined ? undefined : (JSON.parse(text) as VisitEnd);
  }

  /** Writes how a visit ended. The first end stays; returns whether it is this one. */
  async #write({ id, flow }: StoredFlow, outcome: VisitEnd): Promise<boolean> {
    const { store, keys, flows, logger, audit, now } = this.#services;
    const sealed = keys.seal(JSON.stringify(outcome), endKey(id));
    const isOurs = await retry(
      async () =>
        (await store.putIfAbsent(endKey(id), sealed, flows.lifetimeOf(flow))) ||
        // Written by an earlier attempt whose response was lost.
        (await store.get(endKey(id))) === sealed,
    );
    if (!isOurs) return false;
    try {
      await store.publish(endKey(id), "1");
    } catch (error) {
      logger.warn(
        `midcall pages: publishing the end of a visit failed (${errorName(error)}). Other processes will notice it a few seconds later.`,
      );
    }
    audit?.record(visitEndEvent(id, flow, outcome, now()));
    for (const listener of [...this.#listeners]) {
      // A listener that throws must not affect the user's response.
      void Promise.resolve()
        .then(() => listener(id, outcome))
        .catch(() => {});
    }
    return true;
  }

  /** The outcome of work that has been done already, if the ticket was put back because its end could not be written. */
  #doneBefore(id: string, ticket: string | undefined): VisitEnd | undefined {
    const text = ticket === undefined ? undefined : this.#services.keys.open(ticket, openKey(id));
    return text === undefined ? undefined : (JSON.parse(text) as VisitEnd);
  }

  /** Makes the link usable again after a failure. */
  async #putBack({ id, flow }: StoredFlow, ticket: string): Promise<void> {
    const { store, flows, logger } = this.#services;
    try {
      await retry(() => store.putIfAbsent(openKey(id), ticket, flows.lifetimeOf(flow)));
    } catch (error) {
      logger.error(
        `midcall pages: a visit could neither be ended nor reopened (${errorName(error)}), so its link no longer works. Is the store reachable?`,
      );
    }
  }
}

/** Whether ending a visit of this kind involves work besides recording the end, such as saving a secret. */
const hasWork = ({ kind }: Flow): boolean => kind === "secret" || kind === "connect";
