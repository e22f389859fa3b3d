import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addServer,
  borrowConsole,
  callNow,
  fixtureServer,
  launch,
  openConsole,
  openSettings,
  openTool,
  question,
  result,
  screenshot,
  send,
  startConsole,
} from "./console-lab.js";

const REBOUND = "rebound.example";
const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

const nothing = { faults: [], foreign: [] };

it("puts two questions of one server, and then of two servers, one after the other", async () => {
  await using console = await borrowConsole();
  const { page, watch } = await openConsole(browser, console);
  await addServer(page, { target, name: "One", protocolVersion: "2026-07-28" });
  await addServer(page, { target: `${target} two`, name: "Two", protocolVersion: "2025-06-18" });
  await openTool(page, "One", "ask");
  await page.getByLabel(/^What/).fill("The first?");
  await callNow(page);
  await question(page, "One").getByText("The first?").waitFor();
  await page.getByLabel(/^What/).fill("The second?");
  await callNow(page);
  await page.getByRole("button", { name: "2 questions" }).waitFor();
  await openTool(page, "Two", "ask");
  await page.getByLabel(/^What/).fill("Of another?");
  await callNow(page);
  await page.getByText(/^2 more questions/).waitFor();
  await screenshot(page, "waiting", false);

  // Wherever somebody is: here, on the page of the second server.
  await question(page, "One").getByRole("radio", { name: "one" }).check();
  await send(question(page, "One"));
  await question(page, "Two").getByText("Of another?").waitFor();
  await question(page, "Two").getByRole("radio", { name: "two" }).check();
  await send(question(page, "Two"));
  await question(page, "One").getByText("The second?").waitFor();
  await question(page, "One").getByRole("button", { name: "Decline" }).click();
  await result(page, "Chosen: two");
  await openTool(page, "One", "ask");
  await result(page, "Chosen: one");
  await result(page, "Not chosen (decline).");
  expect(watch).toEqual(nothing);
});

it("works in as many tabs as somebody opens, and pauses those that nobody looks at", async () => {
  await using console = await borrowConsole();
  const { context, page, watch } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "ask");
  // A browser has six connections to one address, whatever it is open in.
  for (let tabs = 1; tabs <= 7; tabs++) {
    const tab = await context.newPage();
    await tab.goto(console.url);
    await tab.getByRole("link", { name: "Mine" }).first().waitFor();
  }
  await page.getByText("This tab is paused,").waitFor();
  // The tab resumes as soon as the button is pressed, and the button must still be there when it is released.
  await page.getByRole("button", { name: "Call", exact: true }).hover();
  await page.mouse.down();
  await page.getByText("This tab is paused,").waitFor({ state: "detached" });
  await page.mouse.up();
  await question(page, "Mine").getByRole("radio", { name: "two" }).check();
  await send(question(page, "Mine"));
  await result(page, "Chosen: two");
  expect(await page.getByText("This tab is paused,").count()).toBe(0);
  expect(watch).toEqual(nothing);
});

it("shows what a server says as text and pictures, takes nested arguments as JSON, and copies the call", async () => {
  await using console = await borrowConsole();
  const { context, page, watch } = await openConsole(browser, console, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await addServer(page, { target, name: "Mine" });
  await openTool(page, "Mine", "picture");
  await callNow(page);
  await result(page, "<img src=x onerror=alert(1)> <b>bold</b> gpj.exe");
  expect(await page.locator(".result img").count()).toBe(1);
  expect(
    await page.locator(".result-image").evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(1);
  await openTool(page, "Mine", "fails");
  await callNow(page);
  await result(page, "The tool reported an error:");

  await openTool(page, "Mine", "nested");
  await page.getByRole("button", { name: "Edit as JSON", exact: true }).click();
  const json = page.getByLabel("Arguments as JSON");
  await json.fill('{ "filter": ');
  await callNow(page);
  await page.getByText(/Invalid JSON/).waitFor();
  expect(await json.getAttribute("aria-invalid")).toBe("true");
  await json.fill("[]");
  await callNow(page);
  await page.getByText("The arguments must be a JSON object").waitFor();
  await json.fill(`{ "filter": { "tags": ["it's", "a $HOME"] } }`);
  await callNow(page);
  await result(page, "Tags: it's and a $HOME");
  await page.getByRole("button", { name: "Copy as command" }).click();
  await page.getByText("Copied.").waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toBe(await page.getByLabel("Command").inputValue());
  const main = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
  const script = `midcall() { '${process.execPath}' '${main}' "$@"; }; ${command}`;
  expect(execFileSync("bash", ["-c", script], { encoding: "utf8" })).toContain(
    "Tags: it's and a $HOME",
  );
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy as command" }).click();
  await page.getByText("The clipboard is not available").waitFor();
  await context.close();
  expect(watch).toEqual(nothing);
});

it("switches the protocol version, cancels a call, and shows every message of it", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await page.locator(".title .version", { hasText: "2025-11-25" }).waitFor();
  await openTool(page, "Mine", "slow");
  await page.getByLabel(/^Steps/).fill("400");
  await callNow(page);
  await page.getByText(/^Step \d+$/).waitFor();
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByText("You cancelled this call.").waitFor();
  await page.getByRole("link", { name: "Mine" }).first().click();
  await openSettings(page);
  await page.getByLabel("Protocol version").selectOption("2026-07-28");
  await page.locator(".title .version", { hasText: "2026-07-28" }).waitFor();
  await page.getByRole("link", { name: "Timeline" }).click();
  const wire = page.locator(".wire > li");
  await wire.filter({ hasText: "server/discover" }).first().waitFor();
  await wire.filter({ hasText: "notifications/cancelled" }).waitFor();
  await page.getByLabel("Kind").selectOption("notification");
  await page.getByLabel("Started by").selectOption("received");
  await page.getByLabel("Search").fill("progress");
  expect(await wire.first().innerText()).toContain("notifications/progress");
  await wire.first().locator("summary").click();
  await wire.first().getByText('"progressToken"').waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("No messages yet.").waitFor();
});

it("says that it waits while the console is away, and that its password is old afterwards", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const port = String((probe.address() as AddressInfo).port);
  await new Promise((resolve) => probe.close(resolve));
  const first = await startConsole(["--port", port]);
  const { page } = await openConsole(browser, first);
  await first[Symbol.asyncDispose]();
  await page.getByText("The console does not respond.").waitFor();
  await using second = await startConsole(["--port", port]);
  await page.getByText("The console was started again.").waitFor();
  // Only the part after # is another one: a browser would load nothing.
  await page.evaluate((url) => location.assign(url), second.url);
  await page.getByRole("heading", { name: "Servers" }).waitFor();
  expect(page.url()).toBe(`${second.origin}/#/`);
  await page.goto(`http://127.0.0.1:${port}/`);
  const other = await (await browser.newContext()).newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  await other.getByRole("heading", { name: "Open the complete address" }).waitFor();
});

