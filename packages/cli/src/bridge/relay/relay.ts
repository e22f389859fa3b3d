import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { declareElicitation, type Modes, NO_MODES } from "./capabilities.js";
import { createKeepAlive } from "./keep-alive.js";
import {
  type Id,
  isMembers,
  kindOf,
  type Members,
  type Notification,
  type Request,
  type Response,
  toMessage,
} from "./messages.js";
import { HeldRounds } from "./held-rounds.js";

/** The call that a question belongs to, where that is certain. */
export interface AskedCall {
  readonly method: string;
  readonly name: string | undefined;
  readonly arguments: unknown;
}

/** Asks the user in midcall's own place. Resolves with the result of `elicitation/create`. */
export type Ask = (
  params: Members,
  about: { readonly call: AskedCall | undefined; readonly signal: AbortSignal },
) => Promise<Members>;

/** The parts that a relay needs. */
export interface RelayParts {
  readonly host: Transport;
  readonly server: Transport;
  readonly ask: Ask;
  readonly onError: (error: unknown) => void;
}

/** A request of the host's that has no response yet. */
interface Open {
  readonly request: Request;
  readonly modes: Modes;
  readonly isModern: boolean;
  /** The id under which the server knows it, which changes with every round. */
  serverId: Id;
  /** Aborts when the host gives it up. */
  readonly over: AbortController;
}

const ELICIT = "elicitation/create";
const CANCELLED = "notifications/cancelled";

/**
 * Passes all messages between one host and one server, and asks the user what the host cannot ask. All else passes
 * through as it came: methods, members, errors and ids.
 */
