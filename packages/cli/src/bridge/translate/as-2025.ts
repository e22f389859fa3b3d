import { randomUUID } from "node:crypto";
import type { ServerEnd } from "../ends/ends.js";
import {
  CANCELLED,
  ELICIT,
  type Id,
  INVALID_PARAMS,
  isInferred,
  isMembers,
  kindOf,
  type Members,
  membersIn,
  metaOf,
  METHOD_NOT_FOUND,
  type Notification,
  type Outcome,
  type Request,
  type Response,
  toMessage,
} from "../wire/messages.js";
import { type Envelope, LEGACY, SERVER_INFO, SUBSCRIPTION_ID, withEnvelope } from "./envelope.js";
import { OwnIds } from "../wire/own-ids.js";
import { safeLine } from "../../safe-text.js";
import { Listening } from "./listening.js";

/** A request of the host's on which the server works. */
interface Working {
  readonly request: Request;
  readonly over: AbortController;
  /** The id under which the server knows the current round. */
  serverId: Id;
  rounds: number;
}

/** A request to the host, on behalf of a round. */
interface Pending {
  readonly settle: (answer: Outcome | undefined) => void;
  readonly working: Working;
}

/** A host that knows midcall says with it that no user answered, and why. */
const NO_ANSWER = "midcall/cannotAsk";

/** As many rounds as the official client makes. */
const MOST_ROUNDS = 10;

