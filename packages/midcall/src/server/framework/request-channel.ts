import type { HostCapabilities } from "../host/capabilities.js";
import type { Pending } from "../state/records.js";
import type { DurableCall } from "./durable-call.js";

/** A notification to the host. */
export interface HostNotification {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** How long a request to the host may take. */
export interface SendOptions {
  /** Withdraws the request. */
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly timeout: number;
  /** The question behind the request. */
  readonly pending: Pending;
  /** Called with the time at which the answer came, in ms since 1970, where it may be read much later. */
  readonly onCame?: (at: number) => void;
}

/**
 * What the core needs of the framework that a request came through. Each supported framework implements it; nothing else
 * of a framework is used.
 */
export interface RequestChannel {
  /** Identifies the connection that the request came on. */
  readonly connection: object;
  /** Whether the server runs on the user's own machine, started by the host. */
  readonly isStdio: boolean;
  /** The host at the other end. */
  readonly host: HostCapabilities;
  /** Aborts when the call is cancelled, and perhaps once it has been answered. */
  readonly signal: AbortSignal;
  readonly progressToken: string | number | undefined;
  /** The id of the request, for telemetry. */
  readonly requestId?: string | number | undefined;
  /** The id of the 2025 session, for telemetry. */
  readonly sessionId?: string | undefined;
  /** The responses that came with the request (2026-07-28). */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined;
  /** When each of them came (ms since 1970), where that was before the request; also those that come with the next one. */
  readonly cameAt?: Readonly<Record<string, number>> | undefined;
  /**
   * Sends a request to the host as part of the call, and returns its result unchecked (2025).
   *
   * @throws the JSON-RPC error of the host, or an error that {@link RequestChannel.failureOf} knows
   */
  send(
    request: { readonly method: string; readonly params: Record<string, unknown> },
    options: SendOptions,
  ): Promise<unknown>;
  /** The call, where another replica can continue it (2025). */
  readonly durable?: DurableCall | undefined;
  /** Why `send` got no response; `undefined` for an error that the host sent. */
  failureOf(error: unknown): "deadline" | "disconnected" | undefined;
  /** Sends a notification as part of the call. */
  notify(notification: HostNotification): Promise<void>;
  /** Sends a notification on the session's own stream, after the call. */
  notifySession(notification: HostNotification): Promise<void>;
  /** Ends requests to the host whose response is malformed. Called before the first request. */
  endBrokenResponses(): void;
}
