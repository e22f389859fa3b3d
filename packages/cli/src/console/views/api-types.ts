/*
 * The data that the console's API and its page exchange. Types only: both sides import them.
 */
import type { AuditEntry } from "midcall/audit";
import type {
  FormQuestion,
  HeldQuestions,
  OpenedLink,
  ServerRule,
  UrlQuestion,
} from "midcall/client";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";

export type { AuditEntry, ProtocolVersionChoice };

/** How to reach a server, with likely secrets masked. */
export type TargetView =
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "url"; readonly url: string };

/**
 * `idle`: the user has not connected it. `failed`: connecting failed. `ended`: the connection ended by itself.
 */
export type ServerState = "idle" | "connecting" | "ready" | "failed" | "ended";

/** A server. */
export interface ServerView {
  readonly id: string;
  /** The user's name for it. Unique; rules apply to this name. */
  readonly name: string;
  readonly target: TargetView;
  /** The names of the headers that are sent; the values are never shown. */
  readonly headers: readonly string[];
  /** The names of the variables that its program is started with; the values are never shown. */
  readonly environment: readonly string[];
  readonly protocolVersion: ProtocolVersionChoice;
  readonly state: ServerState;
  /** The protocol version in use, while connected. */
  readonly negotiated?: string | undefined;
  /** The server's description of itself, safe to show. */
  readonly info?: ServerInfoView | undefined;
  /** What it offers, while connected. */
  readonly capabilities?: CapabilitiesView | undefined;
  /** Its instructions for the model, safe to show; may have several lines. */
  readonly instructions?: string | undefined;
  /** Why it is not connected, for the user. */
  readonly problem?: string | undefined;
  readonly toolCount?: number | undefined;
  readonly promptCount?: number | undefined;
  /** Without the templates. */
  readonly resourceCount?: number | undefined;
  readonly templateCount?: number | undefined;
  /** The resources whose updates are followed, while connected. */
  readonly subscriptions: readonly SubscriptionView[];
  /** The level that the user has chosen; `undefined` for the server's own default. */
  readonly logLevel?: LogLevel | undefined;
  /** The roots that the user has saved for this server; `undefined` until the user has saved some, or none, once. */
  readonly roots?: readonly RootView[] | undefined;
  /** Whether the questions that a limit holds back are shown without being asked for. */
  readonly showAll: boolean;
  /** These numbers grow with every change, so that the page knows when to reload. */
  readonly toolsSeq: number;
  readonly promptsSeq: number;
  /** Of resources and templates. */
  readonly resourcesSeq: number;
  readonly wireSeq: number;
  readonly outputSeq: number;
  readonly logSeq: number;
}

/** What a server says about itself; unverified, but safe to show. */
export interface ServerInfoView {
  readonly name: string;
  readonly title?: string | undefined;
  readonly version: string;
  readonly description?: string | undefined;
  /** An http or https URL; never followed without the user's click. */
  readonly websiteUrl?: string | undefined;
  readonly icon?: IconView | undefined;
  /** Warnings about a suspicious name, one sentence each. */
  readonly warnings: readonly string[];
}

/** An icon as a `data:` URL of an image type without scripts. Icons at other addresses are never fetched. */
export interface IconView {
  readonly src: string;
}

/** What a server offers. */
export interface CapabilitiesView {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Whether the user can follow the updates of a resource. */
  readonly subscribe: boolean;
  /** Whether it completes arguments of prompts and templates. */
  readonly completions: boolean;
  readonly logging: boolean;
  readonly tasks: boolean;
}

/** A resource whose updates are followed. */
export interface SubscriptionView {
  readonly uri: string;
  /** The number of updates since the subscription. */
  readonly updates: number;
  readonly updatedAt?: number | undefined;
}

/** A root: a directory or file that the user names to a server. */
export interface RootView {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string | undefined;
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
  readonly icon?: IconView | undefined;
}

/** A prompt. */
export interface PromptView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgumentView[];
  readonly icon?: IconView | undefined;
}

/** An argument of a prompt. Its value is text. */
export interface PromptArgumentView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
}

/** A resource. */
export interface ResourceView {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** In bytes, as the server says. */
  readonly size?: number | undefined;
  readonly icon?: IconView | undefined;
}

/** A template of resources. */
export interface ResourceTemplateView {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** The names of its variables. */
  readonly variables: readonly string[];
  readonly icon?: IconView | undefined;
}

