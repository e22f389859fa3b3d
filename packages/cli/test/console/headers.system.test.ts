import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLab, endOf, startCall, wireOf } from "./lab.js";

const TOKEN = "canary-51c0ffee";
const elicitation = createElicitation({ secret: "a secret of thirty-two bytes, at least" });
let http: Server;
let url: string;

/** A server that wants a token, and repeats it. */
beforeAll(async () => {
  const handler = elicitation.createHandler(() => {
    const server = elicitation.attach(new McpServer({ name: "guarded", version: "1.0.0" }));
    server.registerTool("echo", {}, async (ctx) => {
      const given = ctx.http?.req?.headers.get("authorization") ?? "";
      return { content: [{ type: "text", text: `You said ${given}` }] };
    });
    return server;
  });
  http = createServer(
    getRequestListener((request) =>
      request.headers.get("authorization") === `Bearer ${TOKEN}`
        ? handler.fetch(request)
        : new Response(null, { status: 401 }),
    ),
  );
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
});
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

it.each(["2025-11-25", "2026-07-28", "auto"])(
  "reaches a server that wants a header on %s, and shows and writes its value nowhere",
  async (protocolVersion) => {
    const lab = await createLab();
    try {
      const page = await lab.page();
      const state = (wanted: string) =>
        page.until(({ servers }) => servers.find((one) => one.state === wanted));
      const { id } = await page.api<{ id: string }>("/servers", { target: url, protocolVersion });
      expect((await state("failed")).problem).toMatch(/requires authentication.*as a header/);
      await page.api(`/servers/${id}/connect`, { headers: { Authorization: "Bearer wrong" } });
      await page.until(({ servers }) => /rejected the header/.test(servers[0]!.problem ?? ""));
      await page.api(`/servers/${id}/connect`, { headers: { Authorization: `Bearer ${TOKEN}` } });
      expect(await state("ready")).toMatchObject({ headers: ["Authorization"] });
      // It stays for the next connection.
      await page.api(`/servers/${id}/connect`, {});
      await page.until(({ servers }) => servers[0]!.toolsSeq === 2 && servers[0]!.toolCount === 1);
      const end = await endOf(page, await startCall(page, id, "echo"));
      expect(end.state).toBe("done");
      const { command } = await page.api<{ command: string }>(`/servers/${id}/command`, {
        tool: "echo",
      });
      const saved = await readFile(join(lab.stateDir, "servers.json"), "utf8");
      const shown = JSON.stringify([page.state, await wireOf(page, id), command, saved]);
      expect(shown).not.toContain(TOKEN);
      expect(shown).toContain("You said");
    } finally {
      await lab.close();
    }
  },
);

it("refuses headers that cannot be, and leaves nothing behind", async () => {
  const lab = await createLab();
  try {
    const page = await lab.page();
    const refused = async (target: string, headers: object, why: string): Promise<void> =>
      await expect(page.api("/servers", { target, headers })).rejects.toThrow(why);
    await refused(url, { Host: "example.com" }, "set by midcall itself");
    await refused(url, { "Mcp-Session-Id": "1" }, "set by midcall itself");
    await refused(url, { "a b": "c" }, "header name is invalid");
    await refused(url, { a: "b\r\nc: d" }, "contains characters that a header cannot have");
    await refused(url, { a: 7 }, "has no value");
    await refused("http://example.com/mcp", { a: "b" }, "Use an https address");
    await refused("node server.js", { a: "b" }, "only be sent to a URL");
    expect(page.state.servers).toEqual([]);
  } finally {
    await lab.close();
  }
});
