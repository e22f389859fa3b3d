import { isCancel, S_BAR, text as askText } from "@clack/prompts";
import type { Tool } from "@modelcontextprotocol/client";
import { createForm, displayText, type FormField } from "midcall/form";
import { askForm, acquireInput } from "midcall/terminal";
import { safeLine } from "../../safe-text.js";
import { argumentType, missingArguments, schemaOf, type ToolArguments } from "./arguments.js";

/** Where prompts are shown and answers typed. */
export interface Prompting {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  /** Ends the command, as Ctrl-C does. */
  readonly interrupt: () => void;
}

/**
 * Lets the person fill in arguments: those named, or all.
 *
 * @returns the arguments with what was entered, or nothing where the person left
 */
export async function askArguments(
  tool: Tool,
  given: ToolArguments,
  names: readonly string[] | undefined,
  prompting: Prompting,
): Promise<ToolArguments | undefined> {
  const { input, output, signal, interrupt } = prompting;
  const { fields } = createForm(schemaOf(tool, names));
  const raw = fields.filter(({ kind }) => kind === "unsupported");
  const simple = fields.filter((field) => !raw.includes(field)).map(({ name }) => name);
  const args: ToolArguments = { ...given };
  // Before the others, whose list ends with the choice to call.
  for (const field of raw) {
    const isRequired = missingArguments(tool, args).includes(field.name);
    const value = await askJson(field, argumentType(tool, field.name), isRequired, prompting);
    if (value === LEFT) return undefined;
    if (value !== undefined) define(args, field.name, value);
  }
  if (simple.length > 0) {
    const asked = await askForm(createForm(schemaOf(tool, simple)), {
      input,
      output,
      signal,
      title: `Arguments of ${safeLine(tool.name, 100)}`,
      ways: { send: "Call it", decline: false, cancel: "Do not call it" },
    });
    if (asked.action === "cancel" && asked.interrupted) interrupt();
    if (asked.action !== "accept") return undefined;
    for (const [name, value] of Object.entries(asked.content)) define(args, name, value);
  }
  return args;
}

const LEFT = Symbol("left");

function define(args: ToolArguments, name: string, value: unknown): void {
  Object.defineProperty(args, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** An argument no form can show, such as an object in an object. */
async function askJson(
  { name, label, description }: FormField,
  type: unknown,
  isRequired: boolean,
  { input, output, signal }: Prompting,
): Promise<unknown> {
  const example = { array: ', such as ["a", "b"]', object: ', such as {"a": 1}' }[String(type)];
  const title = safeLine(label || name, 100);
  const lines = [
    `${title} (${isRequired ? "required" : "optional"})`,
    ...(description ? [safeLine(displayText(description), 300)] : []),
    `JSON${example ?? ""}`,
  ];
  const release = await acquireInput(input, signal);
  const typed = await askText({
    input,
    output,
    signal,
    message: lines.join(`\n${S_BAR}  `),
    validate: (value) => {
      if (!value) return isRequired ? "The tool needs this." : undefined;
      try {
        JSON.parse(value);
        return undefined;
      } catch {
        return "This is no JSON. Texts go in double quotes.";
      }
    },
  }).finally(release);
  if (isCancel(typed)) return LEFT;
  return typed ? JSON.parse(typed) : undefined;
}
