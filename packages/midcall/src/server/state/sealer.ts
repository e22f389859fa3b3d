import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { createBox, deriveKey, fromBase64url, type Box } from "../../internal/aead.js";
import { readSecrets, type SecretKey } from "../../internal/read-secrets.js";
import { StateError } from "../errors.js";

/** Encrypts and authenticates text that travels through an untrusted party. */
export interface Sealer {
  /** Whether the text looks like that of a sealer of this version. Proves nothing. */
  claims(sealed: string): boolean;
  /**
   * @param place The store key that the text will have; it can be opened under no other. Without a key, the text is a
   *   state, which travels through the client.
   */
  seal(text: string, place?: string): string;
  /** @throws StateError `malformed`, `unknown-key` or `tampered` */
  open(sealed: string, place?: string): string;
  /**
   * Names for these parts in a store, from which others can neither read nor guess them: one under each secret of the ring, the
   * newest first. For parts that say who or what somebody else may guess; what has a random id is named by `nameById`.
   */
  names(...parts: readonly string[]): readonly [string, ...string[]];
}

/**
 * A name in a store for what has an id that nobody can guess, and for parts of it, from which others can read neither. It is the
 * same under every secret, so that nothing is lost when a secret is replaced.
 */
export function nameById(id: string, ...parts: readonly string[]): string {
  return createHmac("sha256", id).update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

const VERSION = "mc2.";
const ID_BYTES = 4;

interface Key {
  readonly id: Buffer;
  readonly box: Box;
  readonly naming: Buffer;
  /** What a state is bound to. */
  readonly boundAsState: Buffer;
}

function toKey(bytes: Buffer): Key {
  const id = deriveKey(bytes, "midcall", "state key id v1").subarray(0, ID_BYTES);
  return {
    id,
    boundAsState: boundTo(id, "state"),
    box: createBox(bytes, "midcall state cipher v2"),
    naming: deriveKey(bytes, "midcall", "store names v1"),
  };
}

function boundTo(id: Buffer, what: string): Buffer {
  return Buffer.concat([Buffer.from(VERSION), id, Buffer.from(what)]);
}

/**
 * AES-256-GCM with sub-keys derived by HKDF-SHA256 and a random 96-bit nonce for each message. Authenticated with it: the
 * version, the key id, and whether it is a state or which record of the store. Text form: `mc2.` and unpadded base64url.
 *
 * @throws OptionError when a secret is shorter than 32 bytes or the array is empty
 */
export function createSealer(secret: SecretKey): Sealer {
  const [newest, ...older] = readSecrets(secret);
  const current = toKey(newest);
  const ring = [current, ...older.map(toKey)];
  const bound = (key: Key, place: string | undefined): Buffer =>
    place === undefined ? key.boundAsState : boundTo(key.id, `record ${JSON.stringify(place)}`);

  return {
    names(...parts) {
      const text = JSON.stringify(parts);
      const [first, ...others] = ring.map(({ naming }) =>
        createHmac("sha256", naming).update(text).digest("base64url").slice(0, 22),
      );
      return [first!, ...others];
    },
    claims: (sealed) => sealed.startsWith(VERSION),
    seal: (text, place) =>
      VERSION + current.box.seal(text, bound(current, place), current.id).toString("base64url"),
    open(sealed, place) {
      const bytes = sealed.startsWith(VERSION)
        ? fromBase64url(sealed.slice(VERSION.length))
        : undefined;
      if (bytes === undefined || bytes.length <= ID_BYTES) throw new StateError("malformed");
      const id = bytes.subarray(0, ID_BYTES);
      const found = ring.find((candidate) => candidate.id.equals(id));
      if (found === undefined) throw new StateError("unknown-key");
      const text = found.box.open(bytes.subarray(ID_BYTES), bound(found, place));
      if (text === undefined) throw new StateError("tampered");
      return text.toString("utf8");
    },
  };
}
