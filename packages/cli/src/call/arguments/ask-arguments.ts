import type { Tool } from "@modelcontextprotocol/client";
import { createForm, displayText, type FormField } from "midcall/form";
import { askForm } from "midcall/terminal";
import { setMember } from "../../json.js";
import { safeLine } from "../../safe-text.js";
import { argumentType, missingArguments, schemaOf, type ToolArguments } from "./arguments.js";

/** The streams of the prompts, and how they end. */
export interface Prompting {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  /** Ends the command like Ctrl-C. */
  readonly interrupt: () => void;
}

/**
 * Asks the user for arguments.
 *
 * @param given - arguments that are already known
 * @param names - the arguments to ask for; default: all
 * @returns the given arguments with the entered ones, or `undefined` if the user cancelled
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
  // These come first, because the form of the others ends with the choice to call the tool.
  for (const field of raw) {
    const isRequired = missingArguments(tool, args).includes(field.name);
    const value = await askJson(field, argumentType(tool, field.name), isRequired, prompting);
    if (value === CANCELLED) return undefined;
    if (value !== undefined) setMember(args, field.name, value);
  }
  if (simple.length > 0) {
    const asked = await askForm(createForm(schemaOf(tool, simple)), {
      input,
      output,
      signal,
      title: `Arguments of ${safeLine(tool.name, 100)}`,
      exitActions: { send: "Call the tool", decline: false },
    });
    if (asked.action === "cancel" && asked.interrupted) interrupt();
    if (asked.action !== "accept") return undefined;
    for (const [name, value] of Object.entries(asked.content)) setMember(args, name, value);
  }
  return args;
}

const CANCELLED = Symbol("cancelled");
const NOT_JSON = "Invalid JSON. Put strings in double quotes.";

/** Asks for an argument that a form cannot show, such as a nested object, as JSON. */
async function askJson(
  { name, label, description }: FormField,
  type: unknown,
  isRequired: boolean,
  { input, output, signal, interrupt }: Prompting,
): Promise<unknown> {
  const example = { array: ', such as ["a", "b"]', object: ', such as {"a": 1}' }[String(type)];
  const about = description ? [safeLine(displayText(description), 300)] : [];
  const schema = {
    type: "object",
    properties: {
      json: {
        type: "string",
        title: safeLine(label || name, 100),
        description: [...about, `JSON${example ?? ""}`].join("\n"),
      },
    },
    required: isRequired ? ["json"] : [],
  };
  let form = createForm(schema);
  for (;;) {
    const exitActions = { decline: false } as const;
    const asked = await askForm(form, { input, output, signal, exitActions, review: "never" });
    if (asked.action === "cancel" && asked.interrupted) interrupt();
    if (asked.action !== "accept") return CANCELLED;
    const { json } = asked.content;
    if (!json) return undefined;
    try {
      return JSON.parse(String(json)) as unknown;
    } catch {
      // Asked again, with what was typed.
      form = createForm(schema, { previous: { json }, reason: NOT_JSON });
    }
  }
}
