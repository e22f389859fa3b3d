import { Buffer } from "node:buffer";
import { OptionError } from "../contracts/errors.js";
import { Secret, type SecretValue } from "./secret.js";

const MAX_VALUE_BYTES = 64 * 1024;

/**
 * Serializes a value for encryption. No error message quotes any of it.
 *
 * @throws OptionError when it is neither a string nor a record of strings, or too long
 */
export function toValueText(value: SecretValue | Secret): string {
  const plain = value instanceof Secret ? value.reveal() : value;
  const text = JSON.stringify(typeof plain === "string" ? plain : entries(plain));
  if (Buffer.byteLength(text) > MAX_VALUE_BYTES) {
    throw new OptionError(
      `A secret must be at most ${MAX_VALUE_BYTES} bytes long as JSON; this one is longer.`,
    );
  }
  return text;
}

/** Parses the result of `toValueText`. Records are stored as pairs, so that names such as `__proto__` are safe. */
export function fromValueText(text: string): Secret {
  const found = JSON.parse(text) as string | [string, string][];
  if (typeof found === "string") return new Secret(found);
  const record = Object.create(null) as Record<string, string>;
  for (const [name, value] of found) record[name] = value;
  return new Secret(record);
}

/** Whether an object is a plain one. A `Map` or a `Date` has no own entries and would be stored as an empty record. */
function isPlain(record: object): boolean {
  const proto: unknown = Object.getPrototypeOf(record);
  return proto === null || Object.getPrototypeOf(proto) === null;
}

function entries(record: Readonly<Record<string, string>>): [string, string][] {
  const found = typeof record === "object" && record !== null ? Object.entries(record) : undefined;
  if (found === undefined || !isPlain(record) || found.some(([, v]) => typeof v !== "string")) {
    throw new OptionError("A secret must be a string, or an object whose values are all strings.");
  }
  return found;
}
