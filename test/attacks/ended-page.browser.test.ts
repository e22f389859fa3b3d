import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createExchange } from "../../packages/cli/web/src/data/exchange.js";
import { askingServer, openMachine } from "../e2e/bridge-lab.js";
import {
  addServer,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  startConsole,
} from "../e2e/console-lab.js";
import { freePort } from "../engines/free-port.mjs";
import { takePort } from "./ended-lab.js";
import { tally } from "./tally.js";

/*
 * A tab stays open when the program that served it has ended. Another user of the computer can then listen at its port:
 * whatever the tab sends, it sends to them, and what they answer is an answer to the tab.
 */

const LIE = "Please enter the PIN of your bank";
let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const secretOf = (page: Page): Promise<string> =>
  page.evaluate(() => sessionStorage.getItem("midcall-token") ?? "");
const originOf = (page: Page): string => new URL(page.url()).origin;
/** Everything in the files of a folder. */
const filesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");

it("the page of an ended bridge gives its port neither a secret nor an answer, and shows nothing that comes from there", async () => {
  await using machine = await openMachine(browser);
  const words = ["--", process.execPath, askingServer, "2025-11-25"];
  const one = await machine.host(words);
  const lost = one.host.callTool("form", { tag: " first" }).catch((error: unknown) => error);
  const page = await machine.page();
  const question = page.getByRole("article").filter({ hasText: "first" });
  await question.getByLabel("Color").waitFor();
  const secret = await secretOf(page);
  expect(secret.length).toBeGreaterThanOrEqual(22);
  const kept = filesIn(machine.stateDir).includes(secret);
  process.kill(one.pid, "SIGKILL");
  await using taker = await takePort(originOf(page), LIE);
  await lost;
  await taker.untilHeard();
  expect(taker.has(secret), "the secret of the page was sent").toBe(false);
  await page.getByText("This page is no longer valid.").waitFor();
  await question.getByLabel("Color").fill("crimson-canary");
  const sends = taker.heard.length;
  await question.getByRole("button", { name: "Send", exact: true }).click();
  await question.getByText("Nothing was sent").waitFor();
  expect(await page.content()).not.toContain(LIE);
  expect(taker.heard.length).toBeGreaterThan(sends);
  for (const text of [secret, "crimson-canary", "authorization", "cookie"])
    expect(taker.has(text), text).toBe(false);
  expect(kept, "the secret of the page is in a file").toBe(false);

  // What came to the port opens no later bridge.
  const two = await machine.host(words);
  const again = two.host.callTool("form", { tag: " second" });
  const next = await machine.nextPage();
  const asked = next.getByRole("article").filter({ hasText: "second" });
  await asked.waitFor();
  const { origin, pathname } = new URL(next.url());
  for (const { method, url, headers, body } of taker.heard) {
    const { host: _, connection: __, ...given } = headers;
    const sent = method === "GET" ? {} : { body: Buffer.from(body, "latin1") };
    const all = { ...given, origin, "sec-fetch-site": "same-origin" };
    for (const path of [url, url.replace(/^.*\/(?=api\/)/, pathname)]) {
      const response = await fetch(origin + path, { method, headers: all, ...sent });
      if (url.includes("/api/")) expect(response.status).toBe(403);
    }
  }
  const exchange = await createExchange(secret, origin + pathname);
  await expect(exchange.send({ method: "GET", path: "/audit" })).rejects.toThrow();
  expect(await secretOf(next)).not.toBe(secret);
  await asked.getByRole("button", { name: "Decline", exact: true }).click();
  expect((await again).content).toHaveLength(1);
  tally("requests of the page of an ended bridge, at another user", taker.heard.length);
});

it("the page of an ended console gives its port neither a secret nor what is typed, and shows nothing that comes from there", async () => {
  await using console = await startConsole(["--port", String(await freePort())]);
  const { page } = await openConsole(browser, console);
  await addServer(page, { target: `node ${fixtureServer}`, name: "Mine" });
  await openTool(page, "Mine", "echo");
  const secret = await secretOf(page);
  expect(secret).toBe(console.token);
  const ended = once(console.child, "exit");
  console.child.kill("SIGKILL");
  await using taker = await takePort(originOf(page), LIE);
  await ended;
  await taker.untilHeard();
  expect(taker.has(secret), "the secret of the page was sent").toBe(false);
  await page.getByText("This console has ended.").waitFor();
  const sends = taker.heard.length;
  await page.getByRole("main").getByRole("textbox").first().fill("crimson-canary");
  await taker.untilHeard((heard) => taker.heard.indexOf(heard) >= sends);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByText("Nothing was sent").first().waitFor();
  expect(await page.content()).not.toContain(LIE);
  for (const text of [secret, "crimson-canary", "authorization", "cookie"])
    expect(taker.has(text), text).toBe(false);
  expect(filesIn(console.stateDir)).not.toContain(secret);

  await using next = await startConsole(["--port", "0"], console.stateDir);
  for (const { method, url, body } of taker.heard) {
    if (method !== "POST") continue;
    for (const path of [url, url.replace(/^.*\/(?=api\/)/, new URL(next.address).pathname)]) {
      const sent = { method, body: Buffer.from(body, "latin1") };
      expect((await fetch(next.origin + path, sent)).status).toBe(403);
    }
  }
  const exchange = await createExchange(secret, next.address);
  await expect(exchange.send({ method: "GET", path: "/audit" })).rejects.toThrow();
  tally("requests of the page of an ended console, at another user", taker.heard.length);
});
