import { createHash } from "node:crypto";
import { isObject } from "../json.js";

/** Deeper than any form. */
const DEEPEST = 50;

/** JSON whose text does not depend on the order of members. */
function canonical(value: unknown, depth = 0): string {
  if (depth > DEEPEST) return "…";
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
  }
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`);
  return `{${members.join(",")}}`;
}

/**
 * Identifies the form of a question, so that an answer is used only for the form that it was given to.
 *
 * @param requestedSchema - the schema as the server sent it
 */
export function schemaDigest(requestedSchema: unknown): string {
  return `sha256-${createHash("sha256").update(canonical(requestedSchema)).digest("hex")}`;
}
