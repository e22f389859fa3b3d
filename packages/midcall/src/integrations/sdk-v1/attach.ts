import { textOf } from "../../client/attach/params.js";
import type { AttachableClient, AttachOptions } from "../../client/attach/types.js";
import type { Inbox } from "../../client/inbox/types.js";
import { createFirstQuestion } from "../shared/first-question.js";
import { observeMessages } from "../shared/observe-messages.js";
import type { SdkV1Client, SdkV1Transport } from "./client.js";

/** Options of {@link attach}. */
export type SdkV1AttachOptions = Pick<AttachOptions, "server" | "startedBy">;

type Fallback = (request: unknown, ctx: unknown) => Promise<unknown>;
type Complete = (notification: unknown) => unknown;

/** The context that the SDK 1.x gives a handler. */
interface Extra {
  readonly signal: AbortSignal;
}

/** The context of a handler of the current client, with that of the SDK 1.x in it. */
interface Context {
  readonly mcpReq: Extra;
  readonly extra: Extra;
}

const COMPLETE = "notifications/elicitation/complete";

const views = new WeakMap<object, AttachableClient>();

/**
 * Attaches a `Client` of `@modelcontextprotocol/sdk` 1.x to an inbox: declares the capability, and answers the questions of
 * its server on 2025-06-18 and 2025-11-25. To be called before `client.connect`, when a UI is mounted.
 *
 * As `inbox.attach` does for the current client, it replaces the client's `request` (which `callTool`, `getPrompt` and
 * `readResource` use), `connect` and `fallbackRequestHandler`. A fallback that was set before is still called.
 *
 * @returns the same client
 * @throws InboxAttachError if the client is already connected or attached, or has a handler for `elicitation/create`
 * @throws OptionError if `options` are invalid
 *
 * @example
 * ```ts
 * const client = attach(inbox, new Client({ name: "my-host", version: "1.0.0" }), { server: "GitHub" });
 * await client.connect(transport);
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export function attach<C extends SdkV1Client>(
  inbox: Inbox,
  client: C,
  options: SdkV1AttachOptions,
): C {
  const view = views.get(client) ?? viewOf(client);
  inbox.attach(view, options);
  views.set(client, view);
  return client;
}

/**
 * A client of the SDK 1.x as `inbox.attach` takes one. What is set on it is set on the client.
 *
 * Forms are taken from the fallback handler, because the typed handler of the SDK 1.x parses them with its own schemas: it
 * drops `pattern` and `uniqueItems`, turns choices of numbers into text, and refuses forms that real servers send.
 */
function viewOf(client: SdkV1Client): AttachableClient {
  let complete: Complete | undefined;
  const firstQuestion = createFirstQuestion();
  const connect = client.connect.bind(client);
  const view = {
    get transport() {
      return client.transport;
    },
    getProtocolEra: () => "legacy",
    registerCapabilities: (capabilities: object) => client.registerCapabilities(capabilities),
    assertCanSetRequestHandler: (method: string) => client.assertCanSetRequestHandler(method),
    setNotificationHandler(_method: string, handler: Complete) {
      complete = handler;
    },
    get connect() {
      return async (transport: SdkV1Transport, ...rest: [object?]) => {
        firstQuestion.watch(transport);
        // The handlers for notifications are the host's own.
        observeMessages(transport, (message) => {
          if (textOf(message, "method") === COMPLETE) complete?.(message);
        });
        await connect(transport, ...rest);
      };
    },
    set connect(next: SdkV1Client["connect"]) {
      client.connect = next;
    },
    get request() {
      return client.request.bind(client);
    },
    set request(next: SdkV1Client["request"]) {
      client.request = next;
    },
    get fallbackRequestHandler(): Fallback | undefined {
      const handler = client.fallbackRequestHandler as Fallback | undefined;
      return handler && ((request, ctx) => handler.call(client, request, (ctx as Context).extra));
    },
    set fallbackRequestHandler(next: Fallback) {
      client.fallbackRequestHandler = (request: { id?: unknown }, extra: Extra) => {
        const signal = firstQuestion.signalOf(request.id, extra.signal);
        return next(request, { mcpReq: { signal }, extra });
      };
    },
  };
  return view as unknown as AttachableClient;
}
