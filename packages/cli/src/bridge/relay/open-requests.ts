import { GivenUp } from "../wire/given-up.js";
import { requestDigest } from "../wire/same-request.js";
import { type Id, metaOf, type Request } from "../wire/messages.js";
import type { HostTrust } from "./host-trust.js";
import { tokenOf } from "./keep-alive.js";

/** A request of the host's that has no response yet. */
export interface OpenRequest {
  /** As the server gets it, with the id of the host. */
  readonly request: Request;
  /** What its host can show. */
  readonly trust: HostTrust;
  /** Whether it is a request of 2026-07-28 or later. */
  readonly isModern: boolean;
  /** The id under which the server knows it, which changes with every round. */
  serverId: Id;
  /** How often it was refused until links are opened. */
  refusals: number;
  /** Aborts when the host gives it up. It is made when it is needed: most requests end before. */
  readonly over: AbortController;
}

class Open implements OpenRequest {
  readonly request: Request;
  readonly trust: HostTrust;
  readonly isModern: boolean;
  serverId: Id;
  refusals = 0;
  #over: AbortController | undefined;

  constructor(request: Request, trust: HostTrust, isModern: boolean) {
    this.request = request;
    this.trust = trust;
    this.isModern = isModern;
    this.serverId = request.id;
  }

  get over(): AbortController {
    return (this.#over ??= new AbortController());
  }
}

/** The requests whose handlers may ask. */
const ASKING = new Set(["tools/call", "prompts/get", "resources/read"]);

/** The call of a question, where that is certain. */
export interface AskedCall {
  readonly method: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** The requests of the host's that have no response yet. */
export class OpenRequests {
  readonly #byHostId = new Map<Id, OpenRequest>();
  readonly #byServerId = new Map<Id, OpenRequest>();
  readonly #byToken = new Map<Id, OpenRequest>();
  readonly #givenUp = new GivenUp();

  add(request: Request, trust: HostTrust, isModern: boolean): OpenRequest {
    const open = new Open(request, trust, isModern);
    this.#byHostId.set(request.id, open);
    this.#byServerId.set(request.id, open);
    const token = tokenOf(request.params);
    if (token !== undefined) this.#byToken.set(token, open);
    return open;
  }

  /** Gives it another id for the server; `undefined`: the server does not work on it. */
  rename(open: OpenRequest, serverId: Id | undefined): void {
    this.#byServerId.delete(open.serverId);
    if (serverId === undefined) return;
    open.serverId = serverId;
    this.#byServerId.set(serverId, open);
  }

  remove(open: OpenRequest): void {
    if (this.#byServerId.get(open.serverId) === open) this.#byServerId.delete(open.serverId);
    if (this.#byHostId.get(open.request.id) === open) this.#byHostId.delete(open.request.id);
    const token = tokenOf(open.request.params);
    if (token !== undefined && this.#byToken.get(token) === open) this.#byToken.delete(token);
  }

  /** Removes it, although the server may still work on it. */
  giveUp(open: OpenRequest): void {
    this.remove(open);
    if (mayAsk(open.request)) this.#givenUp.add(open.serverId, requestDigest(open.request));
  }

  /** The server has responded to a request. Returns whether it was given up. */
  answeredLate(serverId: Id): boolean {
    return this.#givenUp.answered(serverId);
  }

  isOpen(open: OpenRequest): boolean {
    return this.#byHostId.get(open.request.id) === open;
  }

  ofHost(id: unknown): OpenRequest | undefined {
    return this.#byHostId.get(id as Id);
  }

  ofServer(id: unknown): OpenRequest | undefined {
    return this.#byServerId.get(id as Id);
  }

  /** The request with this progress token. */
  withToken(token: unknown): OpenRequest | undefined {
    return this.#byToken.get(token as Id);
  }

  /** The only request that can have asked. */
  onlyAsking(): OpenRequest | undefined {
    const asking = [...this.#byHostId.values()].filter(({ request }) => mayAsk(request));
    const [only] = asking;
    if (only === undefined || asking.length > 1) return undefined;
    return this.#givenUp.isAny(requestDigest(only.request)) ? undefined : only;
  }

  /** The last request that can have asked: over HTTP, a question without a known call goes out on its stream. */
  lastAsking(): OpenRequest | undefined {
    return [...this.#byHostId.values()].filter(({ request }) => mayAsk(request)).at(-1);
  }

  all(): OpenRequest[] {
    return [...this.#byHostId.values()];
  }
}

function mayAsk({ method, params }: Request): boolean {
  return (
    ASKING.has(method) || metaOf(params)?.["io.modelcontextprotocol/related-task"] !== undefined
  );
}

/** The call that a request is. */
export function callOf({ method, params = {} }: Request): AskedCall | undefined {
  if (!ASKING.has(method)) return undefined;
  const name = params["name"] ?? params["uri"];
  return typeof name === "string" ? { method, name, arguments: params["arguments"] } : undefined;
}
