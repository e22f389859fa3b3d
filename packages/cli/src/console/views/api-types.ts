/*
 * The data that the console's API and its page exchange. Types only: both sides import them.
 */
import type { AuditEntry } from "midcall/audit";
import type { FormQuestion, ServerRule, UrlQuestion } from "midcall/client";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";

export type { AuditEntry, ProtocolVersionChoice };

/** How to reach a server, with likely secrets masked. */
export type TargetView =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

/**
 * `idle`: the user has not connected it. `failed`: connecting failed. `ended`: the connection ended by itself.
 * `sign-in`: the user has to sign in; `signIn` says where.
 */
export type ServerState = "idle" | "connecting" | "ready" | "failed" | "ended" | "sign-in";

/** The user's sign-in at a server, without its tokens. */
export interface SignInView {
  /** `waiting`: the page of the authorization server is open, or can be opened at `url`. */
  readonly state: "needed" | "waiting" | "signed-in";
  /** The address of the sign-in page in three parts; the registrable domain is the highlight. */
  readonly at: { readonly before: string; readonly highlight: string; readonly after: string };
  /** Warnings about the address, one sentence each. */
  readonly warnings: readonly string[];
  /** What the user is asked to allow, or has allowed; untrusted, safe to show. */
  readonly scopes: readonly string[];
  /** While it waits: the address to open, exactly as it is. */
  readonly url?: string | undefined;
  /** Why the user has to sign in again, if they have been signed in. */
  readonly reason?: string | undefined;
  /** Why the last attempt to sign in failed. */
  readonly problem?: string | undefined;
  /** Whether the user has to enter a client ID, because the authorization server does not register programs. */
  readonly needsClientId: boolean;
}

/** A server. */
export interface ServerView {
  readonly id: string;
  /** The user's name for it. Unique; rules apply to this name. */
  readonly name: string;
  readonly target: TargetView;
  /** The names of the headers that are sent; the values are never shown. */
  readonly headers: readonly string[];
  readonly protocolVersion: ProtocolVersionChoice;
  readonly state: ServerState;
  /** Absent for a server without a sign-in. */
  readonly signIn?: SignInView | undefined;
  /** The protocol version in use, while connected. */
  readonly negotiated?: string | undefined;
  /** The server's description of itself, safe to show. */
  readonly info?:
    | {
        readonly name: string;
        readonly version: string;
        /** Warnings about a suspicious name, one sentence each. */
        readonly warnings: readonly string[];
      }
    | undefined;
  /** Why it is not connected, for the user. */
  readonly problem?: string | undefined;
  readonly toolCount?: number | undefined;
  /** These numbers grow with every change, so that the page knows when to reload. */
  readonly toolsSeq: number;
  readonly wireSeq: number;
  readonly outputSeq: number;
}

/** A tool. */
export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As sent by the server; untrusted. `undefined` if it is too large. */
  readonly inputSchema: unknown;
  /** The server's annotations of the tool, such as `destructive`. */
  readonly hints: readonly string[];
}

/** `lost`: the connection to the server was lost. */
export type CallState = "running" | "done" | "failed" | "cancelled" | "lost";

/** A call, without its result. */
export interface CallView {
  readonly id: string;
  readonly serverId: string;
  readonly server: string;
  readonly tool: string;
  /** The arguments, with secrets masked. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly protocolVersion: string;
  readonly state: CallState;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly progress?: Progress | undefined;
  /** Whether it continued after the console was restarted. */
  readonly resumed: boolean;
  /** Whether the tool reported an error. */
  readonly isError: boolean;
  readonly hasResult: boolean;
  /** Questions that the user did not answer, by reason. */
  readonly notes: readonly CallNote[];
}

/** The number of questions that ended with a reason code, such as `rate-limit` or `withdrawn`. */
export interface CallNote {
  readonly reason: string;
  readonly count: number;
}

/** A progress notification. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** A part of a result, limited in size. */
export type ResultPart =
  | { readonly type: "text"; readonly text: string; readonly cut: boolean }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  | { readonly type: "json"; readonly text: string; readonly cut: boolean }
  | { readonly type: "note"; readonly text: string };

/** The result of a call. */
export interface CallResultView {
  readonly parts: readonly ResultPart[];
  /** What went wrong if there is no result. */
  readonly problem?: string | undefined;
}

/** A message of the protocol. Secrets and the user's answers are masked. */
export interface WireEntry {
  readonly seq: number;
  readonly at: number;
  readonly direction: "sent" | "received";
  readonly kind: "request" | "response" | "error" | "notification";
  /** The method; for a response, the method of its request. */
  readonly method: string;
  readonly id?: string | number | undefined;
  readonly protocolVersion: string;
  /** The length of the message as JSON, in characters. */
  readonly size: number;
  /** The masked message as JSON; invalid JSON if it was truncated. */
  readonly body: string;
  readonly cut: boolean;
}

/** An open question without its parsed schema, which the page derives from `requestedSchema`. */
export type QuestionView = Omit<FormQuestion, "schema"> | UrlQuestion;

/** The open questions. */
export interface QuestionsView {
  readonly showing: readonly QuestionView[];
  /** Without their messages and forms, which are sent when the question is shown. */
  readonly waiting: readonly QuestionView[];
}

/** The state that all screens share. Events contain the members that have changed. */
export interface ConsoleState {
  readonly servers: readonly ServerView[];
  readonly questions: QuestionsView;
  /** Rules that differ from `allow`, by server name. */
  readonly rules: Readonly<Record<string, ServerRule>>;
  /** Newest first, without results. */
  readonly calls: readonly CallView[];
  readonly auditSeq: number;
}

/** The first event of every stream. */
export interface Hello {
  /** The id of the stream. The questions that its page shows count as shown until the stream ends. */
  readonly stream: string;
  readonly version: string;
  readonly stateDir: string;
}

/** The request to add a server. */
export interface AddServer {
  /** A command line, or a URL. */
  readonly target: string;
  readonly name?: string | undefined;
  readonly protocolVersion?: ProtocolVersionChoice | undefined;
  /** For a URL; kept only in memory. */
  readonly headers?: unknown;
}
