import {
  type Attributes,
  context,
  type Context,
  isSpanContextValid,
  type Link,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import type {
  ObservedAnswer,
  ObservedEnd,
  ObservedQuestion,
  ObservedRequest,
  ObservedSending,
  RequestTrace,
} from "../contracts/telemetry.js";
import { describeFailure, isOver } from "./describe-end.js";
import type { Instruments } from "./instruments.js";
import { TELEMETRY_ATTRIBUTES as NAMES } from "./names.js";
import { readTraceContext, writeTraceparent } from "./trace-context.js";

/** What requests are reported to. */
export interface Reports {
  readonly tracer: Tracer;
  /** `undefined` where nothing is measured. */
  readonly instruments: Instruments | undefined;
}

/**
 * Starts the span of a request.
 *
 * @returns `undefined` where there is nothing to report: no SDK is there, and nobody else has put the request into a trace
 */
export function startRequest(reports: Reports, request: ObservedRequest): RequestTrace | undefined {
  const { method, name } = request;
  const { parent, earlier, links } = parentOf(request);
  const shared = sharedAttributes(request);
  const span = reports.tracer.startSpan(
    name === undefined ? method : `${method} ${name}`,
    { kind: SpanKind.SERVER, attributes: requestAttributes(request, shared), links },
    parent,
  );
  const isTraced = isSpanContextValid(span.spanContext());
  if (span.isRecording()) describeSession(span, request);
  else if (!isTraced && reports.instruments === undefined) return undefined;
  return new StartedRequest(reports, { request, shared, span, isTraced, parent, earlier });
}

interface StartedParts {
  readonly request: ObservedRequest;
  /** The attributes of the metrics. */
  readonly shared: Attributes;
  readonly span: Span;
  readonly isTraced: boolean;
  /** The context around the span. */
  readonly parent: Context;
  /** The span of the first round. */
  readonly earlier: SpanContext | undefined;
}

class StartedRequest implements RequestTrace {
  readonly #reports: Reports;
  readonly #parts: StartedParts;
  readonly #startedAt = performance.now();
  readonly #inSpan: Context;
  #isOver = false;

  constructor(reports: Reports, parts: StartedParts) {
    this.#reports = reports;
    this.#parts = parts;
    this.#inSpan = parts.isTraced ? trace.setSpan(parts.parent, parts.span) : parts.parent;
  }

  get traceparent(): string | undefined {
    const { isTraced, span } = this.#parts;
    return isTraced ? writeTraceparent(span.spanContext()) : undefined;
  }

  get traceId(): string | undefined {
    const { isTraced, span } = this.#parts;
    return isTraced ? span.spanContext().traceId : undefined;
  }

  run<T>(work: () => T): T {
    return context.with(this.#inSpan, work);
  }

  sending(question: ObservedQuestion): ObservedSending {
    const { request } = this.#parts;
    const attributes = attributesOf(question);
    attributes[NAMES.method] = "elicitation/create";
    attributes[NAMES.protocolVersion] = request.protocolVersion;
    attributes[NAMES.transport] = request.transport;
    const sent = this.#reports.tracer.startSpan(
      "elicitation/create",
      { kind: SpanKind.CLIENT, attributes },
      this.#inSpan,
    );
    return {
      end({ action, reason, attempts, errorCode }) {
        if (sent.isRecording()) {
          sent.setAttributes(outcomeOf({ action, reason, attempts }));
          if (errorCode !== undefined) {
            const code = String(errorCode);
            fail(sent, { [NAMES.errorType]: code, [NAMES.statusCode]: code });
          }
        }
        sent.end();
      },
    };
  }

  opened({ mode }: ObservedQuestion): () => void {
    const { instruments } = this.#reports;
    if (instruments === undefined) return nothing;
    const { protocolVersion } = this.#parts.request;
    const attributes = { [NAMES.mode]: mode, [NAMES.protocolVersion]: protocolVersion };
    instruments.elicitationOpen.add(1, attributes);
    return () => instruments.elicitationOpen.add(-1, attributes);
  }

  answered(answer: ObservedAnswer): void {
    const { instruments } = this.#reports;
    if (instruments !== undefined) {
      const { action, reason, mode, askedAt, answeredAt } = answer;
      const measured = outcomeOf({ action, reason });
      measured[NAMES.mode] = mode;
      measured[NAMES.protocolVersion] = this.#parts.request.protocolVersion;
      const seconds = Math.max(0, answeredAt - askedAt) / 1000;
      instruments.elicitationDuration.record(seconds, measured, this.#inSpan);
      instruments.elicitationCount.add(1, measured, this.#inSpan);
    }
    if (!answer.isSent) this.#addQuestion(answer);
  }

  /** A question that was open over several rounds, as a span under the first one. */
  #addQuestion(answer: ObservedAnswer): void {
    const { request, span, parent, earlier } = this.#parts;
    const { firstRound, mode, askedAt, answeredAt } = answer;
    const first = firstRound === request.firstRound ? earlier : readTraceContext(firstRound);
    const isUnderFirst = first !== undefined && first === trace.getSpanContext(parent);
    const question = this.#reports.tracer.startSpan(
      `elicitation ${mode}`,
      {
        kind: SpanKind.INTERNAL,
        startTime: askedAt,
        links: first && [{ context: span.spanContext() }],
        attributes: Object.assign(attributesOf(answer), outcomeOf(answer)),
      },
      isUnderFirst
        ? parent
        : first === undefined
          ? this.#inSpan
          : trace.setSpanContext(parent, first),
    );
    question.end(Math.max(askedAt, answeredAt));
  }

  end(outcome: ObservedEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { instruments } = this.#reports;
    const { request, shared, span } = this.#parts;
    const failure = describeFailure(outcome);
    if (failure !== undefined) fail(span, failure);
    span.end();
    if (instruments === undefined) return;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const measured = failure === undefined ? shared : Object.assign({}, shared, failure);
    instruments.operationDuration.record(seconds, measured, this.#inSpan);
    if (request.hasRounds && isOver(outcome))
      instruments.rounds.record(request.round + 1, shared, this.#inSpan);
  }
}

const nothing = (): void => {};

/** The attributes of the span and of the metrics of a request. */
function sharedAttributes({
  method,
  name,
  protocolVersion,
  transport,
}: ObservedRequest): Attributes {
  const attributes: Attributes = {
    [NAMES.method]: method,
    [NAMES.protocolVersion]: protocolVersion,
    [NAMES.transport]: transport,
  };
  if (method === "tools/call") {
    attributes[NAMES.operation] = "execute_tool";
    if (name !== undefined) attributes[NAMES.tool] = name;
  }
  return attributes;
}

function requestAttributes(request: ObservedRequest, shared: Attributes): Attributes {
  const { requestId } = request;
  const attributes = Object.assign({}, shared);
  if (requestId !== undefined) attributes[NAMES.requestId] = String(requestId);
  attributes[NAMES.round] = request.round;
  attributes[NAMES.replayed] = request.isReplayed;
  if (request.isFailover) attributes[NAMES.failover] = true;
  return attributes;
}

/** Apart from the other attributes, as a digest is made for it. */
function describeSession(span: Span, { session }: ObservedRequest): void {
  if (session !== undefined) span.setAttribute(NAMES.session, session);
}

/**
 * The parent of a request's span: what the client names; else the first round of the call; else what is active, such as
 * the span of the HTTP server. The others are links.
 */
function parentOf({ traceparent, tracestate, firstRound }: ObservedRequest): {
  readonly parent: Context;
  readonly earlier: SpanContext | undefined;
  readonly links: Link[] | undefined;
} {
  const active = context.active();
  const client = traceparent === undefined ? undefined : readTraceContext(traceparent, tracestate);
  const earlier = firstRound === undefined ? undefined : readTraceContext(firstRound);
  const chosen = client ?? earlier;
  if (chosen === undefined) return { parent: active, earlier, links: undefined };
  const around = trace.getSpanContext(active);
  const links: Link[] = [];
  if (earlier !== undefined && earlier !== chosen) links.push({ context: earlier });
  if (around !== undefined) links.push({ context: around });
  return { parent: trace.setSpanContext(active, chosen), earlier, links };
}

function attributesOf({ mode, fieldCount }: ObservedQuestion): Attributes {
  const attributes: Attributes = { [NAMES.mode]: mode };
  if (fieldCount !== undefined) attributes[NAMES.fieldCount] = fieldCount;
  return attributes;
}

function outcomeOf({
  action,
  reason,
  attempts,
}: Partial<Pick<ObservedAnswer, "action" | "reason" | "attempts">>): Attributes {
  const attributes: Attributes = {};
  if (action !== undefined) attributes[NAMES.action] = action;
  if (reason !== undefined) attributes[NAMES.reason] = reason;
  if (attempts !== undefined) attributes[NAMES.attempts] = attempts;
  return attributes;
}

function fail(span: Span, failure: Attributes): void {
  span.setAttributes(failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
