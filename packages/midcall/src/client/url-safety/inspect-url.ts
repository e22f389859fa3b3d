import { mixesScripts } from "./scripts.js";
import { isAddress, isLoopback, isPublic, namesAddress } from "./address.js";
import { toUnicode } from "./unicode.js";

/**
 * Why a URL is not offered to the person.
 *
 * - `not-a-url`: no string, not absolute, or a host that cannot exist (empty labels, a dot at the end).
 * - `too-long`: over 8,192 characters, or a host name over 253.
 * - `hidden-characters`: white space, control, bidi or zero-width characters, or a backslash.
 * - `scheme`: neither `https:` nor, on this computer, `http:`.
 * - `credentials`: a user name or password before the host.
 * - `private-host`: a private, link-local or reserved address, a name that spells one (`10.0.0.1.sslip.io`),
 *   or one that only a private network knows or that leads to this computer (`localtest.me`).
 */
export type UrlRefusal =
  "not-a-url" | "too-long" | "hidden-characters" | "scheme" | "credentials" | "private-host";

/** What makes a URL suspicious; see {@link UrlWarning}. */
export type UrlWarningCode =
  "punycode" | "mixed-script" | "imitation" | "address" | "loopback" | "port" | "long";

/** Something the person should know before they agree to open a URL. */
export interface UrlWarning {
  readonly code: UrlWarningCode;
  /** One sentence in English. */
  readonly message: string;
  /** With `imitation`: the host it can be taken for. */
  readonly imitates?: string | undefined;
}

/** What {@link inspectUrl} found: a refusal, or all a UI needs to ask for consent. */
export type UrlInspection =
  | { readonly ok: false; readonly reason: UrlRefusal; readonly message: string }
  | {
      readonly ok: true;
      /** The whole URL in normal form, ASCII only: show exactly this, open exactly this. */
      readonly url: string;
      /** `url` in three pieces; `highlight` is the host, or its registrable domain where a list is supplied. */
      readonly parts: {
        readonly before: string;
        readonly highlight: string;
        readonly after: string;
      };
      /** The host with `xn--` labels decoded where they can be, else as in `url`. For display only. */
      readonly unicodeHost: string;
      readonly warnings: readonly UrlWarning[];
    };

/** Options of {@link inspectUrl}. */
export interface UrlSafetyOptions {
  /**
   * The part of a host name that someone registers (`example.co.uk` of `www.example.co.uk`), from a
   * public suffix list; `undefined` where there is none. Not asked about addresses.
   */
  readonly registrableDomain?: ((hostname: string) => string | undefined) | undefined;
  /**
   * Lets hosts of a private network through, such as an organisation's own single sign-on. Gets the
   * normalised host name or address; asked only about those that would be refused.
   */
  readonly allowPrivate?: ((hostname: string) => boolean) | undefined;
}

/** How an inbox judges links. */
export interface LinkOptions extends UrlSafetyOptions {
  /**
   * Loads `registrableDomain` when the first link comes: `() => import("midcall/client/domains")`. Where that
   * fails, or takes longer than three seconds, the whole host is marked.
   */
  readonly domains?: (() => Promise<Pick<UrlSafetyOptions, "registrableDomain">>) | undefined;
}

const MAX_URL = 8192;
const LONG_URL = 2048;
const MAX_HOST = 253;
const LONG_HOST = 80;

/** English for every refusal and warning, by code: what another language has to replace. */
const MESSAGES: Readonly<Record<UrlRefusal | Exclude<UrlWarningCode, "imitation">, string>> = {
  "not-a-url": "Invalid web address.",
  "too-long": "Too long.",
  "hidden-characters": "Contains hidden characters.",
  scheme: "Does not use https.",
  credentials: "Contains a user name or password.",
  "private-host": "Leads to a private network.",
  punycode: "May contain look-alike characters.",
  "mixed-script": "Mixes look-alike alphabets.",
  address: "Uses an IP address.",
  loopback: "Leads to this computer.",
  port: "Uses an unusual port.",
  long: "Very long.",
};

