import { parseArgs } from "node:util";

/**
 * The command-line options of every server.
 *
 * - `--port N`: 0 uses a free port
 * - `--tools N`: the number of registered tools, including the asking one
 * - `--plain`: the first tool never asks
 * - `--node`: (midcall) answer Node's own request and response instead of web objects
 * - `--reuse`: (midcall) one server for all calls
 * - `--telemetry`: (midcall) spans and metrics with OpenTelemetry's SDK, which are exported to nowhere
 * - `--telemetry-api`: (midcall) the same without an SDK
 * - `--wire-schemas`: (sdk-guard) pass JSON Schemas created in advance to the SDK instead of zod schemas
 */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "0" },
      tools: { type: "string", default: "1" },
      plain: { type: "boolean", default: false },
      node: { type: "boolean", default: false },
      reuse: { type: "boolean", default: false },
      telemetry: { type: "boolean", default: false },
      "telemetry-api": { type: "boolean", default: false },
      "wire-schemas": { type: "boolean", default: false },
    },
  });
  return {
    port: Number(values.port),
    tools: Number(values.tools),
    plain: values.plain,
    node: values.node,
    reuse: values.reuse,
    telemetry: values.telemetry,
    telemetryApi: values["telemetry-api"],
    wireSchemas: values["wire-schemas"],
  };
}
