import {
  McpServer,
  PerRequestHTTPServerTransport,
  requireScopes,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { createElicitation, type HttpHandler, type HttpHandlerOptions } from "midcall/server";
import { describe, expect, it } from "vitest";
import { createLog, SECRET, text } from "../lab.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

type Tool = (ctx: ServerContext, server: McpServer) => unknown;

interface Made {
  readonly handler: HttpHandler;
  /** The servers that were built. */
  readonly built: McpServer[];
  readonly warnings: readonly string[];
  /** Whether the calls of the tool came directly. */
  readonly direct: boolean[];
}

function make(
  tool: Tool,
  options: HttpHandlerOptions = {},
  construct = (): McpServer => new McpServer({ name: "direct", version: "1.0.0" }),
  change: (server: McpServer) => void = () => {},
): Made {
  const log = createLog();
  const elicitation = createElicitation({ secret: SECRET, logger: log });
  const built: McpServer[] = [];
  const direct: boolean[] = [];
  const build = (): McpServer => {
    const server = elicitation.attach(construct());
    built.push(server);
    server.registerTool("run", {}, async (ctx) => {
      direct.push(!(server.server.transport instanceof PerRequestHTTPServerTransport));
      return ((await tool(ctx, server)) ?? text("done")) as never;
    });
    change(server);
    return server;
  };
  const handler = elicitation.createHandler(build, options);
  return { handler, built, warnings: log.warnings, direct };
}

function request(signal?: AbortSignal, name = "run", requestState?: string): Request {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return new Request("http://localhost:3000/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 7, method: "tools/call" },
      params: { name, _meta, ...(requestState !== undefined && { requestState }) },
    }),
    ...(signal && { signal }),
  });
}

