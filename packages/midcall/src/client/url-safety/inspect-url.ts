import { mixesScripts } from "./scripts.js";
import { URL_SAFETY_OPTIONS, type UrlSafetyOptions } from "./link-options.js";
import { assertOptions } from "../../internal/assert-options.js";
import { isAddress, isLoopback, isPublic, namesAddress } from "./address.js";
import { toUnicode } from "./unicode.js";
import { isUrl } from "../../internal/is-url.js";

/**
 * The reason why a URL is not offered to the user.
 *
 * - `not-a-url`: not a string, not absolute, or a host that cannot exist (empty labels, a dot at the end).
 * - `too-long`: over 8,192 characters, or a host name over 253.
 * - `hidden-characters`: what is otherwise an address contains white space, control, bidi or zero-width characters, or a
 *   backslash.
 * - `scheme`: neither `https:` nor, on this computer, `http:`.
 * - `credentials`: a user name or password before the host.
 * - `private-host`: a private, link-local or reserved address, a name that contains one (`10.0.0.1.sslip.io`), or a
 *   name that only a private network resolves or that resolves to this computer (`localtest.me`).
 */
export type UrlRefusal =
  | "not-a-url"
  | "too-long"
  | "hidden-characters"
  | "scheme"
  | "credentials"
  | "private-host";

/** The code of a {@link UrlWarning}. */
export type UrlWarningCode =
  | "punycode"
  | "mixed-script"
  | "imitation"
  | "address"
  | "loopback"
  | "port"
  | "long";

/** A warning for the user before they consent to open a URL. */
export interface UrlWarning {
  readonly code: UrlWarningCode;
  /** In English: what it means, and what to do. */
  readonly message: string;
  /** With `imitation`: the host that it can be mistaken for. */
  readonly imitates?: string | undefined;
  /** With `imitation`: the registrable domain that it leads to, if a list is supplied. */
  readonly leadsTo?: string | undefined;
}

/** The result of {@link inspectUrl}: a refusal, or everything a UI needs to ask for consent. */
export type UrlInspection =
  | { readonly ok: false; readonly reason: UrlRefusal; readonly message: string }
  | {
      readonly ok: true;
      /** The whole URL, normalised, in ASCII. Show and open exactly this text. */
      readonly url: string;
      /** `url` in three parts; `highlight` is the host, or its registrable domain if a list is supplied. */
      readonly parts: {
        readonly before: string;
        readonly highlight: string;
        readonly after: string;
      };
      /**
       * The end of the host that says who owns it: the registrable domain. Only this may stand out. Without a list it is
       * known for IP addresses and for names with at most two labels; otherwise it is `undefined`: show the whole host
       * evenly.
       */
      readonly domain: string | undefined;
      /** The host with its `xn--` labels decoded if possible. For display only. */
      readonly unicodeHost: string;
      readonly warnings: readonly UrlWarning[];
    };

// \p{C} contains lone surrogates and invisible characters; \p{Z} contains every kind of space.
const HIDDEN = /[\p{C}\p{Z}\\]/gu;
const MAX_URL = 8192;
const LONG_URL = 2048;
const MAX_HOST = 253;
const LONG_HOST = 80;

/** The English text of every refusal. */
const REFUSALS: Readonly<Record<UrlRefusal, string>> = {
  "not-a-url": "This is not a complete web address.",
  "too-long": "This address is too long.",
  "hidden-characters": "This address contains spaces, backslashes or invisible characters.",
  scheme: "This address does not use https.",
  credentials: "This address contains a user name or password.",
  "private-host": "This address leads to a private network.",
};

/** What the texts of the warnings name. */
interface WarnedOf {
  readonly host: string;
  readonly port: string;
  readonly imitates: string | undefined;
  readonly domain: string | undefined;
}

/** The English text of every warning. */
const WARNINGS: Readonly<Record<UrlWarningCode, (of: WarnedOf) => string>> = {
  punycode: () =>
    "Letters in this address can look like other letters. Decline unless you know exactly this spelling.",
  "mixed-script": () =>
    "This address mixes alphabets, so that one letter can pass for another. Decline unless you know exactly this spelling.",
  imitation: ({ imitates, domain }) =>
    domain === undefined
      ? `This address imitates ${imitates}, but its end says where it leads. Decline unless you know this whole address.`
      : `This address imitates ${imitates} but leads to ${domain}. Decline unless you know ${domain}.`,
  address: () =>
    "This is an IP address, which does not show who owns the page. Decline unless you know this address.",
  loopback: () =>
    "This page comes from a program on this computer. Decline unless you expect that from this server.",
  port: ({ host, port }) =>
    `This address uses port ${port}, which is unusual. Decline unless you know that ${host} uses it.`,
  long: ({ host }) =>
    `This address is very long, which can hide where it leads. Decline unless you know ${host}.`,
};

