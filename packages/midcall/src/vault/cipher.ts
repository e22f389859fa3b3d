import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { VaultError } from "./errors.js";

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a ciphertext is for, as bytes; no two lists of parts give the same. */
export function binding(...parts: readonly (string | number | null)[]): Buffer {
  return Buffer.from(JSON.stringify(parts), "utf8");
}

/** AES-256-GCM under a fresh random nonce: nonce, ciphertext and tag in one piece. */
export function encrypt(key: Uint8Array, plain: Uint8Array, bound: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(bound);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws VaultError `tampered` when it is not what `encrypt` gave for this key and binding. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: Uint8Array): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new VaultError("tampered");
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(bound)
    .setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, end)), decipher.final()]);
  } catch {
    throw new VaultError("tampered");
  }
}

const VERSION = "mcv1.";

/** Bytes as they lie in a store: text that says what version it is. */
export function toRecord(bytes: Buffer): string {
  return VERSION + bytes.toString("base64url");
}

/** @throws VaultError `tampered` when it is not the one spelling that `toRecord` gives. */
export function fromRecord(record: string): Buffer {
  const encoded = record.slice(VERSION.length);
  const bytes = Buffer.from(encoded, "base64url");
  // Decoding is lenient: it skips what it does not know.
  if (!record.startsWith(VERSION) || bytes.toString("base64url") !== encoded) {
    throw new VaultError("tampered");
  }
  return bytes;
}
