import { displayText } from "midcall/form";
import type { HeaderMap } from "../../connect/headers.js";
import type { Target } from "../../connect/target.js";
import { ConnectError } from "../../errors.js";
import { maskUrl } from "./secrets/secret-names.js";

const LONGEST = 8_000;

/**
 * Why there is no connection, for the page: secrets in the URL are masked, and the advice refers to the page
 * instead of the command line.
 *
 * @param scrub - removes the values of the headers
 */
export function describeConnectError(
  error: unknown,
  target: Target,
  headers: HeaderMap,
  scrub: (text: string) => string,
): string {
  let text = String((error as Error).message);
  if (target.kind === "url") {
    const url = maskUrl(target.url);
    text = text.replaceAll(target.url, url);
    if (error instanceof ConnectError && error.problem === "unauthorized") {
      const status = /\(HTTP \d+\)/.exec(text)?.[0] ?? "";
      text =
        Object.keys(headers).length > 0
          ? `${url} rejected the header ${status}.`
          : `${url} requires authentication ${status}. If you have a token for it, add it as a header.`;
    }
  }
  // The page shows the server's output below.
  text = scrub(text).replace(/ stderr:$/, "");
  return displayText(text.slice(0, LONGEST), { lines: true });
}
