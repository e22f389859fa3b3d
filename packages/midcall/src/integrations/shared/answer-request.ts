import { modeOf } from "../../client/attach/params.js";
import { answerOrThrow, type ElicitResult, rpcError } from "../../client/attach/results.js";
import type { Inbox, InboxCapability, Origin } from "../../client/inbox/types.js";

/**
 * Asks the user one `elicitation/create` request of a 2025 server, in a library that has a handler for it.
 *
 * @param params - the request's `params`, untrusted, and as unmodified as the library passes them
 * @param declared - the capability that was declared to the server
 * @returns the user's own answer
 * @throws an `Error` with `code` and `data`, to be sent as a JSON-RPC error: no user answered, or the mode was not
 *   declared. It must not be sent as a `cancel`, which servers read as the user's own.
 */
export async function answerRequest(
  inbox: Pick<Inbox, "handle">,
  params: unknown,
  origin: Origin,
  declared: InboxCapability | undefined,
): Promise<ElicitResult> {
  const mode = modeOf(params);
  if (!declared || (mode !== "form" && !(mode === "url" && declared.url))) {
    throw rpcError(-32602, "This mode was not declared.");
  }
  return { ...answerOrThrow(await inbox.handle(params, origin)) };
}
