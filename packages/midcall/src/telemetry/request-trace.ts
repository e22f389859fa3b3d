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
  ObservedQuestion,
  ObservedRequest,
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
  const { method, name, protocolVersion, transport } = request;
  const startedAt = performance.now();
  const shared = sharedAttributes(request);
  const { parent, links } = parentOf(request);
  const span = tracer.startSpan(
    name === undefined ? method : `${method} ${name}`,
    {
      kind: SpanKind.SERVER,
      links,
      attributes: requestAttributes(request),
    },
    parent,
  );
  const inSpan = trace.setSpan(parent, span);
  const spanContext = span.spanContext();
  const isTraced = isSpanContextValid(spanContext);
  let isOver = false;
  return {
    traceparent: isTraced ? writeTraceparent(spanContext) : undefined,
    traceId: isTraced ? spanContext.traceId : undefined,
    run: (work) => context.with(inSpan, work),
    sending(question) {
      const sent = tracer.startSpan(
        "elicitation/create",
        {
          kind: SpanKind.CLIENT,
          attributes: {
            [NAMES.method]: "elicitation/create",
            [NAMES.protocolVersion]: protocolVersion,
            [NAMES.transport]: transport,
            ...attributesOf(question),
          },
        },
        inSpan,
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
    },
    opened({ mode }) {
      const attributes = { [NAMES.mode]: mode, [NAMES.protocolVersion]: protocolVersion };
      instruments.elicitationOpen.add(1, attributes);
      return () => instruments.elicitationOpen.add(-1, attributes);
    },
    answered(answer) {
      const measured = {
        [NAMES.mode]: answer.mode,
        [NAMES.protocolVersion]: protocolVersion,
        ...outcomeOf({ action: answer.action, reason: answer.reason }),
      };
      const seconds = Math.max(0, answer.answeredAt - answer.askedAt) / 1000;
      instruments.elicitationDuration.record(seconds, measured);
      instruments.elicitationCount.add(1, measured);
      if (!answer.isSent) addQuestion(tracer, inSpan, span, answer);
    },
    end(outcome) {
      if (isOver) return;
      isOver = true;
      const { isError, isFinal, attributes } = describeEnd(outcome);
      if (isError) fail(span, attributes);
      span.end();
      const seconds = (performance.now() - startedAt) / 1000;
      instruments.operationDuration.record(seconds, Object.assign({}, shared, attributes));
      if (isFinal && request.hasRounds) instruments.rounds.record(request.round + 1, shared);
    },
  };
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

function requestAttributes(request: ObservedRequest): Attributes {
  const { session, requestId } = request;
  const attributes = sharedAttributes(request);
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
