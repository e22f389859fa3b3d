import { ATTACH_OPTIONS } from "../../client/attach/attach-options.js";
import type { AttachOptions } from "../../client/attach/types.js";
import { assertOptions } from "../../internal/assert-options.js";
import type { Inbox } from "../../client/index.js";
import { attachToolClient, type ToolClient } from "../shared/tool-client.js";
import { listAllTools } from "./list-all-tools.js";
import type { AgentsServer, AgentsTool, AgentsToolResult } from "./types.js";

/** Options of {@link attach}. */
export interface OpenAiAgentsAttachOptions<Client extends ToolClient> extends AttachOptions {
  /** Creates the transport that the client connects with, for each `connect()` of the server. */
  readonly transport: () => Parameters<Client["connect"]>[0];
}

/**
 * Attaches an inbox to an official client, and makes it a server of the OpenAI Agents SDK.
 *
 * @param inbox - the inbox of the host
 * @param client - a client that is not connected yet, of `@modelcontextprotocol/client` or `@modelcontextprotocol/sdk` 1.x
 * @param options - those of `inbox.attach`, and `transport`
 * @returns an `MCPServer` for `mcpServers` of an `Agent`; its `connect()` connects the client
 * @throws InboxAttachError if the client is already connected or attached
 *
 * @example
 * ```ts
 * const transport = () => new StreamableHTTPClientTransport(url);
 * const server = attach(inbox, client, { server: "GitHub", transport });
 * await server.connect();
 * const agent = new Agent({ name: "Assistant", mcpServers: [server] });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function attach<Client extends ToolClient>(
  inbox: Inbox,
  client: Client,
  given: OpenAiAgentsAttachOptions<Client>,
): AgentsServer {
  assertOptions<OpenAiAgentsAttachOptions<Client>>("attach", given, {
    ...ATTACH_OPTIONS,
    transport: "any",
  });
  const { transport, ...options } = given;
  const caller = attachToolClient(inbox, client, options);
  const callToolResult: AgentsServer["callToolResult"] = async (name, args, meta, given) => {
    const params = { name, arguments: args ?? {}, ...(meta && { _meta: meta }) };
    return (await caller.callTool(params, given)) as AgentsToolResult;
  };
  return {
    name: options.server,
    cacheToolsList: false,
    connect: () => client.connect(transport() as never),
    close: () => client.close(),
    listTools: async () => (await listAllTools(caller)) as AgentsTool[],
    callToolResult,
    callTool: async (...call) => {
      const { content, ...others } = await callToolResult(...call);
      // Not enumerable, as in the SDK's own servers: only the content is for the model.
      const hidden = Object.entries(others).map(([key, value]) => [key, { value }] as const);
      return Object.defineProperties(content, Object.fromEntries(hidden));
    },
    invalidateToolsCache: async () => {},
  };
}
