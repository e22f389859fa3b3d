import { OptionError } from "../contracts/errors.js";
import { Secret, type SecretValue } from "./secret.js";

const MAX_VALUE_BYTES = 64 * 1024;

/**
 * A value as text to be encrypted. No message quotes any of it.
 *
 * @throws OptionError when it is neither a text nor a record of texts, or too long.
 */
export function toValueText(value: SecretValue | Secret): string {
  const plain = value instanceof Secret ? value.reveal() : value;
  const text = JSON.stringify(typeof plain === "string" ? plain : entries(plain));
  if (Buffer.byteLength(text) > MAX_VALUE_BYTES) {
    throw new OptionError(
      `A secret may have up to ${MAX_VALUE_BYTES} bytes as JSON; this one has more.`,
    );
  }
  return text;
}

/** The way back. A list of pairs and not an object, so that any name is only a name. */
export function fromValueText(text: string): Secret {
  const found = JSON.parse(text) as string | [string, string][];
  if (typeof found === "string") return new Secret(found);
  const record = Object.create(null) as Record<string, string>;
  for (const [name, value] of found) record[name] = value;
  return new Secret(record);
}

/** A `Map` or a `Date` has no entries of its own: it would be kept as nothing. */
function isPlain(record: object): boolean {
  const proto: unknown = Object.getPrototypeOf(record);
  return proto === null || Object.getPrototypeOf(proto) === null;
}

function entries(record: Readonly<Record<string, string>>): [string, string][] {
  const found = typeof record === "object" && record !== null ? Object.entries(record) : undefined;
  if (found === undefined || !isPlain(record) || found.some(([, v]) => typeof v !== "string")) {
    throw new OptionError("A secret must be a text, or an object of which every value is a text.");
  }
  return found;
}
