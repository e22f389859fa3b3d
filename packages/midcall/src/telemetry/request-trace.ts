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
import { describeEnd } from "./describe-end.js";
import type { Instruments } from "./instruments.js";
import { TELEMETRY_ATTRIBUTES as NAMES } from "./names.js";
import { readTraceContext, writeTraceparent } from "./trace-context.js";

/** Starts the span of a request. */
export function startRequest(
  tracer: Tracer,
  instruments: Instruments,
  request: ObservedRequest,
): RequestTrace {
  const { method, name } = request;
  const shared = sharedAttributes(request);
  const { parent, links } = parentOf(request);
  const span = tracer.startSpan(
    name === undefined ? method : `${method} ${name}`,
    { kind: SpanKind.SERVER, links, attributes: requestAttributes(request, shared) },
    parent,
  );
  return new StartedRequest({ tracer, instruments, request, shared, span, parent });
}

interface StartedParts {
  readonly tracer: Tracer;
  readonly instruments: Instruments;
  readonly request: ObservedRequest;
  /** The attributes of the metrics. */
  readonly shared: Attributes;
  readonly span: Span;
  /** The context around the span. */
  readonly parent: Context;
}

class StartedRequest implements RequestTrace {
  readonly #parts: StartedParts;
  readonly #startedAt = performance.now();
  readonly #inSpan: Context;
  #isOver = false;
  readonly traceparent: string | undefined;
  readonly traceId: string | undefined;

  constructor(parts: StartedParts) {
    this.#parts = parts;
    this.#inSpan = trace.setSpan(parts.parent, parts.span);
    const spanContext = parts.span.spanContext();
    const isTraced = isSpanContextValid(spanContext);
    this.traceparent = isTraced ? writeTraceparent(spanContext) : undefined;
    this.traceId = isTraced ? spanContext.traceId : undefined;
  }

  run<T>(work: () => T): T {
    return context.with(this.#inSpan, work);
  }

  sending(question: ObservedQuestion): ObservedSending {
    const { tracer, request } = this.#parts;
    const attributes = attributesOf(question);
    attributes[NAMES.method] = "elicitation/create";
    attributes[NAMES.protocolVersion] = request.protocolVersion;
    attributes[NAMES.transport] = request.transport;
    const sent = tracer.startSpan(
      "elicitation/create",
      { kind: SpanKind.CLIENT, attributes },
      this.#inSpan,
    );
    return {
      end({ errorCode, ...outcome }) {
        sent.setAttributes(outcomeOf(outcome));
        if (errorCode !== undefined)
          fail(sent, {
            [NAMES.errorType]: String(errorCode),
            [NAMES.statusCode]: String(errorCode),
          });
        sent.end();
      },
    };
  }

  opened({ mode }: ObservedQuestion): () => void {
    const { instruments, request } = this.#parts;
    const attributes = { [NAMES.mode]: mode, [NAMES.protocolVersion]: request.protocolVersion };
    instruments.elicitationOpen.add(1, attributes);
    return () => instruments.elicitationOpen.add(-1, attributes);
  }

  answered(answer: ObservedAnswer): void {
    const { tracer, instruments, request, span } = this.#parts;
    const measured = outcomeOf({ action: answer.action, reason: answer.reason });
    measured[NAMES.mode] = answer.mode;
    measured[NAMES.protocolVersion] = request.protocolVersion;
    const seconds = Math.max(0, answer.answeredAt - answer.askedAt) / 1000;
    instruments.elicitationDuration.record(seconds, measured, this.#inSpan);
    instruments.elicitationCount.add(1, measured, this.#inSpan);
    if (!answer.isSent) addQuestion(tracer, this.#inSpan, span, answer);
  }

  end(outcome: ObservedEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { instruments, request, shared, span } = this.#parts;
    const { isError, isFinal, attributes } = describeEnd(outcome);
    if (isError) fail(span, attributes);
    span.end();
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const measured = isError ? Object.assign({}, shared, attributes) : shared;
    instruments.operationDuration.record(seconds, measured, this.#inSpan);
    if (isFinal && request.hasRounds)
      instruments.rounds.record(request.round + 1, shared, this.#inSpan);
  }
}

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
  const { session, requestId } = request;
  const attributes = Object.assign({}, shared);
  if (session !== undefined) attributes[NAMES.session] = session;
  if (requestId !== undefined) attributes[NAMES.requestId] = String(requestId);
  attributes[NAMES.round] = request.round;
  attributes[NAMES.replayed] = request.isReplayed;
  if (request.isFailover) attributes[NAMES.failover] = true;
  return attributes;
}

/**
 * The parent of a request's span: what the client names; else the first round of the call; else what is active, such as
 * the span of the HTTP server. The others are links.
 */
function parentOf({ traceparent, tracestate, firstRound }: ObservedRequest): {
  readonly parent: Context;
  readonly links: Link[];
} {
  const active = context.active();
  const client = readTraceContext(traceparent, tracestate);
  const earlier = readTraceContext(firstRound);
  const around = trace.getSpanContext(active);
  const chosen = client ?? earlier;
  const parent = chosen === undefined ? active : trace.setSpanContext(active, chosen);
  const others = chosen === undefined ? [] : [earlier, around];
  const links = others
    .filter((other): other is SpanContext => other !== undefined && other !== chosen)
    .map((other) => ({ context: other }));
  return { parent, links };
}

/** A question that was open over several rounds, as a span under the first one. */
function addQuestion(tracer: Tracer, inSpan: Context, span: Span, answer: ObservedAnswer): void {
  const first = readTraceContext(answer.firstRound);
  const parent = first === undefined ? inSpan : trace.setSpanContext(inSpan, first);
  const question = tracer.startSpan(
    `elicitation ${answer.mode}`,
    {
      kind: SpanKind.INTERNAL,
      startTime: answer.askedAt,
      links: first === undefined ? [] : [{ context: span.spanContext() }],
      attributes: Object.assign(attributesOf(answer), outcomeOf(answer)),
    },
    parent,
  );
  question.end(Math.max(answer.askedAt, answer.answeredAt));
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

function fail(span: Span, attributes: Attributes): void {
  span.setAttributes(attributes);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
