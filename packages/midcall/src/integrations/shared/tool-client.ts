import type { AttachableClient, AttachOptions } from "../../client/attach/types.js";
import type { Inbox } from "../../client/inbox/types.js";
import { attach } from "../sdk-v1/attach.js";
import type { SdkV1Client } from "../sdk-v1/client.js";

/** A call of a tool. */
export interface ToolCall {
  name: string;
  arguments?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

/** One page of a list of tools. */
interface ToolPage {
  tools: object[];
  nextCursor?: string | undefined;
}

/** Calls tools in the same way with each generation of the official client. */
export interface ToolCaller {
  listTools(params?: { cursor?: string }): Promise<ToolPage>;
  callTool(call: ToolCall, options?: object): Promise<object>;
  readResource(params: { uri: string }, options?: object): Promise<object>;
}

/** The official client, `@modelcontextprotocol/client`, as far as libraries that call tools use it. */
export interface SdkV2ToolClient extends AttachableClient, ToolCaller {
  close(): Promise<void>;
}

/** A `Client` of `@modelcontextprotocol/sdk` 1.x, as far as libraries that call tools use it. */
export interface SdkV1ToolClient extends SdkV1Client, Omit<ToolCaller, "callTool"> {
  callTool(call: ToolCall, resultSchema?: undefined, options?: object): Promise<object>;
  close(): Promise<void>;
}

/** An official client of either generation. */
export type ToolClient = SdkV2ToolClient | SdkV1ToolClient;

/**
 * Attaches an inbox to a client whose tools another library calls.
 *
 * @throws InboxAttachError if the client is already connected or attached
 */
export function attachToolClient(
  inbox: Inbox,
  client: ToolClient,
  options: AttachOptions,
): ToolCaller {
  const listed = {
    listTools: (params?: { cursor?: string }) => client.listTools(params),
    readResource: (params: { uri: string }, given?: object) => client.readResource(params, given),
  };
  if ("getProtocolEra" in client) {
    inbox.attach(client, options);
    return { ...listed, callTool: (call, given) => client.callTool(call, given) };
  }
  attach(inbox, client, options);
  return { ...listed, callTool: (call, given) => client.callTool(call, undefined, given) };
}
