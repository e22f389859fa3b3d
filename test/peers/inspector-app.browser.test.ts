import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "../e2e/chromium.js";
import { startAppServer } from "./app-server.js";
import { openInspectorApps } from "./inspector-app.js";

/** The View in a host that nobody here wrote: the official Inspector. */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
}, 60_000);
afterAll(() => browser.close());

describe.each(["legacy", "modern"] as const)("the Inspector on a %s connection", (protocolEra) => {
  it(
    "renders the View of a tool's result, and passes the answer on",
    { timeout: 90_000 },
    async () => {
      await using server = await startAppServer();
      await using apps = await openInspectorApps(browser, { url: server.url, protocolEra });
      const view = await apps.openApp("book_table");
      await view.getByLabel("People").fill("4");
      await view.getByRole("button", { name: "Send" }).click();
      await view.getByRole("heading", { name: "Your answer was sent to “tables”." }).waitFor();
      // It has neither ui/message nor ui/update-model-context.
      await view
        .getByRole("paragraph")
        .getByText("To go on, ask in the chat for “book_table” again.")
        .waitFor();
      expect(server.calls).toEqual([
        { id: "question-1", key: "one-time-key-4711", action: "look" },
        { id: "question-1", key: "one-time-key-4711", action: "accept", content: { people: 4 } },
      ]);
    },
  );
});

it(
  "renders an elicitation in the View, and returns the answer (SEP-3118)",
  { timeout: 90_000 },
  async () => {
    await using server = await startAppServer();
    await using apps = await openInspectorApps(browser, { url: server.url, protocolEra: "modern" });
    await apps.callTool("ask_here");
    const view = await apps.elicitation();
    await view.getByLabel("People").fill("4");
    await view.getByRole("button", { name: "Send" }).click();
    await expect
      .poll(() => server.elicited, { timeout: 10_000 })
      .toEqual([{ action: "accept", content: { people: 4 } }]);
    expect(server.calls).toEqual([]);
    expect(server.declared()).toMatchObject({
      elicitation: { form: {} },
      extensions: {
        "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"], elicitation: {} },
      },
    });
  },
);
