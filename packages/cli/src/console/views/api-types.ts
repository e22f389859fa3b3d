/*
 * What the console's page and its Node side say to each other. Types only: both sides import them.
 */
import type { AuditEntry } from "midcall/audit";
import type { FormQuestion, ServerRule, UrlQuestion } from "midcall/client";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";

export type { AuditEntry, ProtocolVersionChoice };

/** How a server is reached, as shown: what looks like a secret is masked. */
export type TargetView =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

/**
 * `idle`: not connected, by the person's choice. `failed`: it could not be connected. `ended`: it was
 * connected, and went away by itself.
 */
export type ServerState = "idle" | "connecting" | "ready" | "failed" | "ended";

export interface ServerView {
  readonly id: string;
  /** What this host calls it. Unique; rules go by it. */
  readonly name: string;
  readonly target: TargetView;
  /** Names of the headers that are sent; the values are shown nowhere. */
  readonly headers: readonly string[];
  readonly protocolVersion: ProtocolVersionChoice;
  readonly state: ServerState;
  /** The protocol version in use, while connected. */
  readonly negotiated?: string | undefined;
  /** What the server calls itself, safe to show. */
  readonly info?:
    | {
        readonly name: string;
        readonly version: string;
        /** What is odd about that name; one sentence each. */
        readonly warnings: readonly string[];
      }
    | undefined;
  /** Why it is not connected, for the person. */
  readonly problem?: string | undefined;
  readonly toolCount?: number | undefined;
  /** Grow with every change; tell the page when to read again. */
  readonly toolsSeq: number;
  readonly wireSeq: number;
  readonly outputSeq: number;
}

export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As the server sent it; untrusted. */
  readonly inputSchema: unknown;
  /** What the server says about the tool, such as `destructive`. */
  readonly hints: readonly string[];
}

/** `lost`: the server went away first. */
export type CallState = "running" | "done" | "failed" | "cancelled" | "lost";

export interface CallView {
  readonly id: string;
  readonly serverId: string;
  readonly server: string;
  readonly tool: string;
  /** The arguments, secrets masked. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly protocolVersion: string;
  readonly state: CallState;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly progress?: Progress | undefined;
  /** It went on after the console was started again. */
  readonly resumed: boolean;
  /** The tool said that it failed. */
  readonly isError: boolean;
  readonly hasResult: boolean;
  /** Questions that ended without the person, such as `rate-limit` or `withdrawn`. */
  readonly notes: readonly CallNote[];
}

/** Questions that ended for the same reason of the inbox. */
export interface CallNote {
  readonly reason: string;
  readonly count: number;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A part of a result, bounded. */
export type ResultPart =
  | { readonly type: "text"; readonly text: string; readonly cut: boolean }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  | { readonly type: "json"; readonly text: string; readonly cut: boolean }
  | { readonly type: "note"; readonly text: string };

export interface CallResultView {
  readonly parts: readonly ResultPart[];
  /** What went wrong, where there is no result. */
  readonly problem?: string | undefined;
}

/** One message, as it crossed the wire. Secrets and the person's answers are masked. */
export interface WireEntry {
  readonly seq: number;
  readonly at: number;
  readonly direction: "sent" | "received";
  readonly kind: "request" | "response" | "error" | "notification";
  /** The method; of a response, that of its request. */
  readonly method: string;
  readonly id?: string | number | undefined;
  readonly protocolVersion: string;
  /** Characters of the message as JSON. */
  readonly size: number;
  /** The masked message as JSON; no JSON any more where it was cut. */
  readonly body: string;
  readonly cut: boolean;
}

/** An open question without what can be worked out from `requestedSchema`. */
export type QuestionView = Omit<FormQuestion, "schema"> | UrlQuestion;

export interface QuestionsView {
  readonly showing: readonly QuestionView[];
  /** Without their forms, which are sent when their turn comes. */
  readonly waiting: readonly QuestionView[];
}

/** Everything the page shows on every screen. Events carry the members that changed. */
export interface ConsoleState {
  readonly servers: readonly ServerView[];
  readonly questions: QuestionsView;
  /** Rules that differ from `allow`, by server name. */
  readonly rules: Readonly<Record<string, ServerRule>>;
  /** Newest first, results left out. */
  readonly calls: readonly CallView[];
  readonly auditSeq: number;
}

/** First in every stream of events. */
export interface Hello {
  /** Names this stream; what a page looks at ends with it. */
  readonly stream: string;
  readonly version: string;
  readonly stateDir: string;
}

/** What the page sends to add a server. */
export interface AddServer {
  /** A command line, or a URL. */
  readonly target: string;
  readonly name?: string | undefined;
  readonly protocolVersion?: ProtocolVersionChoice | undefined;
  /** For a URL; kept in memory alone. */
  readonly headers?: unknown;
}
