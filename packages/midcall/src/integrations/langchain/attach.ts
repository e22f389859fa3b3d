import { ATTACH_OPTIONS } from "../../client/attach/attach-options.js";
import type { AttachOptions } from "../../client/attach/types.js";
import { assertOptions } from "../../internal/assert-options.js";
import type { Inbox } from "../../client/index.js";
import { attachToolClient, type ToolCall, type ToolClient } from "../shared/tool-client.js";

/** `loadMcpTools` of `@langchain/mcp-adapters`, as far as it is used. */
// The parameters are those of the function that is passed: `options` below has its type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type LoadMcpTools = (server: string, client: any, options?: any) => Promise<unknown>;

/** Options of {@link attach}. */
export interface LangChainAttachOptions<Load extends LoadMcpTools> extends AttachOptions {
  /** `loadMcpTools` of `@langchain/mcp-adapters`. */
  readonly loadMcpTools: Load;
}

/** Loads the tools of a connected client, as `loadMcpTools` does, with its options. */
export type LoadTools<Load extends LoadMcpTools> = (
  options?: Parameters<Load>[2],
) => ReturnType<Load>;

/**
 * Attaches an inbox to an official client whose tools LangChain calls.
 *
 * @param inbox - the inbox of the host
 * @param client - a client that is not connected yet, of `@modelcontextprotocol/client` or `@modelcontextprotocol/sdk` 1.x
 * @param options - those of `inbox.attach`, and `loadMcpTools`
 * @returns a function that loads the tools, to call once the client is connected
 * @throws InboxAttachError if the client is already connected or attached
 *
 * @example
 * ```ts
 * const loadTools = attach(inbox, client, { server: "GitHub", loadMcpTools });
 * await client.connect(transport);
 * const agent = createAgent({ model, tools: await loadTools() });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function attach<Load extends LoadMcpTools>(
  inbox: Inbox,
  client: ToolClient,
  given: LangChainAttachOptions<Load>,
): LoadTools<Load> {
  assertOptions<LangChainAttachOptions<LoadMcpTools>>("attach", given, {
    ...ATTACH_OPTIONS,
    loadMcpTools: "function",
  });
  const { loadMcpTools, ...options } = given;
  const caller = attachToolClient(inbox, client, options);
  // All that loadMcpTools and its tools call. They pass a schema of results before the options, as SDK 1.x wants it.
  const callTool = (call: ToolCall, _resultSchema?: unknown, given?: object): Promise<object> =>
    caller.callTool(call, given);
  return (loadOptions) =>
    loadMcpTools(options.server, { ...caller, callTool }, loadOptions) as ReturnType<Load>;
}
