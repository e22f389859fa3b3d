import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  McpServer,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { METHODS, type Method } from "../../framework/request-context.js";
import { noteServer, type RequestHandler } from "./attached-servers.js";
import { createDirect } from "./direct.js";
import { createHandoffs } from "./handoffs.js";
import { readPlainRequest, VERSION } from "./plain-request.js";

let checked: Promise<boolean> | undefined;

/**
 * Whether the installed SDK is one that midcall answers exactly like. Requests to a small server of midcall's own go both ways, and
 * what the handler gets and what the client gets has to be the same. Checked once in a process.
 */
export function isKnownSdk(): Promise<boolean> {
  return (checked ??= check().catch(() => false));
}

const URI = "check://resource";
const RESULTS: Readonly<Record<Method, object>> = {
  "tools/call": {
    content: [{ type: "text", text: "checked" }],
    structuredContent: { checked: true },
    isError: false,
  },
  "prompts/get": { messages: [] },
  "resources/read": { contents: [{ uri: URI, text: "checked" }] },
};

async function check(): Promise<boolean> {
  for (const method of METHODS) {
    for (const notifies of [false, true]) {
      const [sdk, direct] = [await run(method, notifies, false), await run(method, notifies, true)];
      if (sdk !== direct) return false;
    }
  }
  return true;
}

/** Everything that a handler and a client can see of one request, as text. */
async function run(method: Method, notifies: boolean, directly: boolean): Promise<string> {
  const seen: unknown[] = [];
  const request = requestFor(method);
  const build = (): McpServer => {
    const server = new McpServer({ name: "midcall", version: "1" });
    const { handlers } = noteServer(server);
    server.registerTool("check", {}, () => ({ content: [] }));
    server.registerPrompt("check", {}, () => ({ messages: [] }));
    server.registerResource("check", URI, {}, () => ({ contents: [] }));
    const handler = async (called: { params?: unknown }, ctx: ServerContext): Promise<unknown> => {
      seen.push(called.params, ...describe(ctx, request), describeServer(server));
      if (notifies) await ctx.mcpReq.notify({ method: "notifications/tools/list_changed" });
      return RESULTS[method];
    };
    server.server.setRequestHandler(method as "tools/call", handler as never);
    handlers.set(method, handler as RequestHandler);
    return server;
  };
  const handoffs = createHandoffs(build, () => sdk.fetch);
  const sdk = createMcpHandler(handoffs.factory, { legacy: "reject" });
  const body = await request.clone().json();
  const plain = directly ? readPlainRequest(body, request.headers) : undefined;
  const reply =
    plain === undefined
      ? await sdk.fetch(request, { parsedBody: body })
      : await createDirect(build, handoffs, false).serve(plain, body, {
          web: () => request,
          isGone: () => false,
          onGone: () => () => {},
          authInfo: undefined,
        });
  seen.push(directly && !notifies ? !(reply instanceof Response) : true);
  seen.push(reply instanceof Response ? [reply.status, await reply.text()] : [200, reply.json]);
  return JSON.stringify(seen);
}

function requestFor(method: Method): Request {
  const name = method === "resources/read" ? URI : "check";
  const params = {
    ...(method === "resources/read" ? { uri: name } : { name, arguments: { value: "1" } }),
    _meta: { [PROTOCOL_VERSION_META_KEY]: VERSION, [CLIENT_CAPABILITIES_META_KEY]: {} },
    inputResponses: { asked: { action: "cancel" } },
    requestState: "state",
  };
  return new Request("https://check.invalid/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "mcp-protocol-version": VERSION,
      "mcp-method": method,
      "mcp-name": name,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}

function describe(ctx: ServerContext, request: Request): unknown[] {
  const { mcpReq, http } = ctx;
  const { id, method, _meta, envelope, inputResponses } = mcpReq;
  return [
    [...[ctx, mcpReq, http ?? {}].map((part) => Object.keys(part).sort()), http?.req === request],
    [id, method, _meta, envelope, inputResponses, mcpReq.requestState(), mcpReq.signal.aborted],
  ];
}

function describeServer({ server }: McpServer): unknown {
  return [
    server.getNegotiatedProtocolVersion(),
    server.getClientCapabilities(),
    server.getClientVersion(),
    server.transport !== undefined,
  ];
}
