import type { RequestedSchema } from "../../schema/index.js";
import type { LiveCheck, PageVisit, VisitEnd, VisitLink } from "../../contracts/pages.js";
import type { AccessTokens } from "../oauth/tokens.js";
import type { Vault } from "../../vault/index.js";

/** What every link needs to know. */
export interface LinkOptions {
  /** The person who was asked, as the server knows them; nobody else gets in. Never in the URL. */
  readonly principal: string;
  /** The server that asks, as the person knows it. */
  readonly server: string;
  /** What is wanted and why, in words for the person. */
  readonly message: string;
  /** Milliseconds until the link is worthless. Default: `linkTtlMs` of the pages, 15 minutes. */
  readonly ttlMs?: number;
}

/** Options of {@link PagesLinks.secretLink}. */
export interface SecretLinkOptions extends LinkOptions {
  /** Name under which the vault keeps it. */
  readonly name: string;
  /**
   * What to ask for. Default: one secret, kept as a string. With a schema the vault gets a record of
   * strings. Text fields are password inputs unless `plain` names them; one of more than 200 characters
   * (`maxLength`) takes several lines, as a PEM key has them.
   */
  readonly schema?: RequestedSchema;
  /** Names of text fields that are no secret: shown while typing, and kept after an error. */
  readonly plain?: readonly string[];
  /** Tries the secret out before it is kept. It is at hand in this process; elsewhere see {@link PagesLinks.addCheck}. */
  readonly check?: LiveCheck;
  /** Milliseconds the vault keeps the secret. Default: until it is deleted. */
  readonly secretTtlMs?: number;
}

/** Options of {@link PagesLinks.connectLink}. */
export interface ConnectLinkOptions extends LinkOptions {
  /** A name from `providers`. */
  readonly provider: string;
  /**
   * What the token must allow. What is granted already is asked for again, so that nothing is lost; but not
   * `openid`, nor what the service then calls an `invalid_scope`.
   */
  readonly scopes?: readonly string[];
}

/** Options of {@link PagesLinks.approvalLink}. */
export interface ApprovalLinkOptions extends LinkOptions {
  /** Where the step happens (a payment page, say): https, or http on this machine. Without it, the page itself has the yes button. */
  readonly url?: string | URL;
  /** What the button says. */
  readonly label?: string;
  /** Asked about once a second while somebody waits: has it happened? Stays in this process; {@link PagesLinks.complete} works from any. */
  readonly completed?: () => Promise<boolean>;
}

/** Options of {@link PagesLinks.follow}. */
export interface FollowOptions {
  /** As with {@link ApprovalLinkOptions}. */
  readonly completed?: () => Promise<boolean>;
  /** As with {@link SecretLinkOptions}: lets this process check the secret of a link that another has made. */
  readonly check?: LiveCheck;
}

/** Options of {@link PagesLinks.answerLink}. */
export interface AnswerLinkOptions extends LinkOptions {
  /** The form to fill in. */
  readonly requestedSchema: RequestedSchema;
  /** Content of an earlier answer to start from. */
  readonly previous?: unknown;
  /** Why that answer was not taken. */
  readonly reason?: string;
}

/** A link for one user, one purpose and one use, and the visit it leads to. */
export interface PageLink extends PageVisit, VisitLink {}

/** How the author ends a visit from outside; default `done`. */
export type GivenOutcome = Extract<
  VisitEnd,
  { readonly status: "done" | "declined" | "cancelled" | "failed" }
>;

/**
 * What a server needs of the pages: make a link, wait for its end from any process, read what was kept.
 * `ctx.secret` and `ctx.connect` use it; approvals and answers are for handlers that make such links themselves.
 */
export interface PagesLinks {
  /** A page to enter a secret on, which goes into the vault. @throws PageLinkError, SchemaError */
  secretLink(options: SecretLinkOptions): Promise<PageLink>;
  /** A page that leads to a service, to connect the person's account. @throws PageLinkError */
  connectLink(options: ConnectLinkOptions): Promise<PageLink>;
  /** A page to agree to something on, or that leads to where that is done. @throws PageLinkError */
  approvalLink(options: ApprovalLinkOptions): Promise<PageLink>;
  /** A form on a page; the outcome has its content. @throws PageLinkError, SchemaError */
  answerLink(options: AnswerLinkOptions): Promise<PageLink>;
  /**
   * A visit that was started earlier, here or elsewhere. `completed` as in {@link ApprovalLinkOptions}; `check`
   * as in {@link SecretLinkOptions}, so that this process can do it for this link.
   */
  follow(id: string, options?: FollowOptions): PageVisit;
  /**
   * Ends a visit from outside; false if it had ended already. Throws what the store throws, after trying for a few
   * seconds: the visit is still open then, so call it again.
   */
  complete(id: string, outcome?: GivenOutcome): Promise<boolean>;
  /**
   * Tells of every visit that ends in this process, to pass the news on (`elicitation.complete(id)`); gives
   * the function that stops it. For one visit in any process use {@link PageVisit.wait}.
   */
  onEnd(listener: (id: string, outcome: VisitEnd) => unknown): () => void;
  /**
   * Adds a live check for secrets of this server and name, so that this process can do it for links made elsewhere.
   * It serves everybody: it must not depend on a call. A link's own check comes first.
   */
  addCheck(server: string, name: string, check: LiveCheck): void;
  /** Where secrets are kept. */
  readonly vault: Pick<Vault, "get" | "put" | "delete">;
  /** Tokens of connected accounts. */
  readonly tokens: AccessTokens;
  /** Whether a provider of this name is configured. */
  hasProvider(name: string): boolean;
  /** What people call that provider: its `label`. */
  providerLabel(name: string): string | undefined;
}
