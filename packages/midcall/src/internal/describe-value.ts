import { errorText } from "./error-text.js";

/** A value that was given, in a message: as JSON, so that text has quotes, or else as text. */
export function describeValue(value: unknown): string {
  // Numbers that JSON does not have would be null.
  if (typeof value === "number" || typeof value === "function") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return errorText(value);
  }
}
