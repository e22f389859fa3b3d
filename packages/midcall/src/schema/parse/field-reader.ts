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
 * Reads keywords out of an author's schema and collects what is wrong with them, in words. Hosts read
 * with {@link readSchema} instead, which drops what it does not understand.
 */
export interface FieldReader {
  readonly limits: SchemaLimits;
  readonly issues: SchemaIssue[];
  /** Notes what is wrong; gives nothing, for `return`. */
  problem(path: string, code: string, message: string): undefined;
  /** A text keyword. */
  text(node: JsonObject, key: string, path: string, limit: number): string | undefined;
  /** A number keyword; `count` wants a whole number from 0. */
  number(node: JsonObject, key: string, path: string, count?: boolean): number | undefined;
  /** Two bounds that leave room. */
  bounds(
    node: JsonObject,
    low: string,
    high: string,
    path: string,
    count: boolean,
  ): readonly [number?, number?];
  /** Refuses keywords the form language does not have; annotations and `x-…` are fine. */
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
      `must be a ${count ? "whole number, 0 or more" : "number"}.`,
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
      problem(pointer(path, low), low, `is above ${high}, so that no answer could be right.`);
      return [];
    },
    onlyKeys(node, path, keys) {
      for (const key of Object.keys(node)) {
        if (ANNOTATIONS.has(key) || key.startsWith("x-") || keys.includes(key)) continue;
        problem(
          pointer(path, key),
          "keyword",
          "is not a keyword a form can carry here; remove it.",
        );
      }
    },
  };
}
