import {
  type Id,
  isMembers,
  type Members,
  type Request,
  type Response,
  taskOf,
} from "../wire/messages.js";
import { OwnIds } from "../wire/own-ids.js";
import type { AskedCall, Ending } from "./asker.js";
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
  /** Whether something was asked for it before, whose answer the server may go by. */
  hasAsked: boolean;
  /** How often it was refused until links are opened. */
  refusals: number;
  /** Whether it ends without the server's response: the server may have begun anew. */
  isLost: boolean;
  /** Aborts when the host gives it up. It is made when it is needed: most requests end before. */
  readonly over: AbortController;
  /** Ends what is still asked for it. */
  end(why: Ending): void;
}

class Open implements OpenRequest {
  readonly request: Request;
  readonly trust: HostTrust;
  readonly isModern: boolean;
  serverId: Id;
  hasAsked: boolean;
  refusals = 0;
  isLost = false;
  #over: AbortController | undefined;

  constructor(request: Request, trust: HostTrust, isModern: boolean, serverId: Id) {
    this.request = request;
    this.trust = trust;
    this.isModern = isModern;
    this.serverId = serverId;
    const { inputResponses, requestState } = request.params ?? {};
    this.hasAsked = inputResponses !== undefined || requestState !== undefined;
  }

  get over(): AbortController {
    return (this.#over ??= new AbortController());
  }

  end(why: Ending): void {
    this.#over?.abort(why);
  }
}

/** The requests whose handlers are likely to ask, and the param that names what is asked for. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);
const TASK_RESULT = "tasks/result";
/** Requests on behalf of which nothing is asked; the others may be, whatever they are. */
const NEVER_ASK = new Set(["initialize", "subscriptions/listen"]);
/** Params that are not the call's own: of the protocol, of its rounds and of its task. */
const BESIDE = new Set(["_meta", "inputResponses", "requestState"]);
/** Of ids that are used at the server no more. */
const MOST_USED = 10_000;

/** The requests of the host's that have no response yet. */
export class OpenRequests {
  readonly #byHostId = new Map<Id, OpenRequest>();
  readonly #byServerId = new Map<Id, OpenRequest>();
  readonly #byToken = new Map<Id, OpenRequest>();
  /** The host's ids of requests that were given up and on which the server may still work, by their ids at the server. */
  readonly #givenUp = new Map<Id, Id>();
  /** The ids at the server of requests that have ended without its response: it may work on them for ever. */
  readonly #lost = new Set<Id>();
  #areIdsOurs = false;
  readonly #ownIds = new OwnIds();

  /** An id that neither side knows. */
  newId(): Id {
    return this.#ownIds.next();
  }

  isOwnId(id: unknown): boolean {
    return this.#ownIds.has(id);
  }

  add(request: Request, trust: HostTrust, isModern: boolean): OpenRequest {
    // The server may still work on a request that had the same id.
    const isTaken = this.#areIdsOurs || this.#givenUp.has(request.id) || this.#lost.has(request.id);
    const serverId = isTaken ? this.newId() : request.id;
    const open = new Open(request, trust, isModern, serverId);
    this.#byHostId.set(request.id, open);
    this.#byServerId.set(serverId, open);
    const token = tokenOf(request.params);
    if (token !== undefined) this.#byToken.set(token, open);
    return open;
  }

  /** Gives it another id for the server; `undefined`: the server does not work on it. */
  rename(open: OpenRequest, serverId: Id | undefined): void {
    if (this.#byServerId.get(open.serverId) === open) this.#byServerId.delete(open.serverId);
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
    this.#givenUp.set(open.serverId, open.request.id);
    if (this.#givenUp.size <= MOST_USED) return;
    const [oldest] = this.#givenUp.keys();
    this.#givenUp.delete(oldest!);
    this.#areIdsOurs = true;
  }

  /** A request ends without the server's response. Its id is not used at the server again. */
  lost(serverId: Id): void {
    const open = this.#byServerId.get(serverId);
    if (open !== undefined) open.isLost = true;
    this.#lost.add(serverId);
    if (this.#lost.size <= MOST_USED) return;
    this.#areIdsOurs = true;
    this.#lost.clear();
  }

  /** The response to a request that was given up, for the host, which may have made another one with the same id since. */
  late(response: Response): Response | undefined {
    const id = this.#givenUp.get(response.id);
    this.#givenUp.delete(response.id);
    return id === undefined || this.#byHostId.has(id) ? undefined : { ...response, id };
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

  /** The request that waits for the result of this task. */
  ofTask(task: unknown): OpenRequest | undefined {
    return [...this.#byHostId.values()].find(
      ({ request: { method, params } }) => method === TASK_RESULT && params?.["taskId"] === task,
    );
  }

  /** The request with this progress token. */
  withToken(token: unknown): OpenRequest | undefined {
    return this.#byToken.get(token as Id);
  }

  /** All that may ask: the server does not say on behalf of which of them it does. */
  asking(): OpenRequest[] {
    return this.all().filter(({ request }) => !NEVER_ASK.has(request.method));
  }

  /** The last request that is likely to ask. */
  lastAsking(): OpenRequest | undefined {
    return this.all().findLast(({ request }) => isLikelyToAsk(request));
  }

  all(): OpenRequest[] {
    return [...this.#byHostId.values()];
  }
}

function isLikelyToAsk({ method, params }: Request): boolean {
  return NAMED.has(method) || method === TASK_RESULT || taskOf(params) !== undefined;
}

/**
 * The call that a request is; `undefined` if it has more in its params than the call that a user is shown: a server may go by that.
 */
export function callOf({ method, params = {} }: Request): AskedCall | undefined {
  const naming = NAMED.get(method);
  if (naming === undefined) return undefined;
  const { [naming]: name, arguments: given, ...rest } = params;
  const { task = {}, ...others } = rest satisfies Members;
  const isAll = Object.keys(others).every((key) => BESIDE.has(key)) && isOnlyTtl(task);
  return typeof name === "string" && isAll ? { method, name, arguments: given } : undefined;
}

/** Whether a call that is made as a task has nothing in it but how long that is kept. */
function isOnlyTtl(task: unknown): boolean {
  return (
    isMembers(task) &&
    Object.entries(task).every(([key, value]) => key === "ttl" && typeof value === "number")
  );
}
