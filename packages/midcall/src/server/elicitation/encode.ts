import { downLevel } from "../../schema/index.js";
import type { Host } from "../host/capabilities.js";
import type { Question } from "./question.js";

/** What an `elicitation/create` request carries. */
export type ElicitParams = Record<string, unknown>;

/**
 * The params of `elicitation/create` for this question, as the host's revision wants them.
 *
 * @param why Why the question is asked again; shown to the person below the question.
 */
export function elicitParams(
  question: Question,
  host: Host,
  why: string | undefined,
  elicitationId: string | undefined,
): ElicitParams {
  const message = why === undefined ? question.message : `${question.message}\n\n${why}`;
  if (question.mode === "url") {
    return {
      mode: "url",
      message,
      url: question.url,
      ...(host.revision === "2025-11-25" && { elicitationId }),
    };
  }
  const { requestedSchema } = downLevel(question.schema.requestedSchema, host.revision);
  return {
    ...(host.revision !== "2025-06-18" && { mode: "form" }),
    message,
    requestedSchema,
  };
}
