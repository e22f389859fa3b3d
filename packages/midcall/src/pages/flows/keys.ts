import { Buffer } from "node:buffer";
import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { createBox, deriveKey, fromBase64url, type Box } from "../../internal/aead.js";
import { readSecrets, type SecretKey } from "../../internal/read-secrets.js";

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

function toKey(bytes: Buffer): Key {
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
export function createKeys(secret: SecretKey): Keys {
  const [newest, ...older] = readSecrets(secret);
  const current = toKey(newest);
  const ring = [current, ...older.map(toKey)];
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
      const about = Buffer.from(bound);
      for (const { box } of ring) {
        const text = box.open(bytes, about);
        if (text !== undefined) return text.toString("utf8");
      }
      return undefined;
    },
    sign: (...parts) => proof(current, parts),
    verify: (given, ...parts) => ring.some((key) => sameText(given, proof(key, parts))),
  };
}
