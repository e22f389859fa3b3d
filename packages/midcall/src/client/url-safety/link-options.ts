import type { OptionKinds } from "../../internal/assert-options.js";

/** Options of `inspectUrl`. */
export interface UrlSafetyOptions {
  /**
   * Returns the registrable domain of a host name (`example.co.uk` of `www.example.co.uk`), from a public suffix list;
   * `undefined` if there is none. Not called for IP addresses.
   */
  readonly registrableDomain?: ((hostname: string) => string | undefined) | undefined;
  /**
   * Allows hosts of a private network, such as an organisation's own single sign-on. It is called with the normalised
   * host name or address, only for hosts that would be refused otherwise.
   */
  readonly allowPrivate?: ((hostname: string) => boolean) | undefined;
}

/** How an inbox checks links. */
export interface LinkOptions extends UrlSafetyOptions {
  /**
   * Loads `registrableDomain` when the first link arrives: `() => import("midcall/client/domains")`. If that fails or
   * takes longer than three seconds, the whole host is marked.
   */
  readonly domains?: (() => Promise<Pick<UrlSafetyOptions, "registrableDomain">>) | undefined;
}

/** What each option of `inspectUrl` may be. */
export const URL_SAFETY_OPTIONS: OptionKinds<UrlSafetyOptions> = {
  registrableDomain: "function",
  allowPrivate: "function",
};

/** What each option of `urlSafety` of an inbox may be. */
export const LINK_OPTIONS: OptionKinds<LinkOptions> = {
  ...URL_SAFETY_OPTIONS,
  domains: "function",
};
