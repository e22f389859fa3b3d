import { inspectUrl } from "midcall/client";
import { safeLine } from "../../safe-text.js";
import { SignInError } from "./sign-in-error.js";

const isLocal = (url: string): boolean => {
  const found = inspectUrl(url);
  return found.ok && found.warnings.some(({ code }) => code === "loopback");
};

/**
 * Checks an address that a server or its metadata named. It has to be https. This computer and private networks are
 * allowed only for servers that are there themselves, so that a server on the internet cannot make midcall send
 * requests into the user's network. (A public name that resolves to a private address fails at its certificate.)
 *
 * @param server - the URL of the MCP server
 * @param what - what the address is, for the error
 * @throws SignInError with the problem `unsafe`
 */
export function assertEndpoint(address: unknown, server: string, what: string): URL {
  const isInside = isLocal(server) || !inspectUrl(server).ok;
  const found = inspectUrl(address, { allowPrivate: () => isInside });
  const why = !found.ok
    ? found.message
    : isLocal(found.url) && !isLocal(server)
      ? "This address leads to this computer."
      : undefined;
  if (found.ok && why === undefined) return new URL(found.url);
  throw new SignInError(
    "unsafe",
    `The server names an address for ${what} that midcall does not use: ${safeLine(String(address), 200)} (${why}) This has to be fixed in the server.`,
  );
}
