import { isLoopbackAddress, isPrivateAddress, type Base } from "./base.js";
import type { PagesLogger } from "../logger.js";

/** Headers in which proxies describe the visitor. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "x-client-ip",
  "fly-client-ip",
  "x-forwarded-host",
  "x-forwarded-proto",
];

/** Inspects a request and the address of its socket. */
export type AddressWatch = (request: Request, socket: string | undefined) => void;

/**
 * Warns, once for each cause, when the rate limit by address cannot work: all visitors have the address of a proxy, or
 * none at all. Pages at http are for this machine, where all visitors have the same address anyway.
 *
 * @param given - Whether the operator has configured where the visitor's address is found.
 */
export function createAddressWatch(
  base: Base,
  perAddress: number,
  given: boolean,
  logger: PagesLogger,
): AddressWatch {
  if (!base.secure || perAddress === Infinity || given) return () => {};
  const warned = new Set<string>();
  const warnOnce = (what: string, message: string): void => {
    if (warned.has(what)) return;
    warned.add(what);
    logger.warn(`midcall pages: ${message} This is reported once.`);
  };
  return (request, socket) => {
    if (socket === undefined) {
      warnOnce(
        "none",
        "the addresses of visitors are unknown, so their requests are not rate limited. " +
          "Pass `remoteAddress` in the second argument of pages.fetch, use @hono/node-server, or set the option `clientAddress`.",
      );
      return;
    }
    if (!isLoopbackAddress(socket) && !isPrivateAddress(socket)) return;
    const header = FORWARDED.find((name) => request.headers.has(name));
    if (header === undefined) return;
    warnOnce(
      "proxy",
      `requests come through a proxy (from ${socket}, with ${header}), so all visitors share one limit of ${perAddress} requests per minute. ` +
        "Set the option `clientAddress` to read the visitor's address from a header that this proxy sets.",
    );
  };
}
