import type { AuditTrailEvent } from "../../audit/trail.js";
import type { RefusalReason } from "./reading/explain-refusal.js";
import type { ContentIssue } from "../../schema/validate/check-value.js";
import type { AttachOptions, AttachableClient, Attachment } from "../attach/types.js";
import type { MountedUi } from "./mounted-uis.js";
import type { InboxPersistence } from "./persistence.js";
import type { Policy, ServerRule } from "./policy.js";
import type { InboxSnapshot, QuestionCall } from "./question.js";
import type { ElicitCallbackContext, ElicitParams, ElicitResult } from "../attach/results.js";
import type { LinkOptions } from "../url-safety/link-options.js";

/** The origin of the question that the inbox's callback answers. */
export interface InboxCallbackContext extends ElicitCallbackContext {
  /** Aborted when the question is over: answered, withdrawn, or out of time. Close the dialog then. */
  readonly signal: AbortSignal;
}

// A method, for the same reason as in results.ts: callbacks typed with the SDK, or as OnElicitationCallback, are
// assignable.
interface InboxCallback {
  answer(params: ElicitParams, context: InboxCallbackContext): ElicitResult | Promise<ElicitResult>;
}

/** Options of {@link createInbox}. */
export interface InboxOptions {
  /** Rules and limits of the inbox. Properties that are omitted keep their defaults. */
  readonly policy?: Partial<Policy> | undefined;
  /**
   * Records how every question ended, but no answers: an `AuditTrail` of `midcall/audit`. Of those that a server asks in a minute
   * and nobody is shown, 20 are recorded one by one, and the others as one for each reason, with their `count`.
   */
  readonly audit?: { record(event: AuditTrailEvent): void } | undefined;
  /** Answers in place of a UI. Its result is checked before it is sent. For URL mode, it opens the page itself. */
  readonly onElicitation?: InboxCallback["answer"] | undefined;
  /** @deprecated The older name of `onElicitation`. */
  readonly elicitationCallback?: InboxCallback["answer"] | undefined;
  /**
   * Opens a page for the user, without giving the page access to the opener: in a browser, `openWindow`. Called only from `respond` and `openAgain`, in the user's click. If it throws, or returns or resolves
   * with `false`, the page did not open, and nothing is accepted. Without it and without a callback, URL mode is not
   * declared.
   */
  readonly open?: ((url: string) => unknown) | undefined;
  /** How links are checked, and which part of them is marked. */
  readonly urlSafety?: LinkOptions | undefined;
  /** Persists rules, and calls that wait for the user, so that they survive a reload. */
  readonly persistence?: InboxPersistence | undefined;
  /**
   * Called with each question that is refused for what is in it, and why, for the author of the server. It is not
   * called for what a limit or the user decides.
   */
  readonly onRefused?: ((refused: RefusedQuestion) => void) | undefined;
  /** Called with errors that no answer reports: of callbacks, listeners and persistence. Default `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** The clock, in milliseconds since 1970; for tests. */
  readonly now?: (() => number) | undefined;
}

/** A question that was refused without being shown. */
export interface RefusedQuestion extends RefusalReason {
  /** The host's name for the server. */
  readonly server: string;
  readonly call?: QuestionCall | undefined;
  /** The params of the `elicitation/create` as they came; untrusted. */
  readonly params: unknown;
}

/** The origin of a question. */
export interface Origin {
  /** The host's name for the server. Rules and limits apply to this name. */
  readonly server: string;
  /**
   * Tells servers of one name apart, compared with `===`: only a completion with the same one is about a link of this
   * question. `inbox.attach` sets it for each client.
   */
  readonly serverId?: unknown;
  readonly call?: QuestionCall | undefined;
  /**
   * Whether the user started the call by hand, as in a console. Limits on how many questions a server may ask do not
   * apply to its questions, and a UI may move the focus to them. Default false.
   */
  readonly ownCall?: boolean | undefined;
  /** The running call, if its end is known. A page that the user opens for it stays in the snapshot until then. */
  readonly run?: CallRun | undefined;
  /** Withdraws the question. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Aborts when the call does not wait for the answer any more, while the question stays open: the program that asks keeps
   * the answer for the next time that the same call asks the same.
   */
  readonly kept?: AbortSignal | undefined;
}

/** A running call, as far as an inbox has to know it. */
export interface CallRun {
  /** Aborted when the call has ended. */
  readonly ended: AbortSignal;
  /** Stops the call. Absent if it is not known which of several calls it is. */
  stop?(): void;
}

/** The result of an attempt to answer: the answer is being sent, or the reasons why it is not. */
export type RespondOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** One sentence each, for the user. */
      readonly errors: readonly string[];
      /** The same by field, if the content of a form is invalid. */
      readonly issues?: readonly ContentIssue[] | undefined;
      /**
       * Set if the page did not open: a browser may have blocked it. Offer the user a plain link, and answer with
       * `via: "link"` when it is clicked.
       */
      readonly notOpened?: true | undefined;
    };

/** The `elicitation` capability that a client may declare. */
export type InboxCapability = {
  form: Record<string, never>;
  url?: Record<string, never>;
};

