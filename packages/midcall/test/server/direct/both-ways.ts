/** One server behind handlers that answer directly and through the SDK, and what is to be the same of them. */
import {
  McpServer,
  PerRequestHTTPServerTransport,
  ProtocolError,
  requireScopes,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import {
  createElicitation,
  type ElicitationContext,
  type HttpHandler,
  type HttpHandlerOptions,
  type ServerElicitation,
} from "midcall/server";
import * as z from "zod";
import { SECRET } from "../lab.js";

/** One of the handlers that are compared. */
export interface Side {
  readonly handler: HttpHandler;
  /** What handlers, loggers and `onerror` have been told since the last time. */
  takeSeen(): unknown[];
  /** How many calls of handlers came directly. */
  directCalls(): number;
}

const text = (value: string): { content: { type: "text"; text: string }[] } => ({
  content: [{ type: "text", text: value }],
});

/** A handler of midcall's. @param reuse - leaves out what one server for all calls cannot tell */
export function createSide(options: HttpHandlerOptions, reuse = false): Side {
  let seen: unknown[] = [];
  let direct = 0;
  const tell = (kind: string) => (message: string) => void seen.push([kind, message]);
  const elicitation = createElicitation({
    secret: SECRET,
    logger: { warn: tell("warn"), error: tell("error") },
  });
  const note = (server: McpServer, ctx: ServerContext, args?: unknown): void => {
    if (!(server.server.transport instanceof PerRequestHTTPServerTransport)) direct += 1;
    seen.push(args, describe(ctx), reuse ? undefined : describeServer(server));
  };
  const build = (): McpServer => buildServer(elicitation, note);
  const handler = elicitation.createHandler(build, {
    onerror: (error) => seen.push(["onerror", error.message]),
    maxRequestBodySize: 20_000,
    ...options,
  });
  return {
    handler,
    takeSeen() {
      const taken = seen;
      seen = [];
      return taken;
    },
    directCalls: () => direct,
  };
}

function describe(ctx: ServerContext): unknown {
  const { mcpReq, http } = ctx;
  const { id, method, _meta, envelope, inputResponses, droppedInputResponseKeys } = mcpReq;
  return [
    Object.keys(ctx).filter((key) => key in SDK_MEMBERS),
    Object.keys(mcpReq).sort(),
    Object.keys(http ?? {}).sort(),
    { id, method, _meta, envelope, inputResponses, droppedInputResponseKeys },
    typeof mcpReq.requestState() === "string",
    mcpReq.signal.aborted,
    http?.authInfo,
    http?.req && [http.req.url, http.req.method, [...http.req.headers]],
  ];
}

const SDK_MEMBERS = { sessionId: 1, mcpReq: 1, http: 1 };

function describeServer({ server }: McpServer): unknown {
  return [
    server.getNegotiatedProtocolVersion(),
    server.getClientCapabilities(),
    server.getClientVersion(),
    server.transport !== undefined,
  ];
}

const ARGUMENTS = z.object({
  topic: z.string().max(20),
  count: z.int().min(0).default(1),
  inner: z
    .object({ list: z.array(z.unknown()) })
    .loose()
    .optional(),
});
const HEADERED = z.object({
  region: z.string().meta({ "x-mcp-header": "Region" }),
});
const NAME = z.object({ name: z.string().min(2) });

type Note = (server: McpServer, ctx: ServerContext, args?: unknown) => void;

/** Tools of every kind. Their schemas are made once, as most authors do. */
function buildServer(elicitation: ServerElicitation, note: Note): McpServer {
  const server = elicitation.attach(
    new McpServer({ name: "both", version: "1.0.0" }, { capabilities: { logging: {} } }),
  );
  const tool = (
    name: string,
    fn: (args: z.output<typeof ARGUMENTS>, ctx: ServerContext) => unknown,
    config: object = {},
  ): void => {
    server.registerTool(name, { inputSchema: ARGUMENTS, ...config }, (async (
      args: z.output<typeof ARGUMENTS>,
      ctx: ServerContext,
    ) => {
      note(server, ctx, args);
      return fn(args, ctx);
    }) as never);
  };
  // The first one: what is used of a later one makes all tools known to the SDK.
  server.registerTool("disabled", {}, () => text("disabled")).disable();
  tool("plain", ({ topic, count }) => text(`${topic} ${count}`));
  tool("throws", () => {
    throw new Error("It broke.");
  });
  tool("refuses", () => {
    throw new ProtocolError(-32_602, "No.", { why: "no" });
  });
  tool("fails", ({ topic }) => ({ ...text(topic), isError: true }));
  tool("has_meta", ({ topic }) => ({ ...text(topic), _meta: { "a.b/c": topic } }));
  tool("extra", ({ topic }) => ({ ...text(topic), more: { topic } }));
  tool("image", () => ({ content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] }));
  tool("annotated", () => ({
    content: [{ type: "text", text: "a", annotations: { priority: 1 } }],
  }));
  tool("wrong_content", () => ({ content: [{ type: "text", text: 1 }] }));
  tool("sparse_content", () => ({ content: new Array(1) }));
  tool("no_content", () => ({}));
  tool("nothing", () => undefined);
  tool("class", () => Object.assign(new Date(0), text("class")));
  tool("structured", ({ topic }) => ({ ...text("s"), structuredContent: { topic } }), {
    outputSchema: z.object({ topic: z.string() }),
  });
  tool("structured_wrong", () => ({ ...text("s"), structuredContent: { topic: 1 } }), {
    outputSchema: z.object({ topic: z.string() }),
  });
  tool("structured_list", ({ topic }) => ({ content: [], structuredContent: [topic] }), {
    outputSchema: z.array(z.string()),
  });
  tool("unstructured", () => text("s"), { outputSchema: z.object({ topic: z.string() }) });
  tool("big", ({ count }) => text("x".repeat(Math.min(count, 1_000) * 100)));
  tool("notifies", async ({ topic }, ctx) => {
    await ctx.mcpReq.notify({ method: "notifications/tools/list_changed" });
    void ctx.mcpReq.notify({
      method: "notifications/message",
      params: { level: "info", data: topic },
    });
    return text(topic);
  });
  tool("logs", async ({ topic }, ctx) => {
    await ctx.mcpReq.log("info", topic);
    return text(topic);
  });
  tool("reports", async ({ topic }, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken ?? "none";
    const params = { progressToken, progress: 1 };
    await ctx.mcpReq.notify({ method: "notifications/progress", params });
    return text(topic);
  });
  tool("through_server", async ({ topic }) => {
    await server.server.sendToolListChanged();
    return text(topic);
  });
  tool("pushes", async (_, ctx) => {
    const pushed = await ctx.mcpReq
      .elicitInput({ message: "?", requestedSchema: { type: "object", properties: {} } })
      .catch((error: unknown) => String(error));
    return text(String(pushed));
  });
  tool("region", ({ topic }) => text(topic), { inputSchema: HEADERED });
  tool("scoped", ({ topic }) => text(topic), {
    scopeChallenge: requireScopes("more"),
  });
  for (const mode of ["url", "form", undefined]) {
    tool(`asks_${mode ?? "nothing"}`, () => ({
      resultType: "input_required",
      inputRequests: { a: { method: "elicitation/create", params: { mode, message: "?" } } },
      requestState: "mine",
      _meta: {},
    }));
  }
  tool("asks_by_hand", () => ({
    resultType: "input_required",
    inputRequests: { a: { method: "roots/list" } },
    requestState: "mine",
  }));
  server.registerTool("bare", {}, (ctx: ServerContext) => {
    note(server, ctx);
    return text("bare");
  });
  addQuestions(server, elicitation, note);
  addOthers(server, elicitation, note);
  return server;
}

