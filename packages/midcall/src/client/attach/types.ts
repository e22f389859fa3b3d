import type { Client } from "@modelcontextprotocol/client";
import type { QuestionCall } from "../inbox/question.js";

/** The part of the official client (`@modelcontextprotocol/client`) that an inbox uses. */
export type AttachableClient = Pick<
  Client,
  | "connect"
  | "request"
  | "registerCapabilities"
  | "setNotificationHandler"
  | "assertCanSetRequestHandler"
  | "fallbackRequestHandler"
  | "transport"
  | "getProtocolEra"
>;

/** A request in an `input_required` result that is not an elicitation: sampling or roots. */
export interface OtherInput {
  /** `sampling/createMessage` or `roots/list`. */
  readonly method: string;
  /** Untrusted. */
  readonly params: unknown;
}

/** The state of a task that a call runs as. */
export interface CallTask {
  /** The server's id for the task. Untrusted. */
  readonly id: string;
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  /** The server's words about the state. Untrusted. */
  readonly message: string | undefined;
  /** How long to wait before asking again, in milliseconds. */
  readonly pollMs: number;
}

/** Options of `inbox.attach`. */
export interface AttachOptions {
  /**
   * The host's name for the server. It is shown to the user, and rules and limits apply to it. Two servers with one name
   * share both.
   */
  readonly server: string;
  /**
   * Answers the other kinds of input on 2026-07-28, with the bare result. Without it, a call that needs one fails. (On
   * 2025 these requests go to the client's own request handlers.)
   */
  readonly onInput?:
    | ((
        input: OtherInput,
        context: {
          readonly server: string;
          readonly call: QuestionCall;
          readonly signal: AbortSignal;
        },
      ) => unknown)
    | undefined;
  /**
   * Who starts the calls of this client: a `model`, or the `user` by hand, as in a console. Limits on how many questions
   * a server may ask do not apply to calls of the user, and a UI may move the focus to their questions. Default `model`.
   */
  readonly startedBy?: "model" | "user" | undefined;
  /**
   * Whether the server may run a tool call as a task on 2026-07-28 (the extension `io.modelcontextprotocol/tasks`). The
   * call then takes as long as the task: it is polled, its questions are shown like any others, and the call returns its
   * result. A stopped call cancels it. Default `true`.
   *
   * @see https://modelcontextprotocol.io/extensions/tasks/overview
   */
  readonly tasks?: boolean | undefined;
  /** Called with each state of a task, as part of the call that it belongs to. */
  readonly onTask?:
    | ((task: CallTask, context: { readonly server: string; readonly call: QuestionCall }) => void)
    | undefined;
  /** The number of rounds a server may request within one call. Default 25. */
  readonly maxRounds?: number | undefined;
}

/** A call that was resumed after a reload or on a new connection. */
export interface ResumedCall {
  /** The method, and the name or URI, of the call. */
  readonly call: QuestionCall;
  /** The request's params as the host sent them. */
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * Whether the server is asked if it still knows the call before the user is asked again. It is with a server of midcall.
   * Otherwise a server that was started again in the meantime may refuse the user's answer.
   */
  readonly isLookedUp: boolean;
  /** The server's final result; not checked against a tool's output schema. */
  readonly result: Promise<unknown>;
  /**
   * Stops the call permanently: its question is withdrawn, a request in flight is cancelled, and `result` rejects. Does
   * nothing once the call has ended.
   */
  readonly cancel: () => void;
}

/** An attached client. */
export interface Attachment {
  /**
   * Resumes the 2026-07-28 calls of this server that were waiting for the user when the page was left or the connection
   * was lost. Calls of a lost connection failed with `CONNECTION_CLOSED`; do not send them again yourself. Call this
   * once the client is connected. Calls that are running are not affected. On a 2025 connection no call is resumed and
   * all are kept.
   *
   * @returns the resumed calls, each with its `result`
   * @throws InboxAttachError if the client is not connected
   */
  resume(): Promise<readonly ResumedCall[]>;
}
