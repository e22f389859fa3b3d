import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { ElicitationContext, HttpHandler } from "midcall/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLab } from "./lab.js";

/**
 * What a lost connection means, as the TSDoc of `ctx.signal` has it. On 2025 over HTTP it means nothing: "Disconnection
 * SHOULD NOT be interpreted as the client cancelling its request". On 2026-07-28 it is the cancellation.
 */

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Message {
  readonly id?: unknown;
  readonly method?: string;
}

interface Site {
  readonly handler: HttpHandler;
  readonly session: { id?: string };
  /** What the handler has seen, in order. */
  readonly seen: unknown[];
  /** How many connections the server has seen end. */
  lost(): number;
  /** Sends a message; resolves with the first message that comes back, and a way to lose the connection. */
  post(message: object, until: (message: Message) => boolean): Promise<[Message, () => void]>;
  /** Sends something without waiting for more than the status. */
  tell(message: object | undefined, method?: string): Promise<number>;
}

async function createSite(
  run: (ctx: ElicitationContext, seen: unknown[]) => unknown,
): Promise<Site> {
  const seen: unknown[] = [];
  const lab = createLab((ctx) => {
    ctx.signal.addEventListener("abort", () => seen.push("aborted"));
    return run(ctx, seen);
  });
  const handler = lab.elicitation.createHandler(lab.build);
  const server: Server = createServer(getRequestListener((request) => handler.fetch(request)));
  let lost = 0;
  server.on("connection", (socket) => socket.once("close", () => lost++));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  closing.push(
    () => handler.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const session: { id?: string } = {};
  const headers = (): Record<string, string> => ({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(session.id !== undefined && { "mcp-session-id": session.id }),
  });
  return {
    handler,
    session,
    seen,
    lost: () => lost,
    post: (message, until) =>
      new Promise((resolve, reject) => {
        const more = (message as { params?: { _meta?: object } }).params?._meta && {
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "run",
        };
        const out = httpRequest(
          { host: "127.0.0.1", port, method: "POST", headers: { ...headers(), ...more } },
          (response) => {
            const id = response.headers["mcp-session-id"];
            if (typeof id === "string") session.id = id;
            let text = "";
            response.on("error", () => {});
            response.on("data", (chunk: Buffer) => {
              text += chunk.toString();
              for (const line of text.split("\n").filter((each) => each.startsWith("data: {"))) {
                const found = JSON.parse(line.slice(6)) as Message;
                if (until(found)) resolve([found, () => void out.socket?.resetAndDestroy()]);
              }
            });
          },
        );
        out.on("error", reject);
        out.on("socket", (socket) => socket.on("error", () => {}));
        out.end(JSON.stringify(message));
      }),
    tell: async (message, method = "POST") => {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method,
        headers: headers(),
        ...(message && { body: JSON.stringify(message) }),
      });
      return response.status;
    },
  };
}

async function ask2025(site: Site, protocolVersion: string): Promise<[Message, () => void]> {
  const clientInfo = { name: "by hand", version: "1" };
  const params = {
    protocolVersion: protocolVersion,
    capabilities: { elicitation: {} },
    clientInfo,
  };
  await site.post({ jsonrpc: "2.0", id: 0, method: "initialize", params }, () => true);
  await site.tell({ jsonrpc: "2.0", method: "notifications/initialized" });
  return site.post(
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "run", arguments: {} } },
    ({ method }) => method === "elicitation/create",
  );
}

const ask = async (ctx: ElicitationContext, seen: unknown[]): Promise<void> => {
  const answer = await ctx.elicit("Go?", ["yes"], { timeoutMs: 60_000 });
  seen.push(answer.action === "unanswered" ? answer.reason : answer.action);
};

describe.each(["2025-06-18", "2025-11-25"])("over HTTP on %s", (protocolVersion) => {
  it("a reset in the middle of a question ends nothing: the answer may come on a new connection", async () => {
    const site = await createSite(ask);
    const [{ id }, reset] = await ask2025(site, protocolVersion);
    const before = site.lost();
    reset();
    await vi.waitFor(() => expect(site.lost()).toBeGreaterThan(before));
    // Whatever follows from the loss of the connection has happened after some turns of the event loop.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(site.seen).toEqual([]);
    const result = { action: "accept", content: { value: "yes" } };
    expect(await site.tell({ jsonrpc: "2.0", id, result })).toBe(202);
    await vi.waitFor(() => expect(site.seen).toEqual(["accept"]));
  });

  it("a question nobody comes back to ends at its deadline", async () => {
    const site = await createSite(async (ctx, seen) => {
      const answer = await ctx.elicit("Go?", ["yes"], { timeoutMs: 200 });
      seen.push(answer.action === "unanswered" && answer.reason);
    });
    const [, reset] = await ask2025(site, protocolVersion);
    reset();
    await vi.waitFor(() => expect(site.seen).toEqual(["aborted", "deadline"]));
  });

  it.each([
    [
      "a cancelled call",
      (site: Site) =>
        site.tell({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }),
    ],
    ["a deleted session", (site: Site) => site.tell(undefined, "DELETE")],
    ["a closed handler", (site: Site) => site.handler.close()],
  ])("%s ends the question at once, also after a reset", async (_, end) => {
    const site = await createSite(ask);
    const [, reset] = await ask2025(site, protocolVersion);
    reset();
    await end(site);
    await vi.waitFor(() => expect(site.seen).toEqual(["aborted", "disconnected"]));
  });
});

describe("over HTTP on 2026-07-28", () => {
  it("a reset while the handler works is the cancellation", async () => {
    const site = await createSite(async (ctx, seen) => {
      const { progressToken } = ctx.mcpReq._meta ?? {};
      await ctx.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: progressToken!, progress: 1 },
      });
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      seen.push("stopped");
    });
    const prefix = "io.modelcontextprotocol/";
    const _meta = {
      progressToken: 1,
      [`${prefix}protocolVersion`]: "2026-07-28",
      [`${prefix}clientInfo`]: { name: "by hand", version: "1" },
      [`${prefix}clientCapabilities`]: { elicitation: { form: {} } },
    };
    const params = { name: "run", arguments: {}, _meta };
    const [, reset] = await site.post(
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      ({ method }) => method === "notifications/progress",
    );
    expect(site.seen).toEqual([]);
    reset();
    await vi.waitFor(() => expect(site.seen).toEqual(["aborted", "stopped"]));
  });
});
