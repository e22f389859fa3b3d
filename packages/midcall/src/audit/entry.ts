/** How a question ended. `unanswered`: nobody said anything, as far as the one who writes knows. */
export type AuditAction = "accept" | "decline" | "cancel" | "unanswered";

/** One field of a form: what was asked for, never what was given. */
export interface AuditField {
  readonly name: string;
  /** The kind of field: `text`, `email`, `boolean`, `select`, … */
  readonly kind: string;
  readonly required?: boolean | undefined;
}

/** The server that asked. */
export interface AuditServer {
  readonly name: string;
  readonly version?: string | undefined;
  /** Scheme, host and port only. */
  readonly url?: string | undefined;
}

/**
 * One question and how it ended. It has no room for an answer, a message, a default, or the path of
 * a link. Texts are capped and free of control characters; times are ISO 8601 in UTC, durations in
 * milliseconds.
 */
export interface AuditEntry {
  /** Version of this format. */
  readonly v: 1;
  /** The question, as the writer numbers it. */
  readonly id?: string | undefined;
  /** The person. Absent where the writer does not know them. */
  readonly principal?: string | undefined;
  readonly server?: AuditServer | undefined;
  /** The tool, prompt or resource whose call asked, where that is known. */
  readonly tool?: string | undefined;
  /** Protocol version, such as `2026-07-28`. */
  readonly protocolVersion?: string | undefined;
  readonly mode?: "form" | "url" | undefined;
  /** Digest of the exact message, to prove what was asked to those who have the message. */
  readonly messageDigest?: string | undefined;
  /** The form's fields, at most 50. */
  readonly fields?: readonly AuditField[] | undefined;
  /** How many fields the form had, where that is more than are listed. */
  readonly fieldCount?: number | undefined;
  /** Host, and port if unusual, of the link. */
  readonly urlHost?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** The way the question went, or what answered: `native`, `page`, `terminal`, `callback`, … */
  readonly via?: string | undefined;
  /** Why the person declined, in their own words, or why nobody answered. The only free text. */
  readonly reason?: string | undefined;
  readonly askedAt?: string | undefined;
  readonly answeredAt?: string | undefined;
  readonly elapsedMs?: number | undefined;
  /** How long the person could see the question. */
  readonly visibleMs?: number | undefined;
  /** How often it was put to the person. */
  readonly attempts?: number | undefined;
  /** What the policy decided on the way, as codes: `rate-limit`, `url:punycode`, … */
  readonly policy?: readonly string[] | undefined;
}

/**
 * What is known about a question: the members of an {@link AuditEntry} and a few that are reduced
 * before they are written. Anything else on the object is ignored, so that a question may be passed
 * as it is.
 */
export interface AuditEvent extends Omit<
  AuditEntry,
  "v" | "askedAt" | "answeredAt" | "fieldCount"
> {
  /** Milliseconds since 1970, or ISO 8601. */
  readonly askedAt?: number | string | undefined;
  readonly answeredAt?: number | string | undefined;
  readonly fieldCount?: number | undefined;
  /** The link; only its host is kept. */
  readonly url?: string | undefined;
}
