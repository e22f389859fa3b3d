import { deriveKey } from "../../internal/aead.js";
import { OptionError } from "../../contracts/errors.js";
import { createBox, fromRecord, genuine, toRecord } from "./cipher.js";
import { VaultError } from "../errors.js";

/** One key, or a list of keys (a key ring), newest first: the first one wraps, all of them unwrap. At least 32 bytes each. */
export type VaultKey = string | Uint8Array | readonly (string | Uint8Array)[];

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
const MIN_SECRET_BYTES = 32;

/** @throws OptionError when a key is too short or the list is empty */
export function createKeyRing(secret: VaultKey): KeyRing {
  const secrets = typeof secret === "string" || secret instanceof Uint8Array ? [secret] : secret;
  if (!Array.isArray(secrets))
    throw new OptionError("secret must be a string, a Uint8Array, or an array of them.");
  const ring = (secrets as readonly (string | Uint8Array)[]).map((each) => {
    const bytes = typeof each === "string" ? Buffer.from(each, "utf8") : Buffer.from(each);
    if (bytes.byteLength < MIN_SECRET_BYTES) {
      throw new OptionError(
        `secret must be at least ${MIN_SECRET_BYTES} bytes, not ${bytes.byteLength}. ` +
          "Make one with: node -e \"console.log(require('node:crypto').randomBytes(32).toString('base64url'))\"",
      );
    }
    return {
      id: deriveKey(bytes, "midcall", "vault key id v1").subarray(0, ID_BYTES),
      box: createBox(bytes, "midcall vault key v2"),
    };
  });
  const newest = ring[0];
  if (newest === undefined) {
    throw new OptionError("secret must hold at least one secret; the list given is empty.");
  }
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
