import { createHash } from "node:crypto";
import { OptionError } from "../../contracts/errors.js";
import { isUrl } from "../../internal/is-url.js";

/** The parsed base URL of the pages. */
export interface Base {
  readonly origin: string;
  readonly host: string;
  /** The path of the base URL without a trailing slash; empty at the root. */
  readonly path: string;
  readonly secure: boolean;
  readonly loopback: boolean;
  /** Distinguishes the cookies of two sets of pages on one host. */
  readonly suffix: string;
  /** The absolute URL of a path below the base URL. */
  readonly at: (path: string) => string;
}

/** Whether a host name is this machine, without a DNS lookup. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Whether a host name is this machine and nobody else's: `localhost` is ::1 as well, where another user can listen on the port of
 * pages at 127.0.0.1, and browsers try ::1 first.
 */
function isNumericLoopback(hostname: string): boolean {
  return hostname !== "localhost" && isLoopbackHost(hostname);
}

/** Whether an address is this machine. */
export function isLoopbackAddress(address: string): boolean {
  return /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(address);
}

/** Whether an address belongs to a private network, such as that of containers. */
export function isPrivateAddress(address: string): boolean {
  return /^((::ffff:)?(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i.test(
    address,
  );
}

/**
 * Parses the base URL.
 *
 * @throws OptionError unless it is https, or http at a numeric address of this machine, and has nothing besides host and path
 */
export function readBase(baseUrl: string | URL): Base {
  const text = String(baseUrl);
  if (!isUrl(text))
    throw new OptionError(`baseUrl must be an absolute URL, not ${JSON.stringify(text)}.`);
  const url = new URL(text);
  const loopback = isLoopbackHost(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    throw new OptionError(
      `baseUrl must use https, because users enter secrets on the pages; http is allowed on this machine only. It is ${url.protocol}//${url.host}.`,
    );
  }
  if (url.protocol === "http:" && !isNumericLoopback(url.hostname)) {
    const own = `http://127.0.0.1${url.port && `:${url.port}`}${url.pathname}`;
    throw new OptionError(
      `baseUrl must name this machine by a numeric address: browsers try ::1 for "localhost", where another user of this machine may listen on the same port, and would get the links and what is entered. Use ${own} and listen there, also in redirect URIs; where a provider accepts no other name than localhost, use https.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new OptionError(
      "baseUrl must not contain credentials, a query or a fragment: only a host and a path.",
    );
  }
  let end = url.pathname.length;
  while (url.pathname[end - 1] === "/") end--;
  const path = url.pathname.slice(0, end);
  if (!/^(\/[\w.~-]+)*$/.test(path)) {
    throw new OptionError(
      `The path of baseUrl may only contain letters, digits, slashes and -._~, not ${JSON.stringify(path)}.`,
    );
  }
  const secure = url.protocol === "https:";
  const apart = secure ? path : `${url.port}${path}`;
  const suffix = apart && `-${createHash("sha256").update(apart).digest("hex").slice(0, 8)}`;
  return {
    origin: url.origin,
    host: url.host,
    path,
    secure,
    loopback,
    suffix,
    at: (rest) => `${url.origin}${path}${rest}`,
  };
}
