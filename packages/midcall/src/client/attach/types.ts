import type { Client } from "@modelcontextprotocol/client";
import type { QuestionCall } from "../inbox/question.js";

/** The part of the official client (`@modelcontextprotocol/client`) an inbox needs. */
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

/** A request inside an `input_required` result that is not elicitation: sampling, or roots. */
export interface OtherInput {
  readonly method: string;
  /** Untrusted. */
  readonly params: unknown;
}

/** Options of `inbox.attach`. */
export interface AttachOptions {
  /** The server, as this host calls it. Shown to the person; rules and limits go by it. */
  readonly server: string;
  /**
   * Answers the other kinds of input on 2026-07-28, with the bare result. Without it a call that needs
   * one fails. (On 2025 these come to the client's own request handlers.)
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
  /** How often a server may ask within one call. Default 25. */
  readonly maxRounds?: number | undefined;
}

/** A call that continues after a reload, or on a new connection. */
export interface ResumedCall {
  readonly call: QuestionCall;
  /** What the server answers in the end; not checked against a tool's output schema. */
  readonly result: Promise<unknown>;
  /**
   * Stops it for good: its question is withdrawn, the server is told where it is at work, and `result`
   * rejects. Does nothing once it has ended.
   */
  readonly cancel: () => void;
}

/** An attached client. */
export interface Attachment {
  /**
   * Continues with the 2026-07-28 calls of this server that waited for the person when the page was
   * left, or when their connection was lost: those failed with `CONNECTION_CLOSED`, and are not to be
   * sent again as well. Call it once the client is connected. A call that runs already is left alone;
   * on a connection of 2025 none is resumed, and all are kept.
   *
   * @throws InboxAttachError when it is not connected
   */
  resume(): Promise<readonly ResumedCall[]>;
}
