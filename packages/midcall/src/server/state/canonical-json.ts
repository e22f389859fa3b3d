import crypto from "node:crypto";
import { MAX_JSON_DEPTH } from "../../internal/json-depth.js";

/**
 * JSON with the keys of every object in sorted order, so that equal data gives equal text.
 * The input is data as `JSON.parse` yields it; `undefined` members are left out.
 *
 * @throws RangeError when the data is nested too deep
 */
export function canonicalJson(value: unknown, depth = 0): string {
  // JSON text can contain numbers that JSON.stringify confuses with other values: it writes 1e999 as null, -0 as 0.
  if (typeof value === "number" && (Object.is(value, -0) || !Number.isFinite(value))) {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  // A few more levels, for the arrays it is wrapped in.
  if (depth > MAX_JSON_DEPTH + 8)
    throw new RangeError(`Nested more than ${MAX_JSON_DEPTH} levels deep.`);
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item, depth + 1)).join(",")}]`;
  let members = "";
  for (const key of sortedKeys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    if (members !== "") members += ",";
    members += `${quoted(key)}:${canonicalJson(member, depth + 1)}`;
  }
  return `{${members}}`;
}

function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  // Most objects are small or sorted, and need no copy of the list.
  for (let at = 1; at < keys.length; at += 1)
    if (keys[at - 1]! > keys[at]!) return keys.length === 2 ? keys.reverse() : keys.sort();
  return keys;
}

/** Text that stands in JSON as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The first 128 bits of SHA-256 over the text, as 22 characters of base64url. */
export function digest(text: string): string {
  return sha256(text).slice(0, 22);
}

/** In one step where the runtime can: Node from 20.12. */
const sha256: (text: string) => string =
  typeof crypto.hash === "function"
    ? (text) => crypto.hash("sha256", text, "base64url")
    : (text) => crypto.createHash("sha256").update(text).digest("base64url");
