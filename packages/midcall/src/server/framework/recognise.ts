import { OptionError } from "../../contracts/errors.js";
import { isObject } from "../../internal/is-object.js";
import { AttachError } from "../errors.js";

/** The frameworks that there is an entry for. */
type Framework = "sdk-v2" | "sdk-v1" | "mcp-use" | "fastmcp";

/** What `attach` of each entry takes, and the name of the entry. */
const ENTRIES: Readonly<Record<Framework, { readonly entry: string; readonly takes: string }>> = {
  "sdk-v2": {
    entry: "midcall/server",
    takes: "an McpServer of @modelcontextprotocol/server",
  },
  "sdk-v1": {
    entry: "midcall/server/sdk-v1",
    takes: "a server of @modelcontextprotocol/sdk 1.x",
  },
  "mcp-use": { entry: "midcall/server/mcp-use", takes: "an MCPServer of mcp-use 2" },
  fastmcp: { entry: "midcall/server/fastmcp", takes: "a FastMCP of fastmcp" },
};

function has(value: unknown, ...methods: readonly string[]): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function")
  );
}

function innerOf(server: unknown): unknown {
  return (server as { readonly server?: unknown } | null | undefined)?.server;
}

/** Recognises a server by its methods: an import of its package would load it, and miss other copies. */
function frameworkOf(server: unknown): Framework | undefined {
  if (has(server, "addTool", "addPrompt", "addResource", "start")) return "fastmcp";
  // A session of fastmcp, which has a server of the SDK inside.
  if (has(server, "requestElicitation", "requestSampling")) return "fastmcp";
  if (has(server, "tool", "prompt", "resource", "listen")) return "mcp-use";
  const protocol = [server, innerOf(server)].find((one) => has(one, "assertCanSetRequestHandler"));
  if (protocol === undefined) return undefined;
  return has(protocol, "getNegotiatedProtocolVersion") ? "sdk-v2" : "sdk-v1";
}

/** The prototype of the server that was recognised last: one may be made for every request. */
const recognised: { [framework in Framework]?: unknown } = {};

/**
 * Checks that a server belongs to the entry whose `attach` received it.
 *
 * @throws OptionError that names the entry to use for another framework's server; AttachError for anything else
 */
export function assertFramework(server: unknown, wanted: Framework): void {
  const prototype: unknown = isObject(server) ? Object.getPrototypeOf(server) : undefined;
  if (prototype === recognised[wanted] && prototype !== undefined) return;
  const found = frameworkOf(server);
  const { entry, takes } = ENTRIES[wanted];
  if (found === undefined) throw new AttachError(`attach() of ${entry} takes ${takes}.`);
  if (found === wanted) {
    // An object that is of no class has its methods itself.
    if (prototype !== Object.prototype) recognised[wanted] = prototype;
    return;
  }
  throw new OptionError(
    `attach() of ${entry} takes ${takes}, and this is ${ENTRIES[found].takes}. ` +
      `Import createElicitation from ${ENTRIES[found].entry} instead.`,
  );
}
