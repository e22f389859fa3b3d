import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpLog, type HttpLog } from "../../../src/console/servers/logs/http-log.js";
import { createScrubber } from "../../../src/console/servers/secrets/scrubber.js";
import type { HttpEntry } from "../../../src/console/views/api-types.js";
import { createOAuthLab } from "../../connect/oauth/oauth-lab.js";
import { addServer, createLab, endOf, type Lab, type Page, startCall } from "../lab.js";

const CANARY = "canary-7f3a91";
const entriesOf = async (page: Page, id: string): Promise<readonly HttpEntry[]> =>
  (await page.api<{ entries: HttpEntry[] }>(`/servers/${id}/http`)).entries;
const valueOf = (headers: HttpEntry["responseHeaders"], name: string): string | undefined =>
  headers?.find((one) => one.name === name)?.value;

describe("the requests to a server", () => {
  const elicitation = createElicitation({ secret: "a secret of thirty-two bytes, at least" });
  let http: Server;
  let url: string;
  let lab: Lab;
  beforeEach(async () => {
    const handler = elicitation.createHandler(() => {
      const server = elicitation.attach(new McpServer({ name: "headers", version: "1.0.0" }));
      server.registerTool("plain", {}, () => ({ content: [{ type: "text", text: "Done." }] }));
      return server;
    });
    // It repeats what it was sent in headers of other names.
    http = createServer(
      getRequestListener(async (request) => {
        if (request.headers.get("x-key") !== CANARY) return new Response(null, { status: 401 });
        const response = await handler.fetch(request);
        const headers = new Headers(response.headers);
        headers.set("x-repeated", `You sent ${request.headers.get("x-key")}`);
        headers.set("set-cookie", "session=abc");
        headers.set("x-region", "north");
        return new Response(response.body, { status: response.status, headers });
      }),
    );
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp?api_key=sk-${CANARY}&page=2`;
    lab = await createLab();
  });
  afterEach(async () => {
    await lab.close();
    http.closeAllConnections();
    http.close();
  });

  it.each(["2025-11-25", "2026-07-28"] as const)(
    "are shown with their message, status and headers on %s, and secrets are masked",
    async (protocolVersion) => {
      const page = await lab.page();
      const headers = { "X-Key": CANARY, "X-Team": "blue" };
      const id = await addServer(page, { target: url, protocolVersion, headers });
      await endOf(page, await startCall(page, id, "plain"));
      const entries = await entriesOf(page, id);
      const call = entries.find(({ message }) => message?.method === "tools/call")!;
      expect(call).toMatchObject({
        method: "POST",
        purpose: "messages",
        status: 200,
        message: { name: "plain" },
      });
      expect(call.url).toContain("page=2");
      expect(call.url).toContain("api_key=***");
      expect(call.ms).toBeGreaterThanOrEqual(0);
      expect(valueOf(call.requestHeaders, "x-key")).toBe("••••••");
      expect(valueOf(call.requestHeaders, "x-team")).toBe("••••••");
      expect(valueOf(call.requestHeaders, "mcp-protocol-version")).toBe(protocolVersion);
      expect(valueOf(call.responseHeaders, "x-repeated")).toBe("You sent ••••••");
      expect(valueOf(call.responseHeaders, "set-cookie")).toBe("••••••");
      expect(valueOf(call.responseHeaders, "x-region")).toBe("north");
      if (protocolVersion === "2025-11-25") {
        expect(valueOf(call.requestHeaders, "mcp-session-id")).toBe("••••••");
      }
      const shown = JSON.stringify([entries, page.state, await page.api("/servers/export")]);
      expect(shown).not.toContain(CANARY);
      await page.api(`/servers/${id}/http`, undefined, "DELETE");
      expect(await entriesOf(page, id)).toEqual([]);
    },
  );

  it("keep each of several headers over an edit, and none goes to another host", async () => {
    const page = await lab.page();
    const headers = { "X-Key": CANARY, "X-Team": "blue" };
    const id = await addServer(page, { target: url, headers });
    const edit = (change: object): Promise<unknown> => page.api(`/servers/${id}`, change, "PUT");
    await edit({ headers: { "X-Key": null, "X-Other": "new" } });
    await page.until(({ servers }) => servers[0]!.toolsSeq === 2 && servers[0]!.state === "ready");
    expect(page.state.servers[0]!.headers).toEqual(["X-Key", "X-Other"]);
    await expect(edit({ target: "https://evil.example/mcp" })).rejects.toThrow("another host");
    await expect(edit({ target: "https://evil.example/mcp?api_key=***" })).rejects.toThrow(
      "Enter the value itself",
    );
    // A header that is given for a reconnect is added to the others.
    await page.api(`/servers/${id}/connect`, { headers: { "x-other": "newer", "X-Third": "3" } });
    await page.until(({ servers }) => servers[0]!.headers.length === 3);
    expect(page.state.servers[0]!.headers).toEqual(["X-Key", "x-other", "X-Third"]);
  });
});

it("shows the requests of a sign-in without their bodies, and no token", async () => {
  const oauth = await createOAuthLab();
  const lab = await createLab({ stateDir: oauth.stateDir });
  try {
    const page = await lab.page();
    const { id } = await page.api<{ id: string }>("/servers", { target: oauth.server });
    await page.until(({ servers }) => servers[0]?.state === "sign-in");
    const { url } = await page.api<{ url: string }>(`/servers/${id}/sign-in`, {});
    await oauth.visit(url);
    await page.until(({ servers }) => servers[0]?.state === "ready");
    const entries = await entriesOf(page, id);
    const signIn = entries.filter(({ purpose }) => purpose === "sign-in");
    const paths = signIn.map((one) => `${one.method} ${new URL(one.url).pathname} ${one.status}`);
    expect(paths.join("\n")).toMatch(/GET \/\.well-known\/oauth-protected-resource/);
    expect(paths).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^POST \/register 20/),
        expect.stringMatching(/^POST \/token 200/),
      ]),
    );
    for (const one of signIn) expect(one.message).toBeUndefined();
    const bearer = entries.filter(({ requestHeaders }) => valueOf(requestHeaders, "authorization"));
    expect(bearer.length).toBeGreaterThan(0);
    expect(oauth.issued.length).toBeGreaterThan(0);
    for (const token of oauth.issued) expect(JSON.stringify(entries)).not.toContain(token);
  } finally {
    await lab.close();
    await oauth.close();
  }
});

describe("the log", () => {
  const url = "https://example.com/mcp";
  const createLog = (send: HttpLog["fetch"]): HttpLog =>
    createHttpLog({
      scrubber: createScrubber(),
      url: () => url,
      headers: () => ({ "X-Pin": "123" }),
      onChange() {},
      send,
    });

  it("is bounded in number and in the length of what it keeps", async () => {
    const log = createLog(() =>
      Promise.resolve(new Response(null, { headers: { "x-long": "a".repeat(9_000) } })),
    );
    for (let count = 0; count < 310; count++) await log.fetch(url, { method: "POST", body: "{}" });
    expect(log.list()).toHaveLength(300);
    expect(log.list()[0]!.seq).toBe(11);
    expect(JSON.stringify(log.list()[0]).length).toBeLessThan(2_000);
  });

  it("shows a request that has no response yet, and why there is none", async () => {
    let fail = (_: Error): void => {};
    const log = createLog(() => new Promise((_, reject) => (fail = reject)));
    const sent = log.fetch(url, { method: "POST", body: '{"method":"ping","id":7}' });
    expect(log.list()).toMatchObject([{ message: { method: "ping", id: 7 } }]);
    expect(log.list()[0]!.ms).toBeUndefined();
    const error = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
    fail(error);
    await expect(sent).rejects.toBe(error);
    expect(log.list()).toMatchObject([{ problem: "ECONNRESET" }]);
  });

  it("masks a short secret that comes back, and arguments in headers", async () => {
    const headers = { "x-same": "123", "mcp-param-city": "Rome", "x-plain": "1" };
    const log = createLog(() => Promise.resolve(new Response(null, { headers })));
    await log.fetch(url, { headers: { ...headers, cookie: "a=b", authorization: "Basic x" } });
    const [{ requestHeaders, responseHeaders }] = log.list() as [HttpEntry];
    for (const name of ["x-same", "mcp-param-city", "cookie", "authorization"])
      expect(valueOf(requestHeaders, name)).toBe("••••••");
    expect(valueOf(responseHeaders, "x-same")).toBe("••••••");
    expect(valueOf(responseHeaders, "x-plain")).toBe("1");
  });
});
