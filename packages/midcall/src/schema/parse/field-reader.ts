import { ownValue, pointer } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { SchemaLimits } from "./limits.js";
import type { SchemaIssue } from "./schema-error.js";

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "type",
  "title",
  "description",
  "default",
  "$comment",
  "deprecated",
  "examples",
  "readOnly",
  "writeOnly",
]);

const MAX_ISSUES = 50;

/**
 * Reads the keywords of an author's schema and collects a message for each problem. Hosts use
 * {@link readSchema} instead, which ignores what it does not support.
 */
export interface FieldReader {
  readonly limits: SchemaLimits;
  readonly issues: SchemaIssue[];
  /** Records a problem. Returns `undefined`, for use with `return`. */
  problem(path: string, code: string, message: string): undefined;
  /** Reads a string keyword of at most `limit` characters. */
  text(node: JsonObject, key: string, path: string, limit: number): string | undefined;
  /** Reads a number keyword; with `count`, a non-negative integer. */
  number(node: JsonObject, key: string, path: string, count?: boolean): number | undefined;
  /** Reads a lower and an upper bound, and checks that a value can lie between them. */
  bounds(
    node: JsonObject,
    low: string,
    high: string,
    path: string,
    count: boolean,
  ): readonly [number?, number?];
  /** Rejects keywords that a form does not support. Annotations and `x-…` are allowed. */
  onlyKeys(node: JsonObject, path: string, keys: readonly string[]): void;
}

export function createFieldReader(limits: SchemaLimits): FieldReader {
  const issues: SchemaIssue[] = [];
  const problem = (path: string, code: string, message: string): undefined => {
    if (issues.length < MAX_ISSUES) issues.push({ path, code, message });
    return undefined;
  };
  const number = (
    node: JsonObject,
    key: string,
    path: string,
    count?: boolean,
  ): number | undefined => {
    const value = ownValue(node, key);
    if (value === undefined) return undefined;
    if (typeof value === "number" && (!count || (Number.isSafeInteger(value) && value >= 0)))
      return value;
    return problem(
      pointer(path, key),
      key,
      `must be a ${count ? "non-negative integer" : "number"}.`,
    );
  };
  return {
    limits,
    issues,
    problem,
    text(node, key, path, limit) {
      const value = ownValue(node, key);
      if (value === undefined) return undefined;
      if (typeof value !== "string") return problem(pointer(path, key), key, "must be a string.");
      if (value.length <= limit) return value;
      return problem(pointer(path, key), "limit", `is longer than ${limit} characters.`);
    },
    number,
    bounds(node, low, high, path, count) {
      const min = number(node, low, path, count);
      const max = number(node, high, path, count);
      if (min === undefined || max === undefined || min <= max) return [min, max];
      problem(pointer(path, low), low, `is greater than ${high}, so no answer would be valid.`);
      return [];
    },
    onlyKeys(node, path, keys) {
      for (const key of Object.keys(node)) {
        if (ANNOTATIONS.has(key) || key.startsWith("x-") || keys.includes(key)) continue;
        problem(pointer(path, key), "keyword", "is not supported here: remove it.");
      }
    },
  };
}
