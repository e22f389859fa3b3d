import type { Base } from "./base.js";

/**
 * What browsers themselves say about where a POST comes from. Old ones say nothing, which proves
 * nothing either way; the proof in the form decides.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isCrossSite(request: Request, base: Base): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return true;
  const origin = request.headers.get("origin");
  // Under our own referrer policy it is "null", as it is from a sandboxed frame: no evidence.
  return origin !== null && origin !== "null" && origin !== base.origin;
}
