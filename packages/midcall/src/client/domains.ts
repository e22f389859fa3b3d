/**
 * `midcall/client/domains`: the registrable domain of a host name, by the public suffix list.
 * Needs `npm i tldts`. With the list it adds 50 to 110 KB compressed, depending on the bundler, so let an inbox load it
 * on demand: `urlSafety: { domains: () => import("midcall/client/domains") }`.
 *
 * @see https://publicsuffix.org
 * @module
 */
import { getDomain } from "tldts";

// The URL parser has normalised and validated the host name already.
const OPTIONS = {
  allowPrivateDomains: true,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
};

/**
 * The registrable domain of a host name. A subdomain that a service assigns to its users (`ada.github.io`) counts as
 * registered by the user.
 *
 * @param hostname - a host name in lower case and ASCII, as in `URL.hostname`; not an IP address
 * @returns the domain, or `undefined` if the host name is itself a public suffix
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
