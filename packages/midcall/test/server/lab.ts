import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type ElicitationOptions,
  type ServerElicitation,
} from "midcall/server";
import {
  type Answers,
  createTestHost,
  type ProtocolVersion,
  protocolVersions,
  type TestHost,
  type TestHostOptions,
} from "midcall/testing";

export { protocolVersions };

export const SECRET = "a secret of at least thirty-two bytes, for tests";

/** How long hosts of tests wait for the end of a call: longer than any machine takes. */
export const PATIENCE_MS = 3_600_000;

/** The ways a host can reach a server: every protocol version, on a pipe and over HTTP. */
export const wires: readonly {
  readonly protocolVersion: ProtocolVersion;
  readonly transport: "stdio" | "http";
}[] = protocolVersions.flatMap((protocolVersion) => [
  { protocolVersion, transport: "stdio" as const },
  { protocolVersion, transport: "http" as const },
]);

export function text(value: unknown): CallToolResult {
  return {
    content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
  };
}

/** What a tool said: its text, marked when it is an error. */
export function said(result: CallToolResult): string {
  const [first] = result.content;
  const words = first?.type === "text" ? first.text : JSON.stringify(result.content);
  return result.isError === true ? `error: ${words}` : words;
}

export interface Log {
  readonly warnings: string[];
  readonly errors: string[];
  warn(message: string): void;
  error(message: string): void;
}

export function createLog(): Log {
  const warnings: string[] = [];
  const errors: string[] = [];
  return {
    warnings,
    errors,
    warn: (message) => warnings.push(message),
    error: (message) => errors.push(message),
  };
}

export interface Lab {
  readonly elicitation: ServerElicitation;
  readonly log: Log;
  readonly build: () => McpServer;
  host(options: Omit<TestHostOptions, "build">): Promise<TestHost>;
}

/** A server with one tool, `run`, made of the handler under test. */
export function createLab(
  handler: (ctx: ElicitationContext) => unknown,
  options: ElicitationOptions = {},
): Lab {
  const log = createLog();
  const elicitation = createElicitation({ secret: SECRET, logger: log, ...options });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    server.registerTool(
      "run",
      {},
      elicitation.handler(async (ctx) => {
        const result = await handler(ctx);
        return typeof result === "object" &&
          result !== null &&
          "content" in result &&
          Array.isArray(result.content)
          ? (result as CallToolResult)
          : text(result ?? "");
      }),
    );
    return server;
  };
  return {
    elicitation,
    log,
    build,
    host: (hostOptions) => createTestHost({ build, timeoutMs: PATIENCE_MS, ...hostOptions }),
  };
}

/** Runs the handler once on one wire and tells what the tool said. */
export async function tryOut(
  wire: { readonly protocolVersion: ProtocolVersion; readonly transport?: "stdio" | "http" },
  handler: (ctx: ElicitationContext) => unknown,
  answers: Answers,
  options?: ElicitationOptions,
): Promise<string> {
  await using host = await createLab(handler, options).host({ ...wire, answers });
  const result = said(await host.callTool("run"));
  host.expectNoLeftovers();
  return result;
}
