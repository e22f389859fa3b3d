import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/*
 * The only place where midcall encrypts and decrypts; server, pages and vault share it. What each message is bound to is
 * listed in test/attacks/sealed-places.ts.
 */

export const KEY_BYTES = 32;
const SALT_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Messages per key. Random 96-bit nonces allow 2^32 (NIST SP 800-38D, 8.3). So far below that, equal nonces are practically
 * impossible, and salts that are equal by chance do no harm.
 */
const BATCH = 2 ** 24;
/** Cached keys of other batches, mostly of other processes with the same secret. */
const KNOWN_KEYS = 256;

/** Encrypts and authenticates any number of messages under one secret. */
export interface Box {
  /**
   * @param bound What the message belongs to. Authenticated, but not part of the output.
   * @param head Prepended unmodified; not authenticated.
   */
  seal(plain: string | Uint8Array, bound: Uint8Array, head?: Uint8Array): Buffer;
  /** The message; `undefined` if it was not sealed with this secret and the same `bound`, or has been modified. */
  open(sealed: Uint8Array, bound: Uint8Array): Buffer | undefined;
}

/** Derives a key for one purpose from a secret, with HKDF-SHA256. */
export function deriveKey(secret: Uint8Array, salt: string | Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, purpose, KEY_BYTES));
}

/** AES-256-GCM with a new random nonce: head, nonce, ciphertext and tag, concatenated. For keys with few messages. */
export function encrypt(
  key: Uint8Array,
  plain: string | Uint8Array,
  bound: Uint8Array,
  ...head: readonly Uint8Array[]
): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(bound);
  const text = cipher.update(typeof plain === "string" ? Buffer.from(plain, "utf8") : plain);
  return Buffer.concat([...head, iv, text, cipher.final(), cipher.getAuthTag()]);
}

/** The reverse of {@link encrypt}, without the head; `undefined` if the input is not from `encrypt` with this key and `bound`. */
export function decrypt(
  key: Uint8Array,
  sealed: Uint8Array,
  bound: Uint8Array,
): Buffer | undefined {
  const end = sealed.length - TAG_BYTES;
  if (end < IV_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(bound)
    .setAuthTag(sealed.subarray(end));
  try {
    const plain = decipher.update(sealed.subarray(IV_BYTES, end));
    // Throws unless the message is authentic. In GCM, most runtimes add no bytes here.
    const rest = decipher.final();
    return rest.length === 0 ? plain : Buffer.concat([plain, rest]);
  } catch {
    return undefined;
  }
}

/**
 * A box that stays far below the number of messages that AES-GCM allows per key: each process uses a key of its own,
 * derived from the secret and a random salt that is sent with the message, and a new one after 2^24 messages. A secret
 * thus never has to be rotated because of the number of its messages, however many processes share it.
 *
 * @param batch Messages per key; for tests.
 */
export function createBox(secret: Uint8Array, purpose: string, batch: number = BATCH): Box {
  const known = new Map<string, Buffer>();
  let current: { readonly salt: Buffer; readonly key: Buffer; left: number } | undefined;

  const next = (): NonNullable<typeof current> => {
    const salt = randomBytes(SALT_BYTES);
    return { salt, key: deriveKey(secret, salt, purpose), left: batch };
  };

  const openKnown = (sealed: Uint8Array, bound: Uint8Array): Buffer | undefined => {
    const salt = sealed.subarray(0, SALT_BYTES);
    const rest = sealed.subarray(SALT_BYTES);
    if (current?.salt.equals(salt)) return decrypt(current.key, rest, bound);
    const name = Buffer.from(salt).toString("latin1");
    const key = known.get(name) ?? deriveKey(secret, salt, purpose);
    const plain = decrypt(key, rest, bound);
    // Only the keys of authentic messages are cached, so that made-up salts displace nothing.
    if (plain !== undefined && !known.has(name)) {
      if (known.size >= KNOWN_KEYS) known.delete(known.keys().next().value as string);
      known.set(name, key);
    }
    return plain;
  };

  return {
    seal(plain, bound, head) {
      if (current === undefined || current.left === 0) {
        if (current !== undefined) known.set(current.salt.toString("latin1"), current.key);
        current = next();
      }
      current.left -= 1;
      const { salt, key } = current;
      return head === undefined
        ? encrypt(key, plain, bound, salt)
        : encrypt(key, plain, bound, head, salt);
    },
    open: (sealed, bound) =>
      sealed.length < SALT_BYTES + IV_BYTES + TAG_BYTES ? undefined : openKnown(sealed, bound),
  };
}

/** The bytes of a base64url text; `undefined` for any other than the canonical encoding, as Node's decoder is lenient. */
export function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
