import type { Received } from "./grade/received.js";
import type { Ask } from "./exchange.js";
import type { DoctorTimes } from "./settings.js";
import type { Message, Send } from "./wire/message.js";

/** The questions of a connection that are open (2025). */
export interface OpenRequests {
  /** Takes a response. @returns whether it is the first to a question that is open */
  receive(message: Message): "answer" | "late" | "stray";
  /** Asks with requests of the server. @param signal - of the call that the questions belong to */
  ask(send: Send, signal: AbortSignal, times: DoctorTimes): Ask;
  /** The connection has ended. */
  close(): void;
}

const MOST_CLOSED = 1_000;

export function createOpenRequests(): OpenRequests {
  const open = new Map<string, (received: Message | "disconnected") => void>();
  /** The ids of questions that were withdrawn. */
  const withdrawn = new Set<unknown>();
  let last = 0;

  const askOne = (
    params: Readonly<Record<string, unknown>>,
    { send, signal, times }: { send: Send; signal: AbortSignal; times: DoctorTimes },
  ): Promise<Received> =>
    new Promise((resolve) => {
      const id = `doctor-${++last}`;
      const sentAt = times.now();
      const end = (received: Received): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancelled);
        open.delete(id);
        resolve(received);
      };
      const none = (why: "time-limit" | "call-cancelled" | "disconnected"): void => {
        if (withdrawn.size < MOST_CLOSED) withdrawn.add(id);
        if (why !== "disconnected")
          send({ method: "notifications/cancelled", params: { requestId: id } });
        end({ kind: "none", why, tookMs: times.now() - sentAt });
      };
      const cancelled = (): void => none("call-cancelled");
      const timer = setTimeout(() => none("time-limit"), times.answerMs);
      signal.addEventListener("abort", cancelled);
      open.set(id, (message) => {
        const tookMs = times.now() - sentAt;
        if (message === "disconnected") return none("disconnected");
        const { error, result } = message;
        if (error === undefined) return end({ kind: "result", result, state: "same", tookMs });
        const { code = 0, message: words = "" } = Object(error) as Partial<typeof error>;
        end({ kind: "error", code: Number(code), message: String(words).slice(0, 200), tookMs });
      });
      if (signal.aborted) return cancelled();
      send({ id, method: "elicitation/create", params: { ...params } });
    });

  return {
    receive(message) {
      const answer = typeof message.id === "string" ? open.get(message.id) : undefined;
      if (answer === undefined) return withdrawn.has(message.id) ? "late" : "stray";
      answer(message);
      return "answer";
    },
    ask: (send, signal, times) => (round) =>
      Promise.all(round.map(({ params }) => askOne(params, { send, signal, times }))),
    close() {
      for (const end of [...open.values()]) end("disconnected");
    },
  };
}
