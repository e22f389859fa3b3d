import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppHost, openAppHost } from "../app-host/open-app-host.js";
import { play } from "../app-host/play-call.js";
import { createTables } from "../app-host/tables-server.js";
import { isNight } from "../night.js";
import { launch } from "./chromium.js";

/** A server of midcall's in a host that plays the differences of hosts: what its View does, and the call made again. */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Waits until the View says this. */
const says = (host: AppHost, title: string): Promise<void> =>
  expect.poll(() => host.title()).toBe(title);

async function fillIn(host: AppHost): Promise<void> {
  await host.view.getByLabel("People").fill("4");
  await host.view.getByRole("button", { name: "Send" }).click();
}

const SENT = "Your answer was sent to “tables”.";
const got = [{ action: "accept", via: "app", people: 4 }];

/** What the hosts can do, and what the user reads after an answer. */
const hosts = [
  ["ui/message", { message: {}, updateModelContext: {} }, "The chat continues by itself."],
  ["no ui/message", { updateModelContext: {} }, "Send a message in the chat"],
  ["neither ui/message nor ui/update-model-context", {}, "ask in the chat for “book_table”"],
] as const;

describe.each(["2025-11-25", "2026-07-28"] as const)("on %s", (protocolVersion) => {
  /** What the View does is the same on both: on the older one, the rest is tried at night. */
  const isWhole = isNight || protocolVersion === "2026-07-28";

  it.each(isWhole ? hosts : hosts.slice(0, 1))(
    "a host with %s: the call made again has the answer",
    async (_, capabilities, next) => {
      const tables = createTables();
      await using host = await openAppHost(browser, {
        capabilities: { serverTools: {}, ...capabilities },
      });
      await using played = await play(host, tables, protocolVersion);
      const result = await played.call("book_table");
      await host.notify("ui/notifications/tool-input", { arguments: {} });
      await host.deliverResult(result);
      await fillIn(host);
      await says(host, SENT);
      await host.view.getByRole("paragraph").getByText(next).waitFor();
      expect(played.read(await played.call("book_table"))).toBe("Booked for 4.");
      expect(tables.got).toEqual(got);
    },
  );

  if (isWhole)
    it("a host that withholds tool-input until the call has returned", async () => {
      const tables = createTables();
      await using host = await openAppHost(browser);
      await using played = await play(host, tables, protocolVersion);
      // The call returns at once, so the View is not waited for.
      const result = await played.call("book_table");
      await host.deliverResult(result);
      await host.notify("ui/notifications/tool-input", { arguments: {} });
      await fillIn(host);
      await says(host, SENT);
      expect(played.read(await played.call("book_table"))).toBe("Booked for 4.");
    });

  if (isWhole)
    it("a host that passes on only the text of the answer tool", async () => {
      const tables = createTables();
      await using host = await openAppHost(browser);
      await using played = await play(host, tables, protocolVersion);
      const { content, _meta } = await played.call("book_table");
      host.dropStructure();
      await host.deliverResult({ content, _meta });
      await fillIn(host);
      await says(host, SENT);
      expect(played.read(await played.call("book_table"))).toBe("Booked for 4.");
    });

  if (isWhole)
    it("a host that shows the View again, with the data and without", async () => {
      const tables = createTables();
      await using host = await openAppHost(browser);
      await using played = await play(host, tables, protocolVersion);
      const result = await played.call("book_table");
      await host.deliverResult(result);
      await fillIn(host);
      await says(host, SENT);
      await host.reload();
      await host.deliverResult(result);
      await says(host, "This question is already answered.");
      await host.reload();
      await says(host, "Nothing to answer here.");
      expect(played.read(await played.call("book_table"))).toBe("Booked for 4.");
      await host.reload();
      // The call is over, and with it its question.
      await host.deliverResult(result);
      await says(host, "The server no longer knows this question.");
      expect(tables.got).toEqual(got);
    });

  it("a host that drops _meta: the View says so, and the call made again asks on a page", async () => {
    const opened: string[] = [];
    const tables = createTables({
      ...{ fallback: ["app", "page"], holdMs: 100 },
      openBrowser: async (url) => void opened.push(url),
    });
    await using host = await openAppHost(browser);
    await using played = await play(host, tables, protocolVersion, "stdio");
    const { content } = await played.call("book_table");
    await host.deliverResult({ content });
    await says(host, "Nothing to answer here.");
    expect(played.read(await played.call("book_table"))).toContain(
      "on a page that this server has opened in their browser",
    );
    const page = await browser.newPage();
    await page.goto(opened[0]!);
    await page.getByLabel("People").fill("4");
    await page.getByRole("button", { name: "Send" }).click();
    await expect
      .poll(async () => played.read(await played.call("book_table")))
      .toBe("Booked for 4.");
    expect(tables.got).toEqual([{ action: "accept", via: "page", people: 4 }]);
    await page.close();
  });
});