export class Relay {
  readonly #parts: RelayParts;
  readonly #open = new Map<Id, Open>();
  readonly #byServerId = new Map<Id, Open>();
  /** The server's questions that are asked here, by the id of the request. */
  readonly #asked = new Map<Id, AbortController>();
  readonly #held = new HeldRounds();
  #modes: Modes = NO_MODES;
  #rounds = 0;
  #isClosed = false;
  readonly ended: Promise<void>;
  readonly #end: () => void;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    let end = (): void => {};
    this.ended = new Promise((resolve) => (end = resolve));
    this.#end = end;
  }

  async start(): Promise<void> {
    const { host, server, onError } = this.#parts;
    server.onmessage = (message: JSONRPCMessage) => this.#fromServer(message);
    host.onmessage = (message: JSONRPCMessage) => this.#fromHost(message);
    server.onerror = onError;
    host.onerror = onError;
    server.onclose = () => void this.close();
    host.onclose = () => void this.close();
    await server.start();
    await host.start();
  }

  /** Ends both connections, and every question. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { host, server } = this.#parts;
    for (const asked of this.#asked.values()) asked.abort();
    for (const { over } of this.#open.values()) over.abort();
    await Promise.allSettled([server.close(), host.close()]);
    this.#end();
  }

  #fromHost(message: JSONRPCMessage): void {
    const sorted = kindOf(message);
    if (sorted.kind === "request") return this.#requested(sorted.request);
    if (sorted.kind === "notification" && sorted.notification.method === CANCELLED)
      return this.#givenUp(sorted.notification);
    this.#toServer(message);
  }

  #requested(given: Request): void {
    const { request, modes, isModern } = declareElicitation(given);
    if (request.method === "initialize" && modes !== undefined) this.#modes = modes;
    const open: Open = {
      request,
      modes: modes ?? this.#modes,
      isModern,
      serverId: request.id,
      over: new AbortController(),
    };
    this.#open.set(request.id, open);
    const held = this.#held.take(request.params);
    this.#send(open, held ?? request.params);
  }

  /** Sends a request of the host's to the server, under an id that is not in use. */
  #send(open: Open, params: Members | undefined): void {
    this.#byServerId.set(open.serverId, open);
    const { signal } = open.over;
    this.#toServer(
      toMessage({ ...open.request, id: open.serverId, ...(params && { params }) }),
      open.isModern ? signal : undefined,
    );
  }

  #givenUp(notification: Notification): void {
    const open = this.#open.get(notification.params?.["requestId"] as Id);
    if (open === undefined) return this.#toServer(toMessage(notification));
    this.#finish(open);
    open.over.abort();
    // Over HTTP from 2026-07-28 on, the end of the request's own stream says so.
    if (open.isModern && this.#parts.server.hasPerRequestStream) return;
    const params = { ...notification.params, requestId: open.serverId };
    this.#toServer(toMessage({ ...notification, params }));
  }

  #fromServer(message: JSONRPCMessage): void {
    const sorted = kindOf(message);
    if (sorted.kind === "response") return this.#responded(sorted.response);
    if (sorted.kind === "notification") return this.#notified(sorted.notification);
    const { request } = sorted;
    if (request.method === ELICIT && !this.#shows(request.params, this.#modes))
      void this.#askForServer(request);
    else this.#toHost(message);
  }

  #notified(notification: Notification): void {
    const { method, params } = notification;
    const asked = method === CANCELLED ? this.#asked.get(params?.["requestId"] as Id) : undefined;
    if (asked !== undefined) asked.abort();
    else this.#toHost(toMessage(notification));
  }

  #responded(response: Response): void {
    const open = this.#byServerId.get(response.id);
    if (open === undefined) return this.#toHost(toMessage(response));
    const { result } = response;
    if (open.isModern && result?.["resultType"] === "input_required") {
      const own = this.#ownRequests(result["inputRequests"], open.modes);
      if (own.length > 0) return void this.#nextRound(open, result, own);
    }
    this.#reply(open, response);
  }

  #reply(open: Open, response: Response): void {
    this.#finish(open);
    this.#toHost(toMessage({ ...response, id: open.request.id }));
  }

  #finish(open: Open): void {
    this.#byServerId.delete(open.serverId);
    if (this.#open.get(open.request.id) === open) this.#open.delete(open.request.id);
  }

  /** The input requests that the host cannot show. */
  #ownRequests(requests: unknown, modes: Modes): [string, Members][] {
    return Object.entries(isMembers(requests) ? requests : {}).filter(
      (entry): entry is [string, Members] => {
        const [, request] = entry;
        return (
          isMembers(request) &&
          request["method"] === ELICIT &&
          !this.#shows(isMembers(request["params"]) ? request["params"] : {}, modes)
        );
      },
    );
  }

  /** Asks what the host cannot, and goes on: with the server, or with the host for what is left. */
  async #nextRound(open: Open, result: Members, own: [string, Members][]): Promise<void> {
    this.#byServerId.delete(open.serverId);
    const { signal } = open.over;
    const stop = this.#keepAlive(open);
    try {
      const asked = own.map(async ([key, { params }]): Promise<[string, Members]> => {
        const call = callOf(open.request);
        return [key, await this.#parts.ask(params as Members, { call, signal })];
      });
      const responses = Object.fromEntries(await Promise.all(asked));
      if (signal.aborted) return;
      const left = Object.fromEntries(
        Object.entries(result["inputRequests"] as Members).filter(([key]) => !(key in responses)),
      );
      const { requestState } = result;
      if (Object.keys(left).length > 0) {
        const held = this.#held.hold(requestState, responses);
        const rest = { ...result, inputRequests: left, requestState: held };
        return this.#reply(open, { id: open.request.id, result: rest });
      }
      this.#rounds += 1;
      open.serverId = `midcall-${this.#rounds}-${String(open.request.id)}`;
      const { inputResponses: _, requestState: __, ...params } = open.request.params ?? {};
      const next = { ...params, inputResponses: responses };
      this.#send(open, requestState === undefined ? next : { ...next, requestState });
    } catch (error) {
      if (signal.aborted) return;
      this.#parts.onError(error);
      const message = `The question could not be asked: ${(error as Error).message}`;
      this.#reply(open, { id: open.request.id, error: { code: -32_603, message } });
    } finally {
      stop();
    }
  }

  /** Answers a question that a server of 2025 sends as a request. */
  async #askForServer(request: Request): Promise<void> {
    const { id, params = {} } = request;
    const over = new AbortController();
    this.#asked.set(id, over);
    const open = this.#onlyCall();
    const stop = open === undefined ? (): void => {} : this.#keepAlive(open);
    try {
      const call = open && callOf(open.request);
      const result = await this.#parts.ask(params, { call, signal: over.signal });
      if (!over.signal.aborted) this.#toServer(toMessage({ id, result }));
    } catch (error) {
      if (over.signal.aborted) return;
      const { code = -32_603, message } = error as { code?: number; message: string };
      this.#toServer(toMessage({ id, error: { code, message } }));
    } finally {
      stop();
      this.#asked.delete(id);
    }
  }

  /** The only request that can have asked. */
  #onlyCall(): Open | undefined {
    const asking = [...this.#open.values()].filter(({ request }) => ASKING.has(request.method));
    return asking.length === 1 ? asking[0] : undefined;
  }

  #keepAlive({ request }: Open): () => void {
    const meta = request.params?.["_meta"];
    return createKeepAlive(isMembers(meta) ? meta["progressToken"] : undefined, (params) =>
      this.#toHost(toMessage({ method: "notifications/progress", params })),
    );
  }

  #shows(params: Members = {}, modes: Modes): boolean {
    return params["mode"] === "url" ? modes.url : modes.form;
  }

  #toHost(message: JSONRPCMessage): void {
    this.#parts.host.send(message).catch(this.#parts.onError);
  }

  #toServer(message: JSONRPCMessage, requestSignal?: AbortSignal): void {
    const { server, onError } = this.#parts;
    server.send(message, requestSignal && { requestSignal }).catch((error: unknown) => {
      onError(error);
      const { id, method } = message as { id?: Id; method?: string };
      const open = id !== undefined && method !== undefined && this.#byServerId.get(id);
      // A server that cannot be reached must not leave the host waiting.
      if (open) {
        const { message: why } = error as Error;
        this.#reply(open, { id: open.request.id, error: { code: -32_603, message: why } });
      }
    });
  }
}

/** The requests whose handlers may ask. */
const ASKING = new Set(["tools/call", "prompts/get", "resources/read"]);

function callOf({ method, params = {} }: Request): AskedCall | undefined {
  if (!ASKING.has(method)) return undefined;
  const name = params["name"] ?? params["uri"];
  return {
    method,
    name: typeof name === "string" ? name : undefined,
    arguments: params["arguments"],
  };
}
