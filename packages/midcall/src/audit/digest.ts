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
  return `sha256:${hex(hash)}`;
}

/**
 * Makes a function that computes the HMAC-SHA256 of a string in UTF-8 with Web Crypto, as `hmac-sha256:` and 64 hex digits.
 * It returns `undefined` if there is no Web Crypto.
 */
export function createHmac(key: Uint8Array): (text: string) => Promise<string | undefined> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = Uint8Array.from(key);
  let imported: ReturnType<typeof globalThis.crypto.subtle.importKey> | undefined;
  return async (text) => {
    const subtle = globalThis.crypto?.subtle as typeof globalThis.crypto.subtle | undefined;
    if (subtle === undefined) return undefined;
    imported ??= subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
    const mac = await subtle.sign("HMAC", await imported, new TextEncoder().encode(text));
    return `hmac-sha256:${hex(mac)}`;
  };
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
