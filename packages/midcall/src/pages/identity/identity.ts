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

/** What an identity strategy is given to work with. */
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
  /** How long a sign-in or a pass is good. */
  readonly sessionMs: number;
  readonly now: () => number;
}

/** A strategy at work. */
export interface Authenticator {
  /** Whether links come with a code for the person to type, which gets them a pass. */
  readonly usesCode: boolean;
  /** Whether this strategy can ever recognise that person. */
  accepts(principal: string): boolean;
  /** Who this is, from verified facts alone; nothing if that is not certain. Changes nothing. */
  authenticate(visit: Visit): Promise<User | undefined>;
  /** What somebody unknown gets to see. Tells nothing about the link, not even whether it is one. */
  challenge(visit: Visit): Promise<Response>;
  /** What happens when somebody unknown sends a form. */
  submit(visit: Visit): Promise<Response>;
  /**
   * The visit of somebody who was let in, left for another service, and is back in the same browser: with the
   * pass, where there are any.
   */
  restoreVisit?(visit: Visit): Visit;
  /** Leads to another account, where there is such a thing. */
  switchAccount?(visit: Visit): Promise<Response>;
  /** The way back from the sign-in, where there is one. */
  callback?(request: Request, session: Session): Promise<Response>;
}

/**
 * How the pages find out who has opened them: {@link createOidcIdentity} for servers on the network,
 * {@link createLocalIdentity} for servers on the person's own machine, {@link createCustomIdentity}, with a function of
 * yours, for everything else. These three make them; one written by hand is refused.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#phishing
 */
export interface Identity {
  /** Which of the three. */
  readonly strategy: "oidc" | "local" | "custom";
}

/** What an {@link Identity} is on the inside. */
export interface IdentityStrategy extends Identity {
  /** Called once by `createPages`. @throws OptionError if the strategy cannot work there */
  setUp(services: IdentityServices): Authenticator;
}
