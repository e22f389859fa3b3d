import type { FormField, FormIssue, FormIssueCode, FormOptions } from "./form-types.js";
import { displayText } from "./text.js";

const MESSAGES: Partial<Record<FormIssueCode | "integer", string>> = {
  number: "Enter a number in digits, with a point before decimals.",
  integer: "Enter a whole number in digits.",
  precision: "This number has more digits than can be sent; enter a rounder one.",
  unsupported: "This cannot be shown here, so the form cannot be sent.",
};

/** Creates an issue that is safe to show, in the language of the host. */
export function createIssue(
  given: Pick<FormIssue, "field" | "code"> & Partial<FormIssue>,
  field: FormField | undefined,
  messages: FormOptions["messages"],
): FormIssue {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(given.params ?? {})) {
    params[name] = typeof value === "string" ? displayText(value) : value;
  }
  const about = given.code === "number" && params["kind"] === "integer" ? "integer" : given.code;
  const issue = { message: MESSAGES[about]!, ...given, params };
  issue.message = displayText(messages?.(issue, field) || issue.message, { lines: true });
  return issue;
}
