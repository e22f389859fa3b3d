import type { HostEnd, ServerEnd } from "../ends/ends.js";
import {
  CANCELLED,
  ELICIT,
  type Id,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  kindOf,
  type Members,
  type Notification,
  type Outcome,
  PROGRESS,
  type Request,
  type Response,
  toMessage,
} from "../wire/messages.js";
import type { Asker, Ending } from "./asker.js";
import { declareElicitation } from "./capabilities.js";
import { Flow } from "./flow.js";
import { HeldRounds } from "./held-rounds.js";
import { HostTrust } from "./host-trust.js";
import { KeepAlive, progressMessage } from "./keep-alive.js";
import { type OpenRequest, OpenRequests } from "./open-requests.js";
import { PushedQuestions } from "./pushed-questions.js";
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
  readonly onError: (error: unknown) => void;
}

const COMPLETE = "notifications/elicitation/complete";
/** How the ids begin under which a request is sent once more. */
const OWN_ID = "midcall-again-";

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
  readonly #toHostFlow: Flow;
  readonly #toServerFlow: Flow;
  /** What the host has said in its handshake. */
  #session = new HostTrust();
  #isModern = false;
  #isClosed = false;
  #sent = 0;
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
      onError: parts.onError,
    };
    this.#rounds = new Rounds(shared, parts.held ?? new HeldRounds());
    this.#refused = new RefusedCalls(shared);
    this.#pushed = new PushedQuestions({
      asker,
      keepAlive: this.#keepAlive,
      toServer: (message) => this.#toServer(message),
      toHost: (message, about) => this.#toHost(message, about),
    });
    this.#toHostFlow = new Flow((isFull) => server.pause?.(isFull));
    this.#toServerFlow = new Flow((isFull) => host.pause?.(isFull));
    let end = (): void => {};
    this.ended = new Promise((resolve) => (end = resolve));
    this.#end = end;
  }

  /** @throws Error when the server cannot be started or reached */
  async start(): Promise<void> {
    const { host, server } = this.#parts;
    server.onmessage = (message, about) => this.#fromServer(message, about);
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
    if (sorted.kind === "notification" && sorted.notification.method === CANCELLED)
      return this.#givenUp(sorted.notification);
    if (sorted.kind === "response" && this.#pushed.answered(sorted.response)) return;
    this.#toServer(message);
  }

  #requested(given: Request): void {
    const declared = declareElicitation(given, this.#parts.asker !== undefined);
    const { request, modes, isModern, host } = declared;
    const trust = modes === undefined ? this.#session : new HostTrust(modes, host);
    if (request.method === "initialize") this.#session = trust;
    this.#isModern = isModern || (this.#isModern && request.method !== "initialize");
    const open = this.#open.add(request, trust, isModern);
    const back = this.#rounds.returned(open);
    if (back === "taken") return;
    if (back === "other") {
      const message =
        "This requestState belongs to another request, was used before, or is too old. Make the call again without it.";
      return this.#reply(open, { error: { code: INVALID_PARAMS, message } });
    }
    this.#send(open, back ?? request.params);
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
    this.#sent += 1;
    this.#open.rename(open, `${OWN_ID}${this.#sent}-${String(open.request.id)}`);
    this.#send(open, params);
  }

  #givenUp(notification: Notification): void {
    const open = this.#open.ofHost(notification.params?.["requestId"]);
    if (open === undefined) return this.#toServer(notification);
    this.#open.giveUp(open);
    this.#keepAlive.forget(open.request);
    open.over.abort("gave-up" satisfies Ending);
    // Over HTTP from 2026-07-28 on, the end of the request's own stream says so.
    if (open.isModern && this.#parts.server.hasRequestStreams) return;
    const params = { ...notification.params, requestId: open.serverId };
    this.#toServer({ ...notification, params });
  }

  #fromServer(message: Members, stream: Id | undefined): void {
    const sorted = kindOf(message);
    if (sorted.kind === "response") return this.#responded(sorted.response);
    if (sorted.kind === "notification") return this.#notified(sorted.notification, stream);
    const only = this.#parts.server.attributes === true ? undefined : this.#open.onlyAsking();
    const open = this.#open.ofServer(stream) ?? only;
    if (sorted.request.method !== ELICIT) {
      return this.#toHost(message, (open ?? this.#open.lastAsking())?.request.id);
    }
    const last = open ?? this.#open.lastAsking();
    this.#pushed.ask(sorted.request, {
      ...{ open, trust: this.#session, isModern: this.#isModern, about: last?.request.id },
    });
  }

  #notified(notification: Notification, stream: Id | undefined): void {
    const { method, params = {} } = notification;
    if (method === CANCELLED && this.#pushed.withdrawn(params["requestId"])) return;
    if (method === COMPLETE && typeof params["elicitationId"] === "string")
      this.#parts.asker?.complete(params["elicitationId"]);
    const ofToken = this.#open.withToken(params["progressToken"]);
    const isProgress = method === PROGRESS && ofToken !== undefined;
    const passed = isProgress
      ? { ...notification, params: this.#keepAlive.pass(params) }
      : notification;
    const open = this.#open.ofServer(stream) ?? ofToken ?? this.#open.lastAsking();
    this.#toHost(passed, open?.request.id);
  }

  #responded(response: Response): void {
    const open = this.#open.ofServer(response.id);
    if (open === undefined) {
      if (this.#isFirst(response.id)) this.#toHost(response);
      return;
    }
    if (this.#rounds.required(open, response) || this.#refused.refused(open, response)) return;
    this.#reply(open, response);
  }

  /**
   * Whether a response that ends no open request is for the host: it has given its request up, and may get the response
   * nevertheless; or the server could not read a request. A second response to a request is not passed on.
   */
  #isFirst(id: unknown): boolean {
    if (this.#open.answeredLate(id as Id) || id === undefined || id === null) return true;
    return this.#parts.server.resends === true && !this.#open.ofHost(id) && !isOwnId(id);
  }

  #reply(open: OpenRequest, response: Outcome): void {
    if (!this.#open.isOpen(open)) return;
    const { id } = open.request;
    this.#finish(open);
    this.#toHost(response["id"] === id ? response : { ...response, id }, id);
  }

  #finish(open: OpenRequest): void {
    this.#open.remove(open);
    this.#keepAlive.forget(open.request);
  }

  #toHost(message: Members, about?: Id): void {
    const sent = this.#parts.host.send(toMessage(message), about);
    this.#toHostFlow.track(sent?.catch(this.#parts.onError));
  }

  #toServer(message: Members, over?: AbortSignal, about?: Id): void {
    const sent = this.#parts.server.send(toMessage(message), over, about);
    this.#toServerFlow.track(
      sent?.catch((error: unknown) => over?.aborted === true || this.#notSent(message, error)),
    );
  }

  /** A server that cannot be reached must not leave the host waiting. */
  #notSent({ id, method }: Members, error: unknown): void {
    const open = method === undefined ? undefined : this.#open.ofServer(id);
    if (open === undefined) this.#parts.onError(error);
    else this.#reply(open, { error: errorOf(error) });
  }
}

function isOwnId(id: unknown): boolean {
  return typeof id === "string" && id.startsWith(OWN_ID);
}

/** What the host is told about a request that could not be sent. */
function errorOf(error: unknown): { readonly code: number; readonly message: string } {
  const { message } = error as Error;
  return { code: INTERNAL_ERROR, message: `The server could not be reached: ${message}` };
}