it("keeps its password out of the address, the history and what it prints", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  expect(page.url()).toBe(`${console.origin}/#/`);
  await page.reload();
  await page.getByRole("heading", { name: "Servers" }).waitFor();
  expect(await page.content()).not.toContain(console.token);
  expect(console.said().split(console.token).length).toBe(2);
});

/** What a page of somebody else can find out about the console, and do to it. */
async function attack(page: Page, origin: string): Promise<Record<string, string>> {
  return page.evaluate(async (console: string) => {
    const found: Record<string, string> = {};
    const attempt = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      found[name] = await work().then(String, () => "nothing");
    };
    const loads = (tag: "img" | "script" | "link" | "iframe", url: string): Promise<string> =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        if (element instanceof HTMLLinkElement) {
          element.rel = "stylesheet";
          element.href = url;
        } else element.src = url;
        element.onload = () =>
          resolve(
            element instanceof HTMLIFrameElement ? String(element.contentDocument?.body) : "loaded",
          );
        element.onerror = () => resolve("nothing");
        document.body.append(element);
      });
    const post = { method: "POST", body: '{"target":"touch /tmp/owned"}' };
    await attempt("read", async () => (await fetch(`${console}/api/audit`)).text());
    await attempt("page", async () => (await fetch(`${console}/`)).text());
    await attempt("header", async () =>
      (await fetch(`${console}/api/audit`, { headers: { authorization: "Bearer x" } })).text(),
    );
    await attempt(
      "blind",
      async () => (await fetch(`${console}/api/servers`, { ...post, mode: "no-cors" })).type,
    );
    await attempt("json", async () =>
      (
        await fetch(`${console}/api/servers`, {
          ...post,
          headers: { "content-type": "application/json" },
        })
      ).text(),
    );
    await attempt(
      "events",
      () =>
        new Promise((resolve, reject) => {
          const source = new EventSource(`${console}/api/events`);
          source.onmessage = ({ data }) => resolve(data);
          source.onerror = reject;
        }),
    );
    await attempt("image", () => loads("img", `${console}/icon.svg`));
    await attempt("script", () => loads("script", `${console}/api/audit`));
    await attempt("frame", () => loads("iframe", `${console}/`));
    await attempt("window", async () => {
      const opened = window.open(`${console}/`);
      for (let turn = 0; turn < 200 && opened?.closed === false; turn++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return `${opened?.closed}`;
    });
    return found;
  }, origin);
}

it("cannot be read or used by another page, nor through a name that was pointed at it", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  const evil = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>evil</title><body>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => evil.once("listening", resolve));
  const { port } = evil.address() as AddressInfo;
  try {
    const context = await browser.newContext();
    for (const host of ["127.0.0.1", "localhost", REBOUND]) {
      const other = await context.newPage();
      await other.goto(`http://${host}:${port}/`);
      expect({ host, ...(await attack(other, console.origin)) }).toEqual({
        host,
        read: "nothing",
        page: "nothing",
        header: "nothing",
        // It went out, and was refused; the sender learns neither.
        blind: expect.stringMatching(/^(nothing|opaque)$/),
        json: "nothing",
        events: "nothing",
        image: "nothing",
        script: "nothing",
        frame: "undefined",
        // The window was cut off from whoever opened it.
        window: "true",
      });
    }
    const rebound = await context.newPage();
    const name = `http://${REBOUND}:${new URL(console.origin).port}`;
    await rebound.goto(`${name}/`);
    expect(await rebound.locator("body").innerText()).toBe("Forbidden");
    const own = await rebound.evaluate(async (token) => {
      const answer = await fetch("/api/audit", { headers: { authorization: `Bearer ${token}` } });
      return `${answer.status} ${await answer.text()}`;
    }, console.token);
    expect(own).toBe("403 Forbidden");
    await page.getByText("No servers yet.").waitFor();
  } finally {
    evil.closeAllConnections();
    evil.close();
  }
});
