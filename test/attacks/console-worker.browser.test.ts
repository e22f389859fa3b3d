import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { launch, startConsole } from "../e2e/console-lab.js";
import { tally } from "./tally.js";

it("removes the service worker that another program has left on the console's port", async () => {
  const browser = await launch();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
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
      response.end(
        "<h1>Program</h1><script>navigator.serviceWorker.register('/worker.js')</script>",
      );
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
