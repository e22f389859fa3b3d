import {
  type Id,
  isMembers,
  type Members,
  membersIn,
  metaOf,
  type Notification,
  type Request,
} from "../wire/messages.js";
import { SUBSCRIPTION_ID } from "./envelope.js";
import { isWanted } from "./listening.js";

interface SubscriptionParts {
  toHost(message: Members, about: Id): void;
  /** Makes a request whose response says nothing. */
  toServer(method: string, params: Members): void;
}

const MOST = 1_000;

/**
 * The subscriptions of a host of 2026-07-28 at a server of 2025, which reports changes without being asked, and resources
 * one by one.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export class Subscriptions {
  readonly #parts: SubscriptionParts;
  readonly #capabilities: Members | undefined;
  readonly #open = new Map<Id, Members>();

  constructor(capabilities: unknown, parts: SubscriptionParts) {
    this.#capabilities = isMembers(capabilities) ? capabilities : undefined;
    this.#parts = parts;
  }

  /** Opens one, and says what it will report. */
  listen({ id, params }: Request): void {
    const wanted = membersIn(params, "notifications") ?? {};
    const granted = this.#granted(wanted);
    if (this.#open.size < MOST) this.#open.set(id, granted);
    for (const uri of resourcesIn(granted)) this.#parts.toServer("resources/subscribe", { uri });
    this.#send(id, "notifications/subscriptions/acknowledged", { notifications: granted });
  }

  /** Ends one. Returns whether it was one. */
  ended(id: Id): boolean {
    const filter = this.#open.get(id);
    if (filter === undefined) return false;
    this.#open.delete(id);
    const left = new Set([...this.#open.values()].flatMap(resourcesIn));
    for (const uri of resourcesIn(filter))
      if (!left.has(uri)) this.#parts.toServer("resources/unsubscribe", { uri });
    return true;
  }

  /** Passes a change on to those who wanted it. Returns whether it was one. */
  reported({ method, params }: Notification): boolean {
    if (!/^notifications\/(?:\w+\/list_changed|resources\/updated)$/.test(method)) return false;
    for (const [id, filter] of this.#open)
      if (isWanted(filter, method, params)) this.#send(id, method, params);
    return true;
  }

  #granted(wanted: Members): Members {
    const offers = (name: string, what: string): boolean =>
      membersIn(this.#capabilities, name)?.[what] === true;
    const resources = resourcesIn(wanted);
    return {
      ...(wanted["toolsListChanged"] === true &&
        offers("tools", "listChanged") && { toolsListChanged: true }),
      ...(wanted["promptsListChanged"] === true &&
        offers("prompts", "listChanged") && { promptsListChanged: true }),
      ...(wanted["resourcesListChanged"] === true &&
        offers("resources", "listChanged") && { resourcesListChanged: true }),
      ...(resources.length > 0 &&
        offers("resources", "subscribe") && { resourceSubscriptions: resources }),
    };
  }

  #send(id: Id, method: string, params: Members | undefined): void {
    const _meta = { ...metaOf(params), [SUBSCRIPTION_ID]: id };
    this.#parts.toHost({ method, params: { ...params, _meta } }, id);
  }
}

function resourcesIn({ resourceSubscriptions }: Members): string[] {
  return Array.isArray(resourceSubscriptions)
    ? resourceSubscriptions.filter((uri) => typeof uri === "string").slice(0, MOST)
    : [];
}
