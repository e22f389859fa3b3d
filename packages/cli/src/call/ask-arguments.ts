import { text as askText, isCancel } from "@clack/prompts";
import type { Tool } from "@modelcontextprotocol/client";
import { createForm } from "midcall/form";
import { askForm } from "midcall/terminal";
import { safeLine } from "../safe-text.js";
import { missingArguments, schemaOf, type ToolArguments } from "./arguments.js";

/** Where prompts are shown and answers typed. */
export interface Prompting {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
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
  { input, output, signal }: Prompting,
): Promise<ToolArguments | undefined> {
  const { fields } = createForm(schemaOf(tool, names));
  const raw = fields.filter(({ kind }) => kind === "unsupported").map(({ name }) => name);
  const simple = fields.map(({ name }) => name).filter((name) => !raw.includes(name));
  const args: ToolArguments = { ...given };
  if (simple.length > 0) {
    const asked = await askForm(createForm(schemaOf(tool, simple)), {
      input,
      output,
      signal,
      title: `Arguments of ${safeLine(tool.name, 100)}`,
      ways: { send: "Call it", decline: false, cancel: "Do not call it" },
    });
    if (asked.action !== "accept") return undefined;
    for (const [name, value] of Object.entries(asked.content)) define(args, name, value);
  }
  const required = missingArguments(tool, args);
  for (const name of raw) {
    const value = await askJson(name, required.includes(name), { input, output, signal });
    if (value === LEFT) return undefined;
    if (value !== undefined) define(args, name, value);
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
async function askJson(name: string, isRequired: boolean, prompting: Prompting): Promise<unknown> {
  const typed = await askText({
    ...prompting,
    message: `${safeLine(name, 100)}, as JSON${isRequired ? "" : " (may be left empty)"}`,
    validate: (value) => {
      if (!value) return isRequired ? "The tool needs this." : undefined;
      try {
        JSON.parse(value);
        return undefined;
      } catch {
        return "This is no JSON.";
      }
    },
  });
  if (isCancel(typed)) return LEFT;
  return typed ? JSON.parse(typed) : undefined;
}
