import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { launch } from "../../../../../test/e2e/chromium.js";
import { isNight } from "../../../../../test/night.js";
import { passTime } from "../../../../../test/e2e/moved-clock.js";
import type { Bundle, BundleOptions } from "./bundle.js";

/** The page as it is wanted, bundled once for all test files. */
async function bundled(options: BundleOptions): Promise<Bundle> {
  const address = new URL(inject("bundles"));
  address.searchParams.set("options", JSON.stringify(options));
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as Bundle;
}

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lab</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css"><link rel="stylesheet" href="/around.css">
<script type="module" src="/page.js"></script></head><body><div id="root"></div></body></html>`;
// What is around the parts in a page of somebody's own.
const AROUND = `:root{color-scheme:light dark}[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}
body{margin:0;background:light-dark(#eef0f5,#0e1014);color:light-dark(#1a1d27,#eceef5);font-family:system-ui}
main{max-width:44rem;margin:0 auto;padding:1rem}`;

/** The strictest policy a host can have: the parts need no more. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** One served page and one browser for a test file. */
export interface Lab extends AsyncDisposable {
  readonly browser: Browser;
  open(options?: BrowserContextOptions): Promise<LabPage>;
}

/** A page, what it asked the network for, and what went wrong in it. */
export interface LabPage extends AsyncDisposable {
  readonly page: Page;
  readonly requests: string[];
  readonly errors: string[];
}

interface LabOptions extends BundleOptions {
  /** An MCP server to have at `/mcp` of the page's own address. */
  readonly mcp?: (request: Request) => Response | Promise<Response>;
}

/** React's own warnings are those of the tests without a browser, too: here they are looked for at night. */
const usual = isNight ? "development" : "production";

export async function openLab(options: LabOptions = {}): Promise<Lab> {
  const { mcp, mode = usual, plainApp = false, inParts = false, react } = options;
  const { scripts, style } = await bundled({ mode, plainApp, inParts, react });
  const files: Record<string, readonly [type: string, text: string]> = {
    "/": ["text/html", HTML],
    "/page.css": ["text/css", style],
    "/around.css": ["text/css", plainApp ? "" : AROUND],
  };
  for (const [path, script] of Object.entries(scripts)) files[path] = ["text/javascript", script];
  const answerMcp = mcp && getRequestListener(mcp, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    if (answerMcp && request.url === "/mcp") return void answerMcp(request, response);
    const [type, text] = files[request.url ?? ""] ?? [];
    // Browsers ask for an icon by themselves.
    response.writeHead(type ? 200 : 204, {
      "content-type": `${type ?? "text/plain"}; charset=utf-8`,
      "content-security-policy": CSP,
      // So that a page that is loaded again has its script compiled already.
      ...(request.url !== "/" && { "cache-control": "max-age=3600" }),
    });
    response.end(text ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await launch();
  return {
    browser,
    async open(options) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const requests: string[] = [];
      const errors: string[] = [];
      context.on("request", (request) => requests.push(request.url()));
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
      });
      await page.goto(address);
      await page.waitForFunction(() => "lab" in window);
      return { page, requests, errors, [Symbol.asyncDispose]: () => context.close() };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Gives the page a theme and a direction, and waits until no colour is changing any more. */
export async function setLook(page: Page, theme: string, dir: string): Promise<void> {
  // A page that is not in front draws nothing, so that nothing would change on it.
  await page.bringToFront();
  await page.evaluate(
    ([scheme = "", direction = ""]) => {
      document.documentElement.dataset["theme"] = scheme;
      document.documentElement.dir = direction;
    },
    [theme, dir],
  );
  // Transitions begin with the next picture.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await page.waitForFunction(
    () => !document.getAnimations().some((one) => one instanceof CSSTransition),
    undefined,
    { polling: 50 },
  );
}

/**
 * Takes everything out of the page and lets time pass, so that it is as when it was loaded. It costs a fraction of loading it
 * again.
 */
export async function clear(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.lab.unmount();
    sessionStorage.clear();
    history.replaceState(null, "", "/");
    scrollTo(0, 0);
  });
  // What was just removed is no longer what an early click was meant for.
  await passTime(page, 10_000);
}
