/**
 * Computes the SHA-256 digest of a string in UTF-8 with Web Crypto, as `sha256:` and 64 hex digits.
 *
 * @returns `undefined` if there is no Web Crypto, as on a page that is not a secure context
 *
 * @example
 * ```ts
 * await sha256("Delete 3 files?"); // "sha256:…", 71 characters
 * ```
 */
export async function sha256(text: string): Promise<string | undefined> {
  // Absent outside secure contexts, contrary to its type.
  const subtle = globalThis.crypto?.subtle as typeof globalThis.crypto.subtle | undefined;
  const hash = await subtle?.digest("SHA-256", new TextEncoder().encode(text));
  if (!hash) return undefined;
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"));
  return `sha256:${hex.join("")}`;
}
