import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { good } from "./console-axe.js";
import {
  borrowConsole,
  callNow,
  launch,
  openConsole,
  openTool,
  result,
  screenshot,
} from "./console-lab.js";
import {
  CANARY,
  checkEverySection,
  goToServer,
  openEdit,
  saveAndReconnect,
} from "./console-servers-lab.js";

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

/** An MCP server of 2025-06-18 that wants a header. */
async function startHttpServer(): Promise<{ readonly url: string; readonly server: Server }> {
  const read = async (request: IncomingMessage): Promise<string> => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    return text;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await read(request);
      if (request.headers["x-key"] !== CANARY) return response.writeHead(401).end();
      if (request.method !== "POST") return response.writeHead(405).end();
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return response.writeHead(202).end();
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "plain", version: "1.0.0" },
        },
        "tools/list": { tools: [{ name: "hello", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "Hello." }] },
      };
      const headers = { "content-type": "application/json", "x-repeated": CANARY };
      response
        .writeHead(200, headers)
        .end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}

it("adds a server with several headers, and shows each HTTP request with secrets masked", async () => {
  const { url, server } = await startHttpServer();
  await using console = await borrowConsole();
  try {
    const { page, watch } = await openConsole(browser, console, { bypassCSP: true });
    await page.getByLabel("Command or URL").fill(url);
    await page.getByLabel("Name (optional)").fill("Remote");
    await page.getByLabel("Protocol version").selectOption("2025-06-18");
    await page.getByText("Headers and time limit").click();
    await page.getByLabel("Name of header 1").fill("X-Key");
    await page.getByLabel("Value of header 1").fill(CANARY);
    await page.getByRole("button", { name: "Add a header" }).click();
    await page.getByLabel("Name of header 2").fill("X-Team");
    await page.getByLabel("Value of header 2").fill("team-7f3a91");
    await page.getByRole("button", { name: "Add and connect" }).click();
    await page.getByText("Connected", { exact: true }).first().waitFor();
    await openTool(page, "Remote", "hello");
    await callNow(page);
    await result(page, "Hello.");
    await goToServer(page, "Remote");
    await page.getByRole("link", { name: "HTTP", exact: true }).click();
    const call = page.getByRole("listitem").filter({ hasText: "tools/call" });
    await call.getByText("hello", { exact: true }).waitFor();
    await call.getByText(/^200 in/).waitFor();
    await call.locator("summary").click();
    const sent = page.getByRole("region", { name: "Request headers" });
    expect(await sent.textContent()).toContain("x-key: ••••••");
    expect(await sent.textContent()).toContain("x-team: ••••••");
    const received = page.getByRole("region", { name: "Response headers" });
    expect(await received.textContent()).toContain("x-repeated: ••••••");
    await screenshot(page, "http");
    await good(page, "http");
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    await screenshot(page, "320-http");
    await page.setViewportSize({ width: 1360, height: 860 });
    await checkEverySection(page, "Remote");

    await openEdit(page);
    await page.getByRole("button", { name: "Remove X-Team" }).click();
    await saveAndReconnect(page);
    await openEdit(page);
    await page.getByRole("group", { name: "X-Key" }).getByText("kept").waitFor();
    expect(await page.getByRole("group", { name: "X-Team" }).count()).toBe(0);
    expect(watch.faults).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
