import { Buffer } from "node:buffer";
import { OptionError } from "../contracts/errors.js";

/** An operator's secret of at least 32 bytes, or a list of them (a key ring), newest first. */
export type SecretKey = string | Uint8Array | readonly (string | Uint8Array)[];

const MIN_SECRET_BYTES = 32;

/**
 * The bytes of each secret: the first one encrypts, all of them decrypt.
 *
 * @param option The name of the option it was given as, for errors.
 * @throws OptionError when one is not a string or bytes, or is shorter than 32 bytes, or the list is empty
 */
export function readSecrets(
  secret: SecretKey,
  option: string = "secret",
): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = (Array.isArray(secret) ? secret : [secret]) as readonly (
    | string
    | Uint8Array
  )[];
  if (Array.isArray(secret) && secret.length === 0) {
    throw new OptionError(`${option} must contain at least one secret; the list is empty.`);
  }
  return [toBytes(first, option), ...others.map((other) => toBytes(other, option))];
}

function toBytes(secret: unknown, option: string): Buffer {
  if (typeof secret !== "string" && !(secret instanceof Uint8Array)) {
    throw new OptionError(
      `${option} must be a string, a Uint8Array, or an array of them, not ${secret === null ? "null" : `a value of type ${typeof secret}`}. ` +
        "Is the environment variable it comes from set?",
    );
  }
  const bytes = typeof secret === "string" ? Buffer.from(secret, "utf8") : Buffer.from(secret);
  if (bytes.byteLength < MIN_SECRET_BYTES) {
    throw new OptionError(
      `${option} must have at least ${MIN_SECRET_BYTES} bytes, not ${bytes.byteLength}. ` +
        "Generate one with: node -e \"console.log(require('node:crypto').randomBytes(32).toString('base64url'))\"",
    );
  }
  return bytes;
}
