import type { ParsedSchema } from "../fields.js";
import { setOwn } from "../convert/json-copy.js";
import { copyOf } from "./copy-of.js";
import type { ElicitContent } from "../requested-schema.js";

/**
 * The content of a form that the user has not changed: all defaults of the schema, including `0`, `""`, `false` and
 * `[]`.
 *
 * @param schema - from {@link parseRequestedSchema}
 * @returns the defaults by field name
 *
 * @example
 * ```ts
 * getDefaults(parseRequestedSchema({ type: "object", properties: { copies: { type: "integer", default: 0 } } }));
 * // { copies: 0 }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function getDefaults(schema: ParsedSchema): ElicitContent {
  const content: ElicitContent = {};
  for (const field of schema.fields) {
    if (field.kind === "unsupported" || field.default === undefined) continue;
    setOwn(content, field.name, copyOf(field.default));
  }
  return content;
}
