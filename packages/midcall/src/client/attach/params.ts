import { isObject } from "../../internal/is-object.js";
import { ownValue } from "../../schema/convert/json-copy.js";

/** An own property of a value; `undefined` if reading it throws. */
export function member(value: unknown, name: string): unknown {
  try {
    return isObject(value) ? ownValue(value, name) : undefined;
  } catch {
    return undefined;
  }
}

/** An own property, if it is a string. */
export function textOf(params: unknown, name: string): string | undefined {
  const value = member(params, name);
  return typeof value === "string" ? value : undefined;
}

/** The mode of a request. Default: `form`. */
export function modeOf(params: unknown): unknown {
  return member(params, "mode") ?? "form";
}
