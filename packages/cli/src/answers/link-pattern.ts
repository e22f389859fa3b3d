import { hasWildcard, matchesPattern } from "./matches-pattern.js";
import { isUrl } from "../is-url.js";

/** The scheme, host and port of a link, up to and with the `/` after them. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#*\\]+\//i;

/** Whether a pattern leaves open who owns the page: a wildcard in its scheme, host or port, or right after them. */
export function leavesHostOpen(pattern: string): boolean {
  return hasWildcard(pattern) && !ORIGIN.test(pattern);
}

/** Whether a link matches a pattern. Scheme and host may be written in any case. */
export function matchesLink(pattern: string, url: string): boolean {
  if (!hasWildcard(pattern)) {
    // A complete URL is compared in its normalized form.
    const normal = !pattern.includes("*") && isUrl(pattern) ? new URL(pattern).href : pattern;
    return matchesPattern(normal, url);
  }
  const [origin = ""] = ORIGIN.exec(pattern) ?? [];
  const normal = isUrl(origin) ? new URL(origin).href : origin;
  return matchesPattern(normal + pattern.slice(origin.length), url);
}
