import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ElicitationContext, HttpHandler } from "midcall/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLab, said, text } from "./lab.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Site {
  readonly handler: HttpHandler;
  readonly url: URL;
  connect(version: "2025-11-25" | "2026-07-28", answer?: () => Promise<object>): Promise<Client>;
  post(body: object, headers?: Record<string, string>): Promise<Response>;
}

async function createSite(run: (ctx: ElicitationContext) => unknown): Promise<Site> {
  const lab = createLab(run);
  const handler = lab.elicitation.createHandler(lab.build);
  const server = createServer((request, response) => void handler.node(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  closing.push(
    () => handler.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return {
    handler,
    url,
    async connect(version, answer = () => new Promise(() => {})) {
      const client = new Client(
        { name: "host", version: "1" },
        {
          capabilities: { elicitation: {}, experimental: { "midcall/deliberate": {} } },
          versionNegotiation: { mode: version === "2026-07-28" ? { pin: version } : "legacy" },
        },
      );
      client.setRequestHandler("elicitation/create", answer as never);
      await client.connect(new StreamableHTTPClientTransport(url));
      closing.push(() => client.close());
      return client;
    },
    post: (body, headers = {}) =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      }),
  };
}

const INITIALIZE = {
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {}, experimental: { "midcall/deliberate": {} } },
    clientInfo: { name: "raw", version: "1" },
  },
};

/** Work that a test ends. */
function createGate(): { readonly begun: Promise<void>; enter(): Promise<void>; open(): void } {
  let begin = (): void => {};
  let open = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    begun,
    enter: () => (begin(), opened),
    open: () => open(),
  };
}

const confirms = async (ctx: ElicitationContext): Promise<unknown> =>
  text(String(await ctx.confirm("Sure?")));

describe.each(["2025-11-25", "2026-07-28"] as const)("a handler that drains, on %s", (version) => {
  it("waits for a call at work, and for no longer than its limit", async () => {
    const gate = createGate();
    const site = await createSite(async () => {
      await gate.enter();
      return text("done");
    });
    const client = await site.connect(version);
    const call = client.callTool({ name: "run" });
    await gate.begun;
    expect(site.handler.ready).toBe(true);
    const draining = site.handler.drain({ timeoutMs: 60_000 });
    expect(site.handler.ready).toBe(false);
    let isOver = false;
    void draining.then(() => (isOver = true));
    for (let n = 0; n < 20; n++) await turn();
    expect(isOver).toBe(false);
    gate.open();
    expect(said((await call) as never)).toBe("done");
    const sessions = version === "2026-07-28" ? 0 : 1;
    expect(await draining).toEqual({ waiting: 0, running: 0, sessions });
    expect((await site.post(INITIALIZE)).status).toBe(503);
  });

  it("gives up a call that takes too long, and says so", async () => {
    const gate = createGate();
    const site = await createSite(() => gate.enter());
    const client = await site.connect(version);
    client.callTool({ name: "run" }).catch(() => {});
    await gate.begun;
    const { running, waiting } = await site.handler.drain({ timeoutMs: 50 });
    expect([running, waiting]).toEqual([1, 0]);
    gate.open();
  });

  it("serves the clients it has until then", async () => {
    const gate = createGate();
    let calls = 0;
    const site = await createSite(async (ctx) => {
      if (++calls > 1) return confirms(ctx);
      await gate.enter();
      return text("first");
    });
    const client = await site.connect(version, async () => ({
      action: "accept",
      content: { confirm: true },
    }));
    const first = client.callTool({ name: "run" });
    await gate.begun;
    const draining = site.handler.drain({ timeoutMs: 60_000 });
    expect(said((await client.callTool({ name: "run" })) as never)).toBe("true");
    gate.open();
    expect(said((await first) as never)).toBe("first");
    expect((await draining).running).toBe(0);
  });
});

describe("a handler that drains", () => {
  it("refuses new sessions, and says when to try again", async () => {
    const gate = createGate();
    const site = await createSite(() => gate.enter());
    const client = await site.connect("2025-11-25");
    client.callTool({ name: "run" }).catch(() => {});
    await gate.begun;
    const draining = site.handler.drain({ timeoutMs: 60_000 });
    const refused = await site.post(INITIALIZE);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.text()).toContain("about to stop");
    gate.open();
    await draining;
  });

  it("does not wait for people, and closes streams with the time to reconnect", async () => {
    const site = await createSite(confirms);
    const opened = await site.post(INITIALIZE);
    await opened.text();
    const id = opened.headers.get("mcp-session-id")!;
    const session = { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
    await site.post({ method: "notifications/initialized" }, session);
    const standing = await fetch(site.url, {
      headers: { accept: "text/event-stream", ...session },
    });
    const call = await site.post({ id: 2, method: "tools/call", params: { name: "run" } }, session);
    const reader = call.body!.pipeThrough(new TextDecoderStream()).getReader();
    let got = "";
    const read = async (until: (text: string) => boolean): Promise<void> => {
      for (let done = false; !done && !until(got);) {
        const chunk = await reader.read();
        done = chunk.done;
        got += chunk.value ?? "";
      }
    };
    await read((sofar) => sofar.includes("elicitation/create"));
    await vi.waitFor(() => expect(got).toContain("Sure?"));
    const left = await site.handler.drain({ timeoutMs: 60_000 });
    expect(left).toEqual({ waiting: 1, running: 0, sessions: 1 });
    await read(() => false);
    expect(got).toMatch(/\nretry: 2000\n\n$/);
    expect(await standing.text()).toMatch(/retry: 2000\n\n$/);
    const late = await site.post({ id: 3, method: "tools/list" }, session);
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "2"]);
  });

  it("drains once, however often it is told, and is not ready once closed", async () => {
    const { handler } = await createSite(confirms);
    const [first, second] = [handler.drain(), handler.drain({ timeoutMs: 5 })];
    expect(await first).toBe(await second);
    await handler.close();
    expect(handler.ready).toBe(false);
    const other = await createSite(confirms);
    await other.handler.close();
    expect(other.handler.ready).toBe(false);
  });

  it.each([-1, Number.NaN, Infinity, "5"])("refuses a limit of %s", async (timeoutMs) => {
    const { handler } = await createSite(confirms);
    expect(() => handler.drain({ timeoutMs: timeoutMs as number })).toThrow(
      new RegExp(
        `^timeoutMs must be a number of milliseconds .*, not ${typeof timeoutMs === "string" ? `"${timeoutMs}"` : timeoutMs}\\.$`,
      ),
    );
  });
});
