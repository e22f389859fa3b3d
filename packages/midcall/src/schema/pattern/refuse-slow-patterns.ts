import { isObject } from "../../internal/is-object.js";
import { ownValue } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import { backtrackingLimit } from "./backtracking-limit.js";
import { SlowPatternError } from "./slow-pattern-error.js";

/**
 * The keyword under which a node keeps patterns with flags, which cannot be sent because the wire format has no flags.
 */
export const OTHER_PATTERNS = "midcall/patterns";

/** A pattern with its flags. */
export interface FlaggedPattern {
  readonly source: string;
  readonly flags: string;
}

const MAX_DEPTH = 32;

/** Keywords whose values are never schemas. */
const VALUES: ReadonlySet<string> = new Set(["default", "const", "enum", "examples"]);

/** All patterns anywhere in the schema of a field. */
function* patternsIn(
  given: unknown,
  document: { resolve(node: unknown): JsonObject },
  depth = 0,
): Generator<FlaggedPattern> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(given)) {
    for (const item of given) yield* patternsIn(item, document, depth + 1);
    return;
  }
  if (!isObject(given)) return;
  const node = document.resolve(given);
  const pattern = ownValue(node, "pattern");
  if (typeof pattern === "string") yield { source: pattern, flags: "" };
  const others = ownValue(node, OTHER_PATTERNS);
  if (Array.isArray(others)) yield* others as FlaggedPattern[];
  for (const [key, value] of Object.entries(node))
    if (!VALUES.has(key) && key !== OTHER_PATTERNS) yield* patternsIn(value, document, depth + 1);
}

/**
 * The longest text that the library may check with its own patterns; `Infinity` if they need no limit. Patterns in a
 * refinement, which the JSON Schema does not contain, and patterns with a backreference are not analysed.
 *
 * @throws {@link SlowPatternError} if no useful limit exists
 */
export function refuseSlowPatterns(
  field: unknown,
  name: string,
  document: { resolve(node: unknown): JsonObject },
): number {
  let longest = Infinity;
  for (const { source, flags } of patternsIn(field, document)) {
    const limit = backtrackingLimit(source, flags) ?? Infinity;
    if (limit === 0 || limit === "unreadable") throw new SlowPatternError(name, source, limit);
    longest = Math.min(longest, limit);
  }
  return longest;
}
