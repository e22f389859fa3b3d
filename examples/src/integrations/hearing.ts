import type { JSONRPCMessage, MCPTransport } from "@ai-sdk/mcp";
import { answerOrThrow, type ElicitResult } from "midcall/client";

/** An observed transport, for a client that does not handle all messages itself. */
export interface Hearing {
  /** The transport to pass to the client. */
  readonly transport: MCPTransport;
  /** Aborted when the server withdraws the question with these params, or the connection ends. */
  signalOf(params: { readonly _meta?: object | undefined }): AbortSignal | undefined;
}

/** The key in `_meta` for the id of a question's request, which the client does not pass to its handler otherwise. */
const QUESTION = "example/question";

/** The answer to a question, or the error to send if no user answered. */
function asAnswered(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message)) return message;
  try {
    answerOrThrow(message.result as ElicitResult);
    return message;
  } catch (error) {
    const { code, message: words, data } = error as Error & { code: number; data: unknown };
    return { jsonrpc: "2.0", id: message.id, error: { code, message: words, data } };
  }
}

/**
 * Observes a transport of the AI SDK's MCP client, and adds what the client does not support:
 *
 * - links reach the handler, which otherwise receives only forms;
 * - a question ends when the server withdraws it or the connection ends;
 * - the completion of a page is reported;
 * - a call that the host stops is cancelled at the server, and a late result is dropped;
 * - a question that no user answered is answered with an error and its reason, because servers read a cancel as the
 *   user's;
 * - calls request progress, because there is no time-out here: servers may then wait longer.
 *
 * @param completed - called with the `elicitationId` of a completed page
 */
export function hearing(inner: MCPTransport, completed: (elicitationId: string) => void): Hearing {
  const questions = new Map<unknown, AbortController>();
  const calls = new Map<unknown, () => void>();
  const stopped = new Set<unknown>();

  /** The message to pass to the client; `undefined` for notifications, which the client treats as errors. */
  const hear = (message: JSONRPCMessage): JSONRPCMessage | undefined => {
    if (!("method" in message)) {
      // A late result of a stopped call, which the client would treat as an error.
      if (stopped.delete(message.id)) return undefined;
      calls.get(message.id)?.();
      return message;
    }
    const { method, params } = message;
    if (!("id" in message)) {
      const { requestId, elicitationId }: Record<string, unknown> = { ...params };
      if (method === "notifications/cancelled") questions.get(requestId)?.abort();
      if (method === "notifications/elicitation/complete") completed(String(elicitationId));
      return undefined;
    }
    if (method !== "elicitation/create") return message;
    questions.set(message.id, new AbortController());
    const _meta = { ...params?._meta, [QUESTION]: message.id };
    // The client rejects questions without a form, and links have none.
    return { ...message, params: { requestedSchema: null, ...params, _meta } };
  };

  const transport: MCPTransport = {
    start() {
      inner.onmessage = (message) => {
        const heard = hear(message);
        if (heard) transport.onmessage?.(heard);
      };
      inner.onerror = (error) => transport.onerror?.(error);
      inner.onclose = () => {
        for (const question of questions.values()) question.abort();
        questions.clear();
        transport.onclose?.();
      };
      return inner.start();
    },
    async send(message, options) {
      const signal = options?.signal;
      if (!("method" in message)) {
        const withdrawn = questions.get(message.id)?.signal.aborted;
        questions.delete(message.id);
        // The server has withdrawn the question and does not wait for this answer.
        if (withdrawn) return;
        return inner.send(asAnswered(message), options);
      } else if ("id" in message && message.method === "tools/call") {
        const { id, params } = message;
        const cancel = (): void => {
          calls.delete(id);
          stopped.add(id);
          const end = { method: "notifications/cancelled", params: { requestId: id } };
          inner.send({ jsonrpc: "2.0", ...end }).catch(() => {});
        };
        signal?.addEventListener("abort", cancel, { once: true });
        calls.set(id, () => {
          calls.delete(id);
          signal?.removeEventListener("abort", cancel);
        });
        const _meta = { progressToken: id, ...params?._meta };
        return inner.send({ ...message, params: { ...params, _meta } }, options);
      }
      return inner.send(message, options);
    },
    close: (options) => inner.close(options),
    setProtocolVersion(version) {
      if (inner.setProtocolVersion) inner.setProtocolVersion(version);
      else inner.protocolVersion = version;
    },
  };
  return {
    transport,
    signalOf: ({ _meta }) =>
      questions.get((_meta as Record<string, unknown> | undefined)?.[QUESTION])?.signal,
  };
}
