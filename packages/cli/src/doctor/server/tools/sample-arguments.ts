import { validContent } from "midcall/testing";
import { isObject, setMember } from "../../../json.js";

const DEEPEST = 6;
/** A schema may be wide at every level. */
const MOST_PARTS = 200;

/**
 * Makes arguments that a tool's schema allows: a value for each required argument.
 *
 * @returns `undefined` if a required one has a schema that no value could be made from
 */
export function sampleArguments(inputSchema: unknown): Record<string, unknown> | undefined {
  const sample = sampleObject(inputSchema, { left: MOST_PARTS }, 0);
  return isObject(sample) ? sample : undefined;
}

interface Making {
  left: number;
}

function sampleObject(schema: unknown, making: Making, depth: number): unknown {
  if (!isObject(schema)) return undefined;
  const { properties, required } = schema;
  const made: Record<string, unknown> = {};
  for (const name of Array.isArray(required) ? (required as unknown[]) : []) {
    if (typeof name !== "string" || !isObject(properties) || !Object.hasOwn(properties, name)) {
      return undefined;
    }
    const value = sample(properties[name], making, depth + 1);
    if (value === undefined) return undefined;
    setMember(made, name, value);
  }
  return made;
}

function sample(schema: unknown, making: Making, depth: number): unknown {
  if (!isObject(schema) || depth > DEEPEST || making.left-- <= 0) return undefined;
  if (Object.hasOwn(schema, "const")) return schema["const"];
  if (schema["default"] !== undefined) return schema["default"];
  const { examples, enum: values } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown;
  if (Array.isArray(values) && values.length > 0) return values[0] as unknown;
  const variants = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(variants)) {
    return variants
      .slice(0, 10)
      .map((one) => sample(one, making, depth + 1))
      .find((value) => value !== undefined);
  }
  const type: unknown = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  if (type === "object") return sampleObject(schema, making, depth);
  if (type === "null") return null;
  if (type === "array") {
    const { minItems, items } = schema;
    if (typeof minItems !== "number" || minItems < 1) return [];
    const item = sample(items, making, depth + 1);
    return item === undefined || minItems > 20 ? undefined : Array(minItems).fill(item);
  }
  // A simple value is made as for a form with this one field.
  const form = { type: "object", properties: { value: { ...schema, type } }, required: ["value"] };
  return validContent(form)?.["value"];
}
