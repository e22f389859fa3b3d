import { type ServerContext, SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import type { ElicitationStrategy, RunControl } from "./strategy.js";
import { isBrokenResponse } from "./broken-responses.js";
import type { Completions } from "../url-mode/completions.js";
import { decodeOutcome, encodeAnswer } from "../call/journal-codec.js";
import type { HostCapabilities } from "../host/capabilities.js";
import { withTimeout } from "../../internal/timeout.js";
import type { Journal } from "../call/journal.js";
import type { Settings } from "../options.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { type ResponseOutcome, readMark, decodeResponse } from "../elicitation/decode.js";
import { awaitsEnd, type Question, type UrlQuestion } from "../elicitation/question.js";
import {
  assertQuestionAllowed,
  assertRoundsLeft,
  maxAttemptsOf,
  DEFAULT_DEADLINE_MS,
  isTooFast,
} from "./limits.js";
import { encodeQuestion } from "../elicitation/encode.js";

/** Most hosts give a tool call 60 s; without progress notifications an answer has to be back before. */
const DEADLINE_WITHOUT_PROGRESS_MS = 55_000;

/** What asking by push needs. */
export interface ServerRequestParts {
  readonly settings: Settings;
  readonly host: HostCapabilities;
  readonly sdk: ServerContext;
  readonly journal: Journal;
  readonly completions: Completions;
  /** Aborts when the connection to the host ends. */
  readonly gone: AbortSignal;
  readonly allowQuestion: () => boolean;
  /** Counts an open question until the function it gives is called. @throws LimitError when there are too many. */
  readonly holdQuestion: () => () => void;
  readonly keepAlive: () => () => void;
  /** Sends the completion notice of 2025-11-25. */
  readonly notifyComplete: (elicitationId: string) => Promise<void>;
}

type Unanswered = Extract<ResponseOutcome, { kind: "unanswered" }>;

/** Responses are read by midcall, so that an invalid one can be asked again. */
const anything: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "midcall", validate: (value) => ({ value }) },
};

