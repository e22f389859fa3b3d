import { isObject } from "../../internal/is-object.js";
import { checkOf } from "../validate/check-value.js";
import type { FieldReader } from "./field-reader.js";
import type {
  Field,
  FieldBase,
  MultiSelectField,
  NumberField,
  SelectField,
  TextField,
} from "../fields.js";
import { FORMATS } from "../validate/formats.js";
import { ownValue, pointer } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import { hasOptions, OPTION_KEYS, readOptions } from "./parse-options.js";
import { compilePattern } from "../pattern/index.js";
import { put } from "./put.js";
import type { Writable } from "./put.js";
import type { TextFormat } from "../requested-schema.js";

/** Reads one entry of `properties`. Returns `undefined`, after reporting why, if it cannot be a field. */
export function parseField(
  reader: FieldReader,
  name: string,
  node: unknown,
  path: string,
  required: boolean,
): Field | undefined {
  if (!isObject(node))
    return reader.problem(path, "shape", "must be an object that describes one field.");
  const base: Writable<FieldBase> = { name, required };
  put(base, "title", reader.text(node, "title", path, reader.limits.title));
  put(base, "description", reader.text(node, "description", path, reader.limits.description));
  const field = parseKind(reader, base, node, path);
  const value = ownValue(node, "default");
  if (!field || value === undefined) return field;
  const issue = checkOf(field, reader.limits.size)(value);
  if (!issue) return { default: value, ...field } as Field;
  return reader.problem(
    pointer(path, "default"),
    "default",
    `is not a valid answer to the field. ${issue.message}`,
  );
}

function parseKind(
  reader: FieldReader,
  base: FieldBase,
  node: JsonObject,
  path: string,
): Field | undefined {
  const options = hasOptions(node);
  const type = ownValue(node, "type");
  if (type === "array") return parseMultiSelect(reader, base, node, path);
  if (type === "string" || type === "number" || type === "integer") {
    if (options) return parseSelect(reader, base, node, path, type);
    return type === "string"
      ? parseText(reader, base, node, path)
      : parseNumber(reader, base, node, path, type);
  }
  if (type === "boolean") {
    reader.onlyKeys(node, path, []);
    return { kind: "boolean", ...base };
  }
  return reader.problem(
    pointer(path, "type"),
    "type",
    type === undefined
      ? "is missing: use string, number, integer, boolean or array."
      : `is ${JSON.stringify(type).slice(0, 80)}, but a form is flat: use string, number, integer, boolean, or array with a list of options.`,
  );
}

function parseText(reader: FieldReader, base: FieldBase, node: JsonObject, path: string): Field {
  reader.onlyKeys(node, path, ["minLength", "maxLength", "pattern", "format"]);
  const format = ownValue(node, "format");
  const known = typeof format === "string" && Object.hasOwn(FORMATS, format);
  if (format !== undefined && !known) {
    reader.problem(pointer(path, "format"), "format", "must be email, uri, date or date-time.");
  }
  const field: Writable<TextField> = { kind: known ? (format as TextFormat) : "text", ...base };
  const [min, max] = reader.bounds(node, "minLength", "maxLength", path, true);
  put(field, "minLength", min);
  put(field, "maxLength", max);
  const source = ownValue(node, "pattern");
  if (source !== undefined) {
    try {
      if (typeof source !== "string") throw new Error("must be a string.");
      if (source.length > reader.limits.pattern)
        throw new Error(`is longer than ${reader.limits.pattern} characters.`);
      field.pattern = compilePattern(source);
    } catch (error) {
      reader.problem(pointer(path, "pattern"), "pattern", (error as Error).message);
    }
  }
  return field;
}

function parseNumber(
  reader: FieldReader,
  base: FieldBase,
  node: JsonObject,
  path: string,
  kind: NumberField["kind"],
): Field {
  reader.onlyKeys(node, path, ["minimum", "maximum"]);
  const field: Writable<NumberField> = { kind, ...base };
  const [min, max] = reader.bounds(node, "minimum", "maximum", path, false);
  if (kind === "integer" && Math.ceil(min ?? -Infinity) > Math.floor(max ?? Infinity)) {
    reader.problem(
      pointer(path, "minimum"),
      "minimum",
      "and maximum have no integer between them.",
    );
  }
  put(field, "minimum", min);
  put(field, "maximum", max);
  return field;
}

function parseSelect(
  reader: FieldReader,
  base: FieldBase,
  node: JsonObject,
  path: string,
  type: "string" | NumberField["kind"],
): SelectField | undefined {
  reader.onlyKeys(node, path, OPTION_KEYS);
  const options = readOptions(reader, node, path, type);
  return (
    options && {
      kind: "select",
      options,
      values: new Set(options.map(({ value }) => value)),
      ...base,
    }
  );
}

function parseMultiSelect(
  reader: FieldReader,
  base: FieldBase,
  node: JsonObject,
  path: string,
): Field | undefined {
  reader.onlyKeys(node, path, ["items", "minItems", "maxItems", "uniqueItems"]);
  const items = ownValue(node, "items");
  const at = pointer(path, "items");
  if (
    !isObject(items) ||
    !hasOptions(items) ||
    ![undefined, "string"].includes(ownValue(items, "type") as string)
  ) {
    return reader.problem(at, "items", 'must list the options: { type: "string", enum: [...] }.');
  }
  reader.onlyKeys(items, at, OPTION_KEYS);
  const options = readOptions(reader, items, at, "string");
  if (!options) return undefined;
  const values = new Set(options.map(({ value }) => value));
  const field: Writable<MultiSelectField> = { kind: "multi-select", options, values, ...base };
  const [min, max] = reader.bounds(node, "minItems", "maxItems", path, true);
  put(field, "minItems", min);
  put(field, "maxItems", max);
  const unique = ownValue(node, "uniqueItems");
  if (typeof unique === "boolean") field.uniqueItems = unique;
  else if (unique !== undefined)
    reader.problem(pointer(path, "uniqueItems"), "uniqueItems", "must be true or false.");
  if (unique === true && (min ?? 0) > options.length) {
    reader.problem(pointer(path, "minItems"), "minItems", "is greater than the number of options.");
  }
  return field;
}
