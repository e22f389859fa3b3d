import type { Store } from "../../store/index.js";
import type { Attempts } from "../flows/attempts.js";
import type { Base } from "../http/base.js";
import type { Flows } from "../flows/flows.js";
import type { PagesLogger } from "../logger.js";
import type { PageMessages } from "../messages.js";
import type { Replies } from "../http/replies.js";
import type { Keys } from "../flows/keys.js";
import type { Session, Sessions } from "./session.js";
import type { User, Visit } from "../links/visit.js";

/** The services that an identity strategy uses. */
export interface IdentityServices {
  readonly base: Base;
  readonly texts: PageMessages;
  readonly keys: Keys;
  readonly store: Store;
  readonly sessions: Sessions;
  readonly flows: Flows;
  readonly attempts: Attempts;
  readonly replies: Replies;
  readonly logger: PagesLogger;
  /** How long a sign-in or a pass is valid, in milliseconds. */
  readonly sessionMs: number;
  readonly now: () => number;
}

/** Authenticates the visitors of pages. */
export interface Authenticator {
  /** Whether links come with a code that the user types to get a pass. */
  readonly usesCode: boolean;
  /** Whether this strategy can authenticate that user at all. */
  accepts(principal: string): boolean;
  /** The authenticated user, by verified facts only; `undefined` if that is not certain. `links/admit.ts` compares them with the user who was asked. Has no side effects. */
  authenticate(visit: Visit): Promise<User | undefined>;
  /** The response to an unauthenticated visitor. It reveals nothing about the link, not even whether it exists. */
  challenge(visit: Visit): Promise<Response>;
  /** Handles a form from an unauthenticated visitor. */
  submit(visit: Visit): Promise<Response>;
  /**
   * Restores the visit of a user who left for another service and has returned in the same browser: adds the pass, if
   * the strategy uses passes.
   */
  restoreVisit?(visit: Visit): Visit;
  /** Lets the user sign in with another account, if the strategy supports it. */
  switchAccount?(visit: Visit): Promise<Response>;
  /** Handles the callback of the sign-in, if there is one. */
  callback?(request: Request, session: Session): Promise<Response>;
}

/**
 * How the pages authenticate their visitors. Create one with {@link createOidcIdentity} for servers on the network,
 * {@link createLocalIdentity} for servers on the user's own machine, or {@link createCustomIdentity} with your own
 * function for everything else. An object written by hand is refused.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
 */
export interface Identity {
  /** The function that created it. */
  readonly strategy: "oidc" | "local" | "custom";
}

/** The internal side of an {@link Identity}. */
export interface IdentityStrategy extends Identity {
  /** Called by `createPages`, and once for each other language of the pages. @throws OptionError if the strategy cannot work with these pages */
  setUp(services: IdentityServices): Authenticator;
}
