import type { Client } from "@modelcontextprotocol/client";
import { OptionError } from "../../contracts/errors.js";
import { isObject } from "../../internal/is-object.js";
import type { AttachableClient, Attachment, AttachOptions, ResumedCall } from "./types.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { InboxAttachError, NoAnswererError } from "../errors.js";
import type { Inbox, InboxCapability } from "../inbox/types.js";
import type { PersistedState, SavedCall } from "../inbox/persistence.js";
import type { QuestionCall } from "../inbox/question.js";
import { member, modeOf, textOf } from "./params.js";
import { withRequiredUrls } from "./required-urls.js";
import { answerOrThrow, rpcError } from "./results.js";
import { CLOSED, runMultiRoundTrip } from "./multi-round-trip.js";
import { anySignal } from "../inbox/run-all.js";

/** What a client needs of the inbox it is attached to. */
export interface InboxParts {
  readonly inbox: Inbox;
  readonly saved: PersistedState;
  /** How long a question may be looked at. */
  readonly timeoutMs: number;
}

type RequestOptions = NonNullable<Parameters<Client["callTool"]>[1]>;
interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
/** `client.request` without its overloads: options come second, or third after a schema. */
type Send = (message: Message, ...rest: unknown[]) => Promise<unknown>;

/** `client.setNotificationHandler` without its overloads: the handler comes last. */
type SetHandler = (method: string, ...rest: unknown[]) => void;
type NotificationHandler = (notification: unknown, ...more: unknown[]) => void | Promise<void>;

const COMPLETE = "notifications/elicitation/complete";
/** What a call may take beside the time its question is looked at. */
const SPARE_MS = 60_000;

const attached = new WeakSet<AttachableClient>();

/** The call a request makes, if a server may ask during it. */
function callOf({ method, params }: Message): QuestionCall | undefined {
  return /^(tools\/call|prompts\/get|resources\/read)$/.test(method)
    ? { method, name: String(params?.[method === "resources/read" ? "uri" : "name"]) }
    : undefined;
}

/**
 * On 2025 a call is one request, open for as long as its questions are: it gets time for them, and a
 * server that says it is alive gets more. A time-out of the caller's own stands.
 */
function withTime(options: RequestOptions, timeoutMs: number): RequestOptions {
  const { timeout, resetTimeoutOnProgress: reset = timeout === undefined } = options;
  return {
    timeout: Math.min(timeoutMs + SPARE_MS, MAX_TIMER_MS),
    // A progress token tells a server that it may take longer; without the reset that is not so.
    ...(reset && { onprogress: () => {} }),
    ...options,
    resetTimeoutOnProgress: reset,
  };
}

/** The caller's signal, and the end of the time for the whole call: a question does not outlive either. */
function withinTotal({ signal, maxTotalTimeout }: RequestOptions): AbortSignal | undefined {
  if (maxTotalTimeout === undefined) return signal;
  const limit = AbortSignal.timeout(Math.min(Math.max(0, maxTotalTimeout), MAX_TIMER_MS));
  return anySignal(signal, limit);
}

