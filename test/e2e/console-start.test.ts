import { expect, it } from "vitest";
import { openTerminal } from "../../packages/cli/test/pseudo-terminal.js";
import { scaled } from "../night.js";
import { built, eventually, ownTemp, processesWith } from "./built.js";
import { createExchange } from "../../packages/cli/web/src/data/exchange.js";
import {
  callNow,
  fixtureServer,
  launch,
  openConsole,
  openTool,
  question,
  result,
  send,
  startConsole,
} from "./console-lab.js";

it("npm start, in a terminal, leads to a page and to the first answered form", async () => {
  using temp = ownTemp();
  const browser = await launch();
  try {
    const words = [process.execPath, built("start/main.js"), "--no-open"];
    using terminal = openTerminal(words, { TMPDIR: temp.path });
    await terminal.sees("npm start -- --terminal");
    await terminal.sees("Press Ctrl-C to end the console.");
    const [url = ""] =
      /http:\/\/127(?:\.\d+){3}:\d+\/[\w-]+\/#token=\S+/.exec(terminal.written()) ?? [];
    // On a line of its own, and on one row of a terminal with 80 columns.
    const lines = terminal.written().split(/\r?\n/);
    const line = lines.find((text) => text.includes(url)) ?? "";
    expect(line.trim()).toBe(url);
    expect(line.length).toBeLessThan(80);
    const { page, watch } = await openConsole(browser, { url, origin: new URL(url).origin });
    // At its tools at once: nobody has to find the server first.
    await page.getByRole("heading", { level: 1, name: "Examples" }).waitFor();
    await page.getByRole("link", { name: "Commit and push" }).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#\/servers\/[\w-]+\/tools$/);
    await openTool(page, "Examples", "Commit and push");
    await page.getByRole("textbox", { name: /^Message/ }).fill("Say hello");
    await callNow(page);
    await question(page, "Examples")
      .getByRole("radio", { name: /website/ })
      .check();
    await send(question(page, "Examples"));
    await result(page, "Pushed projects/website: Say hello");
    expect(watch).toEqual({ faults: [], foreign: [] });
    terminal.type("\u0003");
    await terminal.sees("RC=0");
    await terminal.ended;
    expect(await eventually(() => processesWith(temp.path).length === 0)).toBe(true);
    expect(temp.left()).toEqual([]);
  } finally {
    await browser.close();
  }
});

it("ends its servers with it, however it ends", async () => {
  // A terminal has sent SIGINT above.
  const signals = ["SIGTERM", "SIGKILL", "SIGINT"] as const;
  for (const signal of signals.slice(0, scaled(2, 3))) {
    const mark = `ends-with-${signal}-${process.pid}`;
    await using console = await startConsole(["--", "node", fixtureServer, mark]);
    const stop = new AbortController();
    const exchange = await createExchange(console.token, console.address);
    const listening = exchange.listen(() => {}, stop.signal).catch(() => {});
    const servers = (): string[] => processesWith(mark).filter((line) => !line.includes("main.js"));
    expect(await eventually(() => servers().length === 1)).toBe(true);
    const ended = new Promise((resolve) => console.child.once("exit", resolve));
    console.child.kill(signal);
    expect(await ended).toBe({ SIGTERM: 143, SIGINT: 0, SIGKILL: null }[signal]);
    expect(await eventually(() => servers().length === 0)).toBe(true);
    stop.abort();
    await listening;
  }
});
