import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { LocalResponse } from "../../packages/midcall/src/contracts/local-pages.js";
import { lookAtIt } from "../../packages/midcall/test/local-page/lab.js";
import { isNight } from "../night.js";
import { axeFaults } from "./axe.js";
import { type Desk, form, openLocalDesk } from "./local-page-lab.js";
import { follow, lands, launch, press } from "./pages-lab.js";
import { zoomFaults } from "./reflow.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(() => vi.restoreAllMocks());

const sure = form({ ok: { type: "boolean", title: "Delete 47 files?" } });
const invoice = form({
  name: { type: "string", title: "Your name" },
  seats: { type: "integer", title: "Seats", minimum: 1, maximum: 60 },
});

describe("without a script", () => {
  it("a form is answered in the tab that the server opens", async () => {
    await using desk = await openLocalDesk(browser);
    const { answers } = await desk.ask({ tool: "send_invoice", requestedSchema: invoice });
    const { tab } = desk;
    await tab.getByText("Invoices asks, for its tool send_invoice").waitFor();
    await tab.getByLabel("Your name").fill("Ada");
    await tab.getByLabel("Seats").fill("many");
    await press(tab, "Send");
    await tab.getByRole("alert").waitFor();
    expect(await tab.getByLabel("Your name").inputValue()).toBe("Ada");
    expect(answers).toEqual([]);
    await tab.getByLabel("Seats").fill("7");
    await press(tab, "Send");
    await lands(tab, "Sent");
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada", seats: 7 } }]);
    await tab.reload();
    await lands(tab, "Sent");
    await tab.goBack();
    await lands(tab, "Sent");
    expect(answers).toHaveLength(1);
  });

  it.each<[string, string, LocalResponse]>([
    ["Yes", "Sent", { action: "accept", content: { ok: true } }],
    ["No", "Sent", { action: "accept", content: { ok: false } }],
    ["Decline", "You declined", { action: "decline" }],
    ["Not now", "Cancelled", { action: "cancel" }],
  ])("“%s” is one click, also for somebody who clicks twice", async (button, title, response) => {
    await using desk = await openLocalDesk(browser);
    const { answers } = await desk.ask({ requestedSchema: sure });
    await desk.tab.getByRole("button", { name: button, exact: true }).dblclick();
    await lands(desk.tab, title);
    expect(answers).toEqual([response]);
  });

  it("questions come one after the other in one tab, and no double click reaches the next", async () => {
    await using desk = await openLocalDesk(browser);
    const one = await desk.ask({ message: "The first one.", requestedSchema: sure });
    const two = await desk.ask({ message: "The second one.", requestedSchema: sure });
    const { tab } = desk;
    await tab.reload();
    lookAtIt();
    await tab.getByText("1 more question is waiting.").waitFor();
    // The clock stands: however slow the machine, no time has passed when the second page is clicked.
    const shownAt = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(shownAt);
    await press(tab, "Yes");
    await tab.getByText("The second one.").waitFor();
    await tab.getByRole("status").filter({ hasText: "Sent" }).waitFor();
    await press(tab, "Yes");
    await tab.getByText("The second one.").waitFor();
    expect(two.answers).toEqual([]);
    vi.spyOn(performance, "now").mockReturnValue(shownAt + 2000);
    await press(tab, "No");
    await lands(tab, "Sent");
    expect(desk.tabs).toHaveLength(1);
    expect([one.answers, two.answers]).toEqual([
      [{ action: "accept", content: { ok: true } }],
      [{ action: "accept", content: { ok: false } }],
    ]);
  });

  it.each([
    ["withdrawn", "This question was withdrawn"],
    ["answered", "This question was answered elsewhere"],
  ] as const)("a question that was %s says so when it is answered", async (why, title) => {
    await using desk = await openLocalDesk(browser);
    const { answers, shown } = await desk.ask({ requestedSchema: invoice });
    await desk.tab.getByLabel("Your name").fill("Ada");
    shown.close(why);
    await press(desk.tab, "Send");
    await lands(desk.tab, title);
    await desk.tab.getByText("What you entered was not sent").waitFor();
    expect(await desk.tab.getByRole("definition").first().innerText()).toBe("Ada");
    expect(answers).toEqual([]);
  });

  it("a question that has expired says so when it is answered", async () => {
    await using desk = await openLocalDesk(browser);
    const { answers } = await desk.ask({ requestedSchema: sure });
    desk.clock.now += 600_000;
    await press(desk.tab, "Yes");
    await lands(desk.tab, "This question has expired");
    expect(answers).toEqual([]);
  });

  it("a link is opened by the user's click, with no address of ours", async () => {
    const referrers: unknown[] = [];
    const bank = createServer(({ headers, url }, response) => {
      if (url === "/pay") referrers.push([headers.referer, headers.cookie]);
      response.setHeader("content-type", "text/html").end("<h1>The bank</h1>");
    });
    await new Promise<void>((resolve) => bank.listen(0, "127.0.0.1", resolve));
    try {
      await using desk = await openLocalDesk(browser);
      const host = `localhost:${(bank.address() as AddressInfo).port}`;
      const { answers } = await desk.ask({ mode: "url", url: `http://${host}/pay` });
      const { tab } = desk;
      await lands(tab, "A link for you");
      expect(referrers).toEqual([]);
      await press(tab, "Open localhost");
      await lands(tab, "The bank");
      expect(answers).toEqual([{ action: "accept" }]);
      expect(referrers).toEqual([[undefined, undefined]]);
      await tab.goBack();
      await lands(tab, "Done");
      await tab.getByRole("link", { name: "Open again" }).click();
      await lands(tab, "The bank");
      expect(answers).toHaveLength(1);
    } finally {
      bank.closeAllConnections();
      bank.close();
    }
  });

  it("another tab of the same browser sees what counts, and another browser nothing", async () => {
    await using desk = await openLocalDesk(browser);
    const { answers } = await desk.ask({ requestedSchema: sure });
    const other = await desk.tab.context().newPage();
    await other.goto(desk.tab.url());
    await press(desk.tab, "Yes");
    await lands(desk.tab, "Sent");
    await press(other, "No");
    await lands(other, "Sent");
    expect(await other.getByRole("definition").innerText()).toBe("Yes");
    await using stranger = await openLocalDesk(browser);
    await stranger.ask({ requestedSchema: sure });
    await stranger.tab.goto(desk.tab.url());
    await lands(stranger.tab, "This link is not available");
    expect(answers).toHaveLength(1);
  });
});

