import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { OptionError } from "../errors.js";
import { StateError } from "./errors.js";

/** One secret, or a ring of them: the first seals, all open, so that a secret can be replaced without losing open questions. */
export type Secret = string | Uint8Array | readonly (string | Uint8Array)[];

/** Encrypts and authenticates text for a trip through an untrusted party. */
export interface Sealer {
  /** Whether the text claims to have come from a sealer of this version. Proves nothing. */
  claims(sealed: string): boolean;
  /** @param purpose What the text is for; sealed for one, it does not open for another. Default `state`. */
  seal(text: string, purpose?: Purpose): string;
  /** @throws StateError `malformed`, `unknown-key` or `tampered`. */
  open(sealed: string, purpose?: Purpose): string;
}

/** `state` travels through the client, `record` lies in a store. */
export type Purpose = "state" | "record";

const VERSION = "mc1.";
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MIN_SECRET_BYTES = 32;

interface Key {
  readonly id: Buffer;
  readonly cipher: Buffer;
}

function subkey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "midcall", purpose, 32));
}

function key(secret: string | Uint8Array): Key {
  if (typeof secret !== "string" && !(secret instanceof Uint8Array)) {
    throw new OptionError(
      `secret must be a text, bytes, or a list of these, not a ${typeof secret}.`,
    );
  }
  const bytes = typeof secret === "string" ? Buffer.from(secret, "utf8") : Buffer.from(secret);
  if (bytes.byteLength < MIN_SECRET_BYTES) {
    throw new OptionError(
      `secret must be at least ${MIN_SECRET_BYTES} bytes, not ${bytes.byteLength}. ` +
        "Make one with: node -e \"console.log(require('node:crypto').randomBytes(32).toString('base64url'))\"",
    );
  }
  return {
    id: subkey(bytes, "state key id v1").subarray(0, ID_BYTES),
    cipher: subkey(bytes, "state cipher v1"),
  };
}

/**
 * AES-256-GCM under sub-keys derived with HKDF-SHA256, one random 96-bit nonce a message, the
 * version and key id authenticated. Text form: `mc1.` and base64url without padding.
 *
 * @throws OptionError when a secret is shorter than 32 bytes or the ring is empty.
 */
export function createSealer(secret: Secret): Sealer {
  const secrets = (Array.isArray(secret) ? secret : [secret]) as readonly (string | Uint8Array)[];
  const ring = secrets.map(key);
  const current = ring[0];
  if (current === undefined) {
    throw new OptionError("secret must hold at least one secret; the list given is empty.");
  }
  const associated = (id: Buffer, purpose: Purpose): Buffer =>
    Buffer.concat([Buffer.from(VERSION), id, Buffer.from(purpose)]);

  return {
    claims: (sealed) => sealed.startsWith(VERSION),
    seal(text, purpose = "state") {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.cipher, iv).setAAD(
        associated(current.id, purpose),
      );
      const body = [
        current.id,
        iv,
        cipher.update(text, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ];
      return VERSION + Buffer.concat(body).toString("base64url");
    },
    open(sealed, purpose = "state") {
      if (!sealed.startsWith(VERSION)) throw new StateError("malformed");
      const encoded = sealed.slice(VERSION.length);
      const bytes = Buffer.from(encoded, "base64url");
      // Decoding is lenient; only the one spelling that sealing produces is accepted.
      if (
        bytes.length < ID_BYTES + IV_BYTES + TAG_BYTES ||
        bytes.toString("base64url") !== encoded
      ) {
        throw new StateError("malformed");
      }
      const id = bytes.subarray(0, ID_BYTES);
      const found = ring.find((candidate) => candidate.id.equals(id));
      if (found === undefined) throw new StateError("unknown-key");
      const iv = bytes.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", found.cipher, iv, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(associated(found.id, purpose))
        .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(ID_BYTES + IV_BYTES, bytes.length - TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        throw new StateError("tampered");
      }
    },
  };
}
