import type { JSONRPCMessage, MCPTransport } from "@ai-sdk/mcp";
import { answerOrThrow, type ElicitResult } from "midcall/client";

/** What goes by on a transport, for a client that does not listen itself. */
export interface Hearing {
  /** Give this one to the client. */
  readonly transport: MCPTransport;
  /** Aborted when the server withdraws the question with these params, or the connection ends. */
  signalOf(params: { readonly _meta?: object | undefined }): AbortSignal | undefined;
}

/** The request a question came with, in its `_meta`: the client tells its handler no other way. */
const QUESTION = "example/question";

/** The answer to a question, or the error that is sent where no person gave one. */
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
 * Listens in on a transport of the AI SDK's MCP client, and adds what the client leaves out:
 *
 * - links reach the handler, which else gets forms only;
 * - a question the server withdraws ends, as do all when the connection ends;
 * - the end of a page is passed on;
 * - a call the host stops is cancelled at the server, and its result is dropped should it come all the same;
 * - what no person answered is sent as an error with its reason, as servers take a cancel for the person's own;
 * - calls ask for progress, as there is no time-out here: a server may take that as leave to wait longer.
 *
 * @param completed - called with the `elicitationId` of a page that is done
 */
export function hearing(inner: MCPTransport, completed: (elicitationId: string) => void): Hearing {
  const questions = new Map<unknown, AbortController>();
  const calls = new Map<unknown, () => void>();
  const stopped = new Set<unknown>();

  /** What the client gets of a message; nothing of notifications, which it takes for errors. */
  const hear = (message: JSONRPCMessage): JSONRPCMessage | undefined => {
    if (!("method" in message)) {
      // May still come after a call was stopped; the client takes it for an error.
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
    // The client refuses questions without a form: links have none.
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
        // Nobody waits for this answer any more.
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