/** The open questions of all connected servers. Created by {@link createInbox}. */
export interface Inbox {
  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The open questions. Returns the same object until something changes. */
  getSnapshot(): InboxSnapshot;
  /**
   * Answers a question. Content that the form does not allow is not sent, and the question stays open.
   *
   * Accepting a link opens it: call this from the user's own click.
   *
   * @param id - the `id` of an open question
   * @param result - made with {@link accept}, {@link decline}, {@link cancel} or {@link cannotAsk}
   * @param via - what the user answered with, for the audit trail; default `ui`
   */
  respond(id: string, result: ElicitResult, via?: string): RespondOutcome;
  /**
   * Applies the user's decision about a server whose rule is `ask`: `show` this question, `always` show its questions,
   * or `block` them. `always` and `block` are remembered.
   */
  setPermission(id: string, decision: "show" | "always" | "block"): void;
  /** Marks a question as visible to the user: its time runs until the returned function is called. */
  markVisible(id: string): () => void;
  /**
   * Gives the user more time: restarts the full `policy.timeoutMs` of a question, as often as it is called. Time stays
   * paused while the question is not visible. Does nothing if the question is over. Limits of the server or of the call
   * are not extended.
   *
   * @see https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable
   */
  extend(id: string): void;
  /**
   * Registers a UI until the returned function is called. Do this before clients connect. One second after the last UI
   * was removed, open questions end unanswered (`no-ui`).
   */
  mount(ui?: MountedUi): () => void;
  /**
   * Shows the questions of a server that a limit holds back, in turn, and resets the limit: the user wants to see them.
   */
  showHeld(server: string): void;
  /** Ends the questions of a server that a limit holds back. The server is told that no user answered, and why. */
  refuseHeld(server: string): void;
  /**
   * Opens an opened page again. Call this from the user's own click.
   *
   * @param id - the `id` of an item of `links` in the snapshot
   * @param via - `link` if the click itself has opened the page, as a plain link does; default `ui`
   */
  openAgain(id: string, via?: string): RespondOutcome | Promise<RespondOutcome>;
  /** Removes an opened page from the snapshot. The call goes on. */
  closeLink(id: string): void;
  /** Stops the call that a page was opened for. */
  stopCall(id: string): void;
  /** The rule for a server. */
  rule(server: string): ServerRule;
  /**
   * Sets and remembers the rule for a server. `block` also ends the server's open questions, unanswered.
   *
   * @throws OptionError if `rule` is not a valid rule
   */
  setRule(server: string, rule: ServerRule): void;
  /** The capability that a client of this inbox may declare; `undefined` while nothing can answer questions. */
  capability(): InboxCapability | undefined;
  /** Whether all that can answer are UIs that were mounted as guarded. */
  isGuarded(): boolean;
  /**
   * Asks the user one `elicitation/create` request. Use this to integrate any client library.
   *
   * @param params - the request's `params`, untrusted
   * @param origin - the server, the call if it is known, and a signal that withdraws the question
   * @returns the result to send. A `decline` or `cancel` is the user's own. If no user answered, it is a `cannotAsk`
   *   result; on 2025 pass it through {@link answerOrThrow}.
   * @throws NoAnswererError (as a rejection) if no UI or callback was ever present; it never rejects otherwise
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
   * Asks the user to open a page, as for each link of a `-32042` error, and waits until it is completed: until the
   * server's completion notification, or the user's "try again". `accept` means that the user has agreed to the page,
   * and that the call may be sent again.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
   */
  handleUntilDone(params: unknown, origin: Origin): Promise<ElicitResult>;
  /**
   * Handles a server's `notifications/elicitation/complete`. Unknown ids are ignored. It is never an answer: a user who has
   * agreed to open the page waits no longer, and one who has not is asked all the same.
   *
   * @param serverId - the `serverId` of the origins of this server's questions; without it, all servers of the name count
   */
  complete(server: string, elicitationId: string, serverId?: unknown): void;
  /**
   * Attaches an official client: declares the capability and answers questions on every protocol version. The
   * capability depends on what can answer when `client.connect` is called, so mount a UI before that. If nothing can answer then,
   * it warns once in the console: the server will not ask.
   *
   * It replaces the client's `request` (which `callTool`, `getPrompt` and `readResource` use), `connect`,
   * `fallbackRequestHandler` and handler for `notifications/elicitation/complete`. Set your own fallback before this
   * call, and your own handler for that notification after it: both are called too.
   *
   * @throws InboxAttachError if the client is already connected or attached, or has a handler for `elicitation/create`
   *
   * @example
   * ```ts
   * const client = new Client({ name: "my-host", version: "1.0.0" });
   * inbox.attach(client, { server: "GitHub" });
   * await client.connect(transport);
   * ```
   */
  attach(client: AttachableClient, options: AttachOptions): Attachment;
  /** Resolves when the saved state has been loaded. */
  readonly ready: Promise<void>;
  /**
   * Resolves when `persistence` has every change so far, or its error was reported. Changes are written with a short delay: await
   * this before the process ends, or a call that has ended is continued the next time. It also records what the audit has only
   * counted so far. Never rejects.
   *
   * @example
   * ```ts
   * await inbox.saved();
   * process.exit();
   * ```
   */
  saved(): Promise<void>;
}
