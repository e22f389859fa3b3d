import type { Id } from "../wire/messages.js";
import type { OpenRequest } from "./open-requests.js";

/** A request of the server's that the host has got and not answered. */
export interface HostRequest {
  /** Its id at the host, which is the bridge's own: a late answer cannot be taken for that to another request. */
  readonly atHost: Id;
  /** The server's id. */
  readonly id: Id;
  /** The host's request that asks, where the protocol says it. */
  readonly about: Id | undefined;
  /** The length of its text. */
  readonly size: number;
  /** Those of the requests that may have asked and are open. */
  readonly open: Set<OpenRequest>;
}

/** More requests than any server makes at once. */
const MOST = 1_000;
/** Of their texts, in characters. */
const MOST_TEXT = 32 * 1024 * 1024;

/** The requests of the server's that the host has got and not answered. */
export class HostRequests {
  readonly #byHostId = new Map<Id, HostRequest>();
  readonly #byServerId = new Map<Id, HostRequest>();
  #size = 0;

  /** @returns whether there is room for it */
  add(request: HostRequest): boolean {
    if (this.#byHostId.size >= MOST || this.#size + request.size > MOST_TEXT) return false;
    this.#byHostId.set(request.atHost, request);
    this.#byServerId.set(request.id, request);
    this.#size += request.size;
    return true;
  }

  has(atHost: unknown): boolean {
    return this.#byHostId.has(atHost as Id);
  }

  /** Takes the one that the host answers, by its own id. */
  answered(atHost: Id): HostRequest | undefined {
    const found = this.#byHostId.get(atHost);
    return found && this.#remove(found);
  }

  /** Takes the one with this id of the server's. */
  withdrawn(id: unknown): HostRequest | undefined {
    const found = this.#byServerId.get(id as Id);
    return found && this.#remove(found);
  }

  /**
   * Takes those that end with a request, or with the stream beside all. While it is not certain which request asks, the
   * host may answer although all of them have got their responses.
   */
  over(request: OpenRequest | undefined, isBroken: boolean): HostRequest[] {
    return [...this.#byHostId.values()]
      .filter(({ open, about }) =>
        request === undefined
          ? open.size === 0 || (isBroken && about === undefined)
          : open.delete(request) && open.size === 0 && (isBroken || about !== undefined),
      )
      .map((one) => this.#remove(one));
  }

  takeAll(): HostRequest[] {
    return [...this.#byHostId.values()].map((one) => this.#remove(one));
  }

  #remove(one: HostRequest): HostRequest {
    if (this.#byHostId.delete(one.atHost)) this.#size -= one.size;
    if (this.#byServerId.get(one.id) === one) this.#byServerId.delete(one.id);
    return one;
  }
}
