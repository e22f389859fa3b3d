import { errorText } from "../../internal/error-text.js";
import type { ConnectionEnd } from "../framework/request-context.js";
import { randomUUID } from "node:crypto";
import type { Answer, UrlAnswer } from "../../contracts/answers.js";
import { MidcallError } from "../../contracts/errors.js";
import { pause } from "../../internal/timeout.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { observedQuestion } from "../call/audit-answer.js";
import type { ResponseOutcome } from "../elicitation/decode.js";
import { type EncodedQuestion, encodeQuestion } from "../elicitation/encode.js";
import { awaitsEnd, type Question, shortened, type UrlQuestion } from "../elicitation/question.js";
import {
  assertQuestionAllowed,
  assertRoundsLeft,
  DEFAULT_TIMEOUT_MS,
  maxAttemptsOf,
} from "./limits.js";
import {
  claimInteraction,
  decodeInTime,
  doubt,
  isDoubted,
  pauseAfter,
  type LifecycleParts,
  type SettledOutcome,
  type Settlement,
  settleQuestion,
  timeoutOf,
  type UnansweredOutcome,
} from "./question-lifecycle.js";
import { digest } from "../state/canonical-json.js";
import type { FlowState, Pending } from "../state/records.js";
import { withRenderingView } from "../fallback/rendered-elicitation.js";
import type { RequestChannel } from "../framework/request-channel.js";
import { ANSWERED_TOO_FAST } from "../host/too-fast.js";
import { outcomeOfFailure } from "./failed-request.js";
import { observeSending } from "./observe-sending.js";
import type { ElicitationStrategy, RunControl } from "./strategy.js";
import { Withdrawal } from "./withdrawal.js";

/** Most hosts give a tool call 60 s; without progress notifications the answer has to arrive before that. */
const TIMEOUT_WITHOUT_PROGRESS_MS = 55_000;

/** The parts that asking with a request from the server needs. */
export interface ServerRequestParts extends LifecycleParts {
  readonly state: Pick<FlowState, "flow">;
  readonly channel: RequestChannel;
  readonly connection: ConnectionEnd;
  /** Counts one question to the user; returns false if there were too many. */
  readonly allowQuestion: () => boolean;
  /** Counts an open question; returns the function to call when it is closed. @throws LimitError when there are too many */
  readonly holdQuestion: () => () => void;
  /** Sends progress notifications while a question is open; returns the function that stops them. */
  readonly keepAlive: () => () => void;
  /** Sends the completion notice of 2025-11-25. */
  readonly notifyComplete: (elicitationId: string) => Promise<void>;
  /**
   * Called with what has come of a request to the host, and how long it was open, where a question may be put elsewhere.
   * Does not throw.
   */
  readonly onHostEnded?: ((outcome: ResponseOutcome, openMs: number) => Promise<void>) | undefined;
}

/** A question that is being sent. */
interface Sending {
  readonly question: Question;
  readonly encoded: EncodedQuestion;
  readonly elicitationId: string | undefined;
  /** What is recorded of it while it is open. */
  readonly pending: Pending;
}

/** How a question ended. */
interface Ended {
  readonly outcome: SettledOutcome;
  readonly completed: boolean;
  /** How often it was sent. */
  readonly attempts: number;
}

