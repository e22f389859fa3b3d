import type { Buffer } from "node:buffer";
import { type Box, deriveKey } from "../../internal/aead.js";
import { readSecrets, type SecretKey } from "../../internal/read-secrets.js";
import { createBox, fromRecord, genuine, toRecord } from "./cipher.js";
import { VaultError } from "../errors.js";

/** Wraps other keys with the operator's keys. */
export interface KeyRing {
  /** Wraps a key with the newest of the ring. */
  wrap(key: Uint8Array, bound: Uint8Array): string;
  /** @throws VaultError `unknown-key` or `tampered`. */
  unwrap(wrapped: string, bound: Uint8Array): Buffer;
  /** Whether it claims to be wrapped with the newest key. Proves nothing. */
  isCurrent(wrapped: string): boolean;
}

const ID_BYTES = 8;

interface Key {
  readonly id: Buffer;
  readonly box: Box;
}

function toKey(bytes: Buffer): Key {
  return {
    id: deriveKey(bytes, "midcall", "vault key id v1").subarray(0, ID_BYTES),
    box: createBox(bytes, "midcall vault key v2"),
  };
}

/** @throws OptionError when a key is too short or the list is empty */
export function createKeyRing(secret: SecretKey): KeyRing {
  const [first, ...older] = readSecrets(secret);
  const newest = toKey(first);
  const ring = [newest, ...older.map(toKey)];
  const idOf = (bytes: Buffer): Buffer => bytes.subarray(0, ID_BYTES);

  return {
    wrap: (key, bound) => toRecord(newest.box.seal(key, bound, newest.id)),
    unwrap(wrapped, bound) {
      const bytes = fromRecord(wrapped);
      const found = ring.find(({ id }) => id.equals(idOf(bytes)));
      if (found === undefined) throw new VaultError("unknown-key");
      return genuine(found.box.open(bytes.subarray(ID_BYTES), bound));
    },
    isCurrent: (wrapped) => idOf(fromRecord(wrapped)).equals(newest.id),
  };
}
