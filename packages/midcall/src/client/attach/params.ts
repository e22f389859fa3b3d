import { isObject } from "../../internal/is-object.js";
import { ownValue } from "../../schema/convert/json-copy.js";

/** An own member, also of what throws when it is looked at. */
export function member(value: unknown, name: string): unknown {
  try {
    return isObject(value) ? ownValue(value, name) : undefined;
  } catch {
    return undefined;
  }
}

/** The text member of that name. */
export function textOf(params: unknown, name: string): string | undefined {
  const value = member(params, name);
  return typeof value === "string" ? value : undefined;
}

/** The mode of a request; one that names none is a form. */
export function modeOf(params: unknown): unknown {
  return member(params, "mode") ?? "form";
}
