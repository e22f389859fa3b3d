import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch } from "../e2e/chromium.js";
import { isNight } from "../night.js";
import { buildSite, siteFolder } from "./built-site.js";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".json": "application/json",
};

/** Each kind of page once. */
const kinds = {
  home: "index.html",
  start: "start/server.html",
  "how it works, with pictures": "how-it-works/index.html",
  guide: "guides/secrets.html",
  migration: "migrations/elicit-input.html",
  "wide tables": "console.html",
  error: "errors/ERR_MIDCALL_STATE.html",
  troubleshooting: "troubleshooting.html",
  reference: "reference/api/midcall/vault.html",
  security: "security.html",
  "nothing there": "404.html",
};

/** Their pages are of the same parts as another's here. */
const alike = ["start", "migration", "troubleshooting", "security"];

let server: Server;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  await buildSite();
  server = createServer(({ url }, response) => {
    const path = normalize(new URL(url!, "http://localhost").pathname);
    const file = path.endsWith("/") ? `${path}index.html` : path;
    readFile(join(siteFolder, file)).then(
      (body) => response.setHeader("content-type", TYPES[extname(file)] ?? "").end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the page as it is. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  });
}

describe.each((["light", "dark"] as const).slice(0, isNight ? 2 : 1))(
  "in %s, axe finds nothing",
  (colorScheme) => {
    it("on any kind of page, none of which loads from elsewhere or is wider than a phone", async () => {
      const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
      const foreign: string[] = [];
      context.on("request", (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) {
          foreign.push(request.url());
        }
      });
      const page = await context.newPage();
      const found: Record<string, unknown> = {};
      for (const [kind, path] of Object.entries(kinds)) {
        if (!isNight && alike.includes(kind)) continue;
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(`${origin}/${path}`);
        await page
          .locator(kind === "nothing there" ? ".NotFound" : "h1")
          .first()
          .waitFor();
        const isDark = await page.evaluate(() =>
          document.documentElement.classList.contains("dark"),
        );
        expect(isDark).toBe(colorScheme === "dark");
        const problems = await findings(page);
        await page.setViewportSize({ width: 320, height: 800 });
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (problems.length > 0 || isWide) found[kind] = { problems, isWide };
      }
      expect(found).toEqual({});
      expect(foreign).toEqual([]);
      await context.close();
    });
  },
);

/** Opens the search box, and waits until it has the focus. A click on a page that is not alive yet opens nothing. */
async function openSearch(page: Page): Promise<void> {
  await page.waitForFunction(() => "__vue_app__" in document.querySelector("#app")!);
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.locator(".VPLocalSearchBox input:focus").waitFor();
}

it("the search box finds a page for a symptom, offline, and opens it with the keyboard", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${origin}/start/`);
  await openSearch(page);
  await page.keyboard.type("404 second replica");
  const hit = page.locator(".VPLocalSearchBox .result").first();
  await expect.poll(() => hit.textContent()).toContain("The second replica answers 404");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/troubleshooting.*#the-second-replica-answers-404$/);
  await context.close();
});

it("on a phone, shows where a table or code continues", async () => {
  const viewport = { width: 375, height: 700 };
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${origin}/fleets.html`);
  for (const wide of [page.locator(".vp-doc pre").first(), page.locator(".vp-doc table").last()]) {
    const seen = await wide.evaluate((element) => ({
      isWide: element.scrollWidth > element.clientWidth,
      attachment: getComputedStyle(element).backgroundAttachment,
    }));
    expect(seen).toEqual({ isWide: true, attachment: "local, local, scroll, scroll" });
  }
  await page.goto(`${origin}/404.html`);
  await openSearch(page);
  await page.keyboard.type("How do I ask for a password");
  const hit = page.locator(".VPLocalSearchBox .result").first();
  await expect.poll(() => hit.textContent()).toContain("How do I ask for a password?");
  await context.close();
});

it("on a narrow phone, a long command goes on in the next line, and code scrolls", async () => {
  const viewport = { width: 320, height: 800 };
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  for (const path of ["start/operator.html", "doctor.html"]) {
    await page.goto(`${origin}/${path}`);
    const wide = (language: string): Promise<boolean[]> =>
      page
        .locator(`.vp-doc .language-${language} pre`)
        .evaluateAll((blocks) => blocks.map((one) => one.scrollWidth > one.clientWidth));
    const commands = await wide("sh");
    expect(commands.length).toBeGreaterThan(0);
    expect(commands).not.toContain(true);
    if (path.startsWith("start")) expect(await wide("ts")).toContain(true);
  }
  await context.close();
});
