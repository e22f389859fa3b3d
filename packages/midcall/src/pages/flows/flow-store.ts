import { randomInt } from "node:crypto";
import type { VisitSeen } from "../../contracts/pages.js";
import type { Store } from "../../store/index.js";
import type { StoreWriteOptions } from "../../store/store.js";
import { PageLinkError } from "../errors.js";
import { claim } from "./claim.js";
import type { Flow } from "./flow.js";
import { randomToken, tokenHash, type Keys } from "./keys.js";

/** How long a flow stays in the store after its link has expired, so that its end can still be read. */
export const RETENTION_MS: number = 60 * 60 * 1000;
/** Slots tried before a user counts as having too many links; enough to come close to the configured limit. */
const MAX_SLOT_TRIES = 16;

/** A flow and its id, which is the hash of the link's token. */
export interface StoredFlow {
  readonly id: string;
  readonly flow: Flow;
}

/** The key of the record that exists while a link is open. The caller who takes it may end the visit. */
export const openKey = (id: string): string => `midcall:page:open:${id}`;
const recordKey = (id: string): string => `midcall:page:link:${id}`;
const seenKey = (id: string, who: string): string => `midcall:page:seen:${id}:${who}`;

/** The flows behind the links, and who has opened them. */
export class FlowStore {
  readonly #store: Store;
  readonly #keys: Keys;
  readonly #now: () => number;
  readonly #linksPerUser: number;

  constructor(store: Store, keys: Keys, now: () => number, linksPerUser: number) {
    this.#store = store;
    this.#keys = keys;
    this.#now = now;
    this.#linksPerUser = linksPerUser;
  }

  /** Store options for everything that belongs to a flow. */
  lifetimeOf(flow: Flow): StoreWriteOptions {
    return {
      ttlMs: Math.max(0, flow.expiresAt - this.#now()) + RETENTION_MS,
      owner: flow.principal,
    };
  }

  /** @throws PageLinkError when the user has too many links */
  async create(flow: Flow): Promise<{ readonly id: string; readonly token: string }> {
    await this.#takeSlot(flow);
    const token = randomToken();
    const id = tokenHash(token);
    await this.#store.put(openKey(id), "1", this.lifetimeOf(flow));
    const sealed = this.#keys.seal(JSON.stringify(flow), recordKey(id));
    await this.#store.put(recordKey(id), sealed, this.lifetimeOf(flow));
    return { id, token };
  }

  async load(id: string): Promise<StoredFlow | undefined> {
    const key = recordKey(id);
    const sealed = await this.#store.get(key);
    const text = sealed === undefined ? undefined : this.#keys.open(sealed, key);
    return text === undefined ? undefined : { id, flow: JSON.parse(text) as Flow };
  }

  /** Records who opened the link. Returns whether this is the first visitor of this kind. */
  recordVisitor({ id, flow }: StoredFlow, who: Exclude<VisitSeen, "none">): Promise<boolean> {
    return claim(this.#store, seenKey(id, who), randomToken(), this.lifetimeOf(flow));
  }

  async seen(id: string): Promise<VisitSeen> {
    if ((await this.#store.get(seenKey(id, "user"))) !== undefined) return "user";
    const stranger = await this.#store.get(seenKey(id, "wrong-user"));
    return stranger === undefined ? "none" : "wrong-user";
  }

  /**
   * Takes one of a user's slots for links. The slot is free again once the flow's record expires. This is a counter
   * shared by all processes that needs only the operations every store has.
   */
  async #takeSlot(flow: Flow): Promise<void> {
    const limit = this.#linksPerUser;
    if (limit === Infinity) return;
    const user = this.#keys.sign("links of a user", flow.principal);
    const start = randomInt(limit);
    for (let n = 0; n < Math.min(MAX_SLOT_TRIES, limit); n++) {
      const slot = `midcall:page:place:${user}:${(start + n) % limit}`;
      if (await this.#store.putIfAbsent(slot, "1", this.lifetimeOf(flow))) return;
    }
    throw new PageLinkError(
      `This user has reached the limit of ${limit} links (limits.linksPerUser of createPages). ` +
        "A link counts until an hour after it has expired. Try again later, or raise the limit.",
    );
  }
}
