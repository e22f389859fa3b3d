import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build, type BuildEnvironmentOptions, type Rolldown } from "vite";
import { launch } from "../../../../../test/e2e/chromium.js";

const root = fileURLToPath(new URL("../../../../..", import.meta.url));
const source = `${root}packages/midcall/src`;

const entry = fileURLToPath(new URL("./page.tsx", import.meta.url));
const AS_A_LIBRARY: BuildEnvironmentOptions = {
  minify: false,
  modulePreload: false,
  lib: { entry, formats: ["es"], fileName: "page", cssFileName: "page" },
};

/** Bundles the page once: its scripts by their paths, and its style. */
async function bundle(
  mode: string,
  { plainApp = false, inParts = false, react }: LabOptions,
): Promise<{ scripts: ReadonlyMap<string, string>; style: string }> {
  const result = (await build({
    configFile: false,
    logLevel: "silent",
    root,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    oxc: { jsx: { runtime: "automatic", development: false } },
    resolve: {
      alias: [
        {
          find: /^midcall\/(client|form|react|react\/headless)$/,
          replacement: `${source}/$1/index.ts`,
        },
        ...(react === undefined
          ? []
          : [{ find: /^(react|react-dom)(?=\/|$)/, replacement: `${react}/$1` }]),
      ],
    },
    build: {
      ...(!plainApp && AS_A_LIBRARY),
      write: false,
      rolldownOptions: { ...(plainApp && { input: entry }), output: { codeSplitting: inParts } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const files = [result].flat().flatMap(({ output }) => output);
  const chunks = files.filter((file) => file.type === "chunk");
  const scripts = new Map(
    chunks.map(({ isEntry, fileName, code }) => [isEntry ? "/page.js" : `/${fileName}`, code]),
  );
  const style = files.find((file) => file.type === "asset" && file.fileName.endsWith(".css"));
  return { scripts, style: String(style?.type === "asset" && style.source) };
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

interface LabOptions {
  /** An MCP server to have at `/mcp` of the page's own address. */
  readonly mcp?: (request: Request) => Response | Promise<Response>;
  /** Which React: `development` warns, and mounts twice under StrictMode; `production` is faster. */
  readonly mode?: "development" | "production";
  /** The folder of another React than the workspace's. */
  readonly react?: string;
  /** Built with Vite's defaults for an app, in a page that has no styles of its own. */
  readonly plainApp?: boolean;
  /** What is loaded later is in files of its own. */
  readonly inParts?: boolean;
}

export async function openLab(options: LabOptions = {}): Promise<Lab> {
  const { mcp, mode = "development", plainApp = false } = options;
  const { scripts, style } = await bundle(mode, options);
  const files: Record<string, readonly [type: string, text: string]> = {
    "/": ["text/html", HTML],
    "/page.css": ["text/css", style],
    "/around.css": ["text/css", plainApp ? "" : AROUND],
  };
  for (const [path, script] of scripts) files[path] = ["text/javascript", script];
  const answerMcp = mcp && getRequestListener(mcp, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    if (answerMcp && request.url === "/mcp") return void answerMcp(request, response);
    const [type, text] = files[request.url ?? ""] ?? [];
    // Browsers ask for an icon by themselves.
    response.writeHead(type ? 200 : 204, {
      "content-type": `${type ?? "text/plain"}; charset=utf-8`,
      "content-security-policy": CSP,
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
      page.setDefaultTimeout(30_000);
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
  await page.waitForTimeout(200);
  await page.waitForFunction(
    () => !document.getAnimations().some((one) => one instanceof CSSTransition),
    undefined,
    { polling: 50 },
  );
}
