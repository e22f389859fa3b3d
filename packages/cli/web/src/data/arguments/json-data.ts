import { visibleJson } from "../../visible-text.js";
import { t } from "../../messages/text.js";

/** A JSON object whose keys come from the server or the user. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads own properties only, so that `constructor` or `__proto__` never reach the prototype. */
export function ownValue(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own property under any name, `__proto__` included. */
export function setOwn(object: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Deeper than this, two values count as different. */
const DEEPEST = 200;

/** Whether two JSON values are equal; the order of members does not matter. */
export function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (depth > DEEPEST) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isSame(item, other[index], depth + 1));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key], depth + 1))
  );
}

/** The name of a value's type, as JSON Schema has it. */
export function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A value as indented JSON; an empty text if it cannot be written. */
export function toText(value: unknown): string {
  try {
    return visibleJson(value);
  } catch {
    return "";
  }
}

/** A parsed text, or why it is not JSON. An empty text is no value. */
export type ParsedText =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly problem: string };

export function parseText(text: string): ParsedText {
  if (text.trim() === "") return { ok: true };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, problem: t("Invalid JSON: {0}", (error as Error).message) };
  }
}
