import type { HostEnd, ServerEnd } from "../ends/ends.js";
import {
  CANCELLED,
  ELICIT,
  type Id,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  kindOf,
  type Members,
  type Notification,
  type Outcome,
  PROGRESS,
  type Request,
  type Response,
  taskOf,
  toMessage,
} from "../wire/messages.js";
import { safeLine } from "../../safe-text.js";
import type { Asker, Ending } from "./asker.js";
import { declareElicitation } from "./capabilities.js";
import { Flow } from "./flow.js";
import { HeldRounds } from "./held-rounds.js";
import { type HostRequest, HostRequests } from "./host-requests.js";
import { HostTrust } from "./host-trust.js";
import { KeepAlive, progressMessage } from "./keep-alive.js";
import { callOf, type OpenRequest, OpenRequests } from "./open-requests.js";
import { NO_STREAM, PushedQuestions } from "./pushed-questions.js";
import { RefusedCalls } from "./refused-calls.js";
import { Rounds } from "./rounds.js";

/** The parts that a relay needs. */
export interface RelayParts {
  readonly host: HostEnd;
  readonly server: ServerEnd;
  /** Asks what the host cannot; `undefined`: nothing is asked here. */
  readonly asker: Asker | undefined;
  /** The rounds with which hosts come back, where they may come back to another relay. */
  readonly held?: HeldRounds;
  readonly account?: () => string | undefined;
  readonly onError: (error: unknown) => void;
}

export const SAME_ID =
  "The id of this request is that of another one that has no response yet. Give each request an id of its own.";
const OWN_ID =
  "The id of this request is one of the bridge's own. Give each request an id that the host has made itself.";
const ANEW = "The server has begun anew, or may have done so.";
const TOO_MANY =
  "The host has not answered what it was asked before. Nothing more is asked until it does.";
const COMPLETE = "notifications/elicitation/complete";

/**
 * Passes all messages between one host and one server of the same protocol version, and asks the user what the host
 * cannot ask. All else passes through as it came: methods, members, errors and ids.
 */
