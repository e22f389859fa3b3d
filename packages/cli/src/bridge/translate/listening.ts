import type { Id, Members, Response } from "../wire/messages.js";
import { isMembers, membersIn } from "../wire/messages.js";
import { OwnIds } from "../wire/own-ids.js";

interface ListeningParts {
  /** Opens a subscription. */
  listen(id: Id, notifications: Members, over: AbortSignal): void;
  /** Ends one whose stream does not end it. */
  stop(id: Id): void;
}

const MOST_RESOURCES = 1_000;

/**
 * The subscription of a host of 2025 at a server of 2026-07-28: to all changes of its lists, and to the resources that
 * the host has subscribed to.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export class Listening {
  readonly #parts: ListeningParts;
  readonly #resources = new Set<string>();
  #lists: Members = {};
  #current: { readonly id: Id; readonly over: AbortController } | undefined;
  readonly #ids = new OwnIds();

  constructor(parts: ListeningParts) {
    this.#parts = parts;
  }

  /** @param capabilities - what the server offers */
  start(capabilities: Members | undefined): void {
    const changes = (name: string): boolean =>
      membersIn(capabilities, name)?.["listChanged"] === true;
    this.#lists = {
      ...(changes("tools") && { toolsListChanged: true }),
      ...(changes("prompts") && { promptsListChanged: true }),
      ...(changes("resources") && { resourcesListChanged: true }),
    };
    this.#renew();
  }

  /** Adds or removes a resource. */
  change(isAdded: boolean, uri: unknown): void {
    if (typeof uri !== "string") return;
    if (!isAdded) this.#resources.delete(uri);
    else if (this.#resources.size < MOST_RESOURCES) this.#resources.add(uri);
    this.#renew();
  }

  /** Takes the response that ends the subscription. */
  ended({ id }: Response): boolean {
    if (!this.#ids.has(id)) return false;
    if (this.#current?.id === id) this.#current = undefined;
    return true;
  }

  end(): void {
    this.#current?.over.abort();
    this.#current = undefined;
  }

  #renew(): void {
    const before = this.#current;
    const resources = [...this.#resources];
    const wanted = {
      ...this.#lists,
      ...(resources.length > 0 && { resourceSubscriptions: resources }),
    };
    this.#current = undefined;
    if (Object.keys(wanted).length > 0) {
      this.#current = { id: this.#ids.next(), over: new AbortController() };
      this.#parts.listen(this.#current.id, wanted, this.#current.over.signal);
    }
    if (before === undefined) return;
    before.over.abort();
    this.#parts.stop(before.id);
  }
}

/** Whether a filter of subscriptions wants this notification. */
export function isWanted(filter: unknown, method: string, params: Members | undefined): boolean {
  if (!isMembers(filter)) return false;
  if (method === "notifications/tools/list_changed") return filter["toolsListChanged"] === true;
  if (method === "notifications/prompts/list_changed") return filter["promptsListChanged"] === true;
  if (method === "notifications/resources/list_changed")
    return filter["resourcesListChanged"] === true;
  const { resourceSubscriptions } = filter;
  return (
    method === "notifications/resources/updated" &&
    Array.isArray(resourceSubscriptions) &&
    resourceSubscriptions.includes(params?.["uri"])
  );
}
