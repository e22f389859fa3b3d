import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { createBox, deriveKey, fromBase64url, type Box } from "../../internal/aead.js";
import { OptionError } from "../../contracts/errors.js";

/** A secret of at least 32 bytes, or a list of them (a key ring): the first encrypts, all of them decrypt. */
export type PagesKey = string | Uint8Array | readonly (string | Uint8Array)[];

/** Encrypts what is put into the store, and proves that a form came from these pages. */
export interface Keys {
  /** Encrypts a text. @param bound - What the text belongs to; it cannot be decrypted for anything else. */
  seal(text: string, bound: string): string;
  /** Decrypts a text; returns `undefined` if it is not ours, was sealed for something else, or has been changed. */
  open(sealed: string, bound: string): string | undefined;
  /** A message authentication code of the parts. Different lists of parts have different codes. */
  sign(...parts: readonly string[]): string;
  verify(proof: string, ...parts: readonly string[]): boolean;
}

interface Key {
  readonly box: Box;
  readonly mac: KeyObject;
}

const VERSION = "mcp2.";
const MIN_SECRET_BYTES = 32;

function toKey(secret: string | Uint8Array): Key {
  const bytes = typeof secret === "string" ? Buffer.from(secret, "utf8") : Buffer.from(secret);
  if (bytes.byteLength < MIN_SECRET_BYTES) {
    throw new OptionError(
      `secret must be at least ${MIN_SECRET_BYTES} bytes, not ${bytes.byteLength}. ` +
        "Make one with: node -e \"console.log(require('node:crypto').randomBytes(32).toString('base64url'))\"",
    );
  }
  return {
    box: createBox(bytes, "midcall pages record cipher v2"),
    mac: createSecretKey(deriveKey(bytes, "midcall pages", "form proof v1")),
  };
}

/** A random string with 256 bits, safe in a URL and in a cookie. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** Whether a string has the form of a {@link randomToken}. Proves nothing. */
export const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text);

/** The hash a token is stored under. It cannot be used in place of the token. */
export const tokenHash = (token: string): string =>
  createHash("sha256").update(`midcall pages\0${token}`).digest("base64url");

/** Compares in constant time. */
export function sameText(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * AES-256-GCM and HMAC-SHA256 under sub-keys derived with HKDF-SHA256.
 *
 * @throws OptionError when a secret is shorter than 32 bytes or the list is empty
 */
export function createKeys(secret: PagesKey): Keys {
  const secrets: unknown =
    typeof secret === "string" || secret instanceof Uint8Array ? [secret] : secret;
  if (!Array.isArray(secrets)) {
    throw new OptionError(
      "secret must be a string, a Uint8Array, or an array of them. Is the environment variable it comes from set?",
    );
  }
  const ring = (secrets as readonly (string | Uint8Array)[]).map(toKey);
  const current = ring[0];
  if (!current) throw new OptionError("secret must hold at least one secret; the list is empty.");
  const proof = (key: Key, parts: readonly string[]): string =>
    createHmac("sha256", key.mac).update(JSON.stringify(parts)).digest("base64url");

  return {
    seal: (text, bound) =>
      VERSION + current.box.seal(text, Buffer.from(bound)).toString("base64url"),
    open(sealed, bound) {
      const bytes = sealed.startsWith(VERSION)
        ? fromBase64url(sealed.slice(VERSION.length))
        : undefined;
      if (bytes === undefined) return undefined;
      for (const { box } of ring) {
        const text = box.open(bytes, Buffer.from(bound));
        if (text !== undefined) return text.toString("utf8");
      }
      return undefined;
    },
    sign: (...parts) => proof(current, parts),
    verify: (given, ...parts) => ring.some((key) => sameText(given, proof(key, parts))),
  };
}
