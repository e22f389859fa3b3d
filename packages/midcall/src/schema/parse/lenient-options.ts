import { isObject } from "../../internal/is-object.js";
import type { FieldOption } from "../fields.js";
import { ownValue } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { SchemaLimits } from "./limits.js";

/**
 * Reads the options of an enum in any of its shapes, for a host. A null option, which some servers add
 * to an optional field, is ignored: an unanswered field means the same.
 *
 * @param key - which keyword lists them: `enum`, `oneOf` or `anyOf`; `const` is a list of one
 * @param type - the type of every value; if unknown, that of the first one
 */
export function readOptions(
  node: JsonObject,
  key: string,
  type: unknown,
  limits: SchemaLimits,
  drop: (keyword: string) => void,
): readonly FieldOption[] | undefined {
  const list = key === "const" ? [{ const: ownValue(node, key) }] : ownValue(node, key);
  const names = ownValue(node, "enumNames");
  if (!Array.isArray(list) || list.length > limits.options) return undefined;
  if (names !== undefined && !(Array.isArray(names) && names.length === list.length))
    drop("enumNames");
  const options = new Map<unknown, FieldOption>();
  for (const [index, item] of list.entries()) {
    const titled = isObject(item);
    if (item === null || (titled && ownValue(item, "type") === "null")) continue;
    const value = key === "enum" ? item : titled && ownValue(item, "const");
    const wanted: unknown = (type ??= typeof value);
    const title: unknown =
      key !== "enum"
        ? ownValue(item as JsonObject, "title")
        : Array.isArray(names)
          ? names[index]
          : undefined;
    if (
      !(typeof value === "string"
        ? wanted === "string" && value.length <= limits.value
        : typeof value === "number" &&
          (wanted === "number" || (wanted === "integer" && Number.isInteger(value))))
    )
      return undefined;
    const shown = typeof title === "string" ? title : String(value);
    if (shown.length > limits.title) return undefined;
    if (options.has(value)) drop(key);
    else options.set(value, { value, title: shown });
  }
  return options.size ? [...options.values()] : undefined;
}