/** The answer of `GET /servers/:id/prompts`. */
export interface PromptsView {
  readonly prompts: readonly PromptView[];
  /** Why the list could not be read. */
  readonly problem?: string | undefined;
}

/** The answer of `GET /servers/:id/resources`. */
export interface ResourcesView {
  readonly resources: readonly ResourceView[];
  readonly templates: readonly ResourceTemplateView[];
  /** Why a list could not be read. */
  readonly problem?: string | undefined;
}

/** The body of `POST /servers/:id/complete`. */
export interface CompleteArgument {
  readonly of: { readonly kind: "prompt" | "resource"; readonly name: string };
  readonly argument: string;
  readonly value: string;
  /** The other arguments entered so far. */
  readonly others?: Readonly<Record<string, string>> | undefined;
}

/** The answer of `POST /servers/:id/complete`. */
export interface CompletionView {
  /** As the server sent them, limited in number and length. */
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

/** What is called: a tool, a prompt to get, or a resource to read. */
export type CallKind = "tool" | "prompt" | "resource";

/** The body of `POST /servers/:id/calls`. */
export interface StartCall {
  readonly kind: CallKind;
  /** The tool's or prompt's name, the resource's URI, or a URI template whose variables are the arguments. */
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** The name of the scenario that it is started from. */
  readonly scenario?: string | undefined;
}

/**
 * `lost`: the connection to the server was lost. `over`: it was running when the console was stopped, and the server
 * no longer knows it.
 */
export type CallState = "running" | "done" | "failed" | "cancelled" | "lost" | "over";

/** A call, without its result. */
export interface CallView {
  readonly id: string;
  readonly serverId: string;
  readonly server: string;
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  /** The arguments, with secrets masked. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The name of the scenario that it was started from. */
  readonly scenario?: string | undefined;
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
  /** The ids of its open questions and opened links. */
  readonly questions: readonly string[];
  /** The ids of its open requests for sampling and roots. */
  readonly requests: readonly string[];
  /** The task that it became. */
  readonly task?: TaskView | undefined;
  /** Grows with every line of `GET /calls/:id/lines`. */
  readonly linesSeq: number;
}

/** A task: a call that the server runs in the background, and that is asked for its state. */
export interface TaskView {
  readonly id: string;
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  readonly message?: string | undefined;
  /** How often it is asked, in milliseconds. */
  readonly pollMs: number;
  readonly updatedAt: number;
}

/** The levels of log messages, least severe first. */
export type LogLevel =
  "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** A log message of a server, safe to show. */
export interface LogLine {
  readonly kind: "log";
  readonly seq: number;
  readonly at: number;
  readonly level: LogLevel;
  readonly logger?: string | undefined;
  /** May have several lines. Data that is not text is JSON. */
  readonly text: string;
  readonly cut: boolean;
  /** The id of the call it belongs to, if that is known. */
  readonly call?: string | undefined;
}

/** A progress notification in the history of a call. */
export interface ProgressLine extends Progress {
  readonly kind: "progress";
  readonly seq: number;
  readonly at: number;
}

/** A line of `GET /calls/:id/lines`, oldest first. */
export type CallLine = LogLine | ProgressLine;

/** The number of questions that ended with a reason code, such as `rate-limit` or `withdrawn`. */
export interface CallNote {
  readonly reason: string;
  readonly count: number;
  /** Why, for the author of the server: of the first few questions that were refused without being shown. */
  readonly details?: readonly RefusalDetail[] | undefined;
}

/** The rule that a question broke. All texts are safe to show. */
export interface RefusalDetail {
  /** The field concerned. */
  readonly field?: string | undefined;
  readonly rule: string;
  /** What the server's author can do. */
  readonly advice: string;
  /** The schema of the form as JSON, if it is not too large. */
  readonly schema?: string | undefined;
}

/** A progress notification. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Text, limited in size. */
export interface TextPart {
  readonly type: "text" | "json";
  readonly text: string;
  readonly cut: boolean;
}

/** An image or audio of a type that browsers show and that cannot contain scripts; `data` is base64. */
export interface MediaPart {
  readonly type: "image" | "audio";
  readonly mimeType: string;
  readonly data: string;
}

/** Binary content that is not shown, but can be saved; `data` is base64. */
export interface BlobPart {
  readonly type: "blob";
  readonly mimeType: string;
  readonly data: string;
  /** In bytes. */
  readonly size: number;
}

/** What is shown in place of content that cannot be shown. */
export interface NotePart {
  readonly type: "note";
  readonly text: string;
}

/** The content of a resource, embedded in a result or read. */
export interface ResourcePart {
  readonly type: "resource";
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly content: TextPart | MediaPart | BlobPart | NotePart;
}

/** A link to a resource of the server, which can be read with `POST /servers/:id/calls`. */
export interface ResourceLinkPart {
  readonly type: "link";
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** In bytes, as the server says. */
  readonly size?: number | undefined;
}

/** A part of a result, limited in size and safe to show. */
export type ContentPart =
  TextPart | MediaPart | BlobPart | NotePart | ResourcePart | ResourceLinkPart;

/** A message of a prompt or of a request for sampling. */
export interface MessagePart {
  readonly type: "message";
  readonly role: "user" | "assistant";
  readonly parts: readonly ContentPart[];
}

/** A part of the result of a call; a prompt has messages. */
export type ResultPart = ContentPart | MessagePart;

/** The result of a call. */
export interface CallResultView {
  readonly parts: readonly ResultPart[];
  /** The description of a prompt. */
  readonly description?: string | undefined;
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
  /** What it belongs to, if that is known. */
  readonly call?: { readonly kind: CallKind; readonly name: string } | undefined;
  /**
   * The `seq` of the other half: of the request for a response, and of the response for a request. A request gets it when
   * its response has arrived, so entries that were read before may lack it.
   */
  readonly pair?: number | undefined;
  /** The number of the round within a call of 2026-07-28 that takes several, from 1. */
  readonly round?: number | undefined;
}

/** An open question without its parsed schema, which the page derives from `requestedSchema`. */
export type QuestionView = Omit<FormQuestion, "schema"> | UrlQuestion;

/** The open questions. */
export interface QuestionsView {
  readonly showing: readonly QuestionView[];
  /** Without their messages and forms, which are sent when the question is shown. */
  readonly waiting: readonly QuestionView[];
  /** The questions that a limit holds back, one item for each server. */
  readonly held: readonly HeldQuestions[];
  /** The pages that the user has opened, oldest first. */
  readonly links: readonly OpenedLink[];
}

interface RequestBase {
  readonly id: string;
  readonly serverId: string;
  /** The user's name for the server. */
  readonly server: string;
  /** The id of the call it belongs to, if that is known. */
  readonly call?: string | undefined;
  readonly askedAt: number;
  /** When it ends without an answer, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Whether the user must decide first whether it may be shown: all content is empty until then. */
  readonly needsApproval: boolean;
}

/** A server asks for a message of a model, which the user writes by hand. */
export interface SamplingRequestView extends RequestBase {
  readonly kind: "sampling";
  readonly messages: readonly MessagePart[];
  readonly systemPrompt?: string | undefined;
  /** Names of models that the server would like, best first. */
  readonly modelHints: readonly string[];
  /** From 0 to 1, if the server says. */
  readonly priorities: {
    readonly cost?: number | undefined;
    readonly speed?: number | undefined;
    readonly intelligence?: number | undefined;
  };
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences: readonly string[];
  /** The context that the server would like to be included, such as `thisServer`. */
  readonly includeContext?: string | undefined;
  /** The tools that the model may use. */
  readonly tools: readonly ToolView[];
  /** `auto`, `required` or `none`. */
  readonly toolChoice?: string | undefined;
}

/** A server asks for the roots, and the user has saved none for it. */
export interface RootsRequestView extends RequestBase {
  readonly kind: "roots";
}

/** A request of a server that is not a question: for sampling or for roots. */
export type RequestView = SamplingRequestView | RootsRequestView;

/** The body of `POST /requests/:id/answer` for sampling. */
export interface SamplingAnswer {
  /** The text of the message, or instead `content`. */
  readonly text?: string | undefined;
  /** The content of the message as the protocol has it: one block, or a list with the tools to be used. */
  readonly content?: unknown;
  /** The name of the model that wrote it. */
  readonly model: string;
  readonly stopReason?: string | undefined;
}

/** The body of `POST /requests/:id/answer` for roots. They are saved for the server. */
export interface RootsAnswer {
  readonly roots: readonly RootView[];
}

/** A half-typed answer or argument. */
export interface DraftView {
  readonly value: unknown;
  readonly savedAt: number;
}

/** The state that all screens share. Events contain the members that have changed. */
export interface ConsoleState {
  readonly servers: readonly ServerView[];
  readonly questions: QuestionsView;
  /** Oldest first. */
  readonly requests: readonly RequestView[];
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
