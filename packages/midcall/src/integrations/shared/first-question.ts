import { member, textOf } from "../../client/attach/params.js";
import { anySignal } from "../../client/attach/run-all.js";
import { type MessageSource, observeMessages } from "./observe-messages.js";

/** Withdrawals of the first question of a server. */
export interface FirstQuestion {
  /** Observes a new connection, before the client connects. */
  watch(transport: MessageSource): void;
  /** The signal of the question with this id, also aborted when the server withdraws it. */
  signalOf(id: unknown, signal: AbortSignal): AbortSignal;
}

/**
 * The official SDK 1.x, and 2.0, do not tell a handler that the server has withdrawn a request with the id 0.
 * Servers count from 0, so that it is their first question.
 */
export function createFirstQuestion(): FirstQuestion {
  let withdrawn = new AbortController();
  return {
    watch(transport) {
      const current = new AbortController();
      withdrawn = current;
      observeMessages(transport, (message) => {
        if (textOf(message, "method") !== "notifications/cancelled") return;
        if (member(member(message, "params"), "requestId") === 0) current.abort();
      });
    },
    signalOf: (id, signal) => (id === 0 ? anySignal(signal, withdrawn.signal) : signal),
  };
}
