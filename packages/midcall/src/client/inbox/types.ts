import type { AuditTrailEvent } from "../../audit/trail.js";
import type { ContentIssue } from "../../schema/validate/check-value.js";
import type { AttachOptions, AttachableClient, Attachment } from "../attach/types.js";
import type { InboxPersistence } from "./persistence.js";
import type { Policy, ServerRule } from "./policy.js";
import type { InboxSnapshot, QuestionCall } from "./question.js";
import type { ElicitCallbackContext, ElicitParams, ElicitResult } from "../attach/results.js";
import type { LinkOptions } from "../url-safety/inspect-url.js";

/** Whose question the inbox's callback answers. */
export interface InboxCallbackContext extends ElicitCallbackContext {
  /** Aborted when the question is over: answered, withdrawn, or out of time. Take the dialog away. */
  readonly signal: AbortSignal;
}

// A method, for the same reason as in results.ts: callbacks typed with the SDK, or as
// OnElicitationCallback, fit.
interface InboxCallback {
  answer(params: ElicitParams, context: InboxCallbackContext): ElicitResult | Promise<ElicitResult>;
}

/** Options of {@link createInbox}. */
export interface InboxOptions {
  /** What the inbox does by itself; what is left out keeps its default. */
  readonly policy?: Partial<Policy> | undefined;
  /** Told how every question ended, never what was answered: an `AuditTrail` of `midcall/audit`. */
  readonly audit?: { record(event: AuditTrailEvent): void } | undefined;
  /** Answers in place of a UI. What it returns is checked before it is sent. For a link, it does the opening. */
  readonly onElicitation?: InboxCallback["answer"] | undefined;
  /** @deprecated The older name of `onElicitation`. */
  readonly elicitationCallback?: InboxCallback["answer"] | undefined;
  /**
   * Opens a page for the person, with no handle back. Called only from `respond`, after consent.
   * Without it and without a callback, URL mode is not offered.
   */
  readonly open?: ((url: string) => unknown) | undefined;
  /** How links are judged, and which part of them is marked. */
  readonly urlSafety?: LinkOptions | undefined;
  /** Keeps rules, and calls that wait for the person, over a reload. */
  readonly persistence?: InboxPersistence | undefined;
  /** Told of errors that belong to no answer: of callbacks, listeners, persistence. Default `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The clock, in milliseconds since 1970; for tests. */
  readonly now?: (() => number) | undefined;
}

/** Whose question it is. */
export interface Origin {
  /** The server, as this host calls it. Rules and limits go by this name. */
  readonly server: string;
  readonly call?: QuestionCall | undefined;
  /** Withdraws the question. */
  readonly signal?: AbortSignal | undefined;
}

/** What came of an attempt to answer: it is on its way, or why it is not. */
export type RespondOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** For the person, one sentence each. */
      readonly errors: readonly string[];
      /** The same by field, where a form was filled in wrong. */
      readonly issues?: readonly ContentIssue[] | undefined;
    };

/** What a client may declare as its `elicitation` capability. */
export type InboxCapability = {
  form: Record<string, never>;
  url?: Record<string, never>;
};

/** Every open question of every connected server. Made by {@link createInbox}. */
export interface Inbox {
  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The open questions: a new object for every change, the same one otherwise. */
  getSnapshot(): InboxSnapshot;
  /**
   * Answers a question. Content the form does not allow is not sent, and the question stays open.
   *
   * Accepting a link opens it: call this from the person's own click.
   *
   * @param via - what the person answered with, for the audit; default `ui`
   */
  respond(id: string, result: ElicitResult, via?: string): RespondOutcome;
  /** The person's decision about a server whose rule is `ask`: this question, all, or none. The latter two stay. */
  setPermission(id: string, decision: "show" | "always" | "block"): void;
  /** Says that the person sees the question; its time runs until the returned function is called. */
  markVisible(id: string): () => void;
  /**
   * The person wants more time: the question gets all of `policy.timeoutMs` again, from now, as often as
   * this is called. While nobody looks, its time still stands; of a question that is over, nothing happens.
   * A limit of the server's own, or of the call, is not moved by this.
   *
   * @see https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable
   */
  extend(id: string): void;
  /**
   * Says that a UI is there to answer, until the returned function is called. Do this before clients
   * connect. When the last UI is gone for a second, open questions end unanswered (`no-ui`).
   */
  mount(): () => void;
  /** The rule for a server. */
  rule(server: string): ServerRule;
  /**
   * Changes and remembers it. `block` also ends what the server has open, unanswered.
   *
   * @throws OptionError when it is no rule
   */
  setRule(server: string, rule: ServerRule): void;
  /** What a client of this inbox may declare; nothing while nothing can answer. */
  capability(): InboxCapability | undefined;
  /**
   * Puts one `elicitation/create` request to the person: the seam for any client library.
   *
   * @param params - the request's `params`, untrusted
   * @returns the result to send. A decline or a cancel is the person's own; what nobody decided is a
   *   `cannotAsk`, which on 2025 goes through {@link answerOrThrow}. Rejects with {@link NoAnswererError}
   *   if there never was anything to answer with, and never otherwise.
   *
   * @example
   * ```ts
   * client.fallbackRequestHandler = async ({ params }, { signal }) =>
   *   answerOrThrow(await inbox.handle(params, { server: "GitHub", signal }));
   * ```
   *
   * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
   */
  handle(params: unknown, origin: Origin): Promise<ElicitResult>;
  /**
   * Asks to open a page, as for each link of a `-32042` error, and waits for its end: the server's
   * completion notice, or the person's "try again". `accept` means that the call may be sent again.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
   */
  handleUntilDone(params: unknown, origin: Origin): Promise<ElicitResult>;
  /** Passes a server's `notifications/elicitation/complete` on. Unknown ids are ignored. */
  complete(server: string, elicitationId: string): void;
  /**
   * Connects an official client: declares the capability and answers, whatever protocol version is negotiated.
   * What it declares is what can answer when `client.connect` is called: mount a UI before that.
   *
   * It takes the client's `request` (which `callTool`, `getPrompt` and `readResource` go through),
   * `connect`, `fallbackRequestHandler` and handler for `notifications/elicitation/complete`. Set a fallback of
   * your own before, and a handler for that notification after: both are called as well.
   *
   * @throws InboxAttachError when the client is connected already, attached, or has a handler for
   *   `elicitation/create`
   *
   * @example
   * ```ts
   * const client = new Client({ name: "my-host", version: "1.0.0" });
   * inbox.attach(client, { server: "GitHub" });
   * await client.connect(transport);
   * ```
   */
  attach(client: AttachableClient, options: AttachOptions): Attachment;
  /** Resolves when what was saved has been read. */
  readonly ready: Promise<void>;
}
