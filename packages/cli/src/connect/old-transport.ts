import { type FetchLike, SSEClientTransport, SseError } from "@modelcontextprotocol/client";
import type { HeaderMap } from "./headers.js";
import { signInOptions } from "./oauth/connect-signed-in.js";
import type { SignIn } from "./oauth/sign-in.js";

/**
 * The HTTP+SSE transport of 2024, which some servers still speak. Its one stream carries every response: what was asked before it
 * broke off gets none, so the connection ends with it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
 */
export function createOldTransport(
  url: string,
  headers: HeaderMap | undefined,
  fetch: FetchLike | undefined,
  signIn: SignIn | undefined,
): SSEClientTransport {
  const transport = new SSEClientTransport(new URL(url), {
    requestInit: { ...(headers && { headers }) },
    ...(fetch && { fetch }),
    ...signInOptions(signIn),
  });
  transport.onerror = (error) => {
    if (error instanceof SseError) void transport.close();
  };
  return transport;
}
