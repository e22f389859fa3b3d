import { isObject } from "../../internal/is-object.js";
import { ownValue } from "../../schema/convert/json-copy.js";
import { member } from "./params.js";

/**
 * The member of a question that holds what belongs elsewhere, if it has no `requestedSchema`: a schema under another
 * name, or a link whose mode is missing. Without it, the question would look like a plain approval.
 */
export function misplacedSchema(params: unknown): string | undefined {
  if ((member(params, "requestedSchema") ?? undefined) !== undefined) return undefined;
  return (isObject(params) ? Object.keys(params) : []).find((key) => {
    const value = member(params, key);
    if (key === "url" || key === "elicitationId") return typeof value === "string";
    if (key === "_meta" || !isObject(value)) return false;
    return /schema/i.test(key) || ["properties", "$ref", "$defs"].some((name) => name in value);
  });
}

/** A question without a schema asks for approval. */
const APPROVAL = { type: "object", properties: {} };

/**
 * The schema of a question, as it was sent; that of an approval if it has none. `undefined` if it is misplaced, or if
 * looking for it throws.
 */
export function requestedSchemaOf(params: unknown): unknown {
  try {
    const given = isObject(params) ? (ownValue(params, "requestedSchema") ?? undefined) : undefined;
    return given ?? (misplacedSchema(params) === undefined ? APPROVAL : undefined);
  } catch {
    return undefined;
  }
}
