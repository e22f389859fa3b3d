import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../json.js";
import type { Expected, ProbeQuestion, ValueShape } from "../probes/probe.js";
import type { Finding } from "./findings.js";
import { isUrl } from "../../../is-url.js";

const SHAPES: Readonly<Record<ValueShape, (value: string) => boolean>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value) => isUrl(value),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  // RFC 3339: the offset is required.
  "date-time": (value) =>
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
};

const DATE = /^\d{4}-\d\d-\d\d$/;

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

function isFalsy(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value;
}

function gradeShape(value: unknown, shape: ValueShape): Finding {
  if (value === undefined) return "field-missing";
  if (typeof value !== "string") return "wrong-type";
  return SHAPES[shape](value) ? "right" : "wrong-format";
}

function gradeValue(value: unknown, expected: unknown, isDefault: boolean): Finding {
  if (isDeepStrictEqual(value, expected)) return "right";
  if (expected === undefined) return value === "" ? "empty-string-sent" : "wrong-value";
  if (value === undefined) {
    if (!isDefault) return "field-missing";
    return isFalsy(expected) ? "falsy-default-lost" : "default-lost";
  }
  if (typeOf(value) !== typeOf(expected)) return "wrong-type";
  if (typeof expected === "string" && DATE.test(expected) && !DATE.test(String(value)))
    return "wrong-format";
  const isOtherOrder =
    Array.isArray(value) &&
    Array.isArray(expected) &&
    isDeepStrictEqual([...value].sort(), [...expected].sort());
  if (isOtherOrder) return "right";
  return isDefault ? "default-changed" : "wrong-value";
}

/** Grades the content of an accepted form, exactly as it came. */
export function gradeContent(
  content: unknown,
  expected: Extract<Expected, { action: "accept" }>,
  question: ProbeQuestion,
): Finding {
  const properties = (question.schema?.["properties"] ?? {}) as Record<
    string,
    Record<string, unknown>
  >;
  if (content !== undefined && !isObject(content)) return "malformed";
  const values = content ?? {};
  const own = (name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);
  const findings = [
    ...Object.entries(expected.shapes ?? {}).map(([name, shape]) => gradeShape(own(name), shape)),
    ...Object.entries(expected.content ?? {}).map(([name, value]) =>
      gradeValue(own(name), value, properties[name]?.["default"] !== undefined),
    ),
  ];
  const worst = findings.find((finding) => finding !== "right");
  if (worst !== undefined) return worst;
  const isExtra = Object.keys(values).some((name) => !Object.hasOwn(properties, name));
  return isExtra ? "extra-fields" : "right";
}
