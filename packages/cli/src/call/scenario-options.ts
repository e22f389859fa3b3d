import type { ScenarioCall } from "../answers/scenario.js";
import { UsageError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import type { CallOptions } from "./options.js";

/**
 * The options with the call of the scenario: its tool, arguments, metadata, and whether it is a task, if the command line has no tool.
 *
 * @throws UsageError when the scenario's call cannot be made here
 */
export function withScenario(
  options: CallOptions,
  scenario: ScenarioCall | undefined,
): CallOptions {
  if (!scenario || options.tool !== undefined || options.list) return options;
  const { kind, name, arguments: args, ask, meta, asTask } = scenario;
  if (kind !== "tool") {
    throw new UsageError(
      `The scenario is for the ${kind} "${safeLine(name, 100)}", but midcall call calls only tools. Run it in midcall console.`,
    );
  }
  const missing = ask.filter((one) => !Object.hasOwn(args, one));
  if (missing.length > 0) {
    const names = missing.map((one) => `"${safeLine(one, 60)}"`).join(", ");
    throw new UsageError(
      `The scenario leaves out the arguments ${names}, because secrets are not recorded. Pass the tool and its arguments on the command line, or add them to "arguments" in a copy of the file.`,
    );
  }
  return {
    ...options,
    tool: name,
    args: [JSON.stringify(args)],
    // What is on the command line counts.
    meta: meta || options.meta ? { ...meta, ...options.meta } : undefined,
    asTask,
  };
}
