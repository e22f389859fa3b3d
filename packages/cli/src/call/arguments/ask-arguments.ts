import type { Tool } from "@modelcontextprotocol/client";
import { createForm, displayText, type FormField } from "midcall/form";
import { askForm } from "midcall/terminal";
import { member, setMember } from "../../json.js";
import { safeLine } from "../../safe-text.js";
import { type JsonSchema, missingArguments, schemaOf, type ToolArguments } from "./arguments.js";
import { jsonShape } from "./json-shape.js";
import { checkLists, itemsOf, readList, withListsAsTexts } from "./list-arguments.js";

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
  const whole = schemaOf(tool, names);
  const { fields } = createForm(withListsAsTexts(whole));
  const args: ToolArguments = { ...given };
  let title: string | undefined = `Arguments of ${safeLine(tool.name, 100)}`;
  // In the order of the schema: runs of fields that a form can show, and between them those that only JSON can express.
  for (let from = 0; from < fields.length;) {
    const field = fields[from]!;
    if (field.kind === "unsupported") {
      const isRequired = missingArguments(tool, args).includes(field.name);
      const argument = member(member(tool.inputSchema, "properties"), field.name);
      const shape = jsonShape(argument, tool.inputSchema);
      const value = await askJson(field, { shape, isRequired, title }, prompting);
      if (value === CANCELLED) return undefined;
      if (value !== undefined) setMember(args, field.name, value);
      from += 1;
    } else {
      const next = fields.findIndex(({ kind }, at) => at > from && kind === "unsupported");
      const to = next < 0 ? fields.length : next;
      const run = fields.slice(from, to).map(({ name }) => name);
      const send = to < fields.length ? "Continue" : "Call the tool";
      const entered = await askRun(schemaOf(tool, run), title, send, prompting);
      if (!entered) return undefined;
      for (const [name, value] of Object.entries(entered)) setMember(args, name, value);
      from = to;
    }
    title = undefined;
  }
  return args;
}

/** Asks for arguments in one form. Returns `undefined` if the user cancelled. */
async function askRun(
  schema: JsonSchema,
  title: string | undefined,
  send: string,
  { input, output, signal, interrupt }: Prompting,
): Promise<ToolArguments | undefined> {
  const form = checkLists(createForm(withListsAsTexts(schema)), schema);
  const exitActions = { send, decline: false } as const;
  const asked = await askForm(form, { input, output, signal, title, exitActions });
  if (asked.action === "cancel" && asked.interrupted) interrupt();
  if (asked.action !== "accept") return undefined;
  const entered: ToolArguments = {};
  for (const [name, value] of Object.entries(asked.content)) {
    const items = itemsOf(member(schema["properties"], name));
    setMember(entered, name, items === undefined ? value : readList(String(value), items));
  }
  return entered;
}

const CANCELLED = Symbol("cancelled");
const NOT_JSON = "Invalid JSON. Put strings in double quotes.";

/** Asks for an argument that a form cannot show, such as a nested object, as JSON. */
async function askJson(
  { name, label, description }: FormField,
  about: {
    readonly shape: string | undefined;
    readonly isRequired: boolean;
    readonly title?: string | undefined;
  },
  { input, output, signal, interrupt }: Prompting,
): Promise<unknown> {
  const { shape, isRequired, title } = about;
  const words = description ? [safeLine(displayText(description), 300)] : [];
  const schema = {
    type: "object",
    properties: {
      json: {
        type: "string",
        title: safeLine(label || name, 100),
        description: [...words, shape === undefined ? "JSON" : `JSON: ${shape}`].join("\n"),
      },
    },
    required: isRequired ? ["json"] : [],
  };
  let form = createForm(schema);
  for (;;) {
    const exitActions = { decline: false } as const;
    const asked = await askForm(form, {
      input,
      output,
      signal,
      title,
      exitActions,
      review: "never",
    });
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