/** See {@link Inbox.attach}. */
export function attachClient(
  { inbox, saved, timeoutMs }: InboxParts,
  client: AttachableClient,
  options: AttachOptions,
): Attachment {
  const { server, maxRounds } = options;
  if (typeof server !== "string" || server === "") {
    throw new OptionError("inbox.attach needs { server }: what this host calls the server.");
  }
  if (maxRounds !== undefined && !(maxRounds > 0)) {
    throw new OptionError(`maxRounds must be a positive number, not ${String(maxRounds)}.`);
  }
  if (client.transport || attached.has(client)) {
    throw new InboxAttachError(
      client.transport
        ? "The client is connected already. Call inbox.attach before client.connect."
        : "The client has an inbox already. Attach each client once.",
    );
  }
  try {
    client.assertCanSetRequestHandler("elicitation/create");
  } catch (cause) {
    throw new InboxAttachError(
      'The client has a handler for "elicitation/create" already. Remove it, or pass it to createInbox as onElicitation.',
      { cause },
    );
  }
  attached.add(client);
  let capability: InboxCapability | undefined;
  const declare = (): void => {
    capability = inbox.capability() ?? capability;
    if (capability && !client.transport) client.registerCapabilities({ elicitation: capability });
  };
  declare();
  /** Calls of 2025 that run, and what ends the questions of one that failed while it was the only one. */
  let calls = 0;
  let stopped = new AbortController();
  /** Aborted when the connection is gone. */
  let gone: AbortSignal;
  const connect = client.connect.bind(client);
  client.connect = async (...args) => {
    // Once more, as the UI may have come in between.
    declare();
    const connection = new AbortController();
    gone = connection.signal;
    await connect(...args);
    const [transport] = args;
    const before = transport.onclose;
    transport.onclose = () => {
      try {
        // The client tells the host and ends its requests first.
        before?.();
      } finally {
        connection.abort(rpcError(CLOSED, "Connection closed"));
      }
    };
  };

  const others = client.fallbackRequestHandler;
  client.fallbackRequestHandler = async (request, ctx) => {
    if (request.method !== "elicitation/create") {
      if (others) return others.call(client, request, ctx);
      throw rpcError(-32601, "Method not found");
    }
    const { params } = request;
    if (!capability) throw rpcError(-32602, new NoAnswererError().message);
    const mode = modeOf(params);
    if (mode !== "form" && !(mode === "url" && capability.url)) {
      throw rpcError(-32602, "This host did not declare that elicitation mode.");
    }
    const signal = anySignal(ctx.mcpReq.signal, stopped.signal);
    return { ...answerOrThrow(await inbox.handle(params, { server, signal })) };
  };

  const setHandler = client.setNotificationHandler.bind(client) as SetHandler;
  /** The inbox hears of it before the host's own handler does. */
  const completed =
    (then?: NotificationHandler): NotificationHandler =>
    (notification, ...more) => {
      // With a schema of the host's own, the params come alone.
      const id = textOf(member(notification, "params") ?? notification, "elicitationId");
      if (id !== undefined) inbox.complete(server, id);
      return then?.(notification, ...more);
    };
  setHandler(COMPLETE, completed());
  const setAlso: SetHandler = (method, ...rest) => {
    const last = rest.pop() as NotificationHandler;
    setHandler(method, ...rest, method === COMPLETE ? completed(last) : last);
  };
  client.setNotificationHandler = setAlso as AttachableClient["setNotificationHandler"];

  const request = client.request.bind(client) as unknown as Send;
  /** Every leg of one call, with the options given for it. */
  const legs =
    (message: Message, before: unknown[], legOptions: RequestOptions) =>
    (params: Message["params"]): Promise<unknown> =>
      request({ ...message, params }, ...before, legOptions);
  const ask = (
    call: QuestionCall,
    message: Message,
    before: unknown[],
    given: RequestOptions,
    from?: SavedCall,
  ): Promise<unknown> => {
    const signal = withinTotal(given);
    const send = legs(message, before, { ...given, signal, allowInputRequired: true });
    const { params = {} } = message;
    return runMultiRoundTrip({ ...options, inbox, saved, call, params, signal, gone, from, send });
  };
  const send: Send = async (message, ...rest) => {
    const call = callOf(message);
    const before = isObject(rest[0]) && "~standard" in rest[0] ? [rest[0]] : [];
    const given = (rest[before.length] ?? {}) as RequestOptions;
    if (!call || given.allowInputRequired) return request(message, ...rest);
    if (client.getProtocolEra() === "modern") return ask(call, message, before, given);
    if (!capability) return request(message, ...rest);
    calls += 1;
    const once = legs(message, before, withTime(given, timeoutMs));
    const origin = { server, call, signal: given.signal };
    try {
      return await (capability.url
        ? withRequiredUrls(() => once(message.params), inbox, origin)
        : once(message.params));
    } catch (error) {
      // Many servers do not take back what they have asked when its call is stopped. No answer must reach them then.
      if (calls === 1) {
        stopped.abort();
        stopped = new AbortController();
      }
      throw error;
    } finally {
      calls -= 1;
    }
  };
  client.request = send as unknown as AttachableClient["request"];

  return {
    async resume() {
      await saved.ready;
      // Else the person is asked for nothing, and what was saved is gone.
      if (!client.transport) throw new InboxAttachError("Call resume after client.connect.");
      const calls: ResumedCall[] = [];
      if (client.getProtocolEra() !== "modern") return calls;
      for (const [id, make] of [...saved.calls]) {
        const from = make();
        if (from.server !== server || saved.running.has(id)) continue;
        const { call, params } = from;
        const stop = new AbortController();
        const { signal } = stop;
        const result = ask(call, { method: call.method, params }, [], { signal }, from);
        // A host that does not wait for it need not hear that the connection was lost.
        result.catch(() => {});
        calls.push({ call, result, cancel: () => stop.abort() });
      }
      return calls;
    },
  };
}
