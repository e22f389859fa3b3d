import type { Client } from "@modelcontextprotocol/client";
import { ANY_RESULT } from "../../../connect/tasks/task-state.js";
import { RequestError } from "../../errors.js";
import { describeCallError } from "../../calls/describe-call-error.js";
import type { RawResponseView } from "../../views/api-types.js";
import { jsonPart } from "../../views/content-parts.js";

const METHOD = /^[\w$./-]{1,200}$/;
/** As long as a call may take. */
const ASK_MS = 15 * 60_000;

interface RawError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/**
 * Sends any request, or a notification, as the user has entered it. Only what the protocol needs is added to it.
 *
 * @throws RequestError when it cannot be sent, or the server does not answer
 */
export async function sendRaw(
  client: Client,
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
  signal: AbortSignal,
): Promise<RawResponseView> {
  if (!METHOD.test(method)) throw new RequestError(400, "Enter a method, such as tools/list.");
  const message = { method, ...(params && { params: { ...params } }) };
  try {
    if (method.startsWith("notifications/")) {
      await client.notification(message);
      return { kind: "sent" };
    }
    const result = await client.request(message, ANY_RESULT, { signal, timeout: ASK_MS });
    return { kind: "result", part: jsonPart(result) };
  } catch (error) {
    const { code, message: text, data } = Object(error) as RawError;
    // Others are of the client: the server has not answered.
    if (typeof code !== "number") throw new RequestError(409, describeCallError(error));
    return { kind: "error", part: jsonPart({ code, message: text, data }) };
  }
}
