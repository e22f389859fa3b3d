import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** An entry of an index has at most 2,704 bytes. */
const MAX_INDEXED_BYTES = 2000;

/** No string in UTF-8 starts with this byte. */
const DIGEST_MARK = Buffer.of(0xff);

/** A value in UTF-8. It is not stored as text, because a text of PostgreSQL has no NUL. */
export function toBytes(text: string): Buffer {
  return Buffer.from(text, "utf8");
}

export function toText(bytes: unknown): string {
  return (bytes as Buffer).toString("utf8");
}

/** A key as it is stored: in UTF-8, or its digest if it is too long for an index. */
export function keyBytes(key: string): Buffer {
  const bytes = toBytes(key);
  return bytes.length <= MAX_INDEXED_BYTES ? bytes : Buffer.concat([DIGEST_MARK, digest(bytes)]);
}

/** A channel as it is stored and announced: its digest, as only equality matters. */
export function channelBytes(channel: string): Buffer {
  return digest(toBytes(channel));
}

function digest(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
