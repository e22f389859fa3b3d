import { member } from "../../../client/attach/params.js";
import type { Id, WireMessage, WireRequest } from "./message.js";

/** Answers a request; throws an error with a `code` and `data`. */
export type Answer = (request: WireRequest, signal: AbortSignal) => Promise<unknown>;

/** The open questions of a server. */
export interface Questions {
  /** Answers a question, unless it is withdrawn. */
  ask(request: WireRequest): void;
  /** Withdraws a question; nothing if it is over. */
  withdraw(id: unknown): void;
  /** Withdraws all of them: the connection is lost. */
  close(): void;
}

export function createQuestions(
  answer: Answer,
  send: (message: WireMessage) => Promise<void>,
): Questions {
  const open = new Map<Id, AbortController>();

  const reply = async (request: WireRequest, controller: AbortController): Promise<void> => {
    const { id } = request;
    const { signal } = controller;
    const response = await answer(request, signal).then(
      (result) => ({ result }),
      (error: unknown) => ({
        error: {
          code: Number.isSafeInteger(member(error, "code")) ? member(error, "code") : -32603,
          message: (error as Error).message,
          data: member(error, "data"),
        },
      }),
    );
    if (open.get(id) === controller) open.delete(id);
    // Nobody waits for the answer to a withdrawn question.
    if (!signal.aborted) await send({ jsonrpc: "2.0", id, ...response });
  };

  return {
    ask(request) {
      const controller = new AbortController();
      open.set(request.id, controller);
      // A lost connection is reported by its own event.
      reply(request, controller).catch(() => {});
    },
    withdraw: (id) => open.get(id as Id)?.abort(),
    close() {
      for (const controller of open.values()) controller.abort();
    },
  };
}
