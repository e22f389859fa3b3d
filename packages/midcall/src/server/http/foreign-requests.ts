import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { OptionError } from "../../contracts/errors.js";
import type { Logger } from "../logger.js";
import { jsonRpcError } from "./json-rpc-error.js";

/** Which names of this server, and which web pages, a handler listens to. */
export interface ForeignRequestOptions {
  /**
   * Names this server is reached by, as in `Host`: `"mcp.example.com"` on any port, `"localhost:3000"` on this one.
   * Others are refused with 403. Default: where the URL of a request is on this machine, the names of this machine;
   * elsewhere any.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Web pages that may talk to this server, as in `Origin`: `"https://app.example.com"`, a host name alone for any
   * scheme and port, or `"chrome-extension://*"` for every extension of that browser. Others are refused with 403; what
   * sends no `Origin`, as hosts that are no web page do, is let in. Default: where the URL of a request is on this
   * machine, pages of this machine; elsewhere any, but those from plain http or of no origin (`null`), as a page whose
   * name was made to lead here (DNS rebinding) is one of them.
   */
  readonly allowedOrigins?: readonly string[];
}

/** The refusal of what a web page may not send, or nothing. */
export type ForeignRequests = (request: Request) => Response | undefined;

/**
 * Keeps out what other web pages make a browser send, to this machine or, under a name of theirs, to wherever that
 * browser reaches.
 *
 * @throws OptionError when an entry is no name
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-warning
 */
export function createForeignRequests(
  { allowedHosts, allowedOrigins }: ForeignRequestOptions,
  logger: Logger,
): ForeignRequests {
  const hosts = allowedHosts && readNames("allowedHosts", allowedHosts, HOST);
  const origins = allowedOrigins && readNames("allowedOrigins", allowedOrigins, ORIGIN);
  const told = new Set<string>();
  const refuse = (header: "Host" | "Origin", value: string): Response => {
    const named = JSON.stringify(value.slice(0, 100));
    if (!told.has(header)) {
      logger.warn(
        `midcall: refused a request with the ${header} ${named}. If that is yours, name it in allowed${header}s of createHandler. Told once.`,
      );
    }
    told.add(header);
    return jsonRpcError(403, -32_000, `This server takes no requests with the ${header} ${named}.`);
  };

  return ({ url, headers }) => {
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
}

/** Names that browsers take for this machine, with those that few think of. */
const THIS_MACHINE =
  /^((.+\.)?localhost\.?|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[^\]]*\])$/;

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/;
const ORIGIN =
  /^(null|([a-z][a-z\d+.-]*:\/\/)?(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?|(?!https?:)[a-z][a-z\d+.-]*:\/\/\*)$/;

function readNames(option: string, given: unknown, form: RegExp): string[] {
  if (!Array.isArray(given)) throw new OptionError(`${option} must be a list of names.`);
  return given.map((name: unknown) => {
    const plain = typeof name === "string" ? name.toLowerCase().replace(/\/$/, "") : "";
    if (form.test(plain)) return plain;
    throw new OptionError(
      `${option} holds ${JSON.stringify(name)}. Entries are names as browsers send them, such as "mcp.example.com"` +
        (option === "allowedOrigins" ? ' or "https://app.example.com".' : ' or "localhost:3000".'),
    );
  });
}