/** Resolves with a function that resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

const ways = [
  ["directly", {}],
  ["through the SDK", { direct: false }],
] as const;

describe("createHandler", () => {
  it("calls handlers directly, unless it is told not to", async () => {
    for (const [, options] of ways) {
      const { handler, direct, built } = make(() => undefined, options);
      expect(await (await handler(request())).text()).toContain("done");
      await handler(request());
      expect(direct).toEqual(Array(2).fill(!("direct" in options)));
      expect(built).toHaveLength(2);
      await handler.close();
    }
  });

  it("does so in a program that has frozen `Error`, and leaves the limit of stacks as it was", async () => {
    const before = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit")!;
    const { handler, built } = make(() => undefined);
    const limits: unknown[] = [];
    try {
      for (const writable of [true, false]) {
        Object.defineProperty(Error, "stackTraceLimit", { ...before, writable, value: 7 });
        expect(await (await handler(request())).text()).toContain("done");
        await expect.poll(() => built.at(-1)!.isConnected()).toBe(false);
        limits.push(Error.stackTraceLimit);
      }
    } finally {
      Object.defineProperty(Error, "stackTraceLimit", before);
    }
    expect(limits).toEqual([7, 7]);
    await handler.close();
  });

  it("uses one server for all calls with `reuse`, and another one for what it does not call directly", async () => {
    const { handler, built } = make(() => undefined, { reuse: true });
    await Promise.all([handler(request()), handler(request()), handler(request())]);
    expect(built).toHaveLength(1);
    expect((await handler(request(undefined, "unknown"))).status).toBe(200);
    expect(built).toHaveLength(2);
    await handler.close();
  });

  it("what a handler changes in the one server counts however a request is sent", async () => {
    const tools: Record<string, ReturnType<McpServer["registerTool"]>> = {};
    const { handler, direct } = make(
      () => {
        tools["disabled"]!.disable();
        tools["removed"]!.remove();
        tools["renamed"]!.update({ name: "new" });
      },
      { reuse: true },
      undefined,
      (server) => {
        for (const name of ["disabled", "removed", "renamed"])
          tools[name] ??= server.registerTool(name, {}, async () => text(name) as never);
      },
    );
    await handler(request());
    expect(direct).toEqual([true]);
    const plain = request(undefined, "disabled");
    const said = async (name: string, meta?: object): Promise<string> => {
      const body = JSON.parse(await request(undefined, name).text());
      Object.assign(body.params._meta, meta);
      const headers = { ...Object.fromEntries(plain.headers), "mcp-name": name };
      const sent = new Request(plain.url, { method: "POST", headers, body: JSON.stringify(body) });
      return (await handler(sent)).text();
    };
    for (const meta of [
      {},
      { progressToken: 1 },
      { "io.modelcontextprotocol/logLevel": "debug" },
    ]) {
      expect(await said("disabled", meta)).toMatch(/disabled disabled/);
      expect(await said("removed", meta)).toMatch(/removed not found/);
      expect(await said("renamed", meta)).toMatch(/renamed not found/);
      expect(await said("new", meta)).toMatch(/"text":"renamed"/);
    }
    const { params, ...list } = JSON.parse(await request().text());
    const { _meta } = params;
    const listed = await handler(
      new Request(plain.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/list",
        },
        body: JSON.stringify({ ...list, method: "tools/list", params: { _meta } }),
      }),
    );
    const { result } = (await listed.json()) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual(["run", "new"]);
    await handler.close();
  });

  it("builds the one server again if it could not be built", async () => {
    let fails = true;
    const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
    const handler = elicitation.createHandler(
      () => {
        if (fails) throw new Error("The database is away.");
        const server = elicitation.attach(new McpServer({ name: "direct", version: "1.0.0" }));
        server.registerTool("run", {}, () => text("built") as never);
        return server;
      },
      { reuse: true, onerror: () => {} },
    );
    const failed = await handler(request());
    expect([failed.status, await failed.text()]).toEqual([
      500,
      '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal server error"},"id":7}',
    ]);
    fails = false;
    expect(await (await handler(request())).text()).toContain("built");
    await handler.close();
  });

  it("refuses options that cannot be meant", () => {
    const elicitation = createElicitation({ secret: SECRET });
    const build = (): McpServer =>
      elicitation.attach(new McpServer({ name: "direct", version: "1.0.0" }));
    const withOptions = (options: object) => () => elicitation.createHandler(build, options);
    expect(withOptions({ direct: "yes" })).toThrow('direct must be true or false, not "yes"');
    expect(withOptions({ reuse: 1 })).toThrow("reuse must be true or false, not 1");
    expect(withOptions({ reuse: true, direct: false })).toThrow("only if they are called directly");
    expect(() => elicitation.createHandler((_context) => build(), { reuse: true })).toThrow(
      "takes the request",
    );
  });
});

describe.each(ways)("a call that comes %s", (_way, options) => {
  it("is cancelled when its client goes", async () => {
    const begun = gate();
    const reason = gate();
    let seen: unknown;
    const { handler } = make(async ({ mcpReq: { signal } }) => {
      signal.addEventListener("abort", () => {
        seen = signal.reason;
        reason.open();
      });
      begun.open();
      await reason.opened;
    }, options);
    await handler(request(undefined, "unknown"));
    const leaving = new AbortController();
    const answered = handler(request(leaving.signal));
    await begun.opened;
    leaving.abort();
    expect((await answered).status).toBe(499);
    await reason.opened;
    expect(String(seen)).toContain("Connection closed");
    await handler.close();
  });

  it("does not begin when its client has gone already", async () => {
    const { handler, direct } = make(() => undefined, options);
    expect((await handler(request(AbortSignal.abort()))).status).toBe(499);
    expect(direct).toEqual([]);
    await handler.close();
  });

  it("ends when the handler is closed", async () => {
    const begun = gate();
    const aborted = gate();
    const { handler } = make(async ({ mcpReq: { signal } }) => {
      signal.addEventListener("abort", aborted.open);
      begun.open();
      await aborted.opened;
    }, options);
    const answered = handler(request());
    await begun.opened;
    await handler.close();
    expect((await answered).status).toBe(499);
    await aborted.opened;
    expect((await handler(request())).status).toBe(503);
  });

  it("tells its server when it is over, and its signal aborts", async () => {
    const closed = gate();
    let signal: AbortSignal | undefined;
    const { handler } = make(
      ({ mcpReq }) => void ({ signal } = mcpReq),
      options,
      undefined,
      (server) => (server.server.onclose = closed.open),
    );
    await handler(request());
    await closed.opened;
    await expect.poll(() => signal?.aborted).toBe(true);
    await handler.close();
  });

  it("streams what the handler sends, in order, and nothing after the reply", async () => {
    const late = gate();
    let error: unknown;
    const { handler } = make(
      async (ctx, server) => {
        const { notify, id } = ctx.mcpReq;
        void notify({ method: "notifications/message", params: { level: "info", data: 1 } });
        await server.server.notification(
          { method: "notifications/message", params: { level: "info", data: 2 } },
          { relatedRequestId: id },
        );
        void notify({ method: "notifications/message", params: { level: "info", data: 3 } });
        setTimeout(() => {
          notify({ method: "notifications/message", params: { level: "info", data: 4 } })
            .catch((thrown: unknown) => (error = thrown))
            .finally(late.open);
        }, 20);
        return undefined;
      },
      options,
      () => new McpServer({ name: "direct", version: "1" }, { capabilities: { logging: {} } }),
    );
    const response = await handler(request());
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const events = await response.text();
    expect([...events.matchAll(/"data":(\d)/g)].map(([, data]) => data)).toEqual(["1", "2", "3"]);
    expect(events.indexOf('"result"')).toBeGreaterThan(events.indexOf('"data":3'));
    await late.opened;
    expect(String(error)).toContain("Not connected");
    await handler.close();
  });

  it("may close its own server", async () => {
    const { handler } = make(async (_ctx, server) => server.close(), options);
    expect((await handler(request())).status).toBe(499);
    await handler.close();
  });
});

describe("a request that has been handed over", () => {
  it("leaves nothing behind for another one in the same `Request`", async () => {
    let calls = 0;
    const { handler } = make(async ({ mcpReq }) => {
      calls += 1;
      await mcpReq.notify({ method: "notifications/tools/list_changed" });
      return text(`call ${calls} by ${String(mcpReq.id)}`);
    });
    const sent = request();
    const body = (await sent.clone().json()) as object;
    for (const id of [1, 2]) {
      const response = await handler(sent, { parsedBody: { ...body, id } });
      expect(await response.text()).toContain(`call ${id} by ${id}`);
    }
    // The second one goes through the SDK.
    const progress = { "io.modelcontextprotocol/logLevel": "info" };
    const { params } = body as { params: { _meta: object } };
    const unusual = { ...body, params: { ...params, _meta: { ...params._meta, ...progress } } };
    expect(await (await handler(sent, { parsedBody: unusual })).text()).toContain("call 3 by 7");
    await handler.close();
  });
});

describe("a server that is not as the SDK makes it", () => {
  const goesThroughSdk = async (made: Made, state?: string): Promise<void> => {
    expect(await (await made.handler(request(undefined, "run", state))).text()).toContain("done");
    expect(made.direct).toEqual([false]);
    await made.handler.close();
  };

  const withHook = (verify: () => undefined): Made =>
    make(
      () => undefined,
      {},
      () => new McpServer({ name: "direct", version: "1" }, { requestState: { verify } }),
    );

  it("is called through the SDK if it has to look at the request's state", async () => {
    await goesThroughSdk(
      withHook(() => undefined),
      "a state of its own",
    );
    const foreign = createElicitation({ secret: SECRET }).verify(() => undefined);
    await goesThroughSdk(withHook(foreign as () => undefined), "a state of its own");
  });

  it("is called directly if there is no state to look at, or one of midcall's", async () => {
    const made = withHook(() => undefined);
    await made.handler(request());
    expect(made.direct).toEqual([true]);
    await made.handler.close();
    const { verify } = createElicitation({ secret: SECRET });
    const own = withHook(verify(() => undefined) as () => undefined);
    // It is refused, by midcall's own check.
    expect(await (await own.handler(request(undefined, "run", "mc2.x"))).text()).toContain(
      "-32602",
    );
    expect(own.direct).toEqual([]);
    await own.handler.close();
  });

  it("is called through the SDK if it is of a class of its own", () => {
    class Own extends McpServer {}
    return goesThroughSdk(
      make(
        () => undefined,
        {},
        () => new Own({ name: "o", version: "1" }),
      ),
    );
  });

  it("is called through the SDK if something watches its connections", () =>
    goesThroughSdk(
      make(
        () => undefined,
        {},
        undefined,
        (server) => {
          const connect = server.connect.bind(server);
          server.connect = (transport) => connect(transport);
        },
      ),
    ));

  it("is called through the SDK if something watches the connections of the server inside", () =>
    goesThroughSdk(
      make(
        () => undefined,
        {},
        undefined,
        ({ server }) => {
          const connect = server.connect.bind(server);
          server.connect = (transport) => connect(transport);
        },
      ),
    ));

  it("is called through the SDK if it is not attached", async () => {
    const elicitation = createElicitation({ secret: SECRET, logger: createLog() });
    let isDirect: boolean | undefined;
    const handler = elicitation.createHandler(() => {
      const server = new McpServer({ name: "foreign", version: "1.0.0" });
      server.registerTool("run", {}, () => {
        isDirect = !(server.server.transport instanceof PerRequestHTTPServerTransport);
        return text("done");
      });
      return server;
    });
    await handler(request());
    expect(isDirect).toBe(false);
    await handler.close();
  });

  it("is refused if it serves something else already", async () => {
    const made = make(
      () => undefined,
      { onerror: () => {} },
      undefined,
      (server) =>
        void server.connect(
          new PerRequestHTTPServerTransport({ classification: { era: "modern" } }),
        ),
    );
    expect((await made.handler(request())).status).toBe(500);
    expect(made.direct).toEqual([]);
    await made.handler.close();
  });

  it("may have its tool replaced by one of another name", async () => {
    const made = make(
      () => undefined,
      {},
      undefined,
      (server) => {
        const other = server.registerTool(
          "other",
          { scopeChallenge: requireScopes("more") },
          () => text("secret") as never,
        );
        // Its name becomes that of a tool without a challenge.
        (server as unknown as { _registeredTools: Record<string, { remove(): void }> })[
          "_registeredTools"
        ]["run"]!.remove();
        other.update({ name: "run" });
      },
    );
    const authInfo = { token: "t", clientId: "c", scopes: [] };
    const response = await made.handler(request(), { authInfo });
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain("secret");
    await made.handler.close();
  });
});