/**
 * A server of 2026-07-28 for a host of 2025: it has a handshake and subscriptions, and it asks with requests.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export class As2025 implements ServerEnd {
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  onclose: ((why?: string) => void) | undefined;
  readonly hasRequestStreams = false;
  readonly #server: ServerEnd;
  /** The result of `server/discover`. */
  readonly #discovered: Members;
  readonly #listening: Listening;
  readonly #working = new Map<Id, Working>();
  readonly #byServerId = new Map<Id, Working>();
  readonly #pending = new Map<Id, Pending>();
  #envelope: Envelope = { clientInfo: undefined, capabilities: {} };
  readonly #ids = new OwnIds();

  constructor(server: ServerEnd, discovered: Members) {
    this.#server = server;
    this.#discovered = discovered;
    this.#listening = new Listening({
      listen: (id, notifications, over) =>
        this.#toServer(
          { id, method: "subscriptions/listen", params: this.#params({ notifications }) },
          over,
        ),
      stop: (id) => this.#cancel(id),
    });
    server.onmessage = (message) => this.#fromServer(message);
    server.onclose = (why) => this.onclose?.(why);
  }

  /** The server was started before it was known what it speaks. */
  async start(): Promise<void> {}

  pause(isPaused: boolean): void {
    this.#server.pause?.(isPaused);
  }

  close(): Promise<void> {
    this.#listening.end();
    return this.#server.close();
  }

  async send(message: Members): Promise<void> {
    const sorted = kindOf(message);
    if (sorted.kind === "notification") return this.#notified(sorted.notification);
    if (sorted.kind === "response") return this.#answered(sorted.response);
    const { request } = sorted;
    const reply = this.#own(request);
    if (reply !== undefined) return this.#toHost({ id: request.id, result: reply }, request.id);
    const working = { request, over: new AbortController(), serverId: request.id, rounds: 0 };
    this.#working.set(request.id, working);
    return this.#send(working, request.params);
  }

  /** The result of a request that 2026-07-28 does not have; `undefined` for all others. */
  #own({ method, params = {} }: Request): Members | undefined {
    if (method === "initialize") return this.#initialize(params);
    if (method === "ping") return {};
    if (method === "logging/setLevel") {
      this.#envelope = { ...this.#envelope, logLevel: params["level"] };
      return {};
    }
    if (method === "resources/subscribe" || method === "resources/unsubscribe") {
      this.#listening.change(method === "resources/subscribe", params["uri"]);
      return {};
    }
    return undefined;
  }

  #initialize({ clientInfo, capabilities, protocolVersion }: Members): Members {
    this.#envelope = { clientInfo, capabilities };
    const { capabilities: offered = {}, instructions } = this.#discovered;
    const info = metaOf(this.#discovered)?.[SERVER_INFO];
    return {
      protocolVersion: LEGACY.some((one) => one === protocolVersion) ? protocolVersion : LEGACY[0],
      capabilities: offered,
      serverInfo: isMembers(info) ? info : { name: "server", version: "0" },
      ...(typeof instructions === "string" && { instructions }),
    };
  }

  #notified(notification: Notification): void | Promise<void> {
    const { method, params } = notification;
    if (method === "notifications/initialized")
      return this.#listening.start(membersIn(this.#discovered, "capabilities"));
    if (method === CANCELLED) return this.#cancelled(params?.["requestId"] as Id);
    // Hosts of 2026-07-28 report neither progress nor changes of their roots.
    if (method === "notifications/progress" || method.startsWith("notifications/roots/")) return;
    return this.#server.send(notification);
  }

  #cancelled(id: Id): void {
    const working = this.#working.get(id);
    if (working === undefined) return;
    this.#forget(working);
    working.over.abort();
    for (const [asked, pending] of this.#pending) {
      if (pending.working !== working) continue;
      this.#pending.delete(asked);
      this.#toHost({ method: CANCELLED, params: { requestId: asked } }, id);
      pending.settle(undefined);
    }
    this.#cancel(working.serverId);
  }

  /** Cancels a request at the server: by its stream, where it has one. */
  #cancel(id: Id): void {
    if (!this.#server.hasRequestStreams)
      this.#toServer({ method: CANCELLED, params: { requestId: id } });
  }

  async #send(working: Working, params: Members | undefined): Promise<void> {
    const id = working.serverId;
    this.#byServerId.set(id, working);
    const message = { ...working.request, id, params: this.#params(params) };
    await this.#server.send(toMessage(message), working.over.signal);
  }

  #params(params: Members | undefined): Members {
    return withEnvelope(params, this.#envelope);
  }

  #fromServer(message: Members): void {
    const sorted = kindOf(message);
    if (sorted.kind === "notification") return this.#reported(sorted.notification);
    // It asks in results alone. Another id than the bridge's own might be that of a question.
    if (sorted.kind === "request") {
      const error = { code: METHOD_NOT_FOUND, message: "2026-07-28 has no requests of servers." };
      return this.#toServer({ id: sorted.request.id, error });
    }
    const { response } = sorted;
    if (this.#listening.ended(response)) return;
    const working = this.#byServerId.get(response.id);
    if (working === undefined) return;
    this.#byServerId.delete(response.id);
    const { result } = response;
    if (result?.["resultType"] === "input_required") return void this.#required(working, result);
    this.#finish(
      working,
      result === undefined ? response : { ...response, result: complete(result) },
    );
  }

  #reported({ method, params, ...rest }: Notification): void {
    if (method === "notifications/subscriptions/acknowledged") return;
    const { _meta, ...others } = params ?? {};
    const { [SUBSCRIPTION_ID]: _, ...meta } = metaOf(params) ?? {};
    const kept = Object.keys(meta).length > 0 ? { ...others, _meta: meta } : others;
    this.#toHost({ ...rest, method, ...(params && { params: kept }) }, undefined);
  }

  #finish(working: Working, response: Outcome): void {
    const { id } = working.request;
    if (this.#working.get(id) !== working) return;
    this.#forget(working);
    this.#toHost({ ...response, id }, id);
  }

  #forget(working: Working): void {
    this.#working.delete(working.request.id);
    this.#byServerId.delete(working.serverId);
  }

  /** Asks the host what the server requires, and makes the next round. */
  async #required(working: Working, result: Members): Promise<void> {
    const { requestState } = result;
    const requests = Object.entries(membersIn(result, "inputRequests") ?? {});
    if (working.rounds >= MOST_ROUNDS) {
      const message = `The server required input ${MOST_ROUNDS} times in one request. It was given up.`;
      return this.#finish(working, { error: { code: INVALID_PARAMS, message } });
    }
    const about = isInferred(result) ? undefined : working.request.id;
    const given = await Promise.all(
      requests.map(
        async ([key, request]) => [key, await this.#ask(working, request, about)] as const,
      ),
    );
    if (working.over.signal.aborted) return;
    const failure = given.find(([, answer]) => answer?.error !== undefined)?.[1]?.error;
    // A round has no place for errors: the request fails with the host's.
    if (failure !== undefined) return this.#finish(working, { error: failure });
    const responses = Object.fromEntries(given.map(([key, answer]) => [key, answer?.result]));
    working.rounds += 1;
    working.serverId = this.#ids.next();
    const next = {
      ...working.request.params,
      inputResponses: responses,
      ...(requestState !== undefined && { requestState }),
    };
    await this.#send(working, next).catch((error: unknown) => {
      const message = `The server could not be reached: ${(error as Error).message}`;
      this.#finish(working, { error: { code: -32_603, message } });
    });
  }

  /** Sends one request to the host. Resolves with its response; `undefined`: nobody waits for it any more. */
  #ask(working: Working, request: unknown, about: Id | undefined): Promise<Outcome | undefined> {
    const { method, params } = isMembers(request) ? request : {};
    if (typeof method !== "string" || !ASKED.has(method)) {
      const what = typeof method === "string" ? safeLine(method, 60) : "a request without a method";
      const message = `The server required something that no host can give: ${what}.`;
      return Promise.resolve({ error: { code: INVALID_PARAMS, message } });
    }
    const id = this.#ids.next();
    // 2025-11-25 requires an id of every link.
    const given = isMembers(params) ? params : {};
    const isLink = method === ELICIT && given["mode"] === "url";
    const asked = isLink ? { elicitationId: randomUUID(), ...given } : given;
    return new Promise((settle) => {
      this.#pending.set(id, { settle, working });
      this.#toHost({ id, method, params: asked }, about);
    });
  }

  #answered(response: Response): void | Promise<void> {
    const pending = this.#pending.get(response.id);
    if (pending === undefined) return;
    this.#pending.delete(response.id);
    const { error, result } = response;
    // In a round, "nobody answered" is a result.
    const why = error?.data;
    const isNoAnswer = isMembers(why) && typeof why[NO_ANSWER] === "string";
    pending.settle(isNoAnswer ? { result: { action: "cancel", content: why } } : { error, result });
  }

  #toHost(message: Members, about: Id | undefined): void {
    this.onmessage?.(toMessage(message), about);
  }

  #toServer(message: Members, over?: AbortSignal): void {
    // What is lost here is a notification or a subscription; a request reports its failure itself.
    this.#server.send(toMessage(message), over)?.catch(() => {});
  }
}

/** The requests that a server of 2026-07-28 may require to be answered. */
const ASKED = new Set([ELICIT, "sampling/createMessage", "roots/list"]);

/** A result without what 2025 does not have. */
function complete({ resultType: _, ...result }: Members): Members {
  return result;
}
