import { isObject } from "../../internal/is-object.js";
import type { ParsedSchema } from "../fields.js";
import { copyData, ownValue, pointer } from "../convert/json-copy.js";
import { DEFAULT_LIMITS } from "./limits.js";
import type { SchemaLimits } from "./limits.js";
import { readField, unsupported } from "./lenient-field.js";
import type { RequestedSchema } from "../requested-schema.js";
import type { SchemaIssue } from "./schema-error.js";

const MAX_NOTES = 50;
const NOT_DESCRIBED = "The server requires this field, but does not describe it.";

/**
 * Parses a schema from a server leniently, for a host; never throws. An invalid keyword is ignored. A field
 * of unknown shape, or one that no answer satisfies, becomes an `unsupported` field. `notes` lists both.
 * Keywords that no form has (`not`, `allOf`, `minProperties`, …) are left to the server.
 * {@link parseRequestedSchema} is the strict parser, which explains to an author what is wrong.
 *
 * @param input - the schema as it came over the wire
 * @param limits - all bounds
 * @returns `undefined` if there is no form at all: not an object schema, not JSON data, or too large
 *
 * @example
 * ```ts
 * const schema = readSchema({ type: "object", properties: { who: { type: "string", format: "x" } } });
 * schema?.fields; // [{ kind: "text", name: "who", required: false }]
 * schema?.notes; // [{ path: "/properties/who/format", code: "format", … }]
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function readSchema(
  input: unknown,
  limits: SchemaLimits = DEFAULT_LIMITS,
): ParsedSchema | undefined {
  let root: unknown;
  try {
    root = copyData(input, limits.size, () => {
      throw new RangeError();
    });
  } catch {
    return undefined;
  }
  const properties = isObject(root) && ownValue(root, "properties");
  if (!isObject(root) || !isObject(properties) || ownValue(root, "type") !== "object")
    return undefined;
  const names = Object.keys(properties);
  if (names.length > limits.fields) return undefined;

  const notes: SchemaIssue[] = [];
  const note = (path: string, code: string): void => {
    const message = "is not supported here and is ignored.";
    if (notes.length < MAX_NOTES) notes.push({ path: pointer(path, code), code, message });
  };
  const listed = ownValue(root, "required");
  const required = new Set(
    (Array.isArray(listed) ? listed : [])
      .slice(0, names.length + limits.fields)
      .filter((name): name is string => typeof name === "string"),
  );
  const fields = names.map((name) => {
    const path = pointer("/properties", name);
    return readField(name, required.has(name), ownValue(properties, name), limits, (code) =>
      note(path, code),
    );
  });
  for (const name of required) {
    if (Object.hasOwn(properties, name)) continue;
    note("", "required");
    fields.push(unsupported({ name, required: true }, "required", NOT_DESCRIBED));
  }
  delete root["additionalProperties"];
  return {
    fields,
    requestedSchema: root as unknown as RequestedSchema,
    notes,
    answerLimit: limits.answer,
  };
}