/**
 * Asks on 2025-06-18 and 2025-11-25: the handler stays suspended in memory while an
 * `elicitation/create` request travels to the host on the stream of the call it belongs to.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export function createServerRequest(
  parts: ServerRequestParts,
  caller: RunControl,
): ElicitationStrategy {
  const { settings, host, sdk, journal, completions } = parts;
  const { now } = settings;
  const { signal: cancelled } = sdk.mcpReq;
  let withdraw: AbortController | undefined;
  const onCancel = (): void => withdraw?.abort(cancelled.reason);

  /** Withdraws what is open when the call is cancelled or over. Made with the first question. */
  const withdrawal = (): AbortSignal => {
    if (withdraw === undefined) {
      withdraw = new AbortController();
      // Every open question listens; many at once are no leak, which Node would warn of.
      setMaxListeners(0, withdraw.signal);
      if (cancelled.aborted) onCancel();
      else cancelled.addEventListener("abort", onCancel, { once: true });
    }
    return withdraw.signal;
  };

  const hasProgress = sdk.mcpReq._meta?.progressToken !== undefined;
  let open = 0;
  let turns = 0;

  /** Questions asked while others are open are one turn to the person, as they are on 2026-07-28. */
  const countTurn = (othersOpen: number): void => {
    if (othersOpen === 0) assertRoundsLeft(++turns, settings);
  };

  const tooLate = (): Unanswered => ({
    kind: "unanswered",
    reason: withdrawal().aborted ? "disconnected" : "deadline",
  });

  const send = async (
    question: Question,
    why: string | undefined,
    id: string | undefined,
    by: number,
  ): Promise<ResponseOutcome> => {
    const left = Math.min(Math.max(1, by - now()), MAX_TIMER_MS);
    const sentAt = now();
    let response: unknown;
    try {
      response = await sdk.mcpReq.send(
        { method: "elicitation/create", params: encodeQuestion(question, host, why, id) },
        anything,
        { signal: withdrawal(), timeout: left },
      );
    } catch (error) {
      return readFailure(error, withdrawal().aborted);
    }
    const read = decodeResponse(
      response,
      question,
      host,
      isTooFast(now() - sentAt, host, settings),
    );
    // A check of the author's that never settles must not hold the question.
    return read instanceof Promise ? withTimeout(read, by - now(), tooLate, withdrawal()) : read;
  };

  const untilValid = async (
    question: Question,
    id: string | undefined,
    by: number,
  ): Promise<Exclude<ResponseOutcome, { kind: "invalid" }>> => {
    const most = maxAttemptsOf(question, settings);
    let why: string | undefined;
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(question, why, id, by);
      if (outcome.kind !== "invalid") return outcome;
      if (attempt >= most) return { kind: "unanswered", reason: "invalid" };
      why = outcome.why;
      countTurn(open - 1);
    }
  };

  /** Waits for the end of a URL interaction, and tells the host where nobody else does. */
  const untilEnded = async (
    question: UrlQuestion,
    id: string | undefined,
    by: number,
  ): Promise<boolean> => {
    const ended = await completions.wait(question, by, withdrawal());
    if (ended && question.elicitationId === undefined && id !== undefined) {
      await parts.notifyComplete(id).catch((error: unknown) => {
        settings.logger.warn(`midcall: no completion notice for ${id}: ${String(error)}`);
      });
    }
    return ended;
  };

  const ask = async (question: Question): Promise<Answer<unknown> | UrlAnswer> => {
    const askedAt = now();
    const timeoutMs =
      question.timeoutMs ??
      settings.timeoutMs ??
      (hasProgress ? DEFAULT_DEADLINE_MS : DEADLINE_WITHOUT_PROGRESS_MS);
    const by = askedAt + timeoutMs;
    caller.opening(question);
    assertQuestionAllowed(parts.allowQuestion(), settings);
    countTurn(open);
    const letGo = parts.holdQuestion();
    open += 1;
    const stop = parts.keepAlive();
    try {
      const id = question.mode === "url" ? (question.elicitationId ?? randomUUID()) : undefined;
      let unasked: Unanswered | undefined;
      // Only an id the author knows can be completed by name, and only for the person it was made for.
      if (question.mode === "url" && question.elicitationId !== undefined) {
        const { elicitationId } = question;
        const forMs = timeoutMs + settings.stateTtlMs;
        const register = async (): Promise<undefined> => {
          const notify = (): Promise<void> => parts.notifyComplete(elicitationId);
          await completions.claim(elicitationId, forMs);
          await completions.notify(elicitationId, notify, { gone: parts.gone, forMs });
        };
        unasked = await withTimeout(register(), timeoutMs, tooLate, withdrawal());
      }
      let outcome = unasked ?? (await untilValid(question, id, by));
      let completed = false;
      if (outcome.kind === "consent" && question.mode === "url" && awaitsEnd(question)) {
        completed = await untilEnded(question, id, by);
        if (!completed) {
          const reason = withdrawal().aborted ? "disconnected" : "deadline";
          outcome = { kind: "unanswered", reason };
        }
      }
      const elapsedMs = Math.max(0, now() - askedAt);
      const aborts = outcome.kind === "unanswered" && outcome.reason === "deadline" && open === 1;
      const entry = encodeAnswer(question, outcome, elapsedMs, completed);
      journal.record(aborts ? { ...entry, abortedSignal: true } : entry);
      // A signal that aborts runs the handler's catch blocks, which must not happen while a question is open.
      if (aborts) caller.deadlinePassed();
      return decodeOutcome(question, outcome, elapsedMs, completed);
    } finally {
      open -= 1;
      letGo();
      stop();
    }
  };

  return {
    ask,
    isOpen: () => false,
    atRest: () => {},
    end: () => {
      cancelled.removeEventListener("abort", onCancel);
      withdraw?.abort("The call has ended.");
    },
  };
}

/** A host that answers with an error has asked nobody; which error it was is passed on. */
function readFailure(error: unknown, withdrawn: boolean): ResponseOutcome {
  if (withdrawn) return { kind: "unanswered", reason: "disconnected" };
  if (error instanceof SdkError) {
    const reason = error.code === SdkErrorCode.RequestTimeout ? "deadline" : "disconnected";
    return { kind: "unanswered", reason };
  }
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  // Some client libraries drop the data of an error and keep its words.
  const [, said] = /No person answered \(([\w:-]{1,64})\)\.$/.exec(String(message)) ?? [];
  const reason = readMark(data ?? (said !== undefined ? { "midcall/cannotAsk": said } : undefined));
  // As on 2026-07-28, where the mark is all there is.
  if (reason !== undefined) return { kind: "unanswered", reason };
  if (typeof code !== "number") return { kind: "unanswered", reason: "disconnected" };
  return {
    kind: "unanswered",
    reason: isBrokenResponse(error) ? "invalid" : "unsupported",
    error: { code, message: String(message).slice(0, 1024) },
  };
}
