import { randomBytes } from "node:crypto";
import { tokenOf } from "../relay/keep-alive.js";
import type { Id, Members, Request, Response } from "../wire/messages.js";
import { requestDigest } from "../wire/same-request.js";
import { envelopeOf } from "./envelope.js";

/** A request of the server's for the host. */
export interface Asked {
  /** Its id, for the answer. */
  readonly id: Id;
  readonly method: string;
  readonly params?: Members | undefined;
}

/** How long the host may take to come back with answers. */
const LIFE_MS = 3_600_000;
const MOST = 10_000;

/** A request of the host's on which a server of 2025 works, while the host comes and goes. */
export class Suspended {
  /** As the host made it last. */
  request: Request;
  serverId: Id;
  /** The server's response, if the host was away when it came. */
  response: Response | undefined;
  /** The error that requires links to be opened. */
  refusal: Response | undefined;
  refusals = 0;
  /** Whether the host has left with questions and not come back. */
  isAway = false;
  /** Whether something was asked for it that may be for another one. */
  isInferred = false;
  /** The state with which it comes back. */
  state: string | undefined;
  #asked = new Map<string, Asked>();
  #isSoon = false;

  constructor(request: Request, serverId: Id) {
    this.request = request;
    this.serverId = serverId;
  }

  get hasAsked(): boolean {
    return this.#asked.size > 0;
  }

  ask(key: string, asked: Asked): void {
    this.#asked.set(key, asked);
  }

  takeAsked(): Map<string, Asked> {
    const asked = this.#asked;
    this.#asked = new Map();
    return asked;
  }

  /** Whether a question with this id is open. */
  holds(id: unknown): boolean {
    return [...this.#asked.values()].some((asked) => asked.id === id);
  }

  /** Withdraws a question. Returns whether it was one of this request. */
  withdraw(id: unknown): boolean {
    for (const [key, asked] of this.#asked) if (asked.id === id) return this.#asked.delete(key);
    return false;
  }

  inputRequests(): Members {
    return Object.fromEntries(
      [...this.#asked].map(([key, { method, params }]) => [
        key,
        { method, ...(params && { params }) },
      ]),
    );
  }

  soon(ms: number, work: () => void): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    setTimeout(() => {
      this.#isSoon = false;
      work();
    }, ms);
  }
}

/** The requests of a host of 2026-07-28 on which a server of 2025 works. */
export class SuspendedRequests {
  readonly #expired: (one: Suspended) => void;
  readonly #all = new Set<Suspended>();
  readonly #byServerId = new Map<Id, Suspended>();
  /** By the ids that they have or had last: the host may have given one up before it got the questions. */
  readonly #byHostId = new Map<Id, Suspended>();
  #mayWorkOnOthers = false;
  readonly #byState = new Map<string, { readonly one: Suspended; readonly end: NodeJS.Timeout }>();
  #keys = 0;

  /** @param expired - the host did not come back */
  constructor(expired: (one: Suspended) => void) {
    this.#expired = expired;
  }

  /** The server works on it now. */
  working(one: Suspended): void {
    this.#all.add(one);
    this.#byServerId.set(one.serverId, one);
    this.#byHostId.set(one.request.id, one);
    one.isAway = false;
  }

  /** The host leaves with questions. Returns the state with which it comes back. */
  suspend(one: Suspended): string {
    one.isAway = true;
    const state = randomBytes(24).toString("base64url");
    const end = setTimeout(() => this.#expired(one), LIFE_MS);
    end.unref();
    this.#byState.set(state, { one, end });
    one.state = state;
    const oldest = this.#byState.values().next().value;
    if (this.#byState.size > MOST && oldest) this.#expired(oldest.one);
    return state;
  }

  /** The request that a host comes back with, once, and only with the same one. */
  returned(request: Request, state: string): Suspended | undefined {
    const found = this.#byState.get(state);
    if (found === undefined || requestDigest(found.one.request) !== requestDigest(request))
      return undefined;
    clearTimeout(found.end);
    this.#byState.delete(state);
    this.#forgetHostId(found.one);
    found.one.request = request;
    this.working(found.one);
    return found.one;
  }

  isWorking(one: Suspended): boolean {
    return this.#all.has(one);
  }

  all(): readonly Suspended[] {
    return [...this.#all];
  }

  /** The server has withdrawn a question. */
  withdraw(id: unknown): void {
    for (const one of this.#all) if (one.withdraw(id)) return;
  }

  remove(one: Suspended): void {
    this.#all.delete(one);
    this.#byServerId.delete(one.serverId);
    this.#forgetHostId(one);
    clearTimeout(this.#byState.get(one.state ?? "")?.end);
    this.#byState.delete(one.state ?? "");
  }

  #forgetHostId(one: Suspended): void {
    if (this.#byHostId.get(one.request.id) === one) this.#byHostId.delete(one.request.id);
  }

  clear(): void {
    for (const { end } of this.#byState.values()) clearTimeout(end);
    this.#byState.clear();
  }

  ofServer(id: Id | undefined): Suspended | undefined {
    return id === undefined ? undefined : this.#byServerId.get(id);
  }

  ofHost(id: Id): Suspended | undefined {
    return this.#byHostId.get(id);
  }

  /** From now on, the server may work on a request that is over for its host, and ask for it at any time. */
  left(): void {
    this.#mayWorkOnOthers = true;
  }

  /** The only one on which the server can work. */
  onlyWorking(): Suspended | undefined {
    return this.#all.size === 1 && !this.#mayWorkOnOthers
      ? this.#all.values().next().value
      : undefined;
  }

  withToken(token: unknown): Suspended | undefined {
    if (token === undefined) return undefined;
    return [...this.#all].find(({ request }) => tokenOf(request.params) === token);
  }

  isLogWanted(): boolean {
    return [...this.#all].some(({ request }) => envelopeOf(request.params)?.logLevel !== undefined);
  }

  /** A key that no other question of this connection has. */
  newKey(): string {
    this.#keys += 1;
    return `question-${this.#keys}`;
  }
}
