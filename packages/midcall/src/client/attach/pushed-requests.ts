import type { Inbox, InboxCapability, Origin } from "../inbox/types.js";
import { modeOf } from "./params.js";
import { answerOrThrow, rpcError } from "./results.js";
import { anySignal } from "./run-all.js";
import type { AttachableClient } from "./types.js";

/** What {@link answerPushedRequests} needs. */
export interface PushedRequestParts {
  readonly inbox: Pick<Inbox, "handle">;
  /** What was declared to the server. */
  capability(): InboxCapability | undefined;
  /** Where a question comes from whose request ends with this signal. */
  originOf(signal: AbortSignal): Origin;
}

/** What a server is told that asks although the capability was not declared. */
const NO_USER = "No user can answer here: the client declared no elicitation.";

/**
 * Answers the `elicitation/create` requests of a 2025 server through the inbox. Other requests go to the handler that
 * the client had.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export function answerPushedRequests(
  client: AttachableClient,
  { inbox, capability, originOf }: PushedRequestParts,
): void {
  /** The open questions, by the ids of their requests. */
  const open = new Map<unknown, AbortController>();
  const others = client.fallbackRequestHandler;
  client.fallbackRequestHandler = async (request, ctx) => {
    const { id, method, params } = request;
    if (method !== "elicitation/create") {
      if (others) return others.call(client, request, ctx);
      throw rpcError(-32601, "Method not found");
    }
    const declared = capability();
    if (!declared) throw rpcError(-32602, NO_USER);
    const mode = modeOf(params);
    if (mode !== "form" && !(mode === "url" && declared.url)) {
      throw rpcError(-32602, "This mode was not declared.");
    }
    const other = open.get(id);
    if (other) {
      // An answer under this id could be meant for either of them.
      other.abort();
      throw rpcError(-32600, "This id is in use.");
    }
    const own = new AbortController();
    open.set(id, own);
    try {
      const origin = originOf(anySignal(ctx.mcpReq.signal, own.signal));
      return { ...answerOrThrow(await inbox.handle(params, origin)) };
    } finally {
      open.delete(id);
    }
  };
}
