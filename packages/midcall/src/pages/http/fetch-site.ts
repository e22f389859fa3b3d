import type { Base } from "./base.js";

/**
 * Whether the browser's headers say that a POST comes from another site. Old browsers send none of these headers; then
 * the proof in the form decides alone.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function isCrossSite(request: Request, base: Base): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return true;
  const origin = request.headers.get("origin");
  // With our own referrer policy it is "null", as it is from a sandboxed frame, so "null" is no evidence.
  return origin !== null && origin !== "null" && origin !== base.origin;
}
