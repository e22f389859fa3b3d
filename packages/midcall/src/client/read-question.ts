import { displayText } from "../form/text.js";
import { isObject, own } from "../schema/json-copy.js";
import type { FormQuestion, UrlQuestion } from "./question.js";
import type { ReadForm } from "./form-reader.js";
import { inspectUrl, type UrlSafetyOptions } from "./url-safety.js";

/** What a request asks, made safe to show; or why this host cannot ask it. */
export type ReadQuestion =
  | Pick<FormQuestion, "mode" | "message" | "requestedSchema" | "schema" | "secretFields">
  | Pick<UrlQuestion, "mode" | "message" | "link" | "opened">
  | { readonly mode?: undefined; readonly cannot: string };

const LONGEST_MESSAGE = 16_384;

/** An own member, also of what throws when it is looked at. */
function member(value: unknown, name: string): unknown {
  try {
    return isObject(value) ? own(value, name) : undefined;
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

/** Reads the params of an `elicitation/create`, whoever sent them. Never throws. */
export function readQuestion(
  params: unknown,
  urlSafety: UrlSafetyOptions,
  readForm: (requestedSchema: unknown) => ReadForm,
): ReadQuestion {
  const text = textOf(params, "message");
  if (text === undefined) return { cannot: "unreadable" };
  const cut = text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
  const message = displayText(cut, { lines: true });
  const mode = modeOf(params);
  if (mode === "url") {
    const link = inspectUrl(member(params, "url"), urlSafety);
    return link.ok ? { mode, message, link, opened: false } : { cannot: `url:${link.reason}` };
  }
  if (mode !== "form") return { cannot: "mode" };
  const form = readForm(member(params, "requestedSchema"));
  return "cannot" in form ? form : { mode, message, ...form };
}