function addQuestions(server: McpServer, elicitation: ServerElicitation, note: Note): void {
  server.registerTool(
    "ask",
    { inputSchema: ARGUMENTS },
    elicitation.handler(async ({ topic, count }, ctx) => {
      note(server, ctx, topic);
      const step = await ctx.step("look", () => `${topic}!`);
      const answer = await ctx.elicit(`Your name, ${step}?`, NAME);
      if (answer.action !== "accept") return text(answer.action);
      for (let index = 1; index < Math.min(count, 3); index += 1) {
        const more = await ctx.elicit(`More ${index}?`, ["yes", "no"]);
        if (more.action !== "accept" || more.data === "no") return text(`stopped at ${index}`);
      }
      return text(`${topic}: ${answer.data.name}`);
    }),
  );
  server.registerTool(
    "confirm",
    { inputSchema: ARGUMENTS },
    elicitation.handler(async ({ topic }, ctx) => {
      note(server, ctx, topic);
      return text(`${await ctx.confirm(`Do ${topic}?`)}`);
    }),
  );
  server.registerTool(
    "visit",
    {},
    elicitation.handler(async (ctx) => {
      note(server, ctx);
      const visited = await ctx.elicit("Sign in.", new URL("https://example.com/sign-in"));
      return text(visited.action);
    }),
  );
  server.registerTool(
    "tells",
    {},
    elicitation.handler(async (ctx) => {
      note(server, ctx);
      await ctx.mcpReq.notify({ method: "notifications/tools/list_changed" });
      const answer = await ctx.elicit("Your name?", NAME);
      return text(answer.action);
    }),
  );
}

function addOthers(server: McpServer, elicitation: ServerElicitation, note: Note): void {
  server.registerPrompt(
    "greet",
    { argsSchema: z.object({ topic: z.string().optional() }) },
    elicitation.handler(async ({ topic }, ctx) => {
      note(server, ctx, topic);
      const who = await ctx.elicit("Whom?", NAME);
      const content = { type: "text" as const, text: `${topic} ${who.action}` };
      return { messages: [{ role: "user" as const, content }] };
    }),
  );
  server.registerPrompt("say", {}, (ctx: ServerContext) => {
    note(server, ctx);
    return { description: "said", messages: [] };
  });
  server.registerResource("note", "note://one", {}, (uri, ctx: ServerContext) => {
    note(server, ctx, uri.href);
    return { contents: [{ uri: uri.href, text: "one" }] };
  });
  server.registerResource(
    "kept",
    "note://kept",
    { cacheHint: { ttlMs: 5, cacheScope: "public" } },
    (uri) => ({ contents: [{ uri: uri.href, text: "kept" }] }),
  );
  server.registerResource(
    "any",
    new ResourceTemplate("any://{name}", { list: undefined }),
    {},
    elicitation.handler(async (uri: URL, _variables: unknown, ctx: ElicitationContext) => {
      note(server, ctx, uri.href);
      const answer = await ctx.elicit("Which?", NAME);
      return { contents: [{ uri: uri.href, text: answer.action }] };
    }) as never,
  );
}
