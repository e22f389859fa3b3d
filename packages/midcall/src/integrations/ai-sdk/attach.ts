import { OptionError } from "../../contracts/errors.js";
import type { Inbox } from "../../client/inbox/types.js";
import { attachTransport } from "../shared/wire/attach-transport.js";
import type { WireTransport } from "../shared/wire/transport.js";
import type { TransportOptions } from "../shared/wire/wire-client.js";

/** Options of {@link attach}. */
export type AiSdkAttachOptions = TransportOptions;

/** A transport for `createMCPClient`: `StdioMCPTransport`, one of the official SDK, or one of your own. */
export type AiSdkTransport = WireTransport;

/**
 * Attaches the transport of an MCP client of the AI SDK to an inbox: declares the capability, and answers the questions
 * of its server on every protocol version that the client speaks. To be called before `createMCPClient`, when a UI is
 * mounted.
 *
 * The client itself has no links, ignores notifications and does not cancel a stopped call, so all of it is done in front
 * of it. Its own `onElicitationRequest` is not called.
 *
 * @returns the same transport
 * @throws InboxAttachError if the transport is already attached
 * @throws OptionError if `options` are invalid, or the transport is only a description of one, as `{ type: "http" }`
 *
 * @example
 * ```ts
 * const transport = attach(inbox, new StdioMCPTransport({ command: "my-server" }), { server: "GitHub" });
 * const client = await createMCPClient({ transport });
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function attach<T extends AiSdkTransport>(
  inbox: Inbox,
  transport: T,
  options: AiSdkAttachOptions,
): T {
  if (typeof transport.start !== "function" || typeof transport.send !== "function") {
    throw new OptionError(
      "attach() takes a transport. For HTTP, pass a StreamableHTTPClientTransport of the official SDK in place of " +
        '{ type: "http", url }: the AI SDK does not give away the transport that it makes of it.',
    );
  }
  return attachTransport(inbox, transport, options);
}
