import type { ServerEnd } from "../ends/ends.js";
import { modesOf } from "../relay/capabilities.js";
import { OwnIds } from "../wire/own-ids.js";
import {
  CANCELLED,
  ELICIT,
  type Id,
  INFERRED,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isMembers,
  kindOf,
  type Members,
  membersIn,
  METHOD_NOT_FOUND,
  type Notification,
  type Outcome,
  PROGRESS,
  type Request,
  type Response,
  taskOf,
  toMessage,
} from "../wire/messages.js";
import { asModernResult, discoverResult } from "./as-modern-result.js";
import { envelopeOf, withoutEnvelope } from "./envelope.js";
import { requiredLinks } from "../wire/required-links.js";
import { Subscriptions } from "./subscriptions.js";
import { type Asked, Suspended, SuspendedRequests } from "./suspended-requests.js";

const ASKABLE = new Set([ELICIT, "sampling/createMessage", "roots/list"]);
/** Several questions that are asked at the same time make one round. */
const TOGETHER_MS = 10;

/**
 * A server of 2025 for a host of 2026-07-28: it asks in the results of the host's requests.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class As2026 implements ServerEnd {
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  onclose: ((why?: string) => void) | undefined;
  onrestart: (() => void) | undefined;
  onbroken: ((about: Id | undefined) => void) | undefined;
  onlost: ((id: Id) => void) | undefined;
  readonly hasRequestStreams = false;
  /** A host of 2026-07-28 can be asked in the result of a request alone, and a server of 2025 need not say for which one it asks. */
  readonly infersCalls = true;
  readonly #server: ServerEnd;
  /** The result of `initialize`. */
  readonly #initialized: Members;
  readonly #requests = new SuspendedRequests((one) => this.#expired(one));
  readonly #subscriptions: Subscriptions;
  /** The ids of the open questions that the bridge asks itself. */
  readonly #beside = new Set<Id>();
  #logLevel: unknown;
  readonly #ids = new OwnIds();

  constructor(server: ServerEnd, initialized: Members) {
    this.#server = server;
    this.#initialized = initialized;
    this.#subscriptions = new Subscriptions(initialized["capabilities"], {
      toHost: (message, about) => this.#toHost(message, about),
      toServer: (method, params) => this.#own(method, params),
    });
    server.onmessage = (message, about) => this.#fromServer(message, about);
    server.onclose = (why) => this.onclose?.(why);
    server.onrestart = () => this.#restarted();
    server.onbroken = (stream) => this.#broken(stream);
    server.onlost = (id) => {
      this.#requests.left();
      const one = this.#requests.ofServer(id);
      if (one !== undefined) this.onlost?.(one.request.id);
    };
  }

  /** The server was started before it was known what it speaks. */
  async start(): Promise<void> {}

  /** Ends what the host has begun, when it goes on in another protocol version. */
  leave(): void {
    const reason = "The host has begun a session of 2025 since.";
    const message = `${reason} Nobody knows how far the server got with this request.`;
    for (const one of this.#requests.all()) {
      this.#cancel(one, reason).catch(() => {});
      const { id } = one.request;
      if (!one.isAway) this.#toHost({ id, error: { code: INTERNAL_ERROR, message } }, id);
    }
    this.#requests.clear();
  }

  pause(isPaused: boolean): void {
    this.#server.pause?.(isPaused);
  }

  close(): Promise<void> {
    this.#requests.clear();
    return this.#server.close();
  }

  async send(message: Members): Promise<void> {
    const sorted = kindOf(message);
    if (sorted.kind === "notification") return this.#notified(sorted.notification);
    // A host of 2026-07-28 gets no requests, except from the bridge itself.
    if (sorted.kind === "response") {
      this.#beside.delete(sorted.response.id);
      return this.#server.send(message);
    }
    const { request } = sorted;
    const { id, method, params } = request;
    if (method === "server/discover")
      return this.#toHost({ id, result: discoverResult(this.#initialized) }, id);
    if (method === "subscriptions/listen") return this.#subscriptions.listen(request);
    const { requestState } = params ?? {};
    if (typeof requestState === "string") return this.#returned(request, requestState);
    this.#setLogLevel(params);
    return this.#begin(new Suspended(request, this.#ids.next()));
  }

  async #begin(one: Suspended): Promise<void> {
    this.#requests.working(one);
    const { id: _, params, ...rest } = one.request;
    const given = withoutEnvelope(params);
    const message = toMessage({ ...rest, id: one.serverId, ...(given && { params: given }) });
    try {
      await this.#server.send(message);
    } catch (error) {
      this.#requests.remove(one);
      this.#requests.left();
      throw error;
    }
  }

  /** The host comes back with what the server has asked. */
  async #returned(request: Request, requestState: string): Promise<void> {
    const one = this.#requests.returned(request, requestState);
    if (one === undefined) {
      const message =
        "This requestState belongs to another request, was used before, or is too old. Make the call again without it.";
      const error = { code: INVALID_PARAMS, message };
      return this.#toHost({ id: request.id, error }, request.id);
    }
    const given = request.params?.["inputResponses"];
    const responses = isMembers(given) ? given : {};
    const asked = one.takeAsked();
    if (one.refusal !== undefined) return this.#linksReturned(one, one.refusal, asked, responses);
    const sent: (Promise<void> | undefined)[] = [];
    for (const [key, { id }] of asked) {
      const result = responses[key];
      if (one.response !== undefined) continue;
      // At once: a server that begins anew in between would take the next one for the answer to another question.
      if (isMembers(result)) sent.push(this.#server.send(toMessage({ id, result })));
      // What the host has left out is asked again: a server waits for every answer.
      else one.ask(key, asked.get(key)!);
    }
    await Promise.all(sent);
    if (one.hasAsked) this.#requireSoon(one);
    else if (one.response !== undefined) this.#finish(one, one.response);
  }

  /** The host comes back with the links that the server requires to be opened. */
  #linksReturned(
    one: Suspended,
    refusal: Response,
    asked: ReadonlyMap<string, Asked>,
    responses: Members,
  ): void | Promise<void> {
    const isOpened = [...asked.keys()].every((key) => {
      const answer = responses[key];
      return isMembers(answer) && answer["action"] === "accept";
    });
    one.refusal = undefined;
    if (!isOpened) return this.#finish(one, refusal);
    one.serverId = this.#ids.next();
    return this.#begin(one);
  }

  #notified(notification: Notification): void | Promise<void> {
    const { method, params = {} } = notification;
    if (method !== CANCELLED) return this.#server.send(notification);
    const id = params["requestId"] as Id;
    if (this.#subscriptions.ended(id)) return;
    const one = this.#requests.ofHost(id);
    return one && this.#cancel(one, params["reason"]);
  }

  async #cancel(one: Suspended, reason: unknown): Promise<void> {
    this.#requests.remove(one);
    this.#requests.left();
    const params = { requestId: one.serverId, ...(typeof reason === "string" && { reason }) };
    await this.#server.send(toMessage({ method: CANCELLED, params }));
    this.#endAsked(one);
  }

  /** Nobody answers what was asked for a request that is over. */
  #endAsked(one: Suspended): void {
    const message = "The call that this was asked for has ended.";
    for (const { id } of one.takeAsked().values())
      if (id !== "") void this.#answer({ id, error: { code: INTERNAL_ERROR, message } });
  }

  #expired(one: Suspended): void {
    this.#cancel(one, "The host did not come back with the answers.").catch(() => {});
  }

  /** What it has asked before is answered by nobody: the id may be that of another question by then. */
  #restarted(): void {
    for (const one of this.#requests.all()) this.#askedNoMore(one);
    this.#requests.left();
    this.onrestart?.();
  }

  /** A stream has broken off and may go on. What may have come on it is answered by nobody. */
  #broken(stream: Id | undefined): void {
    const one = this.#requests.ofServer(stream);
    const about = one?.request.id;
    if (one !== undefined) this.#askedNoMore(one);
    if (stream === undefined || one !== undefined) this.onbroken?.(about);
  }

  /** Ends a request for which the server has asked, if it may have begun anew since. */
  #askedNoMore(one: Suspended): void {
    // One that has asked nothing may still come to its end, or is just being sent again.
    if (!one.hasAsked) return;
    one.takeAsked();
    this.#requests.left();
    const message = "The server has begun anew. Nobody knows how far it got with this request.";
    one.response = { id: one.serverId, error: { code: INTERNAL_ERROR, message } };
    if (!one.isAway) this.#finish(one, one.response);
  }

  #fromServer(message: Members, stream: Id | undefined): void {
    const sorted = kindOf(message);
    if (sorted.kind === "notification") return this.#reported(sorted.notification, stream);
    if (sorted.kind === "request") return this.#asked(sorted.request, stream);
    const { response } = sorted;
    const one = this.#requests.ofServer(response.id);
    if (one === undefined) return;
    const links = requiredLinks(response);
    const { capabilities } = envelopeOf(one.request.params) ?? {};
    if (links.length > 0 && one.refusals < 3 && modesOf(capabilities).url) {
      one.refusals += 1;
      one.refusal = response;
      links.forEach((params, index) => {
        one.ask(`link-${index + 1}`, { id: "", method: ELICIT, params });
      });
      return this.#requireSoon(one);
    }
    one.response = response;
    if (membersIn(response.result, "task") !== undefined) this.#requests.left();
    // The host gets it when it comes back.
    if (!one.isAway) this.#finish(one, response);
  }

  #finish(one: Suspended, response: Outcome): void {
    this.#requests.remove(one);
    this.#endAsked(one);
    const { id, method } = one.request;
    this.#toHost({ ...asModernResult(method, response, this.#initialized), id }, id);
  }

  /** A request of the server's, on behalf of one of the host's. */
  #asked(request: Request, stream: Id | undefined): void {
    const { id, method, params } = request;
    if (method === "ping") return void this.#answer({ id, result: {} });
    // Of two with one id, a server waits for the later one alone: it has begun anew since the earlier one.
    const older = this.#requests.all().find((other) => other.holds(id));
    if (older !== undefined && older === this.#requests.ofServer(stream)) older.withdraw(id);
    else if (older !== undefined) this.#askedNoMore(older);
    if (this.#beside.delete(id))
      this.#toHost({ method: CANCELLED, params: { requestId: id } }, undefined);
    const isOfTask = taskOf(params) !== undefined;
    const certain = isOfTask ? undefined : this.#requests.ofServer(stream);
    const one = certain ?? (isOfTask ? undefined : this.#requests.onlyWorking());
    const isDeclared = one !== undefined && isDeclaredBy(one.request, method);
    // A question that may be that of several calls is asked by the bridge itself.
    if (method === ELICIT && one === undefined) {
      this.#beside.add(id);
      return this.#toHost(request, undefined);
    }
    if (!ASKABLE.has(method) || !isDeclared) {
      const message = `The host cannot be asked for this (${method}).`;
      return void this.#answer({ id, error: { code: METHOD_NOT_FOUND, message } });
    }
    const { elicitationId: _, ...given } = params ?? {};
    one.isInferred ||= certain === undefined;
    one.ask(this.#requests.newKey(), { id, method, params: method === ELICIT ? given : params });
    this.#requireSoon(one);
  }

  async #answer(message: Members): Promise<void> {
    await this.#server.send(toMessage(message))?.catch(() => {});
  }

  /** Ends the host's request with what the server asks. */
  #requireSoon(one: Suspended): void {
    one.soon(TOGETHER_MS, () => {
      if (one.isAway || !one.hasAsked || !this.#requests.isWorking(one)) return;
      const requestState = this.#requests.suspend(one);
      const inputRequests = one.inputRequests();
      const { id } = one.request;
      // Another bridge in front is not to take it for certain.
      const marked = one.isInferred && { _meta: { [INFERRED]: true } };
      const result = { resultType: "input_required", inputRequests, requestState, ...marked };
      this.#toHost({ id, result }, id);
    });
  }

  #reported(notification: Notification, stream: Id | undefined): void {
    const { method, params = {} } = notification;
    if (method === CANCELLED) return this.#requests.withdraw(params["requestId"]);
    if (this.#subscriptions.reported(notification)) return;
    const one =
      this.#requests.ofServer(stream) ?? this.#requests.withToken(params["progressToken"]);
    if (method === PROGRESS || method === "notifications/message") {
      const wantsIt = method === PROGRESS || this.#requests.isLogWanted();
      const about = one ?? (method === PROGRESS ? undefined : this.#requests.onlyWorking());
      // Between two rounds, the host has no request that it could belong to.
      if (wantsIt && about?.isAway !== true) this.#toHost(notification, about?.request.id);
      return;
    }
    if (!method.startsWith("notifications/elicitation/"))
      this.#toHost(notification, one?.request.id);
  }

  /** Hosts of 2026-07-28 say in each request which log messages they want. */
  #setLogLevel(params: Members | undefined): void {
    const level = envelopeOf(params)?.logLevel;
    const { capabilities } = this.#initialized;
    const canLog = isMembers(capabilities) && capabilities["logging"] !== undefined;
    if (level === undefined || level === this.#logLevel || !canLog) return;
    this.#logLevel = level;
    this.#own("logging/setLevel", { level });
  }

  /** A request of the bridge's own, whose response says nothing. */
  #own(method: string, params: Members): void {
    const id = this.#ids.next();
    this.#server.send(toMessage({ id, method, params }))?.catch(() => {});
  }

  #toHost(message: Members, about: Id | undefined): void {
    this.onmessage?.(toMessage(message), about);
  }
}

function isDeclaredBy({ params }: Request, method: string): boolean {
  const { capabilities } = envelopeOf(params) ?? {};
  const name = method === ELICIT ? "elicitation" : method.split("/", 1)[0]!;
  return isMembers(capabilities) && isMembers(capabilities[name]);
}
