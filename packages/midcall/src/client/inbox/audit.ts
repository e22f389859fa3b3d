import type { InboxOptions } from "./types.js";
import type { FormQuestion, QuestionCall } from "./question.js";
import { modeOf, textOf } from "../attach/params.js";
import { cannotAskReason, declineReason, type ElicitResult } from "../attach/results.js";

/** What is known of any question, shown or not. */
export interface Recorded {
  readonly id: string;
  readonly server: string;
  readonly call?: QuestionCall | undefined;
  readonly params: unknown;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly visibleMs: number;
  /** What the policy decided, as codes. */
  readonly decisions: readonly string[];
}

/**
 * Tells the audit how a question ended: by picking, so that no answer gets into it. The message is for
 * its digest.
 *
 * @param view - what was shown, or could at least be read
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
    // Also of a link that was refused.
    url: mode === "url" ? textOf(params, "url") : undefined,
    attempts: attempts + 1,
    policy: decisions,
    // What is sent is a cancel, and nobody's.
    action: why === undefined ? result.action : "unanswered",
    via,
    reason: why ?? declineReason(result) ?? reason,
  });
}
