import type { ParsedSchema } from "../../schema/fields.js";
import type { RequestedSchema } from "../../schema/requested-schema.js";
import type { NameWarning } from "../server-name.js";
import type { UrlInspection } from "../url-safety/inspect-url.js";

/** The call that a question belongs to. Known on 2026-07-28 and after `-32042`; a 2025 request does not contain it. */
export interface QuestionCall {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The tool's or prompt's name, or the resource's URI. Show it with `displayText` of `midcall/form`, and bound. */
  readonly name: string;
}

interface QuestionBase {
  readonly id: string;
  /** The host's name for the server. It never comes from the server. */
  readonly server: string;
  /** Warnings about that name, to be shown beside it; absent if there are none. */
  readonly serverWarnings?: readonly NameWarning[] | undefined;
  readonly call?: QuestionCall | undefined;
  /** The server's message, safe to show as text; may have several lines. */
  readonly message: string;
  /** When the question arrived, in milliseconds since 1970. */
  readonly askedAt: number;
  /**
   * When the time runs out, in milliseconds since 1970. Absent while the question is not visible: time is paused then.
   */
  readonly endsAt?: number | undefined;
  /** The number of failed attempts: answers that the form does not allow, or pages that did not open. */
  readonly attempts: number;
  /**
   * Whether the server's rule is `ask`: let the user decide with `inbox.setPermission` before showing more than its
   * name.
   */
  readonly needsApproval: boolean;
  /**
   * Whether the user started the call that the question belongs to, by hand. A UI moves the focus to such a question.
   * Any other question comes by itself and must not take the focus.
   */
  readonly ownCall: boolean;
  /**
   * Set when the call does not wait for the answer any more, and the answer is kept for the next time that the same call
   * asks the same: tell the user. Absent otherwise.
   */
  readonly kept?: true | undefined;
}

/** A form-mode question. Build the form with `createForm(question.requestedSchema)` of `midcall/form`. */
export interface FormQuestion extends QuestionBase {
  readonly mode: "form";
  /** A plain copy of the schema that the server sent. Its texts are not safe to show; `createForm` makes them safe. */
  readonly requestedSchema: RequestedSchema;
  /** The same schema, parsed. */
  readonly schema: ParsedSchema;
  /**
   * Names of fields that seem to ask for a secret, about which to warn the user. If only the message asks for one,
   * these are all fields that the user types into.
   */
  readonly secretFields: readonly string[];
}

/** A URL-mode question: a link that is opened once the user consents. */
export interface UrlQuestion extends QuestionBase {
  readonly mode: "url";
  /** The full address with its host marked, and warnings about it. */
  readonly link: Extract<UrlInspection, { ok: true }>;
  /** The code that the page asks for, if the message contains one. */
  readonly code?: string | undefined;
  /** Whether the page was opened and has not been completed yet; `accept` then means "try again". */
  readonly opened: boolean;
}

/** A question that the user can answer, shown or waiting. */
export type OpenQuestion = FormQuestion | UrlQuestion;

/** Questions of one server that the limits of the policy hold back. Nothing of their content is shown. */
export interface HeldQuestions {
  /** The host's name for the server. */
  readonly server: string;
  readonly count: number;
  /** The limit: too many in a short time (`rate-limit`), or too many open at once (`queue-full`). */
  readonly reason: "rate-limit" | "queue-full";
}

/** A page that the user has opened, for as long as the call runs that it was opened for. */
export interface OpenedLink {
  /** The `id` of the question that asked to open it. */
  readonly id: string;
  /** The host's name for the server. */
  readonly server: string;
  readonly call?: QuestionCall | undefined;
  /** The server's message, safe to show as text; may have several lines. */
  readonly message: string;
  /** The code that the page asks for, if the message contains one. */
  readonly code?: string | undefined;
  readonly link: Extract<UrlInspection, { ok: true }>;
  /** When it was opened, in milliseconds since 1970. */
  readonly openedAt: number;
  /** `open` until the server reports that the user has finished there. */
  readonly state: "open" | "completed";
  /** Whether `stopCall` can stop the call. On 2025, a question does not name its call. */
  readonly canStop: boolean;
}

/** The state that UIs render. It is immutable: a change makes a new object, also of the changed questions. */
export interface InboxSnapshot {
  /** The questions to show now, at most `policy.concurrent` of them. */
  readonly showing: readonly OpenQuestion[];
  /** The questions that wait for their turn. */
  readonly waiting: readonly OpenQuestion[];
  /** The questions that a limit holds back, one item for each server. */
  readonly held: readonly HeldQuestions[];
  /** The pages that the user has opened, oldest first. */
  readonly links: readonly OpenedLink[];
}
