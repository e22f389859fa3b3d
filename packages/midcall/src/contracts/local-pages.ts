import type { ElicitContent, RequestedSchema } from "../schema/index.js";

/** What the user answered on a local page. */
export type LocalResponse =
  | { readonly action: "accept"; readonly content?: ElicitContent }
  | { readonly action: "decline" | "cancel" };

/** A question that a server on the user's own machine shows in their browser. */
export interface LocalQuestion {
  /** Random, chosen by the caller. It does not open the page. */
  readonly id: string;
  /** The name of the server, as the user knows it. */
  readonly server: string;
  /** The tool that asks. */
  readonly tool?: string;
  readonly message: string;
  readonly mode: "form" | "url";
  /** With `mode: "form"`. */
  readonly requestedSchema?: RequestedSchema;
  /** With `mode: "url"`: it is shown, and opened by the user's own click, which is the accept. */
  readonly url?: string;
  /** Content of an earlier answer that was refused, used as initial values. */
  readonly previous?: unknown;
  /** Why that answer was refused. */
  readonly reason?: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  /**
   * Called once, when the user has answered; a second time only if it has rejected and the user sends again. The page says
   * "sent" when it has resolved. The content of a form satisfies `requestedSchema`. Reject if the answer was not taken; if
   * the question was closed before, the page then says why.
   */
  onAnswer(response: LocalResponse): Promise<void>;
}

/** Why a question is over although it was not answered on the page. */
export type LocalClose = "answered" | "withdrawn" | "expired";

/** A question that is shown. */
export interface ShownQuestion {
  /**
   * Ends it from this side: the page takes no answer any more and says why at its next request. After the question was
   * shown again, `withdrawn` from here has no effect, because it is no longer up to this caller.
   */
  close(why: LocalClose): void;
}

/** The pages that a server on the user's own machine opens by itself. */
export interface LocalPages {
  /** Whether this machine can open a browser for a user: not on a headless Linux, in CI, or over SSH. */
  canOpen(): boolean;
  /**
   * Shows a question in the user's browser. If a tab with another question is open, the question comes after that one in
   * the same tab. A question that is open already (same id) is shown again, with what is given now.
   *
   * @returns `undefined` if no browser could be opened
   * @throws SchemaError, OptionError when the question cannot be shown
   */
  show(question: LocalQuestion): Promise<ShownQuestion | undefined>;
}
