import { isObject } from "../../internal/is-object.js";
import { checkOf } from "../validate/check-value.js";
import type { Field } from "../fields.js";
import { FORMATS } from "../validate/formats.js";
import { ownValue } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { SchemaLimits } from "./limits.js";
import { compilePattern } from "../pattern/index.js";
import { readOptions } from "./lenient-options.js";

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** A field that a host cannot show: it keeps its place in the form, with the reason. */
export function unsupported(
  base: JsonObject,
  code: string,
  reason = `This field cannot be shown here because of its ${code}.`,
): Field {
  return { ...base, kind: "unsupported", reason } as Field & JsonObject;
}

/**
 * Reads one entry of `properties` for a host. `drop` is called with each keyword that is ignored; if the
 * field is meaningless without it, the field is `unsupported`.
 */
export function readField(
  name: string,
  required: boolean,
  given: unknown,
  limits: SchemaLimits,
  drop: (keyword: string) => void,
): Field {
  // Built keyword by keyword; asserted to be a `Field` once, at the end.
  const field: JsonObject = { name, required };
  const broken = (code: string): Field => {
    drop(code);
    return unsupported(field, code);
  };
  const node = withoutNull(given);
  if (!isObject(node)) return broken("shape");
  // Nobody should answer a text that cannot be read to its end.
  let cut: "name" | "title" | "description" | undefined =
    name.length > limits.name ? "name" : undefined;
  const text = (key: "title" | "description"): void => {
    const value = ownValue(node, key);
    if (typeof value !== "string") {
      if (value !== undefined) drop(key);
    } else if (value.length <= limits[key]) field[key] = value;
    else {
      cut = key;
      field[key] = `${value.slice(0, limits[key] - 1)}…`;
    }
  };
  const bound = (key: string, fits: (value: unknown) => boolean): number | undefined => {
    const value = ownValue(node, key);
    if (value === undefined || fits(value)) return value as number | undefined;
    return void drop(key);
  };
  let crossed = "";
  const bounds = (low: string, high: string, fits: (value: unknown) => boolean): void => {
    const [min, max] = [bound(low, fits), bound(high, fits)];
    if (min !== undefined) field[low] = min;
    if (max !== undefined) field[high] = max;
    const whole = field["kind"] !== "number";
    if (whole ? Math.ceil(min!) > Math.floor(max!) : min! > max!) crossed = low;
  };

  text("title");
  text("description");
  if (cut) return broken(cut);
  const type = ownValue(node, "type");
  const several = type === "array";
  const source = several ? ownValue(node, "items") : node;
  const key =
    type !== "boolean" && isObject(source)
      ? ["enum", "oneOf", "anyOf", "const"].find((key) => ownValue(source, key) !== undefined)
      : undefined;
  if (
    several &&
    (!key || ![undefined, "string"].includes(ownValue(source as JsonObject, "type") as string))
  ) {
    return broken("items");
  }
  if (key) {
    const options = readOptions(source as JsonObject, key, several ? "string" : type, limits, drop);
    if (!options) return broken(key);
    field["kind"] = several ? "multi-select" : "select";
    field["options"] = options;
    field["values"] = new Set(options.map(({ value }) => value));
    if (several) {
      bounds("minItems", "maxItems", isCount);
      const unique = ownValue(node, "uniqueItems");
      if (typeof unique === "boolean") field["uniqueItems"] = unique;
      else if (unique !== undefined) drop("uniqueItems");
    }
  } else if (type === "string") {
    const format = ownValue(node, "format");
    const known = typeof format === "string" && Object.hasOwn(FORMATS, format);
    if (format !== undefined && !known) drop("format");
    field["kind"] = known ? format : "text";
    bounds("minLength", "maxLength", isCount);
    const pattern = ownValue(node, "pattern");
    if (pattern !== undefined) {
      try {
        if (typeof pattern !== "string" || pattern.length > limits.pattern) throw new RangeError();
        field["pattern"] = compilePattern(pattern);
      } catch {
        field["patternUnchecked"] = true;
        drop("pattern");
      }
    }
  } else if (type === "number" || type === "integer") {
    field["kind"] = type;
    bounds("minimum", "maximum", Number.isFinite);
    bounds("exclusiveMinimum", "exclusiveMaximum", Number.isFinite);
    // `multipleOf` has no corresponding upper bound.
    bounds("multipleOf", "", Number.isFinite);
  } else if (type === "boolean") {
    field["kind"] = type;
    const listed = ownValue(node, "enum");
    const [only, other]: unknown[] = Array.isArray(listed) ? listed : [ownValue(node, "const")];
    if (typeof only === "boolean" && other === undefined) field["only"] = only;
  } else return broken("type");
  // No answer would be valid.
  if (crossed) return broken(crossed);

  const preset = ownValue(node, "default");
  if (preset !== undefined) {
    if (checkOf(field as unknown as Field, limits.size)(preset)) drop("default");
    else field["default"] = preset;
  }
  return field as unknown as Field;
}

/**
 * Some servers send optional fields as "this type or null". No host can answer null, so a host reads
 * the other type.
 */
function withoutNull(node: unknown): unknown {
  if (!isObject(node)) return node;
  const type = ownValue(node, "type");
  if (Array.isArray(type)) {
    const types = type.filter((item) => item !== "null");
    return types.length === 1 ? { ...node, type: types[0] } : node;
  }
  for (const key of ["anyOf", "oneOf"]) {
    const list = ownValue(node, key);
    if (!Array.isArray(list)) continue;
    const rest = list.filter((item) => !(isObject(item) && ownValue(item, "type") === "null"));
    if (rest.length !== 1 || rest.length === list.length || !isObject(rest[0])) continue;
    const { [key]: _, ...outer } = node;
    return { ...rest[0], ...outer };
  }
  return node;
}
