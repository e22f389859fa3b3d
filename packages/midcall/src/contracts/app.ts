import type { ElicitContent, RequestedSchema } from "../schema/index.js";

/** The extension that a client declares when it renders Views. The server declares it for elicitations in a View. */
export const APP_EXTENSION = "io.modelcontextprotocol/ui";

/** The MIME type of a View. */
export const APP_MIME_TYPE = "text/html;profile=mcp-app";

/** The resource that contains the View of midcall. */
export const QUESTION_VIEW_URI = "ui://midcall/question.html";

/** Where the result of a tool carries a question for the View: in its `_meta`, which models do not see. */
export const QUESTION_META = "midcall/question";

/** The tool that the View answers with. Models do not see it: its visibility is `["app"]`. */
export const ANSWER_TOOL = "midcall_answer";

/** A question in the `_meta` of a tool's result. */
export interface AppQuestion {
  readonly id: string;
  /** Allows one answer. It is sent with the answer and nowhere else. */
  readonly key: string;
  /** The name of the tool that asks. */
  readonly tool: string;
  /** The name of the server. */
  readonly server: string;
  readonly message: string;
  readonly requestedSchema: RequestedSchema;
  /** Why an earlier answer was not accepted. */
  readonly reason?: string;
  /** The content of that answer. */
  readonly previous?: ElicitContent;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /** How many other questions of the same call are open. */
  readonly more?: number;
}

/** What a user answered in the View. */
export type AppAnswer =
  | { readonly action: "accept"; readonly content: ElicitContent }
  | { readonly action: "decline" | "cancel" };

/** The arguments of {@link ANSWER_TOOL}: an answer, or with `look`, what has become of the question. */
export type AnswerArguments = { readonly id: string; readonly key: string } & (
  | AppAnswer
  | { readonly action: "look" }
);

/**
 * What {@link ANSWER_TOOL} returns for an answer as `structuredContent`.
 *
 * - `received`: the answer is stored.
 * - `invalid`: the form does not allow it. The question is still open.
 * - `closed`: the question was answered before, or was withdrawn.
 * - `expired`: it was not answered in time.
 * - `unknown`: there is no such question, or the key is not its key.
 */
export interface AnswerResult {
  readonly status: "received" | "invalid" | "closed" | "expired" | "unknown";
  /** With `invalid`, what is wrong with the answer, in one sentence. */
  readonly reason?: string;
}

/** What {@link ANSWER_TOOL} returns for `look` as `structuredContent`. */
export interface LookResult {
  readonly status: "open" | "answered" | "closed" | "expired" | "unknown";
  /** The question as it is now, where it is open. */
  readonly question?: AppQuestion;
}
