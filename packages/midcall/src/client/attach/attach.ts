import { OptionError } from "../../contracts/errors.js";
import { DELIBERATE } from "../../contracts/no-answer.js";
import { assertOptions } from "../../internal/assert-options.js";
import { InboxAttachError, NoAnswererError } from "../errors.js";
import type { PersistedState, SavedCall } from "../inbox/persistence.js";
import type { QuestionCall } from "../inbox/question.js";
import type { Inbox, InboxCapability } from "../inbox/types.js";
import { ATTACH_OPTIONS } from "./attach-options.js";
import { createCallRuns } from "./call-runs.js";
import { watchConnection } from "./connection.js";
import type * as ModernCalls from "./modern-calls.js";
import { onElicitationComplete } from "./notifications.js";
import { answerPushedRequests } from "./pushed-requests.js";
import { callOf, splitArguments, withTime, withinTotal } from "./request.js";
import type { Message, RequestOptions, Send } from "./request.js";
import { withRequiredUrls } from "./required-urls.js";
import { anySignal } from "./run-all.js";
import type { TaskCalls } from "./tasks/task-calls.js";
import type { AttachableClient, Attachment, AttachOptions, ResumedCall } from "./types.js";
import { createOwnQuestions } from "./own-questions.js";

/** The parts of the inbox that `attachClient` needs. */
export interface InboxParts {
  readonly inbox: Inbox;
  readonly saved: PersistedState;
  /** How long a question may be shown, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives the errors of the host's callbacks. */
  report(error: unknown): void;
}

const attached = new WeakSet<AttachableClient>();

/** Throws if the options are invalid or the client cannot be attached. */
function assertAttachable(client: AttachableClient, options: AttachOptions): void {
  assertOptions("inbox.attach", options, ATTACH_OPTIONS);
  const { server, startedBy = "model", maxRounds } = options;
  if (typeof server !== "string" || server === "") {
    throw new OptionError("server must be a non-empty string.");
  }
  if (startedBy !== "model" && startedBy !== "user") {
    throw new OptionError(`startedBy cannot be ${startedBy as string}.`);
  }
  if (maxRounds !== undefined && !(maxRounds > 0)) {
    throw new OptionError(`maxRounds must be positive, not ${maxRounds}.`);
  }
  if (client.transport || attached.has(client)) {
    throw new InboxAttachError(
      client.transport
        ? "The client is connected. Call inbox.attach before client.connect."
        : "The client already has an inbox.",
    );
  }
  try {
    client.assertCanSetRequestHandler("elicitation/create");
  } catch (cause) {
    throw new InboxAttachError(
      'The client already has an "elicitation/create" handler. Pass it to createInbox as onElicitation.',
      { cause },
    );
  }
}

/** Says in a page that a server will not ask, because nothing can answer. Elsewhere, that may be meant. */
const warnOf = (server: string): unknown =>
  "document" in globalThis && console.warn(`${server}: ${new NoAnswererError().message}`);

/** An inbox that knows which client asks, as another one may have a server of the same name. */
const askingFor = (inbox: Inbox, client: AttachableClient): Inbox => ({
  ...inbox,
  handle: (params, origin) => inbox.handle(params, { ...origin, serverId: client }),
  handleUntilDone: (params, origin) =>
    inbox.handleUntilDone(params, { ...origin, serverId: client }),
  complete: (server, elicitationId) => inbox.complete(server, elicitationId, client),
});

