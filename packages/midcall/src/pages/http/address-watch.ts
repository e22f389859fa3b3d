import { isLoopbackAddress, isPrivateAddress, type Base } from "./base.js";
import type { PagesLogger } from "../logger.js";

/** What proxies say about the visitor. */
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

/** Looks at a request, with the address of its socket. */
export type AddressWatch = (request: Request, socket: string | undefined) => void;

/**
 * Warns, once each, where the limit by address does not do what it is there for: all visitors come from the address of
 * a proxy, or from none. Pages at http are for this machine, where everybody has the same address anyway.
 *
 * @param given - Whether the operator says where the address of a visitor is.
 */
export function createAddressWatch(
  base: Base,
  perAddress: number,
  given: boolean,
  logger: PagesLogger,
): AddressWatch {
  if (!base.secure || perAddress === Infinity || given) return () => {};
  const told = new Set<string>();
  const tell = (what: string, message: string): void => {
    if (told.has(what)) return;
    told.add(what);
    logger.warn(`midcall pages: ${message} Told once.`);
  };
  return (request, socket) => {
    if (socket === undefined) {
      tell(
        "none",
        "no address of visitors is known, so their requests are not limited. " +
          "Hand it over, as `remoteAddress` in the second argument of pages.fetch or with @hono/node-server, or pass `clientAddress`.",
      );
      return;
    }
    if (!isLoopbackAddress(socket) && !isPrivateAddress(socket)) return;
    const header = FORWARDED.find((name) => request.headers.has(name));
    if (header === undefined) return;
    tell(
      "proxy",
      `requests come through a proxy (from ${socket}, with ${header}), so all visitors share one limit of ${perAddress} requests a minute. ` +
        "Pass `clientAddress`, which takes the visitor's address from a header that this proxy sets.",
    );
  };
}
