import type { Via } from "../../contracts/answers.js";
import type { ObservedQuestion, RequestTrace } from "../../contracts/telemetry.js";
import type { AuditDigests, AuditEvent } from "../../audit/entry.js";
import type { RequestContext } from "../framework/request-context.js";
import type { AuditTrailEvent } from "../../audit/index.js";
import type { Question } from "../elicitation/question.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import { canonicalJson, digest } from "../state/canonical-json.js";
import type { FlowState } from "../state/records.js";
import type { Binding } from "../state/request-state.js";
import { describeCause } from "../state/wrap-store-errors.js";
import { PAGE_LINK } from "./replay/replay.js";

/** The parts that an audit event of a call is made of. */
export interface AuditParts {
  readonly settings: Settings;
  readonly binding: Binding;
  readonly host: HostCapabilities;
  /** Its random name names the call. */
  readonly state: Pick<FlowState, "flow" | "traceparent">;
  readonly context: Pick<RequestContext, "trace" | "channel">;
}

/** How a question of a call ended. */
export interface Audited {
  readonly action: "accept" | "decline" | "cancel" | "unanswered";
  /** What was accepted. It is only looked at to tell a yes from a no, where the question is a confirmation. */
  readonly accepted?: unknown;
  /** The content of the accepted form, of which at most a keyed digest is recorded. */
  readonly content?: unknown;
  readonly reason?: string | undefined;
  readonly via: Via;
  readonly askedAt: number;
  /** How many answers came, or 1 if none did. */
  readonly attempts?: number | undefined;
}

/**
 * Records in the audit trail, and for telemetry, how a question of a handler ended. The properties are picked one by one, so that no answer
 * gets into it. A trail that fails is reported, and affects nothing else.
 */
export function auditAnswer(parts: AuditParts, question: Question, audited: Audited): void {
  const { audit, logger } = parts.settings;
  // The form whose page it opens is recorded in its place.
  if (question.key.startsWith(PAGE_LINK)) return;
  if (parts.context.trace !== undefined) observe(parts, question, audited, parts.context.trace);
  if (audit === undefined) return;
  const failed = (error: unknown): void =>
    logger.warn(`midcall: the audit trail failed, so an entry is missing: ${describeCause(error)}`);
  try {
    const recorded: unknown = audit.record(eventOf(parts, question, audited));
    // A trail of another maker may be asynchronous.
    if (recorded instanceof Promise) recorded.catch(failed);
  } catch (error) {
    failed(error);
  }
}

function observe(
  { settings, host, state }: AuditParts,
  question: Question,
  { action, reason, via, askedAt, attempts }: Audited,
  trace: RequestTrace,
): void {
  trace.answered({
    action,
    reason,
    attempts,
    askedAt,
    answeredAt: settings.now(),
    isSent: host.strategy === "serverRequest" && via === "native",
    firstRound: state.traceparent,
    ...observedQuestion(question),
  });
}

/** What telemetry has of a question. */
export function observedQuestion(question: Question): ObservedQuestion {
  return question.mode === "form"
    ? { mode: "form", fieldCount: question.schema.parsed.fields.length }
    : { mode: "url" };
}

function eventOf(
  { settings, binding, host, state, context }: AuditParts,
  question: Question,
  { action, accepted, content, reason, via, askedAt }: Audited,
): AuditTrailEvent {
  const params = (binding.params ?? {}) as Readonly<Record<string, unknown>>;
  const subject = params["name"] ?? params["uri"];
  const isForm = question.mode === "form";
  const form = isForm ? question.schema.parsed : undefined;
  const callId = callIdOf(state);
  return {
    id: question.key,
    callId,
    traceId: context.trace?.traceId ?? traceIdOf(params),
    digests: contentDigests([callId, question.key], params["arguments"], content),
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
  };
}

/** Names a call over all its rounds. Derived, because the name of a flow is part of the names of its records. */
export function callIdOf({ flow }: Pick<FlowState, "flow">): string {
  return digest(`call ${flow}`);
}

/** The trace that the client has put the call into. */
function traceIdOf({ _meta }: Readonly<Record<string, unknown>>): string | undefined {
  const { traceparent } = (_meta ?? {}) as { traceparent?: unknown };
  return typeof traceparent === "string" ? traceparent.split("-")[1] : undefined;
}

/**
 * The digests are of the values together with the call and the question, so that equal answers do not have equal digests:
 * else one known yes would give away all others.
 */
function contentDigests(
  [callId, key]: readonly [callId: string, key: string],
  args: unknown,
  content: unknown,
): NonNullable<AuditEvent["digests"]> {
  return async (keyed): Promise<AuditDigests> => ({
    argumentsDigest: await keyed(`midcall arguments v1\n${canonicalJson([callId, args ?? null])}`),
    answerDigest:
      content === undefined
        ? undefined
        : await keyed(`midcall answer v1\n${canonicalJson([callId, key, content])}`),
  });
}
