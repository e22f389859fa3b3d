import type { End } from "./entry.js";
import type { InboxOptions, Origin } from "./inbox-types.js";
import type { OpenQuestion } from "./question.js";
import { textOf } from "./params.js";
import type { ElicitResult } from "./results.js";

/** What is known of a question from the start. */
export interface Recorded {
  readonly id: string;
  readonly origin: Origin;
  readonly params: unknown;
  readonly askedAt: number;
  /** What the policy decided, as codes. */
  readonly decisions: readonly string[];
}

/**
 * Tells the audit how a question ended: by picking, so that no answer gets into it. The message is for
 * its digest.
 *
 * @param view - what was shown, as far as it came to that
 */
export function record(
  audit: NonNullable<InboxOptions["audit"]>,
  { id, origin, params, askedAt, decisions }: Recorded,
  view: Partial<OpenQuestion>,
  { action }: ElicitResult,
  end: End,
  times: { readonly answeredAt: number; readonly visibleMs: number },
): void {
  audit.record({
    id,
    server: { name: origin.server },
    tool: origin.call?.name,
    mode: view.mode,
    message: textOf(params, "message"),
    fields:
      view.mode === "form"
        ? view.schema?.fields.map(({ name, kind, required }) => ({ name, kind, required }))
        : undefined,
    url: view.mode === "url" ? view.link?.url : undefined,
    askedAt,
    ...times,
    attempts: view.attempts === undefined ? 0 : view.attempts + 1,
    policy: decisions,
    action,
    ...end,
  });
}
