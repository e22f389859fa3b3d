/**
 * `midcall/pages`: web pages for URL mode. Secrets go directly from the user into the vault, accounts are connected with
 * OAuth, and only the user who was asked gets access.
 *
 * Needs the packages `hono`, `oauth4webapi` and `rate-limiter-flexible`; on Node also `@hono/node-server`, to serve the
 * pages next to other routes ({@link serveLoopback} does not need it).
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#url-mode-elicitation-requests
 * @module
 */
export type {
  CheckVerdict,
  LiveCheck,
  PageVisit,
  VisitEnd,
  VisitSeen,
} from "../contracts/pages.js";
export { createPages } from "./create-pages.js";
export type { Pages, PagesConnection, PagesEnv } from "./create-pages.js";
export { ConnectError, PageLinkError } from "./errors.js";
export type { ConnectFailure } from "./errors.js";
export type { Identity } from "./identity/identity.js";
export type { PagesLogger } from "./logger.js";
export { createCustomIdentity } from "./identity/custom.js";
export type { Authenticate, AuthenticatedUser } from "./identity/custom.js";
export { createLocalIdentity } from "./identity/local.js";
export { createOidcIdentity } from "./identity/oidc.js";
export type { OidcIdentityOptions } from "./identity/oidc.js";
export type {
  AnswerLinkOptions,
  ApprovalLinkOptions,
  ConnectLinkOptions,
  FollowOptions,
  GivenOutcome,
  LinkOptions,
  PageLink,
  PagesLinks,
  SecretLinkOptions,
} from "./links/links.js";
export { serveLoopback } from "./http/loopback.js";
export type { LoopbackOptions, LoopbackPages } from "./http/loopback.js";
export { ENGLISH } from "./messages.js";
export type { PageMessages } from "./messages.js";
export type { OAuthSettings } from "./oauth/settings.js";
export type { PagesLimits, PagesOptions, ProviderOptions } from "./options.js";
export type { PagesKey } from "./flows/keys.js";
export type { AccessToken, AccessTokens, AccountId } from "./oauth/tokens.js";
export type { User } from "./links/visit.js";
