import { isObject, isSame, type JsonObject, ownValue } from "./json-data.js";

/** References in a row, and parts of an `allOf`, that are followed. */
const MOST_HOPS = 30;
const MOST_PARTS = 30;

/** Keywords of which the outer one wins when schemas are merged, because they only describe. */
const DESCRIBING = new Set(["title", "description", "default", "examples", "$comment", "$schema"]);
/** Keywords that have no meaning for a form once a schema is resolved. */
const NAMES = new Set(["$ref", "$defs", "definitions", "$id", "$anchor"]);

/** The schema that a reference such as `#/$defs/Item` points to. */
function target(ref: unknown, root: unknown): unknown {
  if (typeof ref !== "string" || !/^#(?:\/|$)/.test(ref)) return undefined;
  let found: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    let key = part;
    try {
      key = decodeURIComponent(part);
    } catch {
      // It is taken as it is.
    }
    key = key.replaceAll("~1", "/").replaceAll("~0", "~");
    found = Array.isArray(found) ? (found as unknown[])[Number(key)] : ownValue(found, key);
  }
  return found;
}

/** Both schemas in one, or `undefined` if that cannot be written as one. `outer` describes the field. */
export function mergeSchemas(outer: JsonObject, inner: JsonObject): JsonObject | undefined {
  const merged: JsonObject = { ...inner };
  for (const [key, value] of Object.entries(outer)) {
    const other = ownValue(inner, key);
    if (other === undefined || DESCRIBING.has(key) || isSame(value, other)) merged[key] = value;
    else if (key === "properties" && isObject(value) && isObject(other)) {
      const both = Object.entries(other).map(([name, schema]) => [
        name,
        Object.hasOwn(value, name) ? { allOf: [value[name], schema] } : schema,
      ]);
      merged[key] = { ...value, ...(Object.fromEntries(both) as JsonObject) };
    } else if (key === "required" && Array.isArray(value) && Array.isArray(other)) {
      merged[key] = [...new Set<unknown>([...(value as unknown[]), ...(other as unknown[])])];
    } else if (key === "additionalProperties" && (value === true || other === true)) {
      merged[key] = value === true ? other : value;
    } else if (key === "allOf" && Array.isArray(value) && Array.isArray(other)) {
      merged[key] = [...(value as unknown[]), ...(other as unknown[])];
    } else if (!NAMES.has(key)) return undefined;
  }
  return merged;
}

/**
 * A schema without `$ref` and `allOf` at its top.
 *
 * @param root - the document that references are resolved in
 * @returns `undefined` if it cannot be resolved
 */
export function resolveSchema(schema: unknown, root: unknown): JsonObject | undefined {
  let current: unknown = schema;
  let parts = 0;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    if (!isObject(current)) return undefined;
    if (Object.hasOwn(current, "$ref")) {
      const { $ref, ...outer } = current;
      const found = target($ref, root);
      if (found === current || !isObject(found)) return undefined;
      current = mergeSchemas(outer, found);
    } else if (Object.hasOwn(current, "allOf")) {
      const { allOf, ...outer } = current;
      if (!Array.isArray(allOf)) return undefined;
      let merged: JsonObject | undefined = outer;
      for (const part of allOf as unknown[]) {
        if ((parts += 1) > MOST_PARTS || !merged) return undefined;
        const inner: JsonObject | undefined = isObject(part) ? part : undefined;
        const simple = inner && Object.hasOwn(inner, "$ref") ? resolveSchema(inner, root) : inner;
        merged = simple && mergeSchemas(merged, simple);
      }
      current = merged;
    } else return current;
  }
  return undefined;
}
