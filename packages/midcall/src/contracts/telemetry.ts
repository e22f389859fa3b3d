/** A request of a client, for telemetry. */
export interface ObservedRequest {
  readonly method: string;
  /** The tool or prompt; absent for a resource, whose URI may say too much, and where it is not known to exist. */
  readonly name?: string | undefined;
  readonly protocolVersion: string;
  /** Names the session, but does not give access to it. A digest, which is made when it is read. */
  readonly session?: string | undefined;
  readonly requestId?: string | number | undefined;
  readonly transport: "pipe" | "tcp";
  /** `_meta.traceparent` and `_meta.tracestate` of the request, unchecked. */
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
  /** The `traceparent` of the first round of the same call, from the sealed state. */
  readonly firstRound?: string | undefined;
  /** Rounds of the call before this one. */
  readonly round: number;
  /** Whether the handler runs again with what earlier rounds recorded. */
  readonly isReplayed: boolean;
  /** Whether the call goes on here because the replica that ran it is gone (2025). */
  readonly isFailover: boolean;
  /** Whether the call is made of rounds (2026-07-28). */
  readonly hasRounds: boolean;
}

/** How a request ended. */
export type ObservedEnd = { readonly result: unknown } | { readonly error: unknown };

/** A question, for telemetry: nothing of what it asks. */
export interface ObservedQuestion {
  readonly mode: "form" | "url";
  /** How many fields its form has. */
  readonly fieldCount?: number | undefined;
}

/** How a question ended, for telemetry: nothing of the answer. */
export interface ObservedAnswer extends ObservedQuestion {
  readonly action: "accept" | "decline" | "cancel" | "unanswered";
  readonly reason?: string | undefined;
  readonly attempts?: number | undefined;
  /** In ms since 1970. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Whether it was a request to the host, which is observed by itself. */
  readonly isSent: boolean;
  /** The `traceparent` of the first round of its call. */
  readonly firstRound?: string | undefined;
}

/** A request to the host (2025), until its response. */
export interface ObservedSending {
  /** @param reason why there was no answer, or `invalid`; `errorCode`: of the host's JSON-RPC error */
  end(outcome: {
    readonly action?: ObservedAnswer["action"] | undefined;
    readonly reason?: string | undefined;
    readonly errorCode?: number | undefined;
    readonly attempts: number;
  }): void;
}

/** The trace of one request. */
export interface RequestTrace {
  /** W3C Trace Context; `undefined` without a tracing SDK. */
  readonly traceparent: string | undefined;
  readonly traceId: string | undefined;
  /** Runs work as part of the trace. */
  run<T>(work: () => T): T;
  /** A question is sent to the host (2025). */
  sending(question: ObservedQuestion): ObservedSending;
  /** A question waits in this process from now on (2025). @returns what to call when it does no more */
  opened(question: ObservedQuestion): () => void;
  /** A question has ended. */
  answered(answer: ObservedAnswer): void;
  end(outcome: ObservedEnd): void;
}

/** What `createTelemetry` of `midcall/telemetry` makes, for the option `telemetry` of `createElicitation`. */
export interface Telemetry {
  /** A request has come. @returns `undefined` where there is nothing to observe it with, such as before an SDK is started */
  request(request: ObservedRequest): RequestTrace | undefined;
  /** A state was sealed. */
  stateSealed(bytes: number): void;
  /** A state was refused. */
  stateRejected(reason: string): void;
  /** A step was started before and left no result. */
  stepInterrupted(): void;
  /** This replica continues a call because the one that ran it is gone. */
  failover(): void;
  /** An operation of the store has ended. @param ms how long it took */
  storeOperation(operation: string, ms: number, error?: unknown): void;
}