/**
 * Checks the URL of a URL-mode question before the user sees it. Nothing is fetched or resolved, so a public name may
 * still resolve to a private address.
 *
 * It recognises the plainest imitations, such as `github.com.example.net`. An inbox recognises more.
 *
 * @param raw - the value that the server sent, of any type
 * @param options - a public suffix list, and exceptions for private hosts
 * @returns a refusal with its reason, or the normalised URL (at most 8,192 characters) with its host marked, and its
 *   warnings (empty if there are none). Never throws.
 *
 * @example
 * ```ts
 * inspectUrl("https://login.example.com/start");
 * // { ok: true, url: "https://login.example.com/start", domain: undefined, warnings: [],
 * //   parts: { before: "https://", highlight: "login.example.com", after: "/start" } }
 * inspectUrl("https://169.254.169.254/"); // { ok: false, reason: "private-host", message: "…" }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling
 */
export function inspectUrl(raw: unknown, options: UrlSafetyOptions = {}): UrlInspection {
  assertOptions("inspectUrl", options, URL_SAFETY_OPTIONS);
  return inspectWith(knownHost, raw, options);
}

/** Returns the host that a host name imitates, if any. */
export type FindImitated = (hostname: string, domain: string | undefined) => string | undefined;

/** {@link inspectUrl} with another way to recognise imitations. */
export function inspectWith(
  imitated: FindImitated,
  raw: unknown,
  options: UrlSafetyOptions,
): UrlInspection {
  const url = read(raw, options);
  if (typeof url === "string") return { ok: false, reason: url, message: REFUSALS[url] };
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
    // A name such as `localhost`, or `example.com`, has no other end.
    domain:
      domain ?? (isAddress(hostname) || /^[^.]+(\.[^.]+)?$/.test(hostname) ? hostname : undefined),
    unicodeHost,
    warnings: warn(url, unicodeHost, domain, imitated),
  };
}

/** The parsed URL, or the reason why it is refused. */
function read(raw: unknown, { allowPrivate }: UrlSafetyOptions): URL | UrlRefusal {
  if (typeof raw !== "string") return "not-a-url";
  if (raw.length > MAX_URL) return "too-long";
  const seen = raw.replace(HIDDEN, "");
  // Text that would not be an address without them, such as a sentence, is not one that hides something.
  if (!isUrl(seen)) return "not-a-url";
  if (seen !== raw) return "hidden-characters";
  const url = new URL(raw);
  const { hostname, href, protocol } = url;
  const loopback = isLoopback(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && loopback)) return "scheme";
  // Checked in the original text, because the parser drops an empty user name.
  if (/^\w+:\/*[^/?#]*@/.test(raw)) return "credentials";
  // With an empty label or a dot at the end, it is another origin than it appears to be.
  if (/(^|\.)(\.|$)/.test(hostname)) return "not-a-url";
  if (href.length > MAX_URL || hostname.length > MAX_HOST) return "too-long";
  if (!loopback && !isPublic(hostname) && !ask(allowPrivate, hostname)) return "private-host";
  return url;
}

/** The result of a function of the host; `undefined` if it throws. */
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
  // The domain must be a suffix of the host; otherwise the wrong part would be marked.
  return domain && `.${hostname}`.endsWith(`.${domain}`) ? domain : undefined;
}

// A label such as `com`, or two such as `co.uk`, followed by more than a country code: the real domain is further
// right. An inbox loads what recognises more of them: `imitation.ts`.
const IMITATION =
  /^(.+?\.(?:(?:com?|org?|net?|gov|gob|gouv|edu|ac)\.[a-z]{2}(?=[.-])|(?:com|org|net|gov|edu)(?=[.-](?!..$))))/;
const knownHost: FindImitated = (hostname, domain) =>
  IMITATION.exec(domain ? hostname.slice(0, -domain.length) : hostname)?.[1];

function warn(
  { hostname, href, port }: URL,
  unicodeHost: string,
  domain: string | undefined,
  imitated: FindImitated,
): UrlWarning[] {
  const loopback = isLoopback(hostname);
  const imitates = isAddress(hostname) ? undefined : imitated(hostname, domain);
  const found: Record<UrlWarningCode, boolean> = {
    punycode: /\bxn--/.test(hostname),
    "mixed-script": unicodeHost.split(".").some(mixesScripts),
    imitation: imitates !== undefined,
    address: !loopback && (isAddress(hostname) || namesAddress(hostname)),
    loopback,
    port: !loopback && port !== "",
    long: href.length > LONG_URL || hostname.length > LONG_HOST,
  };
  const of = { host: domain ?? hostname, port, imitates, domain };
  return (Object.keys(found) as UrlWarningCode[])
    .filter((code) => found[code])
    .map((code) => ({
      code,
      message: WARNINGS[code](of),
      ...(code === "imitation" && { imitates, leadsTo: domain }),
    }));
}
