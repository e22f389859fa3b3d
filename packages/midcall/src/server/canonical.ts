import { createHash } from "node:crypto";

/**
 * JSON with the keys of every object in one fixed order, so that equal data gives equal text.
 * The input is data as `JSON.parse` yields it; `undefined` members are left out.
 */
export function canonicalJson(value: unknown): string {
  // JSON text can hold numbers that JSON.stringify writes like others: 1e999 as null, -0 as 0.
  if (typeof value === "number" && (Object.is(value, -0) || !Number.isFinite(value))) {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** The first 128 bits of SHA-256 over the text, as 22 characters of base64url. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
