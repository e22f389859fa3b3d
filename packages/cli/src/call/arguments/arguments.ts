import type { Tool } from "@modelcontextprotocol/client";
import { createForm, type FormField } from "midcall/form";
import { enterValue } from "../../answers/enter-value.js";
import { UsageError } from "../../errors.js";
import { isObject, member, setMember } from "../../json.js";
import { flawOf, type JsonFlaw } from "../../json-text.js";
import { safeLine } from "../../safe-text.js";
import { describeField } from "./describe-field.js";

/** The arguments of a call, by name. */
export type ToolArguments = Record<string, unknown>;

/** An untrusted JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The names of a tool's arguments. */
export function argumentNames({ inputSchema }: Tool): string[] {
  const properties = member(inputSchema, "properties");
  return isObject(properties) ? Object.keys(properties) : [];
}

/** The required arguments that are missing. */
export function missingArguments({ inputSchema }: Tool, given: ToolArguments): string[] {
  const required = member(inputSchema, "required");
  return (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === "string" && !Object.hasOwn(given, name),
  );
}

/** The tool's schema, restricted to some of its arguments. @param names - default: all */
export function schemaOf({ inputSchema }: Tool, names?: readonly string[]): JsonSchema {
  const properties: ToolArguments = {};
  const described = member(inputSchema, "properties");
  const wanted = names ?? (isObject(described) ? Object.keys(described) : []);
  for (const name of wanted) setMember(properties, name, member(described, name) ?? {});
  const listed = member(inputSchema, "required");
  const required = (Array.isArray(listed) ? listed : []).filter((name) => wanted.includes(name));
  return { type: "object", properties, required };
}

/**
 * Parses the words after the tool's name: one JSON object, or `name=value` and `name:=JSON`.
 *
 * @throws UsageError that names the invalid argument and describes what it accepts
 *
 * @example
 * ```ts
 * readArguments(["dir=old", "days=30", "tags=a", "tags=b", 'more:={"x":1}'], tool);
 * // { dir: "old", days: 30, tags: ["a", "b"], more: { x: 1 } }
 * ```
 */
export function readArguments(words: readonly string[], tool: Tool): ToolArguments {
  const [first] = words;
  if (first?.trimStart().startsWith("{")) {
    if (words.length > 1) {
      throw new UsageError(
        "Pass the arguments either as one JSON object or as name=value pairs, not both.",
      );
    }
    const object = parseJson(first, "the arguments");
    return object as ToolArguments;
  }
  const args: ToolArguments = {};
  const typed = new Map<string, string[]>();
  for (const word of words) {
    const [, name, colon, value] = /^([^=]*?)(:?)=([^]*)$/.exec(word) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(
        `Invalid argument "${safeLine(word, 80)}". Use name=value, name:=JSON, or one JSON object.`,
      );
    }
    if (Object.hasOwn(args, name) || (colon && typed.has(name))) {
      throw new UsageError(`The argument "${safeLine(name, 80)}" is specified twice.`);
    }
    if (colon) setMember(args, name, parseJson(value, `the value of "${safeLine(name, 80)}"`));
    else typed.set(name, [...(typed.get(name) ?? []), value]);
  }
  for (const [name, values] of typed) setMember(args, name, readTyped(name, values, tool));
  return args;
}

const FLAWS: Readonly<Record<JsonFlaw, string>> = {
  "too deep": "it is nested too deep.",
  inexact:
    "a number would be sent as another one: it has more digits than a JavaScript number keeps, or is out of its range. Pass it as text, in quotes, if the server takes that.",
};

function parseJson(text: string, what: string): unknown {
  const flaw = flawOf(text);
  if (flaw !== undefined) throw new UsageError(`In ${what}: ${FLAWS[flaw]}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`Invalid JSON in ${what}. Is it in single quotes?`);
  }
}

function readTyped(name: string, values: readonly string[], tool: Tool): unknown {
  const shown = safeLine(name, 80);
  const names = argumentNames(tool);
  if (!names.includes(name)) {
    const known =
      names.length > 0
        ? `Its arguments are ${names.map((one) => safeLine(one, 80)).join(", ")}.`
        : "It takes no arguments.";
    throw new UsageError(
      `${safeLine(tool.name, 80)} has no argument "${shown}". ${known} (${shown}:=JSON sends it anyway.)`,
    );
  }
  const schema = member(member(tool.inputSchema, "properties"), name);
  const whole = fieldOf(schema);
  if (whole.kind === "multi-select") return enterOne(shown, schema, values);
  if (whole.kind === "unsupported" && member(schema, "type") === "array") {
    const items = member(schema, "items");
    return values.map((value) => enterOne(shown, items, value));
  }
  if (values.length > 1) throw new UsageError(`The argument "${shown}" is specified twice.`);
  return enterOne(shown, schema, values[0]!);
}

const asForm = (schema: unknown): ReturnType<typeof createForm> =>
  createForm({ type: "object", properties: { value: schema ?? {} }, required: ["value"] });

/** The field that a form has for a schema. */
export const fieldOf = (schema: unknown): FormField => asForm(schema).fields[0]!;

/** Parses one value of a list. @throws Error that names the value and what is wrong with it */
export function readItem(value: string, items: unknown): unknown {
  const form = asForm(items);
  const wrong = enterValue(form, form.fields[0]!, value);
  const submitted = wrong === undefined ? form.submit() : undefined;
  if (submitted?.ok) return submitted.content["value"];
  throw new Error(`"${safeLine(value, 60)}": ${wrong ?? submitted!.issues[0]!.message}`);
}

/** Parses one value according to a schema, with the form engine. */
function enterOne(name: string, schema: unknown, value: string | readonly string[]): unknown {
  const form = asForm(schema);
  const field = form.fields[0]!;
  if (field.kind === "unsupported") {
    throw new UsageError(
      `The argument "${name}" has a complex type. Pass it as JSON: ${name}:='…'`,
    );
  }
  // `name=` passes an empty string; to omit an argument, leave the word out.
  if (value === "" && field.kind === "text") form.setAll({ value });
  const wrong = value === "" ? undefined : enterValue(form, field, value);
  const submitted = wrong === undefined ? form.submit() : undefined;
  if (submitted?.ok) return submitted.content["value"];
  const why = wrong ?? submitted!.issues[0]!.message;
  throw new UsageError(
    `The argument "${name}": ${why} Expected: ${describeField({ ...field, required: false })}.`,
  );
}
