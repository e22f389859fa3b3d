import type { RequestTrace } from "../../contracts/telemetry.js";
import { observedQuestion } from "../call/audit-answer.js";
import type { ResponseOutcome } from "../elicitation/decode.js";
import type { Question } from "../elicitation/question.js";

/** Observes a request to the host, which `send` does not reject for. */
export async function observeSending(
  trace: RequestTrace,
  question: Question,
  attempts: number,
  send: () => Promise<ResponseOutcome>,
): Promise<ResponseOutcome> {
  const sending = trace.sending(observedQuestion(question));
  try {
    const outcome = await send();
    const { kind } = outcome;
    const isUnanswered = kind === "unanswered";
    sending.end({
      action: kind === "consent" ? "accept" : kind === "invalid" ? undefined : kind,
      reason: isUnanswered ? outcome.reason : kind === "invalid" ? "invalid" : undefined,
      errorCode: isUnanswered ? outcome.error?.code : undefined,
      attempts,
    });
    return outcome;
  } catch (error) {
    sending.end({ attempts });
    throw error;
  }
}
