import { autocomplete, isCancel } from "@clack/prompts";
import type { Tool } from "@modelcontextprotocol/client";
import { acquireInput } from "midcall/terminal";
import { safeLine } from "../safe-text.js";
import { argumentNames, type ToolArguments } from "./arguments/arguments.js";
import { askArguments, type Prompting } from "./arguments/ask-arguments.js";
import type { CallOutcome } from "./call-tool.js";

/** What {@link runSession} needs. */
export interface SessionParts extends Prompting {
  readonly tools: () => Promise<readonly Tool[]>;
  readonly call: (tool: Tool, args: ToolArguments) => Promise<CallOutcome>;
  readonly show: (outcome: CallOutcome) => void;
}

const QUIT = "\u0000quit";
/** A prompt that is left still shows what was typed to search, such as a "q" to quit. */
const WITHOUT_LAST_LINE = "\u001b[1A\u001b[2K";

/** Lets the user choose a tool, enter its arguments and see the result, repeatedly until they quit. */
export async function runSession(parts: SessionParts): Promise<void> {
  let last: string | undefined;
  for (;;) {
    const tool = await chooseTool(await parts.tools(), last, parts);
    if (!tool || parts.signal.aborted) return;
    last = tool.name;
    const args =
      argumentNames(tool).length > 0 ? await askArguments(tool, {}, undefined, parts) : {};
    if (parts.signal.aborted) return;
    if (!args) continue;
    const outcome = await parts.call(tool, args);
    if (parts.signal.aborted) return;
    parts.show(outcome);
  }
}

async function chooseTool(
  tools: readonly Tool[],
  last: string | undefined,
  { input, output, signal }: Prompting,
): Promise<Tool | undefined> {
  const options = tools.map((tool) => ({
    value: tool.name,
    label: safeLine(tool.name, 100),
    hint: safeLine(tool.title ?? tool.description ?? "", 100),
  }));
  const release = await acquireInput(input, signal);
  const chosen = await autocomplete({
    message: "Which tool? (type to search, Esc to quit)",
    options: [...options, { value: QUIT, label: "Quit" }],
    initialValue: last,
    maxItems: 12,
    input,
    output,
    signal,
  }).finally(release);
  if (isCancel(chosen)) {
    output.write(WITHOUT_LAST_LINE);
    return undefined;
  }
  return tools.find(({ name }) => name === chosen);
}
