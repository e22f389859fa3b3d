import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
  UrlElicitationRequiredError,
  type CallToolResult,
  type ElicitRequestFormParams,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";

const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });

const NAME_SCHEMA = {
  type: "object",
  properties: { name: { type: "string", pattern: "^[A-Z]", title: "Name" } },
  required: ["name"],
} as ElicitRequestFormParams["requestedSchema"];

function askName(message = "Who are you?"): ReturnType<typeof inputRequired.elicit> {
  return inputRequired.elicit({ message, requestedSchema: NAME_SCHEMA });
}

/** What the person did with a question, as text. */
function outcome(ctx: ServerContext, key: string): string | undefined {
  const responses = ctx.mcpReq.inputResponses as Record<string, unknown> | undefined;
  if (responses === undefined || !(key in responses)) return undefined;
  const view = inputResponse(responses as never, key) as { action?: string; content?: unknown };
  return `${view.action} ${JSON.stringify(view.content ?? {})}`;
}

/** A server written with nothing but the official SDK: guard handlers that run again every round. */
export function buildGuardServer(): McpServer {
  const codec = createRequestStateCodec({ key: "k".repeat(32) });
  const server = new McpServer(
    { name: "guard", version: "1.0.0" },
    { requestState: { verify: codec.verify } },
  );

  server.registerTool("plain", { inputSchema: z.object({}) }, async () => text("no questions"));

  server.registerTool("greet", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const got = outcome(ctx, "who");
    return got === undefined ? inputRequired({ inputRequests: { who: askName() } }) : text(got);
  });

  server.registerTool("insist", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const got = outcome(ctx, "who");
    if (got?.startsWith('accept {"name":"')) return text(got);
    const message = got === undefined ? "Who are you?" : `Not like that: ${got}`;
    return inputRequired({ inputRequests: { who: askName(message) } });
  });

  server.registerTool("two", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const [a, b] = [outcome(ctx, "a"), outcome(ctx, "b")];
    if (a !== undefined && b !== undefined) return text(`${a} / ${b}`);
    return inputRequired({ inputRequests: { a: askName("First?"), b: askName("Second?") } });
  });

  server.registerTool("chain", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const state = ctx.mcpReq.requestState<{ first?: string }>();
    const first = state?.first ?? outcome(ctx, "one");
    if (first === undefined) return inputRequired({ inputRequests: { one: askName("One?") } });
    const second = outcome(ctx, "two");
    if (second !== undefined) return text(`${first} then ${second}`);
    return inputRequired({
      inputRequests: { two: askName("Two?") },
      requestState: await codec.mint({ first }),
    });
  });

  server.registerTool("wait", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const got = outcome(ctx, "who");
    const state = ctx.mcpReq.requestState<{ since?: number }>();
    if (got !== undefined) return text(got);
    if (state?.since !== undefined) return text("came back without an answer");
    return inputRequired({
      inputRequests: { who: askName() },
      requestState: await codec.mint({ since: 1 }),
    });
  });

  server.registerTool("endless", { inputSchema: z.object({}) }, async () =>
    inputRequired({ inputRequests: { again: askName("Again?") } }),
  );

  server.registerTool("stuck", { inputSchema: z.object({}) }, () => new Promise(() => {}));

  server.registerTool("link", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const got = outcome(ctx, "link");
    if (got !== undefined) return text(got);
    const asked = inputRequired.elicitUrl({
      message: "Open this page",
      url: "https://example.com/connect",
      elicitationId: "id-1",
    } as never);
    return inputRequired({ inputRequests: { link: asked } });
  });

  let opened = 0;
  server.registerTool("gated", { inputSchema: z.object({}) }, async () => {
    opened += 1;
    if (opened > 1) return text("opened");
    const url = "https://example.com/gate";
    throw new UrlElicitationRequiredError([
      { mode: "url", message: "Sign in", url, elicitationId: "gate-1" },
    ]);
  });

  server.registerTool("sample", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const responses = ctx.mcpReq.inputResponses as Record<string, unknown> | undefined;
    if (responses !== undefined) return text(JSON.stringify(responses["roots"]));
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  });

  server.registerTool("progress", { inputSchema: z.object({}) }, async (_args, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    if (progressToken === undefined) return text("no token");
    await ctx.mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken, progress: 1, message: "working" },
    });
    return text("told");
  });

  server.registerTool("caller", { inputSchema: z.object({}) }, async (_args, ctx) =>
    text(String(ctx.http?.authInfo?.extra?.["sub"])),
  );

  server.registerPrompt("letter", {}, async (...args: unknown[]) => {
    const got = outcome(args.at(-1) as ServerContext, "who");
    if (got === undefined) return inputRequired({ inputRequests: { who: askName() } });
    return { messages: [{ role: "user", content: { type: "text", text: got } }] };
  });

  server.registerResource("card", "card://mine", {}, async (uri, ctx) => {
    const got = outcome(ctx, "who");
    if (got === undefined) return inputRequired({ inputRequests: { who: askName() } });
    return { contents: [{ uri: uri.href, text: got }] };
  });

  return server;
}
