import type { Tool } from "@modelcontextprotocol/client";
import { createForm, type FormField } from "midcall/form";
import { enterValue } from "../../answers/enter-value.js";
import { UsageError } from "../../errors.js";
import { safeLine } from "../../safe-text.js";
import { describeField } from "./describe-field.js";

/** Arguments of a call; an object without a prototype's surprises. */
export type ToolArguments = Record<string, unknown>;

type JsonSchema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const own = (object: unknown, name: string): unknown =>
  isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;

function put(object: ToolArguments, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** The names of a tool's arguments. */
export function argumentNames({ inputSchema }: Tool): string[] {
  const properties = own(inputSchema, "properties");
  return isObject(properties) ? Object.keys(properties) : [];
}

/** Arguments the tool cannot do without, and that are not there. */
export function missingArguments({ inputSchema }: Tool, given: ToolArguments): string[] {
  const required = own(inputSchema, "required");
  return (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === "string" && !Object.hasOwn(given, name),
  );
}

/** The type of an argument, as its schema says. */
export function argumentType({ inputSchema }: Tool, name: string): unknown {
  return own(own(own(inputSchema, "properties"), name), "type");
}

/** The tool's schema, with only some of its arguments; all of them where none are named. */
export function schemaOf({ inputSchema }: Tool, names?: readonly string[]): JsonSchema {
  const properties: ToolArguments = {};
  const described = own(inputSchema, "properties");
  const wanted = names ?? (isObject(described) ? Object.keys(described) : []);
  for (const name of wanted) put(properties, name, own(described, name) ?? {});
  const listed = own(inputSchema, "required");
  const required = (Array.isArray(listed) ? listed : []).filter((name) => wanted.includes(name));
  return { type: "object", properties, required };
}

/**
 * Reads the words after the tool's name: one JSON object, or `name=value` and `name:=JSON`.
 *
 * @throws UsageError that names the argument and says what it takes
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
      throw new UsageError("The arguments are one JSON object, or name=value pairs, but not both.");
    }
    const object = parseJson(first, "The arguments");
    return object as ToolArguments;
  }
  const args: ToolArguments = {};
  const typed = new Map<string, string[]>();
  for (const word of words) {
    const [, name, colon, value] = /^([^=]*?)(:?)=([^]*)$/.exec(word) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(
        `"${safeLine(word, 80)}" is no argument. Write name=value, name:=JSON, or one JSON object.`,
      );
    }
    if (Object.hasOwn(args, name) || (colon && typed.has(name))) {
      throw new UsageError(`The argument "${safeLine(name, 80)}" is given twice.`);
    }
    if (colon) put(args, name, parseJson(value, `The value of "${safeLine(name, 80)}"`));
    else typed.set(name, [...(typed.get(name) ?? []), value]);
  }
  for (const [name, values] of typed) put(args, name, readTyped(name, values, tool));
  return args;
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${what} cannot be read as JSON. Is it in single quotes?`);
  }
}

function readTyped(name: string, values: readonly string[], tool: Tool): unknown {
  const shown = safeLine(name, 80);
  const names = argumentNames(tool);
  if (!names.includes(name)) {
    const known =
      names.length > 0
        ? `It has ${names.map((one) => safeLine(one, 80)).join(", ")}.`
        : "It has none.";
    throw new UsageError(
      `${safeLine(tool.name, 80)} has no argument "${shown}". ${known} (${shown}:=JSON sends it all the same.)`,
    );
  }
  const schema = own(own(tool.inputSchema, "properties"), name);
  const whole = fieldOf(schema);
  if (whole.kind === "multi-select") return enterOne(shown, schema, values);
  if (whole.kind === "unsupported" && own(schema, "type") === "array") {
    const items = own(schema, "items");
    return values.map((value) => enterOne(shown, items, value));
  }
  if (values.length > 1) throw new UsageError(`The argument "${shown}" is given twice.`);
  return enterOne(shown, schema, values[0]!);
}

const asForm = (schema: unknown): ReturnType<typeof createForm> =>
  createForm({ type: "object", properties: { value: schema ?? {} }, required: ["value"] });

const fieldOf = (schema: unknown): FormField => asForm(schema).fields[0]!;

/** Reads one value by a schema, with the form engine. */
function enterOne(name: string, schema: unknown, value: string | readonly string[]): unknown {
  const form = asForm(schema);
  const field = form.fields[0]!;
  if (field.kind === "unsupported") {
    throw new UsageError(
      `The argument "${name}" is no simple value. Give it as JSON: ${name}:='…'`,
    );
  }
  // An empty text is one here: whoever wants to leave the argument out does not write it.
  if (value === "" && field.kind === "text") form.setAll({ value });
  const wrong = value === "" ? undefined : enterValue(form, field, value);
  const submitted = wrong === undefined ? form.submit() : undefined;
  if (submitted?.ok) return submitted.content["value"];
  const why = wrong ?? submitted!.issues[0]!.message;
  throw new UsageError(
    `The argument "${name}": ${why} It takes: ${describeField({ ...field, required: false })}.`,
  );
}
