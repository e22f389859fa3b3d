import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connectDesk } from "../../packages/cli/src/bridge/desk/connect-desk.js";
import type { AskAbout } from "../../packages/cli/src/bridge/relay/asker.js";
import { createLab as createConsole } from "../../packages/cli/test/console/lab.js";
import { createLab as createLocalPage, SURE } from "../../packages/midcall/test/local-page/lab.js";
import { freePort } from "../engines/free-port.mjs";
import { launch } from "../e2e/chromium.js";
import { tally } from "./tally.js";

/*
 * Another user has listened at a port of 127.0.0.1 before, and the browser has been there once. What it has kept of that
 * origin, files for a year and a service worker, it uses for whatever is served there afterwards. Many ports can be prepared so
 * from one page; here it is the very port that is then used.
 */

const web = fileURLToPath(new URL("../../packages/cli/dist/web", import.meta.url));
let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  if (!existsSync(web)) throw new Error(`${web} is missing: run "npm run build" first.`);
  browser = await launch();
});
afterAll(() => browser.close());
// The user sits in front of this computer.
beforeEach(() => void vi.stubEnv("SSH_CONNECTION", ""));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Whoever lets the system choose a port gets this one. */
function chooseAlways(port: number): void {
  const listen = Server.prototype.listen as (...given: unknown[]) => Server;
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server, ...given) {
    const [first, ...rest] = given as unknown[];
    return listen.call(this, first === 0 ? port : first, ...rest);
  } as typeof Server.prototype.listen);
}

const SAYS = "document.documentElement.dataset.taken = location.href";
const WORKER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const page = "<title>Taken</title><script>${SAYS}</script>";
  event.respondWith(new Response(page, { headers: { "content-type": "text/html" } }));
});`;
/** They are the same for all who have installed midcall. */
const assets = (): string[] =>
  readdirSync(join(web, "assets"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => `/assets/${name}`);

/** The browser visits another user's page at this port, who then leaves it. */
async function prepare(context: BrowserContext, kind: "cache" | "worker"): Promise<number> {
  const port = await freePort();
  const program = createServer(({ url = "" }, response) => {
    if (url === "/worker.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(WORKER);
      return;
    }
    const isScript = url.endsWith(".js");
    if (kind === "cache")
      response.setHeader("cache-control", "public, max-age=31536000, immutable");
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    const loads = assets().map(
      (path) => `<script type="module" crossorigin src="${path}"></script>`,
    );
    response.end(
      isScript ? SAYS : `<title>A program</title>${kind === "cache" ? loads.join("") : ""}`,
    );
  }).listen(port, "127.0.0.1");
  await new Promise((resolve) => program.once("listening", resolve));
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(program.address() as AddressInfo).port}/`);
  if (kind === "worker") {
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/worker.js", { scope: "/" });
      await navigator.serviceWorker.ready;
    });
  }
  await page.close();
  program.closeAllConnections();
  await new Promise((resolve) => program.close(resolve));
  return port;
}

/** What the page says of itself, and whether another user's script was on it. */
async function seen(page: Page): Promise<{ heading: string; taken: string | null }> {
  const root = page.locator("html");
  const heading = page.getByRole("heading", { level: 1 });
  await heading.or(page.locator("html[data-taken]")).first().waitFor();
  const taken = await root.getAttribute("data-taken");
  return { heading: taken === null ? await heading.innerText() : "", taken };
}

const kinds = ["cache", "worker"] as const;

// Its addresses are random: no file can be kept for one.
it("a local page is none that another user has prepared at its port", async () => {
  const context = await browser.newContext();
  chooseAlways(await prepare(context, "worker"));
  await using lab = createLocalPage();
  await lab.ask({ requestedSchema: SURE });
  const page = await context.newPage();
  await page.goto(lab.opened[0]!);
  expect(await seen(page)).toEqual({ heading: "A question for you", taken: null });
  await context.close();
  tally("local pages at a port that another user has prepared", 1);
});

it.each(kinds)(
  "the page of bridges is none that another user has prepared at its port: %s",
  async (kind) => {
    const context = await browser.newContext();
    chooseAlways(await prepare(context, kind));
    const stateDir = mkdtempSync(join(tmpdir(), "midcall-bridge-"));
    let opened: (url: string) => void;
    const address = new Promise<string>((resolve) => (opened = resolve));
    const desk = connectDesk({
      ...{ stateDir, server: "Reds", serverId: "Reds", print() {}, pageFolder: web },
      open: async (url) => opened(url),
      onError(error) {
        throw error;
      },
    });
    const over = new AbortController();
    const params = { message: "Which color?", requestedSchema: { type: "object", properties: {} } };
    const asking = desk.ask(params, {
      ...{ call: undefined, host: undefined, account: "" },
      ...{ signal: over.signal, isFirst: true, untilDone: false },
    } as AskAbout);
    const page = await context.newPage();
    await page.goto(await address);
    expect(await seen(page)).toEqual({ heading: "Questions of your hosts", taken: null });
    over.abort();
    await asking;
    await context.close();
    await desk.close();
    rmSync(stateDir, { recursive: true, force: true });
    tally("pages of bridges at a port that another user has prepared", 1);
  },
);

it.each(kinds)(
  "a console at any free port is none that another user has prepared: %s",
  async (kind) => {
    const context = await browser.newContext();
    chooseAlways(await prepare(context, kind));
    const lab = await createConsole({ port: 0, pageFolder: web });
    try {
      const page = await context.newPage();
      await page.goto(lab.console.url);
      expect(await seen(page)).toEqual({ heading: "Servers", taken: null });
    } finally {
      await context.close();
      await lab.close();
    }
    tally("consoles at a port that another user has prepared", 1);
  },
);

it("a console at a port that is known loads nothing that another user has put into the cache", async () => {
  const context = await browser.newContext();
  const port = await prepare(context, "cache");
  const lab = await createConsole({ port, pageFolder: web });
  try {
    for (const url of [lab.console.url, lab.console.ticketUrl()]) {
      const page = await context.newPage();
      await page.goto(url);
      expect(await seen(page)).toEqual({ heading: "Servers", taken: null });
      await page.close();
    }
  } finally {
    await context.close();
    await lab.close();
  }
  tally("consoles whose files another user has put into the cache", 2);
});
