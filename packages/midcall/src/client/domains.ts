/**
 * `midcall/client/domains`: which part of a host name somebody has registered, by the public suffix list.
 * Needs `npm i tldts`. With the list it weighs 50 to 110 KB compressed, by bundler, so give it to an inbox to be
 * loaded when it is needed: `urlSafety: { domains: () => import("midcall/client/domains") }`.
 *
 * @see https://publicsuffix.org
 * @module
 */
import { getDomain } from "tldts";

// A host name as the URL parser leaves it needs no second look.
const OPTIONS = {
  allowPrivateDomains: true,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
};

/**
 * The registrable domain of a host name. What a service gives its users (`somebody.github.io`) counts as
 * registered by them.
 *
 * @param hostname - a host name in lower case and ASCII, as `URL` has it; no address
 * @returns the domain, or `undefined` for a public suffix itself
 *
 * @example
 * ```ts
 * registrableDomain("github.com.login.evil.example"); // "evil.example"
 * registrableDomain("www.example.co.uk"); // "example.co.uk"
 * ```
 *
 * @see https://publicsuffix.org
 */
export function registrableDomain(hostname: string): string | undefined {
  return getDomain(hostname, OPTIONS) ?? undefined;
}
