import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launch } from "../../e2e/chromium.js";
import { stopClock } from "../../e2e/moved-clock.js";
import { buildHost, type BuiltHost } from "./build-host.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
interface Axe {
  readonly axe: {
    run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

const FIELDS = {
  name: { type: "string", title: "Name", minLength: 2 },
  about: { type: "string", title: "About", maxLength: 2000 },
  email: { type: "string", format: "email", title: "Email" },
  site: { type: "string", format: "uri", title: "Site" },
  day: { type: "string", format: "date", title: "Day" },
  at: { type: "string", format: "date-time", title: "At" },
  guests: { type: "integer", title: "Guests", minimum: 1, maximum: 9 },
  share: { type: "number", title: "Share", default: 0.5 },
  vegan: { type: "boolean", title: "Vegan" },
  size: { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"], title: "Size" },
  days: { type: "array", items: { type: "string", enum: ["mon", "tue"] }, title: "Days" },
};
const EVERY_FIELD = {
  message: "Who comes?",
  requestedSchema: { type: "object", properties: FIELDS, required: ["name", "guests", "vegan"] },
};
const SURE = {
  message: "Delete 47 files?",
  requestedSchema: {
    type: "object",
    properties: { sure: { type: "boolean", title: "Delete them" } },
    required: ["sure"],
  },
};

const HTML = (entry: string): string =>
  `<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1><div id="place"></div></main>
<script type="module" src="${entry}"></script></html>`;

async function serve(built: BuiltHost): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ url = "/" }, response) => {
    const script = built.scripts.get(url);
    response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
    response.end(script ?? HTML(built.entry));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => server.close() };
}

/** What `pages/lab.ts` puts on the page. */
interface LabWindow {
  readonly lab: {
    ask(params: unknown, ownCall?: boolean): number;
    readonly answers: unknown[];
    withdraw(number: number): void;
    setRule(server: string, rule: string): void;
  };
}
declare const window: LabWindow & Window;

let browser: Browser;
beforeAll(async () => void (browser = await launch()));
afterAll(() => browser.close());

