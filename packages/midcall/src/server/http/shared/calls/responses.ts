import { isObject } from "../../../../internal/is-object.js";
import type { Answers } from "../replicas/answers.js";

/** What a call ends with that cannot be continued elsewhere. */
export const CLOSED: string =
  "This server has been closed while the call was running. It may or may not have taken effect.";

/** A JSON-RPC error as the response to a request. */
export function errorResponse(id: string | number, message: string): unknown {
  return { jsonrpc: "2.0", id, error: { code: -32_000, message } };
}

/** Under which id the cancellation of a request is kept, as if it were a response. */
export function cancelIdOf(requestId: string | number): string {
  return `cancel ${JSON.stringify(requestId)}`;
}

/** The error that a host answered with, as the handler gets it. */
export function asError(error: unknown): Error {
  const { code, message, data } = (isObject(error) ? error : {}) as Record<string, unknown>;
  return Object.assign(new Error(String(message)), {
    code: typeof code === "number" ? code : -32_603,
    ...(data !== undefined && { data }),
  });
}

/** Calls back when another replica has got the cancellation of a request. */
export function whenCancelled(
  answers: Answers,
  session: string,
  requestId: string | number,
  signal: AbortSignal,
  onCancel: (reason: unknown) => void,
): void {
  const id = cancelIdOf(requestId);
  answers.wait({ id, session, signal }).then(
    ({ result }) => {
      onCancel((result as { reason?: unknown } | undefined)?.reason);
      return answers.forget(id, session).catch(() => {});
    },
    () => {},
  );
}

/** Tells the host that a request is no longer open. */
export function withdrawalOf(requestId: string, reason: string): unknown {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason } };
}
