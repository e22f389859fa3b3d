import { isObject } from "../../internal/is-object.js";
import {
  canonicalChoice,
  enumWithNames,
  numbersAsText,
  splitChoice,
  withoutDefault,
  withoutPattern,
} from "./to-version-field.js";
import type { Decode } from "./to-version-field.js";
import { ownValue, setOwn } from "../convert/json-copy.js";
import type { ParsedSchema } from "../fields.js";
import type { JsonObject } from "../convert/json-copy.js";
import { UNLIMITED } from "../parse/limits.js";
import { parseRequestedSchema } from "../parse/parse.js";
import type { FieldSchema, RequestedSchema } from "../requested-schema.js";

/** The protocol versions with elicitation. */
export type ProtocolVersion = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** A schema adapted to one protocol version, and the function that decodes its answers. */
export interface VersionedSchema {
  /** The schema to send on that protocol version. */
  readonly requestedSchema: RequestedSchema;
  /** Converts content for `requestedSchema` into content for the original schema. Does not validate it. */
  decode(content: unknown): unknown;
}

const cache = new WeakMap<object, Map<ProtocolVersion, VersionedSchema>>();

/**
 * Adapts a schema to one protocol version.
 *
 * | field | 2025-06-18 | 2025-11-25 | 2026-07-28 |
 * | --- | --- | --- | --- |
 * | `pattern` | dropped; added to the description if the author wrote none | stays | as 2025-06-18 |
 * | titled single choice | `enum` + `enumNames` | `oneOf` (also for `anyOf`) | as 2025-11-25 |
 * | choice of numbers | choice of strings, read back as numbers | same | same |
 * | multiple choice | one boolean per option, read back as a list in the order of the options | `items.anyOf` (also for `oneOf`) | as 2025-11-25 |
 * | `default` of a boolean | stays | stays | stays |
 * | `default` of a multiple choice | `default` of its booleans, `false` if there is none | stays | stays |
 * | any other `default` | dropped; added to the description | stays | stays |
 * | `$schema` | dropped | stays | stays |
 *
 * Dropped constraints still apply, because answers are validated against the original schema. The booleans of a
 * multiple choice are named `field[option]`, are never required, and have its title and description; if none is
 * returned, a required choice is empty and an optional one is absent.
 *
 * @param schema - a valid schema, such as {@link AnswerSchema.requestedSchema}; cached by identity
 * @param protocolVersion - the protocol version of the host
 * @returns the adapted schema and `decode`; `requestedSchema` is the same object if nothing had to be changed
 * @throws {@link SchemaError} if the schema is not valid
 *
 * @example
 * ```ts
 * const days: RequestedSchema = {
 *   type: "object",
 *   properties: { days: { type: "array", items: { type: "string", enum: ["mon", "tue"] } } },
 * };
 * const { requestedSchema, decode } = toProtocolVersion(days, "2025-06-18"); // booleans `days[mon]`, `days[tue]`
 * decode({ "days[mon]": true }); // { days: ["mon"] }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#requested-schema
 */
export function toProtocolVersion(
  schema: RequestedSchema,
  protocolVersion: ProtocolVersion,
): VersionedSchema {
  const parse = (): ParsedSchema => parseRequestedSchema(schema, { limits: UNLIMITED });
  return versionOf(schema, protocolVersion, parse);
}

/** Like {@link toProtocolVersion}, for a schema that is already parsed. */
export function parsedToProtocolVersion(
  parsed: ParsedSchema,
  protocolVersion: ProtocolVersion,
): VersionedSchema {
  return versionOf(parsed.requestedSchema, protocolVersion, () => parsed);
}

function versionOf(
  schema: RequestedSchema,
  protocolVersion: ProtocolVersion,
  parse: () => ParsedSchema,
): VersionedSchema {
  let known = cache.get(schema);
  if (!known) cache.set(schema, (known = new Map()));
  let made = known.get(protocolVersion);
  if (!made) known.set(protocolVersion, (made = rewrite(schema, parse(), protocolVersion)));
  return made;
}

function rewrite(
  schema: RequestedSchema,
  { fields }: ParsedSchema,
  protocolVersion: ProtocolVersion,
): VersionedSchema {
  const old = protocolVersion === "2025-06-18";
  const properties: { [name: string]: FieldSchema } = {};
  const taken = new Set(fields.map(({ name }) => name));
  const split = new Set<string>();
  const decoders: Decode[] = [];
  let changed = false;
  for (const field of fields) {
    const written = ownValue(schema.properties as JsonObject, field.name) as FieldSchema;
    if (old && field.kind === "multi-select") {
      const { booleans, decode } = splitChoice(field, taken);
      for (const [name, boolean] of booleans) setOwn(properties, name, boolean);
      decoders.push(decode);
      split.add(field.name);
      changed = true;
      continue;
    }
    let rewritten = canonicalChoice(written);
    if (field.kind === "select" && typeof field.options[0]?.value === "number") {
      const text = numbersAsText(field, rewritten);
      rewritten = text.schema;
      decoders.push(text.decode);
    }
    if (protocolVersion !== "2025-11-25") rewritten = withoutPattern(rewritten);
    if (old) rewritten = enumWithNames(withoutDefault(rewritten, field));
    changed ||= rewritten !== written;
    setOwn(properties, field.name, rewritten);
  }
  if (old && schema.$schema !== undefined) changed = true;
  if (!changed) return { requestedSchema: schema, decode: (content) => content };
  const { $schema, required, ...rest } = schema;
  const stillRequired = required?.filter((name) => !split.has(name)) ?? [];
  return {
    requestedSchema: {
      ...(!old && $schema !== undefined && { $schema }),
      ...rest,
      properties,
      ...(stillRequired.length > 0 && { required: stillRequired }),
    },
    decode(content) {
      if (decoders.length === 0 || !(content === undefined || isObject(content))) return content;
      const decoded: JsonObject = { ...content };
      for (const decode of decoders) decode(content ?? {}, decoded);
      return decoded;
    },
  };
}