/**
 * Asks on 2025-06-18 and 2025-11-25: the handler stays suspended in memory while an
 * `elicitation/create` request travels to the host on the stream of the call it belongs to.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export class ServerRequest implements ElicitationStrategy {
  readonly #parts: ServerRequestParts;
  readonly #control: RunControl;
  readonly #withdrawal: Withdrawal;
  #open = 0;
  #turns = 0;

  constructor(parts: ServerRequestParts, control: RunControl) {
    this.#parts = parts;
    this.#control = control;
    this.#withdrawal = new Withdrawal(parts.channel.signal);
  }

  async ask(question: Question): Promise<Answer<unknown> | UrlAnswer> {
    const settle = (settlement: Settlement): Answer<unknown> | UrlAnswer =>
      settleQuestion(this.#parts, this.#control, question, settlement);
    return this.put(question, settle);
  }

  /**
   * Puts a question to the user, and calls back with how it ended while it still counts as open.
   *
   * @param asked - what is recorded of it, where another replica has sent it
   */
  async put<T>(
    question: Question,
    onEnd: (settlement: Settlement) => T,
    asked?: Pending,
  ): Promise<T> {
    const { settings, allowQuestion, holdQuestion, keepAlive } = this.#parts;
    const askedAt = asked?.askedAt ?? settings.now();
    const timeoutMs = this.#timeoutOf(question);
    const pending = asked ?? recordOf(question, askedAt, askedAt + timeoutMs);
    this.#control.opening(question);
    assertQuestionAllowed(asked !== undefined || allowQuestion(), settings);
    this.#countTurn(this.#open);
    const releaseQuestion = holdQuestion();
    this.#open += 1;
    const stopKeepAlive = keepAlive();
    const { context } = this.#parts;
    const stopWaiting = settings.waitingCalls.enter(context);
    const closed = context.trace?.opened(observedQuestion(question));
    let isOpen = true;
    const close = (): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      releaseQuestion();
      stopKeepAlive();
      stopWaiting();
      closed?.();
    };
    // What is asked for a call that another replica gets never ends here.
    this.#withdrawal.signal.addEventListener("abort", close, { once: true });
    try {
      const claim = this.#claim(question, timeoutMs);
      const unasked = claim && (await claim);
      const ended =
        unasked === undefined
          ? await this.#untilSettled(question, pending)
          : { outcome: unasked, completed: false, attempts: 1 };
      const isLast = this.#open === 1;
      return onEnd({ askedAt, isLast, ...ended });
    } finally {
      this.#withdrawal.signal.removeEventListener("abort", close);
      close();
    }
  }

  replaced(): undefined {}

  isOpen(): boolean {
    return false;
  }

  atRest(): void {}

  end(): void {
    this.#withdrawal.end();
  }

  #timeoutOf(question: Question): number {
    const { channel, settings } = this.#parts;
    const hasProgress = channel.progressToken !== undefined;
    return timeoutOf(
      question,
      settings,
      hasProgress ? DEFAULT_TIMEOUT_MS : TIMEOUT_WITHOUT_PROGRESS_MS,
    );
  }

  /** Questions asked while others are open are one turn to the user, as they are on 2026-07-28. */
  #countTurn(othersOpen: number): void {
    if (othersOpen === 0) assertRoundsLeft(++this.#turns, this.#parts.settings);
  }

  #claim(
    question: Question,
    timeoutMs: number,
  ): Promise<UnansweredOutcome | undefined> | undefined {
    if (question.mode !== "url" || question.elicitationId === undefined) return undefined;
    const { completions, connection, notifyComplete } = this.#parts;
    const { elicitationId } = question;
    const bound = { late: this.#late, signal: this.#withdrawal.signal };
    return claimInteraction(this.#parts, elicitationId, timeoutMs, bound, (forMs) =>
      completions.notify(elicitationId, () => notifyComplete(elicitationId), {
        connectionSignal: connection.signal,
        forMs,
      }),
    );
  }

  async #untilSettled(question: Question, pending: Pending): Promise<Ended> {
    const elicitationId =
      question.mode === "url" ? (question.elicitationId ?? this.#idOf(question)) : undefined;
    const encoded = encodeQuestion(question, this.#parts.host);
    const sending = { question, encoded, elicitationId, pending };
    const { outcome, attempts } = await this.#untilValid(sending);
    if (outcome.kind !== "consent" || question.mode !== "url" || !awaitsEnd(question))
      return { outcome, completed: false, attempts };
    const completed = await this.#untilEnded(question, elicitationId, pending.answerBy);
    return { outcome: completed ? outcome : this.#late(), completed, attempts };
  }

  async #untilValid(sending: Sending): Promise<Omit<Ended, "completed">> {
    const most = maxAttemptsOf(sending.question, this.#parts.settings);
    let { pending } = sending;
    let why: string | undefined;
    let attempts = (pending.invalidAnswers ?? 0) + 1;
    for (;;) {
      const outcome = await this.#observed({ ...sending, pending }, why, attempts);
      const pauseMs = pauseAfter(sending.question, outcome);
      if (pauseMs > 0) await pause(pauseMs, this.#withdrawal.signal);
      // Asked again by another request.
      const { requestId: _, ...again } = pending;
      if (isDoubted(sending.question, outcome)) {
        const end = doubt(this.#parts, sending.question, pending);
        if (end !== undefined) return { outcome: end, attempts };
        why = ANSWERED_TOO_FAST;
        pending = { ...again, doubted: true, sentAt: this.#parts.settings.now() };
      } else {
        if (outcome.kind !== "invalid") return { outcome, attempts };
        if (attempts >= most)
          return { outcome: { kind: "unanswered", reason: "invalid" }, attempts };
        why = outcome.why;
        pending = { ...again, invalidAnswers: attempts, sentAt: this.#parts.settings.now() };
        attempts += 1;
      }
      this.#countTurn(this.#open - 1);
    }
  }

  /** Sends a question, in a span of its own where telemetry is on. */
  #observed(sending: Sending, why: string | undefined, attempts: number): Promise<ResponseOutcome> {
    const { trace } = this.#parts.context;
    return trace === undefined
      ? this.#send(sending, why)
      : observeSending(trace, sending.question, attempts, () => this.#send(sending, why));
  }

  async #send(
    { question, encoded, elicitationId, pending }: Sending,
    why: string | undefined,
  ): Promise<ResponseOutcome> {
    const { settings, channel, host, onHostEnded } = this.#parts;
    const { signal } = this.#withdrawal;
    const { answerBy, requestId } = pending;
    const now = settings.now();
    const sentAt = requestId === undefined ? now : (pending.sentAt ?? pending.askedAt);
    const timeout = Math.min(Math.max(1, answerBy - now), MAX_TIMER_MS);
    const params = encoded.params(why, elicitationId);
    let response: unknown;
    let cameAt: number | undefined;
    const onCame = (at: number): void => void (cameAt = at);
    try {
      response = await channel.send(
        {
          method: "elicitation/create",
          params: withRenderingView(params, question, host, settings),
        },
        { signal, timeout, pending, onCame },
      );
    } catch (error) {
      // Of this server, whose store failed for example: it says nothing about the host.
      if (error instanceof MidcallError) throw error;
      const failure = outcomeOfFailure(error, signal.aborted, channel);
      await onHostEnded?.(failure, settings.now() - sentAt);
      return failure;
    }
    const bound = { answerBy, late: this.#late, signal };
    const outcome = await decodeInTime(
      this.#parts,
      question,
      encoded,
      response,
      (cameAt ?? settings.now()) - sentAt,
      bound,
    );
    // A check that takes too long is not the host's doing.
    if (outcome.kind !== "unanswered") await onHostEnded?.(outcome, settings.now() - sentAt);
    return outcome;
  }

  /** The id of a URL interaction that the author has not named; the same for another replica that continues the call. */
  #idOf({ key }: Question): string {
    const { channel, state } = this.#parts;
    return channel.durable === undefined
      ? randomUUID()
      : digest(`elicitation ${state.flow} ${key}`);
  }

  /** Waits for the end of a URL interaction, and notifies the host if no other part does. */
  async #untilEnded(
    question: UrlQuestion,
    elicitationId: string | undefined,
    answerBy: number,
  ): Promise<boolean> {
    const { settings, completions, notifyComplete } = this.#parts;
    const hasEnded = await completions.wait(question, answerBy, this.#withdrawal.signal);
    if (hasEnded && question.elicitationId === undefined && elicitationId !== undefined) {
      await notifyComplete(elicitationId).catch((error: unknown) => {
        settings.logger.warn(
          `midcall: no completion notice for ${elicitationId}: ${errorText(error)}`,
        );
      });
    }
    return hasEnded;
  }

  readonly #late = (): UnansweredOutcome => ({
    kind: "unanswered",
    reason: this.#withdrawal.signal.aborted ? "disconnected" : "deadline",
  });
}

/** What is recorded of a question while it is open. */
function recordOf(question: Question, askedAt: number, answerBy: number): Pending {
  const { key, digest, message, afterWait } = question;
  return {
    key,
    digest,
    message: shortened(message),
    askedAt,
    answerBy,
    ...(afterWait && { afterWait: true }),
  };
}
