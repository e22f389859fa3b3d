import type { Via } from "../../contracts/answers.js";
import type { Question } from "../elicitation/question.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import type { Binding } from "../state/request-state.js";
import { PAGE_LINK } from "./replay/replay.js";

/** The parts that an audit event of a call is made of. */
export interface AuditParts {
  readonly settings: Settings;
  readonly binding: Binding;
  readonly host: HostCapabilities;
}

/** How a question of a call ended. */
export interface Audited {
  readonly action: "accept" | "decline" | "cancel" | "unanswered";
  /** What was accepted. It is only looked at to tell a yes from a no, where the question is a confirmation. */
  readonly accepted?: unknown;
  readonly reason?: string | undefined;
  readonly via: Via;
  readonly askedAt: number;
}

/**
 * Records in the audit trail how a question of a handler ended. The properties are picked one by one, so that no answer
 * gets into it.
 */
export function auditAnswer(
  { settings, binding, host }: AuditParts,
  question: Question,
  { action, accepted, reason, via, askedAt }: Audited,
): void {
  // The form whose page it opens is recorded in its place.
  if (question.key.startsWith(PAGE_LINK)) return;
  const { name, uri } = (binding.params ?? {}) as { name?: unknown; uri?: unknown };
  const subject = name ?? uri;
  const isForm = question.mode === "form";
  const form = isForm ? question.schema.parsed : undefined;
  settings.audit?.record({
    id: question.key,
    principal: binding.principal,
    server: { name: binding.server },
    tool: typeof subject === "string" ? subject : undefined,
    protocolVersion: host.protocolVersion,
    mode: question.mode,
    message: question.message,
    fields: form?.fields.map(({ name, kind, required }) => ({ name, kind, required })),
    url: question.mode === "url" ? question.url : undefined,
    action,
    confirmed: isForm && action === "accept" ? question.confirms?.(accepted) : undefined,
    via,
    reason,
    askedAt,
    answeredAt: settings.now(),
  });
}
