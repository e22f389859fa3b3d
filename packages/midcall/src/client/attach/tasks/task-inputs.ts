import { isObject } from "../../../internal/is-object.js";
import { InputKindError } from "../../errors.js";
import type { Origin } from "../../inbox/types.js";
import type { MultiRoundTripParts, Round } from "../multi-round-trip.js";
import { member, textOf } from "../params.js";
import { InvalidTaskError } from "./errors.js";
import { isRefusal } from "./is-refusal.js";

/** The requests for input of one task: each is asked once, and each answer is sent for the request it was given to. */
export interface TaskInputs {
  /**
   * Takes over what the server needs now: asks what is new, and withdraws what is no longer needed.
   *
   * @throws InvalidTaskError if a key is used for another request, or if there are too many
   */
  update(requests: Readonly<Record<string, unknown>>): void;
  /**
   * Waits until the time is up, an answer was sent, or `over` is aborted.
   *
   * @throws the reason why a request cannot be answered, or why an answer cannot be sent
   */
  wait(ms: number): Promise<void>;
  /** Withdraws all questions. */
  end(): void;
}

/** What is needed to answer the requests of a task. */
export interface TaskInputParts extends Pick<
  MultiRoundTripParts,
  "inbox" | "server" | "startedBy" | "call" | "run" | "onInput"
> {
  /** Ends everything: the call is over, or the connection is lost. */
  readonly over: AbortSignal;
  readonly from: Pick<Round, "inputRequests" | "responses"> | undefined;
  /** Sends answers. Rejects if the server refuses them, or cannot be reached. */
  send(inputResponses: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Called with the requests and the answers so far, after each change. */
  keep(round: () => Pick<Round, "inputRequests" | "responses">): void;
}

interface Input {
  readonly request: unknown;
  /** The request as canonical JSON. */
  readonly text: string;
  /** Withdraws the question; absent while it is not asked. */
  stop?: AbortController | undefined;
  answer?: { readonly response: unknown; isSent: boolean };
}

/** Limit of requests of one task: far more than a user answers. */
const MOST_INPUTS = 1_000;

/** The same text for the same JSON data, whatever the order of its keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  ) ?? "";

export function createTaskInputs(parts: TaskInputParts): TaskInputs {
  const { inbox, server, startedBy, call, run, onInput, over, from, send, keep } = parts;
  const inputs = new Map<string, Input>();
  const responses = new Map(Object.entries(from?.responses ?? {}));
  for (const [key, request] of Object.entries(from?.inputRequests ?? {})) {
    const answer = responses.has(key) && { response: responses.get(key), isSent: false };
    inputs.set(key, { request, text: canonical(request), ...(answer && { answer }) });
  }
  let asked = 0;
  let outstanding: readonly string[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake = (): void => {};
  let isSending = false;

  const fail = (error: unknown): void => {
    failure ??= { error };
    wake();
  };
  const now = (): ReturnType<Parameters<TaskInputParts["keep"]>[0]> => ({
    inputRequests: Object.fromEntries([...inputs].map(([key, { request }]) => [key, request])),
    responses: Object.fromEntries(
      [...inputs].flatMap(([key, { answer }]) => (answer ? [[key, answer.response]] : [])),
    ),
  });
  /** Sends all answers that the server still waits for, because it may want all of them together. */
  const sendAnswers = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    try {
      while (!over.aborted) {
        const answered = outstanding.flatMap((key) => {
          const { answer } = inputs.get(key)!;
          return answer ? [[key, answer] as const] : [];
        });
        if (answered.every(([, { isSent }]) => isSent)) return;
        await send(Object.fromEntries(answered.map(([key, { response }]) => [key, response])));
        for (const [, answer] of answered) answer.isSent = true;
        wake();
      }
    } catch (error) {
      // Otherwise it is not known whether they have arrived. They are sent again while the server asks for them.
      if (isRefusal(error)) fail(error);
    } finally {
      isSending = false;
    }
  };
  const ask = async (input: Input): Promise<void> => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, over]);
    input.stop = stop;
    const method = textOf(input.request, "method") ?? "other input";
    const params = member(input.request, "params");
    const origin: Origin & { readonly call: typeof call; readonly signal: AbortSignal } = {
      ...{ server, call, ownCall: startedBy === "user", run, signal },
    };
    try {
      if (method !== "elicitation/create" && !onInput) throw new InputKindError(method);
      const response =
        method === "elicitation/create"
          ? await inbox.handle(params, origin)
          : await onInput!({ method, params }, origin);
      // A withdrawn question has no answer.
      if (signal.aborted) return;
      input.answer = { response, isSent: false };
      keep(now);
      void sendAnswers();
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };
  return {
    update(requests) {
      const wanted = Object.entries(requests);
      outstanding = wanted.map(([key]) => key);
      for (const [key, input] of inputs) {
        if (Object.hasOwn(requests, key)) continue;
        input.stop?.abort();
        input.stop = undefined;
      }
      let isNew = false;
      for (const [key, request] of wanted) {
        const known = inputs.get(key);
        const text = canonical(request);
        // An answer must never be taken for that of another question.
        if (known && known.text !== text) {
          throw new InvalidTaskError(`it uses the key "${key.slice(0, 100)}" for two requests`);
        }
        if (known && (known.answer || known.stop)) continue;
        if (++asked > MOST_INPUTS) throw new InvalidTaskError("it requests too many inputs");
        const input = known ?? { request, text };
        inputs.set(key, input);
        isNew = true;
        void ask(input);
      }
      if (isNew) keep(now);
      void sendAnswers();
    },
    async wait(ms) {
      if (!failure && !over.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          over.addEventListener("abort", wake, { once: true });
        });
        over.removeEventListener("abort", wake);
      }
      if (failure) throw failure.error;
    },
    end() {
      for (const { stop } of inputs.values()) stop?.abort();
    },
  };
}
