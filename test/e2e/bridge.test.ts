import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isNight } from "../night.js";
import { askingServer, openMachine } from "./bridge-lab.js";
import { launch } from "./chromium.js";
import { findings } from "./console-axe.js";

let chromium: Browser;
beforeAll(async () => {
  chromium = await launch();
});
afterAll(() => chromium.close());

const server = (speaks: string): string[] => ["--", process.execPath, askingServer, speaks];
const textOf = (result: { content: readonly unknown[] }): unknown =>
  JSON.parse((result.content as readonly { text: string }[])[0]!.text);
const question = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });
const press = (page: Page, text: string, name: string) =>
  question(page, text).getByRole("button", { name, exact: true }).click();
async function color(page: Page, text: string, value: string): Promise<void> {
  await question(page, text).getByLabel("Color").fill(value);
  await press(page, text, "Send");
}

describe("a host without elicitation", () => {
  const pairs = [
    ["2025-06-18", "2026-07-28"],
    ["2026-07-28", "2025-11-25"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2026-07-28"],
  ] as const;

  it.each(pairs.slice(0, isNight ? pairs.length : 1))(
    "of %s with a server of %s: its user is asked on a page",
    async (host, speaks) => {
      await using machine = await openMachine(chromium);
      const { host: client } = await machine.host(server(speaks), { protocolVersion: host });
      const accepted = client.callTool("form", { tag: " (accept)" });
      const page = await machine.page();
      await color(page, "(accept)", "green");
      expect(textOf(await accepted)).toEqual({
        one: { action: "accept", content: { color: "green" } },
      });
      const declined = client.callTool("form", { tag: " (decline)" });
      await press(page, "(decline)", "Decline");
      expect(textOf(await declined)).toEqual({ one: { action: "decline" } });
      const cancelled = client.callTool("form", { tag: " (cancel)" });
      await press(page, "(cancel)", "Not now");
      expect(textOf(await cancelled)).toEqual({ one: { action: "cancel" } });
      expect(machine.noting.count()).toBe(1);
    },
  );
});

it("two bridges ask on one page, and every answer reaches its own call", async () => {
  await using machine = await openMachine(chromium);
  const one = await machine.host(["--name", "Reds", ...server("2025-11-25")]);
  const two = await machine.host(["--name", "Blues", ...server("2026-07-28")]);
  const red = one.host.callTool("form", { tag: " of the reds" });
  const page = await machine.page();
  const blue = two.host.callTool("form", { tag: " of the blues" });
  await color(page, "of the reds", "red");
  await color(page, "of the blues", "blue");
  expect(textOf(await red)).toMatchObject({ one: { content: { color: "red" } } });
  expect(textOf(await blue)).toMatchObject({ one: { content: { color: "blue" } } });
  expect(machine.noting.count()).toBe(1);
});

/** What axe finds, and whether the page scrolls sideways, on a phone; at night on wider screens as well. */
async function looksRight(page: Page): Promise<void> {
  for (const width of isNight ? [320, 1024, 1440] : [320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findings(page), String(width)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, String(width)).toBeLessThanOrEqual(0);
    if (process.env["MIDCALL_PICTURES"]) await page.screenshot({ path: `/tmp/desk-${width}.png` });
  }
}

it.each((["2026-07-28", "2025-11-25"] as const).slice(0, isNight ? 2 : 1))(
  "a host of %s: an answer for which it has not waited is used when the same call comes again, once; the page has nothing for axe-core to find",
  async (protocolVersion) => {
    await using machine = await openMachine(chromium);
    const { host } = await machine.host(server("2026-07-28"), { protocolVersion });
    const over = new AbortController();
    const first = host.callTool("form", { tag: " today" }, { signal: over.signal });
    const page = await machine.page();
    await question(page, "today").waitFor();
    over.abort();
    await expect(first).rejects.toThrow();
    await question(page, "today").getByText("The call no longer waits.").waitFor();
    await looksRight(page);
    await color(page, "today", "white");
    await expect.poll(() => page.getByRole("article").count()).toBe(0);
    const kept = page.getByRole("region", { name: "Kept answers" }).getByRole("listitem");
    await kept.getByText("white").waitFor();
    expect(await kept.innerText()).toMatch(/form[^]*Accepted[^]*Kept until/);
    await page.getByText(/^Your answer is kept until /).waitFor();
    await looksRight(page);
    // Another call of the same tool gets nothing of it.
    const other = host.callTool("form", { tag: " tomorrow" });
    await press(page, "tomorrow", "Decline");
    expect(textOf(await other)).toEqual({ one: { action: "decline" } });
    expect(textOf(await host.callTool("form", { tag: " today" }))).toEqual({
      one: { action: "accept", content: { color: "white" } },
    });
    await expect.poll(() => kept.count()).toBe(0);
    const again = host.callTool("form", { tag: " today" });
    await press(page, "today", "Decline");
    expect(textOf(await again)).toEqual({ one: { action: "decline" } });
  },
);

it("a kept answer can be withdrawn with the keyboard: the same call asks again, and the audit log has all of it", async () => {
  await using machine = await openMachine(chromium);
  const { host } = await machine.host(server("2026-07-28"));
  const over = new AbortController();
  const first = host.callTool("form", { tag: " today" }, { signal: over.signal });
  const page = await machine.page();
  await question(page, "today").waitFor();
  over.abort();
  await expect(first).rejects.toThrow();
  await question(page, "today").getByText("The call no longer waits.").waitFor();
  await color(page, "today", "white");
  const button = page.getByRole("button", { name: "Withdraw this answer" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("The answer was withdrawn.").waitFor();
  await expect.poll(() => button.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  const again = host.callTool("form", { tag: " today" });
  await press(page, "today", "Decline");
  expect(textOf(await again)).toEqual({ one: { action: "decline" } });
  await page.getByRole("link", { name: "Audit log" }).click();
  const rows = page.getByRole("row");
  await rows.filter({ hasText: "Answer kept" }).waitFor();
  await rows.filter({ hasText: "Kept answer withdrawn" }).waitFor();
});

it("a question is asked again, on a page of its own, when the bridge that showed it is killed", async () => {
  await using machine = await openMachine(chromium);
  const one = await machine.host(["--name", "Reds", ...server("2025-11-25")]);
  const two = await machine.host(["--name", "Blues", ...server("2025-11-25")]);
  const lost = one.host.callTool("form", { tag: " of the reds" }).catch((error: unknown) => error);
  const page = await machine.page();
  const blue = two.host.callTool("form", { tag: " of the blues" });
  await question(page, "of the reds").waitFor();
  process.kill(one.pid, "SIGKILL");
  expect(await lost).toBeInstanceOf(Error);
  const next = await machine.nextPage();
  await color(next, "of the blues", "blue");
  expect(await question(next, "of the reds").count()).toBe(0);
  expect(textOf(await blue)).toMatchObject({ one: { content: { color: "blue" } } });
});

it("the page says that its bridge has ended, and the next question opens another one; a link is opened by the user's click", async () => {
  await using machine = await openMachine(chromium);
  const one = await machine.host(server("2025-11-25"));
  const first = one.host.callTool("form", { tag: " first" });
  const ended = await machine.page();
  await press(ended, "first", "Decline");
  await first;
  await one.host.close();
  const banner = ended.getByRole("status").filter({ hasText: "has ended" });
  await banner.getByText("The bridge that served this page has ended.").waitFor();
  await banner.getByText("The next question opens a page of its own.").waitFor();
  expect(await ended.locator("body").innerText()).not.toMatch(/console|terminal/i);
  const two = await machine.host(server("2025-11-25"));
  const second = two.host.callTool("form", { tag: " second" });
  const page = await machine.nextPage();
  expect(new URL(page.url()).origin).not.toBe(new URL(ended.url()).origin);
  await press(page, "second", "Decline");
  expect(textOf(await second)).toEqual({ one: { action: "decline" } });
  expect(await question(ended, "second").count()).toBe(0);

  await machine.browser.route("https://example.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Connected</h1>" }),
  );
  const connecting = two.host.callTool("link", { tag: " it" });
  const [opened] = await Promise.all([
    machine.browser.waitForEvent("page"),
    question(page, "Connect? it")
      .getByRole("button", { name: /^Open/ })
      .or(question(page, "Connect? it").getByRole("link", { name: /^Open/ }))
      .first()
      .click(),
  ]);
  await opened.getByText("Connected").waitFor();
  expect(textOf(await connecting)).toEqual({ one: { action: "accept" } });
});
