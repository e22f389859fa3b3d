import { isObject, member } from "../../json.js";
import { safeLine } from "../../safe-text.js";
import type { JsonSchema } from "./arguments.js";

const DEEPEST = 4;
const MOST = 12;
const LONGEST = 300;
/** A schema may be wide at every level. */
const MOST_PARTS = 300;
const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "integer",
  boolean: "true or false",
  null: "null",
};

/**
 * What JSON an argument takes, in one line: `[{ "name": text, "tags"?: [text] }]`; `undefined` if its schema does not say.
 *
 * @param root - the schema that `$ref` refers to
 */
export function jsonShape(schema: unknown, root: JsonSchema): string | undefined {
  const shape = shapeOf(schema, { root, left: MOST_PARTS }, 0);
  return shape === ANY ? undefined : safeLine(shape, LONGEST);
}

const ANY = "…";

interface Reading {
  readonly root: JsonSchema;
  /** How many more parts are described. */
  left: number;
}

function shapeOf(given: unknown, reading: Reading, depth: number): string {
  const schema = resolve(given, reading.root);
  if (!isObject(schema) || depth > DEEPEST || reading.left-- <= 0) return ANY;
  if (Object.hasOwn(schema, "const")) return JSON.stringify(schema["const"]);
  const { enum: values, type } = schema;
  if (Array.isArray(values)) return either(values.map((value) => JSON.stringify(value)));
  const variants = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(variants)) {
    return either(variants.slice(0, MOST).map((one) => shapeOf(one, reading, depth + 1)));
  }
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return either(types.slice(0, MOST).map((one) => shapeOfType(one, schema, reading, depth)));
}

function shapeOfType(type: unknown, schema: JsonSchema, reading: Reading, depth: number): string {
  if (type === "array" || (type === undefined && schema["items"] !== undefined)) {
    return `[${shapeOf(schema["items"], reading, depth + 1)}]`;
  }
  const properties = schema["properties"];
  if (isObject(properties)) {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const members = Object.entries(properties).map(([name, one]) => {
      const mark = required.includes(name) ? "" : "?";
      return `${JSON.stringify(name)}${mark}: ${shapeOf(one, reading, depth + 1)}`;
    });
    const shown = members.length > MOST ? [...members.slice(0, MOST), ANY] : members;
    return `{ ${shown.join(", ")} }`;
  }
  if (type === "object") {
    const values = schema["additionalProperties"];
    return isObject(values) ? `{ name: ${shapeOf(values, reading, depth + 1)} }` : "{ … }";
  }
  return (typeof type === "string" && Object.hasOwn(WORDS, type) && WORDS[type]) || ANY;
}

/** Follows references inside of the schema, a few times. */
function resolve(schema: unknown, root: JsonSchema): unknown {
  let found = schema;
  for (let times = 0; times < DEEPEST; times++) {
    const ref = member(found, "$ref");
    if (typeof ref !== "string") return found;
    if (!ref.startsWith("#")) return undefined;
    found = ref
      .slice(2)
      .split("/")
      .filter((part) => part !== "")
      .reduce<unknown>(
        (at, part) => member(at, part.replaceAll("~1", "/").replaceAll("~0", "~")),
        root,
      );
  }
  return undefined;
}

function either(shapes: readonly string[]): string {
  const known = [...new Set(shapes.slice(0, MOST))];
  return known.includes(ANY) ? ANY : known.join(" | ");
}
