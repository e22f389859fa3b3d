import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import { expect, it, onTestFinished } from "vitest";
import { listenForCallback } from "../../packages/cli/src/connect/oauth/authorizing/callback-listener.js";
import { launch, startConsole } from "../e2e/console-lab.js";
import { tally } from "./tally.js";

/** Another program has a port, leaves a service worker there that answers for all pages, and ends. @returns the port */
async function leaveWorker(page: Page): Promise<number> {
  const program = createServer((request, response) => {
    if (request.url === "/worker.js") {
      response.setHeader("content-type", "text/javascript");
      response.end(`addEventListener("fetch", (event) => {
        if (event.request.mode === "navigate")
          event.respondWith(new Response("<h1>Old program</h1>", { headers: { "content-type": "text/html" } }));
      });`);
      return;
    }
    response.setHeader("content-type", "text/html");
    response.end("<h1>Program</h1><script>navigator.serviceWorker.register('/worker.js')</script>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => program.once("listening", resolve));
  const { port } = program.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.getByRole("heading", { name: "Old program" }).waitFor();
  await page.goto("about:blank");
  program.closeAllConnections();
  await new Promise((resolve) => program.close(resolve));
  return port;
}

it("removes the service worker that another program has left on the console's port", async () => {
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    const port = await leaveWorker(page);
    await using console = await startConsole(["--port", String(port)]);
    await page.goto(console.url);
    await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Old program" }).waitFor();
    expect(await page.title()).toContain("midcall");
    const workers = await page.evaluate(() => navigator.serviceWorker.getRegistrations());
    expect(workers).toHaveLength(0);
    tally("service workers left on the console's port", 1);
  } finally {
    await browser.close();
  }
});

it("removes the service worker that another program has left where a sign-in ends, and the sign-in ends", async () => {
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    const port = await leaveWorker(page);
    const wanted = `http://127.0.0.1:${port}/back`;
    const { redirectUri, state, answer } = await listenForCallback({ redirectUri: wanted });
    expect(redirectUri).toBe(wanted);
    await page.goto(`${redirectUri}?code=mine&state=${state}`);
    await page.getByRole("heading", { name: "Go back to midcall" }).waitFor();
    expect(await answer).toMatchObject({ code: "mine" });
    tally("service workers left where a sign-in ends", 1);
  } finally {
    await browser.close();
  }
});

it("removes the service worker that another program has left on the port of a server's pages", async () => {
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    const port = await leaveWorker(page);
    const store = createMemoryStore();
    const secret = "a secret of these tests, long enough";
    const pages = await serveLoopback({
      ...{ secret, store, port },
      vault: createVault({ secret, store }),
    });
    onTestFinished(() => pages.close());
    const about = { principal: "local", server: "Invoices", message: "A message." };
    const { url } = await pages.secretLink({ ...about, name: "stripe" });
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Old program" }).waitFor();
    const workers = await page.evaluate(() => navigator.serviceWorker.getRegistrations());
    expect(workers).toHaveLength(0);
    tally("service workers left on the port of a server's pages", 1);
  } finally {
    await browser.close();
  }
});
