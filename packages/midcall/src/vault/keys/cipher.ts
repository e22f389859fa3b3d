import { Buffer } from "node:buffer";
import { decrypt as open, fromBase64url } from "../../internal/aead.js";
import { VaultError } from "../errors.js";

export { createBox, encrypt, KEY_BYTES, type Box } from "../../internal/aead.js";

/** Additional authenticated data that says what a ciphertext is for. Different lists of parts give different bytes. */
export function binding(...parts: readonly (string | number | null)[]): Buffer {
  return Buffer.from(JSON.stringify(parts), "utf8");
}

/** @throws VaultError `tampered` when it is not the result of `encrypt` for this key and binding */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: Uint8Array): Buffer {
  return genuine(open(key, sealed, bound));
}

/** @throws VaultError `tampered` when decryption failed */
export function genuine(opened: Buffer | undefined): Buffer {
  if (opened === undefined) throw new VaultError("tampered");
  return opened;
}

const VERSION = "mcv2.";

/** Encodes bytes for the store, with the version of the format. */
export function toRecord(bytes: Buffer): string {
  return VERSION + bytes.toString("base64url");
}

/** Decodes a record. @throws VaultError `tampered` when it is not exactly what `toRecord` returns */
export function fromRecord(record: string): Buffer {
  return genuine(
    record.startsWith(VERSION) ? fromBase64url(record.slice(VERSION.length)) : undefined,
  );
}