/** See {@link Inbox.attach}. */
export function attachClient(
  { inbox: shared, saved, timeoutMs, report }: InboxParts,
  client: AttachableClient,
  options: AttachOptions,
): Attachment {
  const inbox = askingFor(shared, client);
  assertAttachable(client, options);
  const { server } = options;
  const isOwn = options.startedBy === "user";
  attached.add(client);
  let capability: InboxCapability | undefined;
  const declare = (): void => {
    capability = inbox.capability() ?? capability;
    if (!capability || client.transport) return;
    const experimental = inbox.isGuarded() && { experimental: { [DELIBERATE]: {} } };
    client.registerCapabilities({ elicitation: capability, ...experimental });
  };
  declare();
  const runs = createCallRuns();
  const countsAsOwn = createOwnQuestions(isOwn);
  /** Ends the open questions when the only running 2025 call fails. */
  let stopped = new AbortController();
  const request = client.request.bind(client) as unknown as Send;
  let tasks: TaskCalls | undefined;
  let modern: typeof ModernCalls | undefined;
  const loadModern = async (): Promise<typeof ModernCalls> =>
    (modern ??= await import("./modern-calls.js"));
  const connection = watchConnection(
    client,
    async (transport) => {
      // The capability is declared again on each connect: a UI may have been mounted in the meantime.
      declare();
      // If it cannot be loaded, the connection has no tasks, and a call that needs it tries again.
      await loadModern().catch(report);
      // Other makers' client libraries have messages of their own kind.
      if (typeof transport?.send === "function") modern?.endMalformedMessages(transport);
      if (options.tasks === false || modern === undefined) return;
      tasks ??= modern.createTaskCalls(request, options, report);
      tasks.watch(transport);
    },
    () => capability ?? warnOf(server),
  );

  answerPushedRequests(client, {
    inbox,
    capability: () => capability,
    originOf(signal) {
      const run = runs.current();
      return { server, ownCall: countsAsOwn(run), run, signal: anySignal(signal, stopped.signal) };
    },
  });
  onElicitationComplete(client, (id) => inbox.complete(server, id));

  /** Sends the requests that make up one call, all with the same options. */
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
  ): Promise<unknown> =>
    runs.track(withinTotal(given), async (run, signal) => {
      const { runMultiRoundTrip } = modern ?? (await loadModern());
      const send = legs(message, before, { ...given, signal, allowInputRequired: true });
      const parts = { ...options, inbox, saved, call, run, signal, gone: connection(), from, send };
      return runMultiRoundTrip({
        ...{ ...parts, params: message.params ?? {} },
        ...(call.method === "tools/call" && tasks?.of(parts, given, legs(message, before, given))),
      });
    });
  const send: Send = async (message, ...rest) => {
    const call = callOf(message);
    const [before, given] = splitArguments(rest);
    if (!call || given.allowInputRequired) return request(message, ...rest);
    if (client.getProtocolEra() === "modern") return ask(call, message, before, given);
    if (!capability) return request(message, ...rest);
    const { url } = capability;
    return runs.track(given.signal, async (run, signal) => {
      const once = legs(message, before, withTime({ ...given, signal }, timeoutMs));
      const origin = { server, call, ownCall: isOwn, run, signal };
      try {
        return await (url
          ? withRequiredUrls(() => once(message.params), inbox, origin)
          : once(message.params));
      } catch (error) {
        // Many servers do not withdraw their question when the call that asked it is stopped, and must not get an
        // answer to it.
        if (runs.count === 1) {
          stopped.abort();
          stopped = new AbortController();
        }
        throw error;
      }
    });
  };
  client.request = send as unknown as AttachableClient["request"];

  return {
    async resume() {
      await saved.ready;
      // Without a connection the user's answers would go nowhere, and the saved call would be lost.
      if (!client.transport) throw new InboxAttachError("Call resume after client.connect.");
      const calls: ResumedCall[] = [];
      if (client.getProtocolEra() !== "modern") return calls;
      for (const [id, make] of [...saved.calls]) {
        const from = make();
        if (from.server !== server || saved.running.has(id)) continue;
        if (from.taskId !== undefined && !tasks) continue;
        const { call, params } = from;
        const stop = new AbortController();
        const { signal } = stop;
        const result = ask(call, { method: call.method, params }, [], { signal }, from);
        // Prevents an unhandled rejection in a host that does not await the result.
        result.catch(() => {});
        const isLookedUp = modern?.canLookUp(from) === true;
        calls.push({ call, params, isLookedUp, result, cancel: () => stop.abort() });
      }
      return calls;
    },
  };
}