it("is answered with the keyboard alone, at 400 % of a small screen", async () => {
  await using desk = await openLocalDesk(browser, { viewport: { width: 320, height: 256 } });
  const { answers } = await desk.ask({
    requestedSchema: form({ size: { type: "string", title: "Size", enum: ["small", "large"] } }),
  });
  const { tab } = desk;
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await lands(tab, "Sent");
  expect(answers).toEqual([{ action: "accept", content: { size: "large" } }]);
  await desk.ask({ mode: "url", url: "https://example.com/" });
  await desk.tab.keyboard.press("Tab");
  const focused = (): Promise<string | undefined> =>
    desk.tab.evaluate(() => document.activeElement?.textContent?.trim());
  expect(await focused()).toBe("Open example.com");
  await desk.tab.keyboard.press("Tab");
  expect(await focused()).toBe("Decline");
  await desk.tab.keyboard.press("Enter");
  await lands(desk.tab, "You declined");
});

/** What axe-core and the width of the page have to say; at night in two looks and widths, and zoomed. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of isNight ? (["light", "dark"] as const) : (["light"] as const)) {
    for (const width of isNight ? [1280, 320] : [320]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 640 });
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      if (needed > width) faults.push(`${name} scrolls sideways at ${width}: ${needed}`);
      const found = await axeFaults(page);
      faults.push(...found.map((one) => `${name}, ${colorScheme}, ${width}: ${one}`));
    }
  }
  if (!isNight) return faults;
  return [...faults, ...(await zoomFaults(page)).map((fault) => `${name}, ${fault}`)];
}

it("has nothing for axe-core to find and never scrolls sideways, on any of its pages", async () => {
  await using desk = await openLocalDesk(browser, { viewport: { width: 1280, height: 760 } });
  const faults: string[] = [];
  const look = async (name: string, page: Page): Promise<void> => {
    faults.push(...(await faultsOf(page, name)));
  };
  const ended = await desk.ask({ tool: "send_invoice", requestedSchema: invoice });
  const first: Desk["tab"] = desk.tab;
  first.on("console", (message) => {
    const isStatus = message.text().startsWith("Failed to load resource");
    if (/error|warning/.test(message.type()) && !isStatus) faults.push(message.text());
  });
  await desk.ask({ requestedSchema: sure });
  const long = `https://accounts.${"a-long-name-".repeat(4)}bank.example.org/${"0123456789".repeat(30)}`;
  const link = await desk.ask({ mode: "url", url: long });
  await first.reload();
  lookAtIt();
  await look("form", first);
  await first.getByLabel("Your name").fill("Ada");
  await first.getByLabel("Seats").fill("many");
  await follow(first, "Send");
  await look("form with an error", first);
  await first.getByLabel("Seats").fill("7");
  ended.shown.close("withdrawn");
  await follow(first, "Send");
  await lands(first, "This question was withdrawn");
  await look("withdrawn", first);
  await follow(first, "Next question", "link");
  await look("yes or no", first);
  await follow(first, "Decline");
  await lands(first, "A link for you");
  await look("link, after another answer", first);
  const soon = performance.now() + 2000;
  vi.spyOn(performance, "now").mockReturnValue(soon);
  await desk.ask({ mode: "url", url: "https://xn--exmple-cua.com/" });
  await follow(first, `Open ${new URL(long).host}`);
  await look("link to open in another tab", first);
  await follow(first, "Next question", "link");
  await look("link with a warning", first);
  await follow(first, "Not now");
  await lands(first, "Cancelled");
  await look("cancelled", first);
  expect(link.answers).toEqual([{ action: "accept" }]);
  expect(faults).toEqual([]);
});
