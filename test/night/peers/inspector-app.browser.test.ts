import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveTables } from "../../app-host/tables-server.js";
import { launch } from "../../e2e/chromium.js";
import { openInspectorApps } from "./inspector-app.js";

/** A server of midcall's in a host that nobody here wrote: the official Inspector. */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(["legacy", "modern"] as const)("the Inspector on a %s connection", (protocolEra) => {
  it("renders the View of a call, and the same call again returns what the user has answered", async () => {
    await using server = await serveTables();
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
    expect(server.got).toEqual([]);
    await apps.callTool("book_table");
    await apps.page.getByText("Booked for 4.").first().waitFor();
    expect(server.got).toEqual([{ action: "accept", via: "app", people: 4 }]);
  });

  it("passes a no on, and it is final", async () => {
    await using server = await serveTables();
    await using apps = await openInspectorApps(browser, { url: server.url, protocolEra });
    const view = await apps.openApp("book_table");
    await view.getByRole("button", { name: "Decline" }).click();
    await view.getByRole("heading", { name: "You declined." }).waitFor();
    await apps.callTool("book_table");
    await expect.poll(() => server.got).toEqual([{ action: "decline", via: "app" }]);
  });

  it.each([
    ["yes", "Yes", true],
    ["no", "No", false],
  ])(
    "passes a %s to ctx.confirm on",
    async (_, button, cancelled) => {
      await using server = await serveTables();
      await using apps = await openInspectorApps(browser, { url: server.url, protocolEra });
      const view = await apps.openApp("cancel_booking");
      await view.getByText("Cancel the table for 4?").first().waitFor();
      await view.getByRole("button", { name: button, exact: true }).click();
      await view.getByRole("heading", { name: /^(Your answer was sent|You declined)/ }).waitFor();
      await apps.callTool("cancel_booking");
      await expect.poll(() => server.got).toEqual([{ cancelled }]);
    },
    90_000,
  );
});

describe.each(["legacy", "modern"] as const)(
  "elicitations in the View (SEP-3118), in the Inspector on a %s connection",
  (protocolEra) => {
    it.each([
      ["book_table", "People", { action: "accept", via: "native", people: 4 }],
      ["cancel_booking", undefined, { cancelled: true }],
    ])(
      "%s is answered there, and the same call goes on",
      async (tool, field, answer) => {
        await using server = await serveTables({
          fallback: ["native"],
          app: { elicitation: true },
        });
        await using apps = await openInspectorApps(browser, { url: server.url, protocolEra });
        await apps.callTool(tool);
        const view = await apps.elicitation();
        if (field !== undefined) await view.getByLabel(field).fill("4");
        await view.getByRole("button", { name: field ? "Send" : "Yes", exact: true }).click();
        await expect.poll(() => server.got).toEqual([answer]);
      },
      90_000,
    );

    it("by default the Inspector shows its own form", async () => {
      await using server = await serveTables({ fallback: ["native"] });
      await using apps = await openInspectorApps(browser, { url: server.url, protocolEra });
      await apps.callTool("book_table");
      await apps.page.getByRole("textbox", { name: "People" }).waitFor();
      expect(await apps.page.getByTestId("app-elicitation").count()).toBe(0);
    });
  },
);