describe.each(["plain-dom", "vue", "svelte"] as const)("the host examples/src/%s", (name) => {
  let page: Page;
  let served: Awaited<ReturnType<typeof serve>>;
  let built: BuiltHost;
  const faults: string[] = [];

  beforeAll(async () => {
    built = await buildHost(name);
    served = await serve(built);
    page = await browser.newPage({ timezoneId: "Europe/Berlin" });
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (line) => {
      if (line.type() === "error" || line.type() === "warning") faults.push(line.text());
    });
  });
  beforeEach(async () => {
    await page.goto(served.url);
    await page.waitForFunction(() => "lab" in window);
  });
  afterAll(async () => {
    served?.close();
    await page?.close();
    expect(faults).toEqual([]);
  });

  const ask = (params: unknown, ownCall = false): Promise<number> =>
    page.evaluate(([given, own]) => window.lab.ask(given, own), [params, ownCall] as const);
  const answered = (number: number): Promise<unknown> =>
    page
      .waitForFunction((of) => window.lab.answers[of], number)
      .then((answer) => answer.jsonValue());
  const click = async (label: string): Promise<void> => {
    // The second in which no click counts has passed.
    await page.waitForTimeout(1100);
    await page.getByRole("button", { name: label, exact: true }).click();
  };
  const good = async (): Promise<void> => {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const found = await (window as unknown as Axe).axe.run();
      return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    });
    expect(violations).toEqual([]);
  };

  it("sends exactly what was entered into every kind of field", async () => {
    const asked = await ask(EVERY_FIELD);
    await page.getByText("Who comes?").last().waitFor();
    await good();
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("About").fill("One\nTwo");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Site").fill("https://example.com/");
    await page.getByLabel("Day", { exact: false }).first().fill("2026-01-31");
    await page.getByLabel("At (optional)").fill("2026-01-31 09:30");
    await page.getByText("Is sent as 2026-01-31T09:30:00+01:00.").waitFor();
    await page.getByLabel("Guests").fill("3");
    await page.getByLabel("No", { exact: true }).check();
    await page.getByLabel("Size").selectOption({ label: "Medium" });
    await page.getByLabel("tue").check();
    await page.getByLabel("mon").check();
    await page.getByLabel("tue").uncheck();
    await page.getByLabel("tue").check();
    await click("Send");
    expect(await answered(asked)).toEqual({
      action: "accept",
      content: {
        name: "Ada",
        about: "One\nTwo",
        email: "ada@example.com",
        site: "https://example.com/",
        day: "2026-01-31",
        at: "2026-01-31T09:30:00+01:00",
        guests: 3,
        share: 0.5,
        vegan: false,
        size: "m",
        days: expect.toSatisfy((days: string[]) => [...days].sort().join() === "mon,tue"),
      },
    });
  });

  it("sends nothing that is missing, wrong or half typed, and says what", async () => {
    const asked = await ask(EVERY_FIELD);
    await page.getByLabel("Name").fill("A");
    await page.getByLabel("Guests").fill("12");
    const day = page.getByLabel("Day", { exact: false }).first();
    await day.focus();
    await page.keyboard.type("01");
    await click("Send");
    expect(await page.getByLabel("Name").evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    expect(await page.locator(".field .error").count()).toBe(4);
    await good();
    expect(await page.evaluate(() => window.lab.answers.length)).toBe(0);
    await click("Decline");
    expect(await answered(asked)).toEqual({ action: "decline" });
  });

  it("answers a yes/no question with one click, and not before it could be seen", async () => {
    await using clock = await stopClock(page);
    const asked = await ask(SURE, true);
    const heading = page.getByRole("heading", { name: "Calendar asks" });
    expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Yes" }).click();
    expect(await page.evaluate(() => window.lab.answers.length)).toBe(0);
    await clock.pass(1000);
    await good();
    await click("No");
    expect(await answered(asked)).toEqual({ action: "accept", content: { sure: false } });
    await page.getByRole("article").waitFor({ state: "detached" });
  });

  it("removes a question that the server has withdrawn, and shows the next one", async () => {
    const asked = await ask(SURE);
    await page.getByText("Delete 47 files?").last().waitFor();
    await page.evaluate((number) => window.lab.withdraw(number), asked);
    await page.getByRole("article").waitFor({ state: "detached" });
    const next = await ask({ ...SURE, message: "And this one?" });
    await page.getByText("And this one?").last().waitFor();
    await click("Not now");
    expect(await answered(next)).toEqual({ action: "cancel" });
  });

  it("opens a link in the click, shows it whole, and offers a plain link if the browser blocks it", async () => {
    const link = {
      mode: "url",
      message: "Connect your account. Your code is ABCD-1234.",
      url: "https://accounts.example.com/connect?state=abc",
      elicitationId: "one",
    };
    await page
      .context()
      .route("https://accounts.example.com/**", (route) => route.fulfill({ body: "There" }));
    const asked = await ask(link);
    await page
      .locator(".address", { hasText: "https://accounts.example.com/connect?state=abc" })
      .waitFor();
    await page.getByText("Code: ABCD-1234").waitFor();
    await good();
    await page.evaluate(() => (window.open = () => null));
    await click("Open accounts.example.com");
    const plain = page.getByRole("link", { name: "Open accounts.example.com with this link" });
    await plain.waitFor();
    expect(await page.evaluate(() => window.lab.answers.length)).toBe(0);
    const [opened] = await Promise.all([page.context().waitForEvent("page"), plain.click()]);
    expect(await answered(asked)).toEqual({ action: "accept" });
    expect(await opened.evaluate(() => window.opener === null)).toBe(true);
    await opened.close();
  });

  it("shows only the name of a server that has to be allowed first", async () => {
    await page.evaluate(() => window.lab.setRule("Calendar", "ask"));
    const asked = await ask(SURE);
    await page.getByText("Calendar wants to ask you something.").waitFor();
    expect(await page.getByText("Delete 47 files?").count()).toBe(0);
    await click("Show this question");
    await page.getByText("Delete 47 files?").last().waitFor();
    await click("Yes");
    expect(await answered(asked)).toEqual({ action: "accept", content: { sure: true } });
  });

  if (name === "plain-dom") {
    it("loads less than 20 KB after gzip at first", () => {
      const bytes = built.initial.reduce((sum, code) => sum + gzipSync(code).length, 0);
      console.log(`plain-dom: ${bytes} bytes at first`);
      expect(bytes).toBeLessThan(20_480);
    });
  }
});
