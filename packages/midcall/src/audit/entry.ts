/** How a question ended. `unanswered`: there was no answer that the writer of the entry knows of. */
export type AuditAction = "accept" | "decline" | "cancel" | "unanswered";

/** One field of a form: what was asked for, never the answer. */
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
 * One question and how it ended. There is no member for an answer, a message, a default value, or the path of a link.
 * Strings are limited in length and contain no control characters. Times are ISO 8601 in UTC, durations in milliseconds.
 */
export interface AuditEntry {
  /** Version of this format. */
  readonly v: 1;
  /** Identifies the question; chosen by the writer of the entry. */
  readonly id?: string | undefined;
  /** Identifies the call that asked, over all its rounds and replicas. Another call has another one. */
  readonly callId?: string | undefined;
  /**
   * Keyed digest of the call's arguments; see `digests` of {@link AuditEvent}. Absent without a key: the arguments of many
   * calls can be guessed, and a plain digest would confirm the guess.
   */
  readonly argumentsDigest?: string | undefined;
  /** Keyed digest of the accepted answer. Absent without a key, as many answers can be guessed. */
  readonly answerDigest?: string | undefined;
  /** The trace that the call belongs to (W3C Trace Context): 32 hex digits. */
  readonly traceId?: string | undefined;
  /** The user. Absent if the writer does not know them. */
  readonly principal?: string | undefined;
  readonly server?: AuditServer | undefined;
  /** The tool, prompt or resource whose call asked, if known. */
  readonly tool?: string | undefined;
  /** Protocol version, such as `2026-07-28`. */
  readonly protocolVersion?: string | undefined;
  /** What was asked for. A host that answers requests for sampling and roots by hand may record them, too. */
  readonly mode?: "form" | "url" | "sampling" | "roots" | undefined;
  /** Digest of the exact message. It proves what was asked to everyone who has the message. */
  readonly messageDigest?: string | undefined;
  /** The form's fields, at most 50. */
  readonly fields?: readonly AuditField[] | undefined;
  /** How many fields the form had, if that is more than are listed. */
  readonly fieldCount?: number | undefined;
  /** The host of the link, and the port if it is not the default one. */
  readonly urlHost?: string | undefined;
  readonly action?: AuditAction | undefined;
  /**
   * For an accepted confirmation (`ctx.confirm`): whether the user confirmed. A form that was sent with a No has the action
   * `accept`, too.
   */
  readonly confirmed?: boolean | undefined;
  /** How the question was asked, or what answered it: `native`, `page`, `terminal`, `callback`, … */
  readonly via?: string | undefined;
  /** The reason for a decline, or why there was no answer. The only free text. */
  readonly reason?: string | undefined;
  /** When the question was asked. */
  readonly askedAt?: string | undefined;
  /** When the question ended. */
  readonly answeredAt?: string | undefined;
  readonly elapsedMs?: number | undefined;
  /** How long the question was visible to the user. */
  readonly visibleMs?: number | undefined;
  /** The number of failed attempts to answer, plus one; 0 if the question was not shown. */
  readonly attempts?: number | undefined;
  /**
   * How many questions ended like this between `askedAt` and `answeredAt`: a host writes no entry for each of very many that it
   * refuses without showing them. Absent: this one.
   */
  readonly count?: number | undefined;
  /** Decisions of the policy, as codes: `rate-limit`, `url:punycode`, … */
  readonly policy?: readonly string[] | undefined;
}

/**
 * What is known about a question: the members of an {@link AuditEntry}, and a few that are reduced before they are
 * written. Other members are ignored, so a question object can be passed as it is.
 */
export interface AuditEvent extends Omit<
  AuditEntry,
  "v" | "askedAt" | "answeredAt" | "fieldCount"
> {
  /** Milliseconds since 1970, or ISO 8601. */
  readonly askedAt?: number | string | undefined;
  readonly answeredAt?: number | string | undefined;
  readonly fieldCount?: number | undefined;
  /** The link; only its host is written. */
  readonly url?: string | undefined;
  /**
   * Computes the digests of what was asked and answered, with the function it is given. It is called only by an audit trail
   * that has a `key`, so that the values themselves are never members of an event.
   */
  readonly digests?:
    | ((digest: (text: string) => Promise<string | undefined>) => Promise<AuditDigests>)
    | undefined;
}

/** Digests of the contents of a call. */
export type AuditDigests = Pick<AuditEntry, "argumentsDigest" | "answerDigest">;
