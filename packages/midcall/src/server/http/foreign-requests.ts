import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { OptionError } from "../../contracts/errors.js";
import type { Logger } from "../logger.js";
import { jsonRpcError } from "./json-rpc-error.js";

/** The host names and web origins that a handler accepts. */
export interface ForeignRequestOptions {
  /**
   * Host names that this server is reached by, as in the `Host` header: `"mcp.example.com"` for any port, `"localhost:3000"` for
   * this port. Requests with others are refused with 403. Default: the names of this machine if the URL of a request is on
   * this machine, else any.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Web pages that may send requests to this server, as in the `Origin` header: `"https://app.example.com"`, a host name alone
   * for any scheme and port, or `"chrome-extension://*"` for every extension of that browser. Requests with others are
   * refused with 403; requests without `Origin`, such as those of hosts outside of browsers, are accepted. `[]` refuses all pages.
   * Default: pages of this machine if the URL of a request is on this machine (whichever of its users serves them: another one can
   * listen on ::1, which is `localhost` as well); else any page except those from plain http or with an opaque
   * origin (`null`), because such a page can reach this server under its own host name (DNS rebinding).
   */
  readonly allowedOrigins?: readonly string[];
}

/** Returns the refusal of a request that a web page must not send, or `undefined`. */
export type ForeignRequests = (request: {
  readonly url: string;
  readonly headers: Pick<Headers, "get">;
}) => Response | undefined;

/**
 * Refuses requests that foreign web pages make a browser send: to this machine or, under a host name of their own, to any
 * server that the browser can reach.
 *
 * @throws OptionError when an entry is not a valid name
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-warning
 */
export function createForeignRequests(
  { allowedHosts, allowedOrigins }: ForeignRequestOptions,
  logger: Logger,
): ForeignRequests {
  const hosts =
    allowedHosts === undefined ? undefined : readNames("allowedHosts", allowedHosts, HOST);
  const origins =
    allowedOrigins === undefined ? undefined : readNames("allowedOrigins", allowedOrigins, ORIGIN);
  const warned = new Set<string>();
  const refuse = (header: "Host" | "Origin", value: string): Response => {
    const named = JSON.stringify(value.slice(0, 100));
    if (!warned.has(header)) {
      logger.warn(
        `midcall: refused a request with the ${header} ${named}. If it is legitimate, add it to allowed${header}s of createHandler. This warning is shown once.`,
      );
    }
    warned.add(header);
    return jsonRpcError(
      403,
      -32_000,
      `This server does not accept requests with the ${header} ${named}.`,
    );
  };

  const judge: ForeignRequests = ({ url, headers }) => {
    const at = new URL(url);
    const isLocal = THIS_MACHINE.test(at.hostname);
    const host = headers.get("host") ?? at.host;
    const names = hosts ?? (isLocal ? [...localhostAllowedHostnames(), at.hostname] : undefined);
    if (names && !names.includes(host.toLowerCase()) && !validateHostHeader(host, names).ok) {
      return refuse("Host", host);
    }
    const origin = headers.get("origin");
    if (origin === null || (!origins && !isLocal && !/^(http:|null$)/i.test(origin))) {
      return undefined;
    }
    const pages = origins ?? [...localhostAllowedOrigins(), ...(isLocal ? [at.hostname] : [])];
    const isKnown = pages.includes(origin) || validateOriginHeader(origin, pages).ok;
    return isKnown ? undefined : refuse("Origin", origin);
  };
  /** What was accepted last: nothing else of a request decides, and most are the same. */
  let accepted: readonly [url: string, host: string | null, origin: string | null] | undefined;
  return (request) => {
    const { url, headers } = request;
    const host = headers.get("host");
    const origin = headers.get("origin");
    if (accepted?.[0] === url && accepted[1] === host && accepted[2] === origin) return undefined;
    const refusal = judge(request);
    if (refusal === undefined) accepted = [url, host, origin];
    return refusal;
  };
}

/** Names that browsers resolve to this machine, including unusual ones. */
const THIS_MACHINE =
  /^((.+\.)?localhost\.?|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[^\]]*\])$/;

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/;
const ORIGIN =
  /^(null|([a-z][a-z\d+.-]*:\/\/)?(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?|(?!https?:)[a-z][a-z\d+.-]*:\/\/\*)$/;

function readNames(option: string, given: unknown, form: RegExp): string[] {
  if (!Array.isArray(given)) throw new OptionError(`${option} must be an array of names.`);
  return given.map((name: unknown) => {
    const plain = typeof name === "string" ? name.toLowerCase().replace(/\/$/, "") : "";
    if (form.test(plain)) return plain;
    throw new OptionError(
      `${option} contains ${JSON.stringify(name)}, which is not a valid name. Entries are names as browsers send them, such as "mcp.example.com"` +
        (option === "allowedOrigins" ? ' or "https://app.example.com".' : ' or "localhost:3000".'),
    );
  });
}