/**
 * Looks over the URL of a URL-mode question before a person sees it. Nothing is fetched or resolved:
 * a public name may still lead to a private address.
 *
 * @param raw - what the server sent
 * @returns a refusal with its reason, or the URL in normal form (at most 8,192 characters), its host
 *   marked, with warnings (empty when nothing is odd). Never throws.
 *
 * @example
 * ```ts
 * inspectUrl("https://login.example.com/start");
 * // { ok: true, url: "https://login.example.com/start", warnings: [],
 * //   parts: { before: "https://", highlight: "login.example.com", after: "/start" } }
 * inspectUrl("https://169.254.169.254/"); // { ok: false, reason: "private-host", message: "…" }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
export function inspectUrl(raw: unknown, options: UrlSafetyOptions = {}): UrlInspection {
  const url = read(raw, options);
  if (typeof url === "string") return { ok: false, reason: url, message: MESSAGES[url] };
  const { hostname, href, protocol } = url;
  const domain = registrable(hostname, options);
  const highlight = domain ?? hostname;
  const end = protocol.length + 2 + hostname.length;
  const unicodeHost = toUnicode(hostname);
  return {
    ok: true,
    url: href,
    parts: {
      before: href.slice(0, end - highlight.length),
      highlight,
      after: href.slice(end),
    },
    unicodeHost,
    warnings: warn(url, unicodeHost, domain),
  };
}

/** The parsed URL, or why it is refused. */
function read(raw: unknown, { allowPrivate }: UrlSafetyOptions): URL | UrlRefusal {
  if (typeof raw !== "string") return "not-a-url";
  if (raw.length > MAX_URL) return "too-long";
  // \p{C} has lone surrogates and the characters that show as nothing; \p{Z} every kind of space.
  if (/[\p{C}\p{Z}\\]/u.test(raw)) return "hidden-characters";
  if (!URL.canParse(raw)) return "not-a-url";
  const url = new URL(raw);
  const { hostname, href, protocol } = url;
  const loopback = isLoopback(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && loopback)) return "scheme";
  // Looked for in what was sent, as the parser drops an empty user name.
  if (/^\w+:\/*[^/?#]*@/.test(raw)) return "credentials";
  // An empty label, or a dot at the end: another origin than the one it looks like.
  if (/(^|\.)(\.|$)/.test(hostname)) return "not-a-url";
  if (href.length > MAX_URL || hostname.length > MAX_HOST) return "too-long";
  if (!loopback && !isPublic(hostname) && !ask(allowPrivate, hostname)) return "private-host";
  return url;
}

/** What a function of the host's says, or nothing if it throws. */
function ask<T>(answer: ((hostname: string) => T) | undefined, hostname: string): T | undefined {
  try {
    return answer?.(hostname);
  } catch {
    return undefined;
  }
}

function registrable(
  hostname: string,
  { registrableDomain }: UrlSafetyOptions,
): string | undefined {
  const domain = isAddress(hostname) ? undefined : ask(registrableDomain, hostname);
  // A list that answers with anything but an end of the host would mark the wrong part.
  return domain && `.${hostname}`.endsWith(`.${domain}`) ? domain : undefined;
}

// `com` or similar, or `co.uk` and its kin, and then more than a country: the real domain stands further right.
const IMITATION =
  /^(.+?\.(?:(?:com?|org?|net?|gov?|gob|gouv|edu|ac)\.[a-z]{2}(?=[.-])|(?:com|org|net|gov|edu)(?=[.-](?!..$))))/;

function warn(
  { hostname, href, port }: URL,
  unicodeHost: string,
  domain: string | undefined,
): UrlWarning[] {
  const loopback = isLoopback(hostname);
  const imitates = IMITATION.exec(domain ? hostname.slice(0, -domain.length) : hostname)?.[1];
  const found: Record<UrlWarningCode, boolean> = {
    punycode: /\bxn--/.test(hostname),
    "mixed-script": unicodeHost.split(".").some(mixesScripts),
    imitation: imitates !== undefined,
    address: !loopback && (isAddress(hostname) || namesAddress(hostname)),
    loopback,
    port: !loopback && port !== "",
    long: href.length > LONG_URL || hostname.length > LONG_HOST,
  };
  return (Object.keys(found) as UrlWarningCode[])
    .filter((code) => found[code])
    .map((code) => {
      if (code !== "imitation") return { code, message: MESSAGES[code] };
      const leads = domain ? `leads to ${domain}` : "only the last part is the real host";
      return { code, message: `Looks like ${imitates}, but ${leads}.`, imitates };
    });
}
