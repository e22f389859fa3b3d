import type { McpServer } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { isObject } from "../../../internal/is-object.js";
import { leavesState } from "../../sdk-v2/verify-hooks.js";
import { type PlainRequest, VERSION } from "./plain-request.js";

/** Members of the SDK's server that are not part of its public types. ARCHITECTURE.md lists the versions that have them. */
interface ServerMembers {
  readonly _serverInfo?: unknown;
  readonly _requestStateVerify?: unknown;
  readonly _cacheHints?: unknown;
  _negotiatedProtocolVersion?: unknown;
  _clientCapabilities?: unknown;
  _clientVersion?: unknown;
}

const NEEDED = ["_serverInfo", "_requestStateVerify", "_cacheHints"] as const;

/**
 * Whether nothing that a server was constructed with changes what happens before and after the handler of a request: no hook for its
 * state, and no cache hints for its method.
 */
export function isPlainServer(
  { server }: McpServer,
  { method, requestState }: Pick<PlainRequest, "method" | "requestState">,
): boolean {
  const members = server as unknown as ServerMembers;
  if (!NEEDED.every((name) => Object.hasOwn(members, name))) return false;
  if (!isObject(members._serverInfo)) return false;
  if (!leavesState(members._requestStateVerify, requestState)) return false;
  return method !== "resources/read" || members._cacheHints === undefined;
}

/** What the server tells about itself in every result. */
export function serverInfoOf({ server }: McpServer): unknown {
  return (server as unknown as ServerMembers)._serverInfo;
}

/**
 * Sets the protocol version of a server, and the client that it serves if it serves one alone, as the SDK does for a request.
 * Returns whether the server says so.
 */
export function bindServer(
  { server }: McpServer,
  envelope: Readonly<Record<string, unknown>> | undefined,
): boolean {
  const members = server as unknown as ServerMembers;
  members._negotiatedProtocolVersion = VERSION;
  if (server.getNegotiatedProtocolVersion() !== VERSION) return false;
  if (envelope === undefined) return true;
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  const client = envelope[CLIENT_INFO_META_KEY];
  members._clientCapabilities = capabilities;
  if (client !== undefined) members._clientVersion = client;
  return server.getClientCapabilities() === capabilities && server.getClientVersion() === client;
}
