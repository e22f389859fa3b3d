import { isObject } from "../../internal/is-object.js";
import { ownValue } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";

/** The part of an arktype schema that lists its properties. */
interface ArktypeNode {
  readonly props?: readonly {
    readonly key: PropertyKey;
    readonly default?: unknown;
  }[];
  /** Of a schema with morphs: `in` is what is entered. */
  readonly inner?: { readonly in?: ArktypeNode };
}

/**
 * Adds the defaults of an arktype schema to its JSON Schema, which has none. Otherwise arktype would apply a default that
 * the form does not show.
 */
export function addArktypeDefaults(schema: unknown, json: JsonObject): void {
  const properties = ownValue(json, "properties");
  if (!isObject(properties)) return;
  for (const { key, default: given } of propsOf(schema as ArktypeNode)) {
    const field = typeof key === "string" ? ownValue(properties, key) : undefined;
    if (given === undefined || !isObject(field)) continue;
    const value: unknown = typeof given === "function" ? (given as () => unknown)() : given;
    if (Object.keys(field).includes("default") || value === undefined) continue;
    field["default"] = value;
  }
}

function propsOf(schema: ArktypeNode): NonNullable<ArktypeNode["props"]> {
  try {
    return (schema.inner?.in ?? schema).props ?? [];
  } catch {
    // arktype throws for a schema that is no object, or has several shapes.
    return [];
  }
}
