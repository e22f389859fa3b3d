import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { binding, decrypt, encrypt, KEY_BYTES } from "./cipher.js";
import type { RootKey } from "./root-key.js";
import type { VaultId } from "../vault.js";

/**
 * A secret in the store: encrypted with its own random data key, which is stored separately in wrapped form. A new key
 * ring therefore only requires wrapping the data keys again, and a late write of a wrapped key cannot restore an older
 * value.
 */
export interface Envelope {
  /** Identifies the data key. Random, and different for every value. */
  readonly keyId: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** The value encrypted with the data key, in base64url. */
  readonly sealed: string;
}

/** Encrypts a value with a new data key. */
export function sealEnvelope(
  id: VaultId,
  text: string,
  createdAt: number,
  expiresAt: number | null,
): { readonly envelope: Envelope; readonly dataKey: Buffer } {
  const dataKey = randomBytes(KEY_BYTES);
  const about = { keyId: randomBytes(16).toString("base64url"), createdAt, expiresAt };
  const sealed = encrypt(dataKey, Buffer.from(text, "utf8"), ofValue(id, about));
  return { envelope: { sealed: sealed.toString("base64url"), ...about }, dataKey };
}

/** @throws VaultError `tampered`. */
export function openEnvelope(id: VaultId, envelope: Envelope, dataKey: Uint8Array): string {
  const sealed = Buffer.from(envelope.sealed, "base64url");
  return decrypt(dataKey, sealed, ofValue(id, envelope)).toString("utf8");
}

/**
 * The envelope as a record. Its metadata is encrypted too, so that it can be trusted without the data key.
 *
 * @param place - What {@link placeOf} returns for the secret, as below.
 */
export function toEnvelopeRecord(
  root: RootKey,
  id: VaultId,
  place: string,
  envelope: Envelope,
): string {
  return root.seal(JSON.stringify(envelope), ofEnvelope(id, place));
}

/** The key, in the store, of a secret's envelope. */
export function placeOf(root: RootKey, { principal, server, name }: VaultId): string {
  return root.nameOf("secret", principal, server, name);
}

/** @throws VaultError `tampered`. */
export function fromEnvelopeRecord(
  root: RootKey,
  id: VaultId,
  place: string,
  record: string,
): Envelope {
  return JSON.parse(root.open(record, ofEnvelope(id, place))) as Envelope;
}

/** The binding of a wrapped data key. @param place - Its key in the store. */
export function ofDataKey({ principal, server, name }: VaultId, place: string): Buffer {
  return binding("data key", place, principal, server, name);
}

function ofEnvelope({ principal, server, name }: VaultId, place: string): Buffer {
  return binding("envelope", place, principal, server, name);
}

function ofValue({ principal, server, name }: VaultId, about: Omit<Envelope, "sealed">): Buffer {
  const { keyId, createdAt, expiresAt } = about;
  return binding("value", principal, server, name, keyId, createdAt, expiresAt);
}
