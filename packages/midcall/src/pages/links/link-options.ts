import { isLoopbackHost } from "../http/base.js";
import { PageLinkError } from "../errors.js";
import { describeValue } from "../../internal/describe-value.js";
import { MAX_LINK_MS } from "../flows/flow.js";
import { isUrl } from "../../internal/is-url.js";

/** @throws PageLinkError unless the option is a string that is not blank and not too long */
export function checkText(name: string, value: unknown, maxLength: number): void {
  if (typeof value === "string" && value.trim() !== "" && value.length <= maxLength) return;
  const why =
    name === "principal"
      ? " A link is for one user, who has to be known: see the option `principal` of createElicitation."
      : "";
  throw new PageLinkError(`${name} must be a string of 1 to ${maxLength} characters.${why}`);
}

/** @throws PageLinkError unless the lifetime of a link is above 0 and at most seven days */
export function checkLinkTtl(ttlMs: number): void {
  if (ttlMs > 0 && ttlMs <= MAX_LINK_MS) return;
  throw new PageLinkError(
    `ttlMs must be a number of milliseconds from 1 to ${MAX_LINK_MS} (7 days), not ${describeValue(ttlMs)}.`,
  );
}

/** @throws PageLinkError unless the lifetime of a secret is positive or absent */
export function checkSecretTtl(ttlMs: number | undefined): void {
  if (ttlMs === undefined || (Number.isFinite(ttlMs) && ttlMs > 0)) return;
  throw new PageLinkError(
    `secretTtlMs (ttlMs of ctx.secret) must be a positive number of milliseconds, not ${describeValue(ttlMs)}.`,
  );
}

/** @throws PageLinkError unless the text is an OAuth scope (RFC 6749, 3.3) */
export function checkScope(scope: string): void {
  if (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) return;
  throw new PageLinkError(
    `${JSON.stringify(scope)} is not a valid OAuth scope. Pass each scope as its own string, without spaces.`,
  );
}

/** The address an approval page leads to. @throws PageLinkError unless it is https, or http on this machine */
export function checkTarget(given: string): string {
  const url = isUrl(given) ? new URL(given) : undefined;
  const local = url?.protocol === "http:" && isLoopbackHost(url.hostname);
  if (!url || !(url.protocol === "https:" || local) || url.username || url.password) {
    throw new PageLinkError(
      "url must be an absolute https URL without credentials (http is allowed on this machine only).",
    );
  }
  return url.href;
}
