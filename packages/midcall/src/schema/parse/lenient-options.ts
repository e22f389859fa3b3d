import { isObject } from "../../internal/is-object.js";
import { ownValue, pointer } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { NodeOption, NodeOptions } from "./lenient-node.js";
import type { Notes } from "./lenient-notes.js";
import { inShort, Unshown } from "./unshown.js";

/** Whether a schema accepts only null, which some servers offer beside the options of an optional field. */
export function isNullSchema(given: unknown): boolean {
  if (given === null) return true;
  if (!isObject(given)) return false;
  const listed = ownValue(given, "enum");
  return (
    ownValue(given, "type") === "null" ||
    (Object.hasOwn(given, "const") && given["const"] === null) ||
    (Array.isArray(listed) && listed.length > 0 && listed.every((value) => value === null))
  );
}

/**
 * The options in `enum` and in `const`; both hold, if there are both. Null, which some servers list for an optional
 * field, is no option: no answer means the same. Names of another number than the options name none of them.
 *
 * @throws {@link Unshown} if an option cannot be shown
 */
export function* readOptions(node: JsonObject, path: string, notes: Notes): Generator<NodeOptions> {
  // The second is NSwag's.
  const named = ["enumNames", "x-enumNames"].find((key) => ownValue(node, key) !== undefined);
  const names = named && ownValue(node, named);
  const list = ownValue(node, "enum");
  const fit =
    Array.isArray(names) &&
    Array.isArray(list) &&
    names.length === list.length &&
    names.every((name) => typeof name === "string");
  if (named && !fit) notes.ignored(pointer(path, named), named);
  if (list !== undefined) {
    if (!Array.isArray(list)) throw new Unshown("enum", "Its choices (enum) cannot be read.");
    const options = list.flatMap((value: unknown, index): NodeOption[] => {
      const at = `${path}/enum/${index}`;
      const title = fit ? (names as string[])[index] : undefined;
      return value === null
        ? []
        : [{ value: toOption(value, "enum"), ...(title !== undefined && { title }), path: at }];
    });
    if (options.length === 0)
      throw new Unshown("enum", "Its choices (enum) cannot be read: there are none.");
    yield { key: "enum", list: options };
  }
  if (!Object.hasOwn(node, "const")) return;
  const value = node["const"];
  if (value === null) throw new Unshown("const", "It can only be null.");
  yield { key: "const", list: [{ value: toOption(value, "const"), path: pointer(path, "const") }] };
}

function toOption(value: unknown, key: string): NodeOption["value"] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  throw new Unshown(
    key,
    `Its choices (${key}) cannot be read: ${inShort(value)} is neither a text nor a number nor yes or no.`,
  );
}
