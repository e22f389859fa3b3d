import { isObject } from "../../../src/internal/is-object.js";
import type { HostInfo } from "./handshake.js";
import type { Connection } from "./json-rpc.js";

/** The user may have to agree to the message. */
const TIMEOUT_MS = 60_000;

/**
 * How the call continues when the user has answered.
 *
 * - `message`: the chat has got a message, and the model goes on.
 * - `context`: the model reads it with the next message of the user.
 * - `chat`: the user has to ask for the tool again.
 */
export type NextStep = "message" | "context" | "chat";

/** Tells the model that it can call the tool again, as well as the host allows it. */
export async function tellModel(
  connection: Connection,
  host: HostInfo,
  text: string,
): Promise<NextStep> {
  const content = [{ type: "text", text }];
  const attempt = (method: string, params: object): Promise<boolean> =>
    connection.request(method, params, TIMEOUT_MS).then(
      (result) => !(isObject(result) && result["isError"] === true),
      () => false,
    );
  if (host.takesMessages && (await attempt("ui/message", { role: "user", content })))
    return "message";
  if (host.takesContext && (await attempt("ui/update-model-context", { content })))
    return "context";
  return "chat";
}
