import type { ParsedSchema } from "../schema/index.js";
import type { UrlInspection } from "./url-safety.js";

/** The call a question belongs to, where the revision lets a host know. */
export interface QuestionCall {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
}

interface Open {
  readonly id: string;
  /** The server, as this host calls it. Never the server's own word. */
  readonly server: string;
  readonly call?: QuestionCall | undefined;
  /** What the server asks, safe to show as text. */
  readonly message: string;
  /** When it came, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Milliseconds left; runs only while the question is shown. */
  readonly remainingMs: number;
  /** The server's policy is `ask`: decide with `inbox.admit` whether the question may be shown. */
  readonly gated: boolean;
}

/** A form to fill in. Build it with `createForm(question.requestedSchema)`. */
export interface FormQuestion extends Open {
  readonly mode: "form";
  /** The schema as the server sent it; untrusted. */
  readonly requestedSchema: unknown;
  readonly schema: ParsedSchema;
  /** Fields that seem to ask for a secret, by name: warn the person. */
  readonly secretFields: readonly string[];
}

/** A link to open, after the person has read it. */
export interface UrlQuestion extends Open {
  readonly mode: "url";
  /** The full address with its host marked, and what is suspicious about it. */
  readonly link: Extract<UrlInspection, { ok: true }>;
  /** The page was opened and its end is awaited; `accept` now means "try again". */
  readonly opened: boolean;
}

/** A question a person can answer now or soon. */
export type OpenQuestion = FormQuestion | UrlQuestion;

/** What UIs render. A new object for every change, the same one otherwise. */
export interface InboxSnapshot {
  /** The questions to show now, at most `concurrent` of them. */
  readonly showing: readonly OpenQuestion[];
  /** The ones that wait for their turn. */
  readonly waiting: readonly OpenQuestion[];
}
