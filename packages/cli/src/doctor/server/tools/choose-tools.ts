import type { Tool } from "@modelcontextprotocol/client";
import { sampleArguments } from "./sample-arguments.js";

/** A tool as the command line names it; without arguments they are made from its schema. */
export interface NamedTool {
  readonly name: string;
  readonly args: Record<string, unknown> | undefined;
}

/** Which tools may be called. */
export interface ToolChoice {
  /** If there are any, only these. */
  readonly named: readonly NamedTool[];
  /** Also those that may change something. */
  readonly allTools: boolean;
}

/** A tool that is called. */
export interface ChosenTool {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** A tool that is not called, and why. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

/** Why a named tool is not called. It may be there on another protocol version. */
export const NO_SUCH_TOOL = "the server has no such tool";

/** The most tools that are called, of a server with very many. */
const MOST_TOOLS = 200;

/** Chooses the tools that may be called, and can be. */
export function chooseTools(
  tools: readonly Tool[],
  { named, allTools }: ToolChoice,
): { readonly chosen: readonly ChosenTool[]; readonly leftOut: readonly LeftOut[] } {
  const chosen: ChosenTool[] = [];
  const leftOut: LeftOut[] = [];
  for (const { name, args } of named) {
    const tool = tools.find((one) => one.name === name);
    if (!tool) leftOut.push({ name, why: NO_SUCH_TOOL });
    else add(tool, args);
  }
  if (named.length > 0) return { chosen, leftOut };
  for (const tool of tools) {
    const why = allTools ? undefined : whyNot(tool);
    if (why !== undefined) leftOut.push({ name: tool.name, why });
    else add(tool);
  }
  return { chosen, leftOut };

  function add(tool: Tool, given?: Record<string, unknown>): void {
    const { name, inputSchema } = tool;
    const args = given ?? sampleArguments(inputSchema);
    if (chosen.length >= MOST_TOOLS) {
      leftOut.push({ name, why: `only the first ${MOST_TOOLS} are called` });
    } else if (args) {
      chosen.push({ name, args });
    } else {
      const why = "no arguments could be made from its schema: use --tool with --arguments";
      leftOut.push({ name, why });
    }
  }
}

/** Why a tool is not called without being named: nothing says that it changes nothing. */
function whyNot({ annotations }: Tool): string | undefined {
  if (annotations?.destructiveHint === true && annotations.readOnlyHint !== true) {
    return "it says that it can destroy something";
  }
  if (annotations?.destructiveHint === true) return "it says both that it only reads and destroys";
  return annotations?.readOnlyHint === true ? undefined : "it does not say that it only reads";
}
