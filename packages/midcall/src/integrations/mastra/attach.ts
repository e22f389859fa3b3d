import { member } from "../../client/attach/params.js";
import { assertOptions } from "../../internal/assert-options.js";
import { type Message, type Send, splitArguments } from "../../client/attach/request.js";
import type { AttachableClient, AttachOptions } from "../../client/attach/types.js";
import { InboxAttachError } from "../../client/errors.js";
import type { Inbox } from "../../client/inbox/types.js";
import { createFirstQuestion } from "../shared/first-question.js";

/** Options of {@link attach}. The servers have their names in the `MCPClient`. */
export type MastraAttachOptions = Pick<AttachOptions, "startedBy">;

/** An `MCPClient` of `@mastra/mcp`. */
export interface MastraClient {
  listTools(): Promise<object>;
  disconnect(): Promise<void>;
}

/** What is used of the client that Mastra makes for each server, on the official client. */
interface ServerClient {
  readonly client: AttachableClient;
}

/** What Mastra passes with every call, unless the server or the `MCPClient` has a `timeout`. */
const DEFAULT_TIMEOUT_MS = 60_000;

const attached = new WeakSet<object>();

/**
 * Attaches an `MCPClient` of Mastra to an inbox: declares the capability, and answers the questions of all its servers on
 * every protocol version. To be called before anything is asked of the client, when a UI is mounted. The user sees each
 * server under its name in `servers`.
 *
 * Mastra's own `inputRequests` knows neither the end of a page nor a question that no user answered, so a server cannot
 * have both. A `timeout` of a server bounds its questions too; the default of Mastra, one minute, does not.
 *
 * @returns the same client
 * @throws InboxAttachError if the client is already attached or connected, or is not of `@mastra/mcp` 2; later, from the
 *   first use of a server, if it has `inputRequests`
 *
 * @example
 * ```ts
 * const mcp = attach(inbox, new MCPClient({ servers: { GitHub: { url: new URL("https://…") } } }));
 * const agent = new Agent({ …, tools: await mcp.listTools() });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function attach<C extends MastraClient>(
  inbox: Inbox,
  client: C,
  options: MastraAttachOptions = {},
): C {
  assertOptions<MastraAttachOptions>("attach", options, {
    startedBy: { oneOf: ["model", "user"] },
  });
  // Mastra offers no access to the clients of its servers before they connect.
  const clients = member(client, "mcpClientsById");
  if (!(clients instanceof Map)) throw unknownClient();
  if (attached.has(client)) throw new InboxAttachError("The client already has an inbox.");
  if (clients.size > 0) {
    throw new InboxAttachError("The client is connected. Call attach before you use it.");
  }
  attached.add(client);
  const set = clients.set.bind(clients);
  clients.set = (server: string, made: ServerClient) => {
    attachServer(inbox, server, made, options);
    return set(server, made);
  };
  return client;
}

function attachServer(
  inbox: Inbox,
  server: string,
  made: ServerClient,
  options: MastraAttachOptions,
): void {
  const { client } = made;
  if (typeof client?.getProtocolEra !== "function") throw unknownClient();
  inbox.attach(client, { ...options, server });
  closeFirstQuestions(client);
  if (!hasOwnTimeout(made)) dropTimeouts(client);
}

/** The official client that Mastra brings along does not tell that a server has withdrawn its first question. */
function closeFirstQuestions(client: AttachableClient): void {
  const firstQuestion = createFirstQuestion();
  const connect = client.connect.bind(client);
  client.connect = (transport, ...rest) => {
    firstQuestion.watch(transport);
    return connect(transport, ...rest);
  };
  const answer = client.fallbackRequestHandler!;
  client.fallbackRequestHandler = (request, ctx) => {
    const signal = firstQuestion.signalOf(request.id, ctx.mcpReq.signal);
    return answer.call(client, request, { ...ctx, mcpReq: { ...ctx.mcpReq, signal } });
  };
}

/** Leaves it to the inbox how long a call may take. */
function dropTimeouts(client: AttachableClient): void {
  const request = client.request.bind(client) as unknown as Send;
  const send = (message: Message, ...rest: unknown[]): Promise<unknown> => {
    const [before, { timeout: _, ...given }] = splitArguments(rest);
    return request(message, ...before, given);
  };
  client.request = send as unknown as AttachableClient["request"];
}

/** Whether the host's author has set a timeout, for this server or for all. */
const hasOwnTimeout = (made: ServerClient): boolean =>
  member(member(made, "serverConfig"), "timeout") !== undefined ||
  member(made, "timeout") !== DEFAULT_TIMEOUT_MS;

const unknownClient = (): InboxAttachError =>
  new InboxAttachError(
    "attach() takes an MCPClient of @mastra/mcp 2, and this is none. For another version, connect an official client with " +
      "inbox.attach, and make Mastra tools of its tools.",
  );
