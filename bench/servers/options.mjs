import { parseArgs } from "node:util";

/**
 * The command-line options of every server.
 *
 * - `--port N`: 0 uses a free port
 * - `--tools N`: the number of registered tools, including the asking one
 * - `--plain`: the first tool never asks
 * - `--wire-schemas`: (sdk-guard) pass JSON Schemas created in advance to the SDK instead of zod schemas
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
