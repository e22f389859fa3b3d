import { decrypt as open, fromBase64url } from "../../internal/aead.js";
import { VaultError } from "../errors.js";

export { createBox, encrypt, KEY_BYTES, type Box } from "../../internal/aead.js";

/** What a ciphertext is for, as bytes; no two lists of parts give the same. */
export function binding(...parts: readonly (string | number | null)[]): Buffer {
  return Buffer.from(JSON.stringify(parts), "utf8");
}

/** @throws VaultError `tampered` when it is not what `encrypt` gave for this key and binding. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: Uint8Array): Buffer {
  return genuine(open(key, sealed, bound));
}

/** @throws VaultError `tampered` when there is nothing. */
export function genuine(opened: Buffer | undefined): Buffer {
  if (opened === undefined) throw new VaultError("tampered");
  return opened;
}

const VERSION = "mcv2.";

/** Bytes as they lie in a store: text that says what version it is. */
export function toRecord(bytes: Buffer): string {
  return VERSION + bytes.toString("base64url");
}

/** @throws VaultError `tampered` when it is not the one spelling that `toRecord` gives. */
export function fromRecord(record: string): Buffer {
  return genuine(
    record.startsWith(VERSION) ? fromBase64url(record.slice(VERSION.length)) : undefined,
  );
}
