import { parseArgs } from "node:util";

/**
 * The command line every server understands.
 *
 * - `--port N`: 0 picks a free port
 * - `--tools N`: tools registered in all, the asking one included
 * - `--plain`: the first tool is one that never asks
 * - `--wire-schemas`: (sdk-guard) hand the SDK JSON Schemas made beforehand, not zod schemas
 */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      tools: { type: "string", default: "1" },
      plain: { type: "boolean", default: false },
      "wire-schemas": { type: "boolean", default: false },
    },
  });
  return {
    port: Number(values.port),
    tools: Number(values.tools),
    plain: values.plain,
    wireSchemas: values["wire-schemas"],
  };
}