export class Relay {
  /** Resolves when both connections have ended. */
  readonly ended: Promise<void>;
  readonly #parts: RelayParts;
  readonly #open = new OpenRequests();
  readonly #keepAlive: KeepAlive;
  readonly #rounds: Rounds;
  readonly #pushed: PushedQuestions;
  readonly #refused: RefusedCalls;
  readonly #atHost = new HostRequests();
  #hasBegun = false;
  readonly #toHostFlow: Flow;
  readonly #toServerFlow: Flow;
  /** Of answers: the server that does not take them is asked nothing more, and the host is read on. */
  readonly #answerFlow: Flow;
  /** What the host has said in its handshake. */
  #session = new HostTrust();
  #isModern = false;
  #isClosed = false;
  readonly #end: () => void;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    const { asker, host, server } = parts;
    this.#keepAlive = new KeepAlive((params, about) =>
      this.#toHost(progressMessage(params), about),
    );
    const shared = {
      asker,
      keepAlive: this.#keepAlive,
      reply: (open: OpenRequest, response: Outcome) => this.#reply(open, response),
      again: (open: OpenRequest, params: Members) => this.#again(open, params),
      rename: (open: OpenRequest) => this.#open.rename(open, undefined),
      infersCalls: () => server.infersCalls === true,
      onError: parts.onError,
      ...(parts.account && { account: parts.account }),
    };
    this.#rounds = new Rounds(shared, parts.held ?? new HeldRounds());
    this.#refused = new RefusedCalls(shared);
    this.#pushed = new PushedQuestions({
      asker,
      keepAlive: this.#keepAlive,
      toServer: (message, about) => this.#toServer(message, undefined, about),
      toHost: (request, about, asking) => this.#askHost(request, about, asking),
    });
    const full = new Set<unknown>();
    const holdServer = (flow: string, isFull: boolean): void => {
      if (isFull) full.add(flow);
      else full.delete(flow);
      server.pause?.(full.size > 0);
    };
    this.#toHostFlow = new Flow((isFull) => holdServer("host", isFull));
    this.#answerFlow = new Flow((isFull) => holdServer("answers", isFull));
    this.#toServerFlow = new Flow((isFull) => host.pause?.(isFull));
    let end = (): void => {};
    this.ended = new Promise((resolve) => (end = resolve));
    this.#end = end;
  }

  /** @throws Error when the server cannot be started or reached */
  async start(): Promise<void> {
    const { host, server } = this.#parts;
    server.onmessage = (message, about) => this.#fromServer(message, about);
    server.onrestart = () => this.#restarted();
    server.onbroken = (stream) => this.#broken(stream);
    server.onlost = (id) => this.#open.lost(id);
    host.onmessage = (message) => this.#fromHost(message);
    server.onclose = (why) => void this.#serverGone(why);
    host.onclose = () => void this.close();
    await server.start();
    await host.start();
  }

  /** Ends both connections, and every question. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { host, server } = this.#parts;
    const why: Ending = "closed";
    this.#pushed.end(why);
    for (const { over } of this.#open.all()) over.abort(why);
    await Promise.allSettled([server.close(), host.close()]);
    this.#end();
  }

  /** What the server has asked before, nobody answers: the id may be that of another question by then. */
  #restarted(): void {
    this.#pushed.end("closed");
    this.#withdrawAtHost(this.#atHost.takeAll(), ANEW);
  }

  /** A stream has broken off and may go on. What may have come on it is not answered, unless it is asked again. */
  #broken(stream: Id | undefined): void {
    const open = this.#open.ofServer(stream);
    if (stream === undefined || open !== undefined) this.#askedNoMore(open, "closed", true);
  }

  /** Ends what was asked for a request, or beside all. @param isBroken - whether the server may have begun anew */
  #askedNoMore(open: OpenRequest | undefined, why: Ending, isBroken: boolean): void {
    this.#pushed.over(open, why, isBroken);
    const ended = this.#atHost.over(open, isBroken);
    const message = isBroken ? ANEW : "The call that this was asked for has ended.";
    this.#withdrawAtHost(ended, message);
    if (isBroken) return;
    for (const { id } of ended) this.#toServer({ id, error: { code: INTERNAL_ERROR, message } });
  }

  #withdrawAtHost(requests: readonly HostRequest[], reason: string): void {
    for (const { id, atHost, about } of requests) {
      this.#pushed.forget(id);
      this.#toHost({ method: CANCELLED, params: { requestId: atHost, reason } }, about);
    }
  }

  /** Tells the host what became of its requests, which would wait for ever, and ends. */
  async #serverGone(why = "The connection to the server has ended."): Promise<void> {
    if (this.#isClosed) return;
    const open = this.#open.all();
    for (const { over } of open) over.abort("closed" satisfies Ending);
    for (const one of open) {
      // Without an id that the server knows, it is the user who is awaited.
      const message = `${why} Nobody knows how far it got with this request.`;
      this.#reply(one, { error: { code: INTERNAL_ERROR, message } });
    }
    await this.#toHostFlow.settled();
    await this.close();
  }

  #fromHost(message: Members): void {
    const sorted = kindOf(message);
    if (sorted.kind === "request") return this.#requested(sorted.request);
    if (sorted.kind === "response") return this.#answered(sorted.response);
    const { method } = sorted.notification;
    if (method === CANCELLED) return this.#givenUp(sorted.notification);
    // A server might do all the same what a request without an id asks for, and nobody would know what asks the user.
    if (method.startsWith("notifications/")) return this.#toServer(message);
    this.#parts.onError(
      new Error(`The host sent ${safeLine(method)} without an id. It was left out.`),
    );
  }

  /** Only what the host was asked is its to answer, and only once: other questions are the user's, who is asked here. */
  #answered(response: Response): void {
    const asked = this.#atHost.answered(response.id);
    if (asked !== undefined) {
      const given = { ...response, id: asked.id };
      if (!this.#pushed.answered(given)) this.#toServer(given);
      return;
    }
    this.#parts.onError(new Error("The host answered what it was not asked. It was left out."));
  }

  #requested(given: Request): void {
    // Its response would be one too many: who waits for the id gets that of the other request.
    if (this.isOpen(given.id)) return this.#parts.onError(new Error(SAME_ID));
    // The host knows those of the questions that it has got.
    if (this.#open.isOwnId(given.id)) {
      const error = { code: INVALID_REQUEST, message: OWN_ID };
      return this.#toHost({ id: given.id, error }, given.id);
    }
    const declared = declareElicitation(given, this.#parts.asker !== undefined);
    const { request, modes, isModern, host } = declared;
    const trust = modes === undefined ? this.#session : new HostTrust(modes, host);
    const sent = this.#rounds.withoutUnasked(request, isModern, trust);
    if (typeof sent === "string")
      return this.#toHost(
        { id: given.id, error: { code: INVALID_REQUEST, message: sent } },
        given.id,
      );
    if (request.method === "initialize") {
      // With another handshake, the host begins anew, whether the server has done so or not.
      if (this.#hasBegun) this.#restarted();
      this.#hasBegun = true;
      this.#session = trust;
    }
    this.#isModern = isModern || (this.#isModern && request.method !== "initialize");
    const open = this.#open.add(sent, trust, isModern);
    const back = this.#rounds.returned(open);
    if (back === "taken") return;
    if (back === "other") {
      const message =
        "This requestState belongs to another request, was used before, or is too old. Make the call again without it.";
      return this.#reply(open, { error: { code: INVALID_PARAMS, message } });
    }
    this.#send(open, back ?? sent.params);
  }

  /** Sends a request of the host's to the server. */
  #send(open: OpenRequest, params: Members | undefined): void {
    const { request, serverId } = open;
    const isSame = serverId === request.id && params === request.params;
    const message = isSame ? request : { ...request, id: serverId, ...(params && { params }) };
    const over =
      open.isModern && this.#parts.server.hasRequestStreams ? open.over.signal : undefined;
    this.#toServer(message, over, request.id);
  }

  /** Sends it once more, under an id that was not used before. */
  #again(open: OpenRequest, params: Members): void {
    open.hasAsked = true;
    this.#open.rename(open, this.#open.newId());
    this.#send(open, params);
  }

  #givenUp(notification: Notification): void {
    const open = this.#open.ofHost(notification.params?.["requestId"]);
    if (open === undefined) return this.#toServer(notification);
    this.#open.giveUp(open);
    this.#keepAlive.forget(open.request);
    open.over.abort("gave-up" satisfies Ending);
    this.#askedNoMore(open, "gave-up", false);
    // Over HTTP from 2026-07-28 on, the end of the request's own stream says so.
    if (open.isModern && this.#parts.server.hasRequestStreams) return;
    const params = { ...notification.params, requestId: open.serverId };
    this.#toServer({ ...notification, params });
  }

  #fromServer(message: Members, stream: Id | undefined): void {
    const sorted = kindOf(message);
    if (sorted.kind === "response") return this.#responded(sorted.response);
    if (sorted.kind === "notification") return this.#notified(sorted.notification, stream);
    const { request } = sorted;
    // Of two with one id, a server waits for the later one alone: it has begun anew since the earlier one.
    this.#pushed.discard(request.id);
    const older = this.#atHost.withdrawn(request.id);
    if (older !== undefined) this.#withdrawAtHost([older], ANEW);
    const open = this.#askingFor(request, stream);
    const isFirst = open?.hasAsked === false;
    const asking = open === undefined ? this.#open.asking() : [open];
    for (const one of asking) one.hasAsked = true;
    const about = open?.request.id;
    const reachesHost = about !== undefined || this.#parts.host.hasStreamBeside !== false;
    if (request.method !== ELICIT && !reachesHost)
      return this.#toServer({
        id: request.id,
        error: { code: INTERNAL_ERROR, message: NO_STREAM },
      });
    if (request.method !== ELICIT) return this.#askHost(request, about, asking);
    this.#pushed.ask(request, {
      reachesHost,
      ...{ call: open && callOf(open.request), isFirst, asking, about },
      ...{ trust: this.#session, isModern: this.#isModern },
    });
  }

  /** The server has withdrawn one of its requests. */
  #withdrawn(notification: Notification): void {
    const { params = {} } = notification;
    if (this.#pushed.withdrawn(params["requestId"])) return;
    const asked = this.#atHost.withdrawn(params["requestId"]);
    if (asked === undefined) return;
    const passed = { ...notification, params: { ...params, requestId: asked.atHost } };
    this.#toHost(passed, asked.about);
  }

  /** The request of the host's for which the server asks, where the protocol says it. */
  #askingFor({ params }: Request, stream: Id | undefined): OpenRequest | undefined {
    const task = taskOf(params);
    // What is asked for a task may come on any stream.
    return task === undefined ? this.#open.ofServer(stream) : this.#open.ofTask(task);
  }

  #notified(notification: Notification, stream: Id | undefined): void {
    const { method, params = {} } = notification;
    if (method === CANCELLED) return this.#withdrawn(notification);
    if (method === COMPLETE && typeof params["elicitationId"] === "string")
      this.#parts.asker?.complete(params["elicitationId"]);
    const ofToken = this.#open.withToken(params["progressToken"]);
    const isProgress = method === PROGRESS && ofToken !== undefined;
    const passed = isProgress
      ? { ...notification, params: this.#keepAlive.pass(params) }
      : notification;
    const open = this.#open.ofServer(stream) ?? ofToken;
    this.#toHost(passed, open?.request.id);
  }

  #responded(response: Response): void {
    const open = this.#open.ofServer(response.id);
    if (open === undefined) {
      const passed = this.#ofNone(response);
      if (passed !== undefined) this.#toHost(passed);
      return;
    }
    if (this.#rounds.required(open, response) || this.#refused.refused(open, response)) return;
    this.#reply(open, response);
  }

  /**
   * A response that ends no open request, as the host gets it: it has given its request up, and may get the response
   * nevertheless; or the server could not read a request. A second response to a request is not passed on.
   */
  #ofNone(response: Response): Response | undefined {
    const { id } = response;
    const late = this.#open.late(response);
    if (late !== undefined) return late;
    const isUnread = id === undefined || id === null;
    const isAgain =
      this.#parts.server.resends === true && !this.#open.ofHost(id) && !this.#open.isOwnId(id);
    return isUnread || isAgain ? response : undefined;
  }

  #reply(open: OpenRequest, response: Outcome): void {
    if (!this.#open.isOpen(open)) return;
    const { id } = open.request;
    this.#finish(open);
    this.#toHost(response["id"] === id ? response : { ...response, id }, id);
  }

  /** Whether a request with this id has no response yet. */
  isOpen(id: unknown): boolean {
    return this.#open.ofHost(id) !== undefined;
  }

  /** Whether the host was asked something under this id, and has not answered. */
  hasAsked(id: unknown): boolean {
    return this.#atHost.has(id);
  }

  #finish(open: OpenRequest): void {
    this.#open.remove(open);
    this.#keepAlive.forget(open.request);
    open.end("closed");
    this.#askedNoMore(open, "closed", open.isLost);
  }

  /** Sends a request of the server's to the host, under an id that no other one has had. */
  #askHost(request: Request, about: Id | undefined, asking: readonly OpenRequest[]): void {
    const atHost = this.#open.newId();
    const { id } = request;
    const size = JSON.stringify(request).length;
    if (!this.#atHost.add({ atHost, id, about, size, open: new Set(asking) })) {
      this.#pushed.forget(id);
      return this.#toServer({ id, error: { code: INTERNAL_ERROR, message: TOO_MANY } });
    }
    this.#toHost({ ...request, id: atHost }, about);
  }

  #toHost(message: Members, about?: Id): void {
    const { host } = this.#parts;
    // With a notification, nothing is decided. A request on the stream of a call would be taken for one of that call.
    const isAnywhere = message["id"] === undefined && host.hasStreamBeside === false;
    const on = about ?? (isAnywhere ? this.#open.lastAsking()?.request.id : undefined);
    const sent = host.send(toMessage(message), on);
    this.#toHostFlow.track(sent?.catch(this.#parts.onError));
  }

  #toServer(message: Members, over?: AbortSignal, about?: Id): void {
    const { server } = this.#parts;
    const sent = server
      .send(toMessage(message), over, about)
      ?.catch((error: unknown) => over?.aborted === true || this.#notSent(message, error, about));
    if (message["method"] === undefined) this.#answerFlow.track(sent);
    else if (server.takesAll !== true) this.#toServerFlow.track(sent);
  }

  /**
   * A server that cannot be reached must not leave the host waiting. An answer is not sent again: the server may have got it, and
   * ask something else under the same id.
   */
  #notSent({ id, method }: Members, error: unknown, about: Id | undefined): void {
    const open = method === undefined ? this.#open.ofHost(about) : this.#open.ofServer(id);
    if (open === undefined) this.#parts.onError(error);
    else {
      // It may have arrived all the same.
      this.#open.lost(open.serverId);
      this.#reply(open, { error: errorOf(error) });
    }
  }
}

/** What the host is told about a request that could not be sent. */
function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  const { message } = error as Error;
  return { code: INTERNAL_ERROR, message: `The server could not be reached: ${message}` };
}
