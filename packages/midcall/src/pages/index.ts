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
export type { LiveCheck, VisitEnd } from "../contracts/pages.js";
export { createPages } from "./create-pages.js";
export type { Pages } from "./create-pages.js";
export { ConnectError, PageLinkError } from "./errors.js";
export type { Identity } from "./identity/identity.js";
export { createCustomIdentity } from "./identity/custom.js";
export { createLocalIdentity } from "./identity/local.js";
export { createOidcIdentity } from "./identity/oidc.js";
export type { OidcIdentityOptions } from "./identity/oidc.js";
export type {
  AnswerLinkOptions,
  ApprovalLinkOptions,
  ConnectLinkOptions,
  SecretLinkOptions,
} from "./links/links.js";
export { serveLoopback } from "./http/loopback.js";
export type { LoopbackOptions, LoopbackPages } from "./http/loopback.js";
export { ENGLISH } from "./messages.js";
export type { PageMessages } from "./messages.js";
export type { PagesOptions, ProviderOptions } from "./options.js";
export type { AccessToken } from "./oauth/tokens.js";
