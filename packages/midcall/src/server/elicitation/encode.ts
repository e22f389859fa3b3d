import { toProtocolVersion } from "../../schema/index.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Question } from "./question.js";

/** What an `elicitation/create` request carries. */
export type ElicitParams = Record<string, unknown>;

/**
 * The params of `elicitation/create` for this question, as the host's protocol version wants them.
 *
 * @param why Why the question is asked again; shown to the person below the question.
 */
export function encodeQuestion(
  question: Question,
  host: HostCapabilities,
  why: string | undefined,
  elicitationId: string | undefined,
): ElicitParams {
  const message = why === undefined ? question.message : `${question.message}\n\n${why}`;
  if (question.mode === "url") {
    return {
      mode: "url",
      message,
      url: question.url,
      ...(host.protocolVersion === "2025-11-25" && { elicitationId }),
    };
  }
  const { requestedSchema } = toProtocolVersion(
    question.schema.requestedSchema,
    host.protocolVersion,
  );
  return {
    ...(host.protocolVersion !== "2025-06-18" && { mode: "form" }),
    message,
    requestedSchema,
  };
}
