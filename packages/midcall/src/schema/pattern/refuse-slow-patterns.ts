import { isObject } from "../../internal/is-object.js";
import { ownValue } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import { backtrackingLimit } from "./backtracking-limit.js";
import { SlowPatternError } from "./slow-pattern-error.js";

/** Where the patterns of a node are kept that have no place on the wire, as their flags have none. */
export const OTHER_PATTERNS = "midcall/patterns";

/** A pattern with its flags. */
export interface FlaggedPattern {
  readonly source: string;
  readonly flags: string;
}

const MAX_DEPTH = 32;

/** No schemas, whatever they look like. */
const VALUES: ReadonlySet<string> = new Set(["default", "const", "enum", "examples"]);

/** All patterns in a field, wherever the library has put them. */
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
 * The longest text a library may be given to check with its own patterns: `Infinity` where none of them
 * minds. What the JSON Schema does not show (a pattern in a refinement, one with a backreference) is not
 * looked at.
 *
 * @throws {@link SlowPatternError} where no such length is of use
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
