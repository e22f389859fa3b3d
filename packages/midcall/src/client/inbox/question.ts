import type { ParsedSchema } from "../../schema/fields.js";
import type { RequestedSchema } from "../../schema/requested-schema.js";
import type { NameWarning } from "../server-name.js";
import type { UrlInspection } from "../url-safety/inspect-url.js";

/** The call a question belongs to. Known on 2026-07-28 and after `-32042`; a pushed question does not say. */
export interface QuestionCall {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
}

interface QuestionBase {
  readonly id: string;
  /** The server, as this host calls it. Never the server's own word. */
  readonly server: string;
  /** What is suspicious about that name; absent when nothing is. Show it beside the name. */
  readonly serverWarnings?: readonly NameWarning[] | undefined;
  readonly call?: QuestionCall | undefined;
  /** What the server asks, safe to show as text; may have several lines. */
  readonly message: string;
  /** When it came, in milliseconds since 1970. */
  readonly askedAt: number;
  /** When time runs out, in milliseconds since 1970, while somebody looks; else time stands still. */
  readonly endsAt?: number | undefined;
  /** Answers that were not sent, because the form does not allow them. */
  readonly attempts: number;
  /** The server's rule is `ask`: let the user decide with `inbox.setPermission` before showing more than its name. */
  readonly needsApproval: boolean;
}

/** A form to fill in. Build it with `createForm(question.requestedSchema)` of `midcall/form`. */
export interface FormQuestion extends QuestionBase {
  readonly mode: "form";
  /** A copy of what the server sent, plain data. Its texts are not made safe yet; `createForm` does that. */
  readonly requestedSchema: RequestedSchema;
  /** The same form, read. */
  readonly schema: ParsedSchema;
  /**
   * Names of fields that seem to ask for a secret: warn the person. Where the message alone asks, all fields to
   * type in.
   */
  readonly secretFields: readonly string[];
}

/** A link to open, once the person has read it and agrees. */
export interface UrlQuestion extends QuestionBase {
  readonly mode: "url";
  /** The full address with its host marked, and what is suspicious about it. */
  readonly link: Extract<UrlInspection, { ok: true }>;
  /** The page was opened and its end is awaited; `accept` now means "try again". */
  readonly opened: boolean;
}

/** A question a person can answer, now or when its turn comes. */
export type OpenQuestion = FormQuestion | UrlQuestion;

/** What UIs render. A new object for every change, the same one otherwise; so are the questions in it. */
export interface InboxSnapshot {
  /** The questions to show now, at most `policy.concurrent` of them. */
  readonly showing: readonly OpenQuestion[];
  /** The ones that wait for their turn. */
  readonly waiting: readonly OpenQuestion[];
}
