import type { SchemaLimits } from "../parse/limits.js";
import { SchemaError } from "../parse/schema-error.js";

/** A JSON object whose keys come from the peer. */
export interface JsonObject {
  [key: string]: unknown;
}

/** Reads own properties only, so that `constructor` or `__proto__` never reach the prototype. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own property under any name, `__proto__` included. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else (object as JsonObject)[key] = value;
}

// Deep enough for /properties/name/items/anyOf/0/const and its contents. No form field is deeper.
const MAX_DEPTH = 8;

/** Why a value cannot be copied: too large, or not JSON data. */
export type CopyProblem = "size" | "number" | "type";

/** How deep a copy goes, and what stands for all that is deeper. */
export interface CopyDepth {
  readonly most: number;
  readonly beyond: unknown;
}

/**
 * Copies JSON data from any value: getters run once, proxies and cycles are bounded by `size` (keys
 * and strings together, in UTF-16 code units), and values that are nested too deeply become null or what `depth` says.
 * All later steps work on plain data. `fail` must throw; a getter of the input may throw as well.
 */
export function copyData(
  input: unknown,
  size: number,
  fail: (path: string, problem: CopyProblem, value: unknown) => never,
  { most, beyond }: CopyDepth = { most: MAX_DEPTH, beyond: null },
): unknown {
  let left = size;
  const spend = (path: string, cost: number): void => {
    if ((left -= cost) < 0) fail(path, "size", input);
  };
  const copy = (value: unknown, path: string, depth: number): unknown => {
    if (typeof value === "string") spend(path, value.length);
    else if (typeof value === "number") {
      if (!Number.isFinite(value)) fail(path, "number", value);
    } else if (typeof value === "object" && value !== null) {
      if (depth > most) return beyond;
      if (Array.isArray(value)) {
        const items: unknown[] = [];
        for (let index = 0; index < value.length; index++) {
          spend(path, 1);
          items.push(copy(value[index], `${path}/${index}`, depth + 1) ?? null);
        }
        return items;
      }
      const object = {};
      for (const key of Object.keys(value)) {
        spend(path, key.length + 1);
        const item = copy((value as JsonObject)[key], pointer(path, key), depth + 1);
        if (item !== undefined) setOwn(object, key, item);
      }
      return object;
    } else if (typeof value !== "boolean" && value !== null && value !== undefined) {
      fail(path, "type", value);
    }
    return value;
  };
  return copy(input, "", 0);
}

/** {@link copyData} for authors: throws a {@link SchemaError} that says what cannot be copied, and where. */
export function copyJson(input: unknown, limits: SchemaLimits): unknown {
  const fail = (path: string, message: string, cause?: unknown): never => {
    throw new SchemaError([{ path, code: "unreadable", message }], { cause });
  };
  try {
    return copyData(input, limits.size, (path, problem, value) =>
      fail(
        path,
        problem === "size"
          ? `makes the schema larger than ${limits.size} characters.`
          : problem === "number"
            ? "must be a finite number."
            : `is a ${typeof value}, which JSON does not support.`,
      ),
    );
  } catch (cause) {
    if (cause instanceof SchemaError) throw cause;
    return fail("", "The schema is not JSON data.", cause);
  }
}

/** Appends a key to a JSON Pointer. */
export function pointer(path: string, key: string): string {
  return `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
