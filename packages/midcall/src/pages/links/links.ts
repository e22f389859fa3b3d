import type { RequestedSchema } from "../../schema/index.js";
import type { LiveCheck, PageVisit, VisitEnd, VisitLink } from "../../contracts/pages.js";
import type { AccessTokens } from "../oauth/tokens.js";
import type { Vault } from "../../vault/index.js";

/** Options of every link. */
export interface LinkOptions {
  /** The user who is asked, as the MCP server knows them. No other user gets access. Never part of the URL. */
  readonly principal: string;
  /** The server that asks, under the name the user knows. */
  readonly server: string;
  /** What is requested and why, addressed to the user. */
  readonly message: string;
  /** How long the link is valid, in milliseconds. Default: `linkTtlMs` of the pages, 15 minutes. */
  readonly ttlMs?: number;
}

/** Options of {@link PagesLinks.secretLink}. */
export interface SecretLinkOptions extends LinkOptions {
  /** The name under which the vault stores the secret. */
  readonly name: string;
  /**
   * What to ask for. Default: a single secret, stored as a string. With a schema, the vault stores a record of strings.
   * Text fields are password inputs unless `plain` names them. A field with a `maxLength` above 200 accepts several
   * lines, as needed for a PEM key.
   */
  readonly schema?: RequestedSchema;
  /** Names of text fields that are not secret: shown while typing, and preserved after an error. */
  readonly plain?: readonly string[];
  /** Tries the secret out before it is saved. Available in this process only; for others see {@link PagesLinks.addCheck}. */
  readonly check?: LiveCheck;
  /** How long the vault keeps the secret, in milliseconds. Default: until it is deleted. */
  readonly secretTtlMs?: number;
}

/** Options of {@link PagesLinks.connectLink}. */
export interface ConnectLinkOptions extends LinkOptions {
  /** A name from `providers`. */
  readonly provider: string;
  /**
   * The scopes the token must have. Scopes granted earlier are requested again, so that none is lost; except `openid`,
   * and except when the service then reports an `invalid_scope`.
   */
  readonly scopes?: readonly string[];
}

/** Options of {@link PagesLinks.approvalLink}. */
export interface ApprovalLinkOptions extends LinkOptions {
  /** Where the step happens, for example a payment page: https, or http on this machine. Without it, the page itself has an approve button. */
  readonly url?: string | URL;
  /** Whether the visit ends when the user goes to `url`. By default it ends when the step there has been completed. */
  readonly endsThere?: true;
  /** The label of the button. */
  readonly label?: string;
  /**
   * Called about once a second while a caller waits, to ask whether the step has been completed. Works in this process
   * only; {@link PagesLinks.complete} works in any.
   */
  readonly completed?: () => Promise<boolean>;
}

/** Options of {@link PagesLinks.follow}. */
export interface FollowOptions {
  /** As in {@link ApprovalLinkOptions}. */
  readonly completed?: () => Promise<boolean>;
  /** As in {@link SecretLinkOptions}. Lets this process check the secret of a link that another process created. */
  readonly check?: LiveCheck;
}

/** Options of {@link PagesLinks.answerLink}. */
export interface AnswerLinkOptions extends LinkOptions {
  /** The form to fill in. */
  readonly requestedSchema: RequestedSchema;
  /** Content of an earlier answer, used as initial values. */
  readonly previous?: unknown;
  /** Why that answer was not accepted. */
  readonly reason?: string;
}

/** A link for one user, one purpose and one use, and the visit it leads to. */
export interface PageLink extends PageVisit, VisitLink {}

/** How the server can end a visit itself. Default `done`. */
export type GivenOutcome = Extract<
  VisitEnd,
  { readonly status: "done" | "declined" | "cancelled" | "failed" }
>;

/**
 * What a server needs of the pages: creating links, waiting for the end of a visit in any process, and reading what was
 * saved. `ctx.secret` and `ctx.connect` use it; approval and answer links are for handlers that create them directly.
 */
export interface PagesLinks {
  /** Creates a link to a page where the user enters a secret, which is saved in the vault. @throws PageLinkError, SchemaError */
  secretLink(options: SecretLinkOptions): Promise<PageLink>;
  /** Creates a link to a page that leads to a service, to connect the user's account. @throws PageLinkError */
  connectLink(options: ConnectLinkOptions): Promise<PageLink>;
  /** Creates a link to a page where the user approves something, or that leads to where this is done. @throws PageLinkError */
  approvalLink(options: ApprovalLinkOptions): Promise<PageLink>;
  /** Creates a link to a form; the visit's end has its content. @throws PageLinkError, SchemaError */
  answerLink(options: AnswerLinkOptions): Promise<PageLink>;
  /**
   * Returns a visit that was started earlier, in this process or another. With `check`, this process can check the
   * secret of this link.
   */
  follow(id: string, options?: FollowOptions): PageVisit;
  /**
   * Ends a visit; returns false if it had ended already. Rejects with the store's error after retrying for a few seconds:
   * the visit is still open then, so call it again.
   */
  complete(id: string, outcome?: GivenOutcome): Promise<boolean>;
  /**
   * Calls the listener for every visit that ends in this process, for example to notify the client with
   * `elicitation.complete(id)`. Returns the function that removes it. For one visit in any process use
   * {@link PageVisit.wait}.
   */
  onEnd(listener: (id: string, outcome: VisitEnd) => unknown): () => void;
  /**
   * Adds a live check for all secrets of this server and name, so that this process can check secrets for links created
   * elsewhere. It is used for all users, so it must not depend on a call. A link's own check takes precedence.
   */
  addCheck(server: string, name: string, check: LiveCheck): void;
  /** The vault the secrets are saved in. */
  readonly vault: Pick<Vault, "get" | "put" | "delete">;
  /** The tokens of connected accounts. */
  readonly tokens: AccessTokens;
  /** Whether visitors prove who they are by a sign-in of their own: not with `createLocalIdentity`, whose code is proof. */
  readonly identifiesUser: boolean;
  /** The id of a link to one of these pages; `undefined` for any other URL. */
  linkId(url: string): string | undefined;
  /** Whether a provider of this name is configured. */
  hasProvider(name: string): boolean;
  /** The `label` of that provider: what users call it. */
  providerLabel(name: string): string | undefined;
}
