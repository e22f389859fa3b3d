import { setOwn } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { SchemaNode } from "./lenient-node.js";

/** The schema of a node as one object, without references, parts and null. */
export function toWire(node: SchemaNode): JsonObject {
  const { types, patterns, options, items, bounds, rest } = node;
  const wire: JsonObject = {};
  const put = (key: string, value: unknown): void => {
    if (value !== undefined) wire[key] = value;
  };
  put("type", types?.length === 1 ? types[0] : types?.length === 0 ? "null" : types);
  put("title", node.title);
  put("description", node.description);
  put("format", node.format);
  const [first, ...others] = patterns;
  put("pattern", first);
  if (others.length > 0) wire["allOf"] = others.map((pattern) => ({ pattern }));
  Object.assign(wire, bounds);
  put("uniqueItems", node.uniqueItems);
  if (options) {
    const titled = options.list.some(({ title }) => title !== undefined);
    if (titled)
      wire["oneOf"] = options.list.map(({ value, title }) => ({
        const: value,
        title: title ?? String(value),
      }));
    else wire["enum"] = options.list.map(({ value }) => value);
  }
  if (items) wire["items"] = toWire(items);
  put("default", node.default);
  for (const [key, value] of Object.entries(rest)) setOwn(wire, key, value);
  return wire;
}
