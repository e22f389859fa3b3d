import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createSealedMessages,
  REQUEST,
} from "../../packages/cli/src/console/access/sealed-messages.js";
import { addServer, borrowConsole, fixtureServer, launch, openConsole } from "./console-lab.js";

const REBOUND = "rebound.example";
const target = `node ${fixtureServer}`;
let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

it("opens its links in new tabs, and hands its password to no other page", async () => {
  await using console = await borrowConsole();
  const { context, page } = await openConsole(browser, console);
  await addServer(page, { target, name: "Mine" });
  await page.getByRole("link", { name: "echo", exact: true }).waitFor();
  const ways: Parameters<Locator["click"]>[0][] = [
    { modifiers: ["Control"] },
    { button: "middle" },
  ];
  for (const how of ways) {
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "echo", exact: true }).click(how);
    const tab = await opened;
    await tab.getByRole("heading", { level: 1, name: "echo" }).waitFor();
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    expect(tab.url()).not.toContain(console.token);
    await tab.close();
  }
  // Another page of this address learns nothing.
  const other = await context.newPage();
  await other.goto(console.address);
  await other.getByRole("heading", { name: "Open the complete address" }).waitFor();
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
});

it("keeps its password out of the address, the history and what it prints", async () => {
  await using console = await borrowConsole();
  const { page } = await openConsole(browser, console);
  expect(page.url()).toBe(`${console.address}#/`);
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
      while (opened?.closed === false) await new Promise((resolve) => setTimeout(resolve, 50));
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
      expect({ host, ...(await attack(other, console.address.slice(0, -1))) }).toEqual({
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
    const name = `http://${REBOUND}:${new URL(console.address).port}`;
    const { pathname } = new URL(console.address);
    await rebound.goto(name + pathname);
    expect(await rebound.locator("body").innerText()).toBe("Forbidden");
    const messages = await createSealedMessages(console.token, console.origin);
    const sealed = [...(await messages.seal(REQUEST, { method: "GET", path: "/audit" }))];
    const own = await rebound.evaluate(async (body) => {
      const answer = await fetch("api/sealed", { method: "POST", body: new Uint8Array(body) });
      return `${answer.status} ${await answer.text()}`;
    }, sealed);
    expect(own).toBe("403 Forbidden");
    await page.getByText("No servers yet.").waitFor();
  } finally {
    evil.closeAllConnections();
    evil.close();
  }
});
