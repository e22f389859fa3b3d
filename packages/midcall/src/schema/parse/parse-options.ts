import { isObject } from "../../internal/is-object.js";
import type { FieldOption } from "../fields.js";
import { ownValue, pointer } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { FieldReader } from "./field-reader.js";

/** The keywords that make a field, or the items of a multiple choice, an enum. */
export const OPTION_KEYS: readonly string[] = ["enum", "enumNames", "oneOf", "anyOf"];

/** Whether the node lists its values, in any shape used on the wire. */
export function hasOptions(node: JsonObject): boolean {
  return ["enum", "oneOf", "anyOf"].some((key) => ownValue(node, key) !== undefined);
}

/**
 * Reads the options of an enum in any of its shapes. Returns `undefined`, after reporting why, if they
 * are not options.
 *
 * @param type - the type of every value
 */
export function readOptions(
  reader: FieldReader,
  node: JsonObject,
  path: string,
  type: "string" | "number" | "integer",
): readonly FieldOption[] | undefined {
  const given = ["enum", "oneOf", "anyOf"].filter((key) => ownValue(node, key) !== undefined);
  const key = given[0]!;
  const at = pointer(path, key);
  if (given.length > 1) reader.problem(at, key, `is used with ${given[1]}: list the options once.`);
  const list = ownValue(node, key);
  if (!Array.isArray(list) || list.length === 0) {
    return reader.problem(at, key, "must be an array with at least one option.");
  }
  const { limits } = reader;
  if (list.length > limits.options) {
    return reader.problem(
      at,
      "limit",
      `has ${list.length} options; at most ${limits.options} are allowed.`,
    );
  }
  const names = key === "enum" ? readNames(reader, node, path, list.length) : undefined;
  const options = new Map<unknown, FieldOption>();
  for (const [index, item] of list.entries()) {
    const itemPath = `${at}/${index}`;
    const value = key === "enum" ? item : isObject(item) ? ownValue(item, "const") : undefined;
    if (!isValue(value, type)) {
      const noun = type === "string" ? "a string" : type === "integer" ? "an integer" : "a number";
      return reader.problem(
        itemPath,
        key,
        key === "enum" ? `must be ${noun}.` : `must have a const that is ${noun}.`,
      );
    }
    if (String(value).length > limits.value) {
      return reader.problem(itemPath, "limit", `is longer than ${limits.value} characters.`);
    }
    const title: unknown =
      key === "enum"
        ? names?.[index]
        : reader.text(item as JsonObject, "title", itemPath, limits.title);
    if (key !== "enum") {
      reader.onlyKeys(item as JsonObject, itemPath, ["const", "title", "type"]);
      if (title === undefined)
        reader.problem(itemPath, "title", "requires a title; without titles, use enum.");
    }
    if (options.has(value))
      reader.problem(itemPath, key, `repeats the option ${JSON.stringify(value).slice(0, 80)}.`);
    else options.set(value, { value, title: typeof title === "string" ? title : String(value) });
  }
  return [...options.values()];
}

function readNames(
  reader: FieldReader,
  node: JsonObject,
  path: string,
  length: number,
): readonly unknown[] | undefined {
  const names = ownValue(node, "enumNames");
  if (names === undefined) return undefined;
  const { limits } = reader;
  const fits = (name: unknown): boolean => typeof name === "string" && name.length <= limits.title;
  if (Array.isArray(names) && names.length === length && names.every(fits)) return names;
  reader.problem(
    pointer(path, "enumNames"),
    "enumNames",
    `must be an array of ${length} strings (at most ${limits.title} characters each), one for each option.`,
  );
  return Array.isArray(names) ? names.map((name) => (fits(name) ? name : undefined)) : undefined;
}

function isValue(value: unknown, type: "string" | "number" | "integer"): value is string | number {
  if (type === "string") return typeof value === "string";
  return type === "integer" ? Number.isInteger(value) : typeof value === "number";
}
