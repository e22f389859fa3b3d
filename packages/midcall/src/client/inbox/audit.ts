import type { InboxOptions } from "./types.js";
import type { FormQuestion, QuestionCall } from "./question.js";
import { modeOf, textOf } from "../attach/params.js";
import { cannotAskReason, declineReason, type ElicitResult } from "../attach/results.js";

/** The data that is known of every question, shown or not. */
export interface Recorded {
  readonly id: string;
  readonly server: string;
  readonly call?: QuestionCall | undefined;
  readonly params: unknown;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly visibleMs: number;
  /** Codes of the decisions made by the policy. */
  readonly decisions: readonly string[];
}

/**
 * Records in the audit trail how a question ended. The properties are picked one by one, so that no answer gets into
 * it. The message is passed for its digest.
 *
 * @param view - the question as it was shown, or as far as it could be parsed
 */
export function auditQuestion(
  audit: InboxOptions["audit"],
  { server, call, params, decisions, ...known }: Recorded,
  { schema, attempts = -1 }: Partial<Pick<FormQuestion, "schema" | "attempts">>,
  result: ElicitResult,
  via: string,
  reason?: string,
): void {
  const why = cannotAskReason(result);
  const mode = modeOf(params) as "form" | "url";
  audit?.record({
    ...known,
    server: { name: server },
    tool: call?.name,
    mode,
    message: textOf(params, "message"),
    fields: schema?.fields.map(({ name, kind, required }) => ({ name, kind, required })),
    // Taken from the params, so that a refused link is recorded too.
    url: mode === "url" ? textOf(params, "url") : undefined,
    attempts: attempts + 1,
    policy: decisions,
    // The result that is sent is a `cancel`, but it is not a user's.
    action: why === undefined ? result.action : "unanswered",
    via,
    reason: why ?? declineReason(result) ?? reason,
  });
}
