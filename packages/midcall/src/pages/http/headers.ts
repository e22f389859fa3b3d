import type { Base } from "./base.js";
import { PROOF_SOURCES } from "./server-proof.js";
import { STYLE_HASH } from "../views/style.js";

/**
 * Headers of every response: no frames, no caching, no referrer, no external resources, and no script but the one of
 * `server-proof.ts`, which pages on this machine have.
 *
 * Because of the referrer policy, browsers send `Origin: null` with our own forms, so that header cannot prove that a
 * form is ours; see `formProof` in `visit.ts`.
 *
 * `Strict-Transport-Security` is sent over https, for this host only. An operator with a stricter header has to replace
 * this one, because browsers use the first of two.
 */
export function securityHeaders(base: Base): Readonly<Record<string, string>> {
  return {
    "content-security-policy": [
      "default-src 'none'",
      `style-src ${STYLE_HASH}`,
      ...(base.secure ? [] : PROOF_SOURCES),
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "permissions-policy": [
      "camera",
      "microphone",
      "geolocation",
      "payment",
      "usb",
      "display-capture",
      "clipboard-read",
      "publickey-credentials-get",
      "browsing-topics",
    ]
      .map((feature) => `${feature}=()`)
      .join(", "),
    "x-robots-tag": "noindex, nofollow",
    "x-dns-prefetch-control": "off",
    "x-permitted-cross-domain-policies": "none",
    ...(base.secure && { "strict-transport-security": "max-age=63072000" }),
  };
}
