import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { createExchange } from "../../packages/cli/web/src/data/exchange.js";
import { bundled } from "../bundled.js";
import { isNight } from "../night.js";

export { launch } from "./chromium.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(root, "packages/cli");
export const artifacts: string = join(root, "test/artifacts/console");
/** A server of the console's tests, by the name of its file. */
export const fixture = (name: string): string => bundled(join(cli, "test/console/fixtures", name));
export const fixtureServer: string = fixture("server.mjs");
/** The same where it stands, in its package. */
export const packagedServer: string = join(cli, "test/console/fixtures/server.mjs");
/** A server with prompts, resources, media, and requests for sampling and roots. */
export const contentServer: string = fixture("content.mjs");

/** A console as a person starts it: the built program in a process of its own. */
export interface StartedConsole extends AsyncDisposable {
  readonly url: string;
  readonly origin: string;
  /** Of its page, without the token. */
  readonly address: string;
  readonly token: string;
  readonly stateDir: string;
  readonly child: ChildProcess;
  /** Everything it has printed. */
  said(): string;
}

/** The channel ends with the process that started a program, however it ends, and the program with the channel. */
const END_WITH_PARENT =
  "data:text/javascript,process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'))";

/** @param words - what follows `midcall console` on the command line */
export async function startConsole(
  words: readonly string[] = [],
  given?: string,
  { endsWithThis = false } = {},
): Promise<StartedConsole> {
  if (!existsSync(join(cli, "dist/web/index.html"))) {
    execFileSync("npm", ["run", "-s", "build:web"], { cwd: cli, stdio: "inherit" });
  }
  const stateDir = given ?? mkdtempSync(join(tmpdir(), "midcall-console-"));
  const args = [join(cli, "dist/main.js"), "console", "--no-open", "--state", stateDir, ...words];
  const child = endsWithThis
    ? spawn(process.execPath, ["--import", END_WITH_PARENT, ...args], {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      })
    : spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const { url, said } = await consoleAddress(child);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    url,
    origin: new URL(url).origin,
    address: url.slice(0, url.indexOf("#")),
    token: url.split("token=")[1]!,
    stateDir,
    child,
    said,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      if (given === undefined) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

/** A browser window on a console. */
interface ConsoleWindow {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Its console, and what it was opened with, without its size. */
  readonly kind: string;
  /** That of the test which has it. */
  watch: Watch;
}

/** Windows that tests have open on a console. */
const windowsOf = new Map<string, Set<ConsoleWindow>>();
/** Windows that tests have given back, empty, for the next one that wants such a window. */
const spare = new Set<ConsoleWindow>();

/** Empties the windows of a console for the next tests: no other tabs, nothing kept, the page left. */
async function giveBackWindows(origin: string): Promise<void> {
  const windows = [...(windowsOf.get(origin) ?? [])];
  windowsOf.delete(origin);
  await Promise.all(
    windows.map(async (window) => {
      const { context, page, kind } = window;
      const isUsed = ({ browser, kind: other }: ConsoleWindow): boolean =>
        browser === window.browser && other === kind;
      if (page.isClosed() || [...spare].some(isUsed)) return context.close();
      window.watch = { faults: [], foreign: [] };
      const others = context.pages().filter((other) => other !== page);
      await Promise.all([...others.map((other) => other.close()), context.clearCookies()]);
      // What the page keeps when it is left is gone, too.
      await page.goto(`${origin}/icon.svg`);
      await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
      spare.add(window);
    }),
  );
}

let lent: Promise<StartedConsole> | undefined;

/**
 * One console for all tests of this process, which saves starting a program for each. At the end of a test its windows are
 * emptied, for the next one, and its servers removed. For tests that do not end it, look at nothing that it remembers, as its
 * audit log, and add nothing to a window that outlives its page.
 */
export async function borrowConsole(): Promise<StartedConsole> {
  const console = await (lent ??= startConsole([], undefined, { endsWithThis: true }));
  return {
    ...console,
    async [Symbol.asyncDispose]() {
      await giveBackWindows(console.origin);
      await removeServers(console);
    },
  };
}

async function removeServers({ address, token }: StartedConsole): Promise<void> {
  const exchange = await createExchange(token, address);
  const leaving = new AbortController();
  let ids: readonly string[] | undefined;
  const hear = (_: string, data: unknown): void => {
    ids ??= (data as { servers?: { id: string }[] }).servers?.map(({ id }) => id);
    if (ids !== undefined) leaving.abort();
  };
  await exchange.listen(hear, leaving.signal).catch(() => {});
  for (const id of ids ?? []) await exchange.send({ method: "DELETE", path: `/servers/${id}` });
}

/** The address that a console prints when it is ready, and a function that returns all that it has printed. */
export async function consoleAddress(
  child: ChildProcess,
): Promise<{ url: string; said: () => string }> {
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: string): void => {
      said += text;
      const [address] = /http:\/\/127(?:\.\d+){3}:\d+\/[\w-]+\/#token=[\w-]+/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout!.setEncoding("utf8").on("data", hear);
    child.stderr!.setEncoding("utf8").on("data", hear);
    child.once("exit", (code) => reject(new Error(`The console ended with ${code}: ${said}`)));
  });
  return { url, said: () => said };
}

/** What a page did that it must not do. */
export interface Watch {
  /** Violations of the page's policy, and errors of its script. */
  readonly faults: string[];
  /** Addresses asked for, other than those of the console. */
  readonly foreign: string[];
}

/** A browser window on the console for this test alone, watched. */
export async function openConsole(
  browser: Browser,
  { url, origin }: Pick<StartedConsole, "url" | "origin">,
  { viewport = { width: 1360, height: 860 }, ...options }: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; watch: Watch }> {
  const kind = JSON.stringify([origin, options]);
  const found = [...spare].find((one) => one.browser === browser && one.kind === kind);
  if (found !== undefined) {
    spare.delete(found);
    await found.page.setViewportSize(viewport!);
  }
  const window = found ?? (await newWindow(browser, origin, kind, { viewport, ...options }));
  const windows = windowsOf.get(origin) ?? new Set();
  windowsOf.set(origin, windows.add(window));
  const watch: Watch = { faults: [], foreign: [] };
  window.watch = watch;
  const { context, page } = window;
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { context, page, watch };
}

async function newWindow(
  browser: Browser,
  origin: string,
  kind: string,
  options: BrowserContextOptions,
): Promise<ConsoleWindow> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const window: ConsoleWindow = {
    browser,
    context,
    page,
    kind,
    watch: { faults: [], foreign: [] },
  };
  context.on("close", () => windowsOf.get(origin)?.delete(window));
  context.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith("data:")) {
      window.watch.foreign.push(request.url());
    }
  });
  page.on("pageerror", (error) => window.watch.faults.push(error.message));
  page.on("console", (message) => {
    if (/error|warning/.test(message.type())) window.watch.faults.push(message.text());
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return window;
}

export interface NewServer {
  readonly target: string;
  readonly name: string;
  readonly protocolVersion?: string;
}

/** Adds a server by the page's own form, and waits for its tools. */
export async function addServer(
  page: Page,
  { target, name, protocolVersion = "auto" }: NewServer,
): Promise<void> {
  await page.getByRole("link", { name: "All servers" }).click();
  await page.getByLabel("Command or URL").fill(target);
  await page.getByLabel("Name (optional)").fill(name);
  await page.getByLabel("Protocol version").selectOption(protocolVersion);
  await page.getByRole("button", { name: "Add and connect" }).click();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await page.getByRole("link", { name: "Tools" }).waitFor();
  await page.getByText("Connected", { exact: true }).first().waitFor();
}

/** Ends every call of the server whose page it is. */
export async function reconnect(page: Page, { address, token }: StartedConsole): Promise<void> {
  const [, id] = /servers\/(\w+)/.exec(page.url()) ?? [];
  const exchange = await createExchange(token, address);
  await exchange.send({ method: "POST", path: `/servers/${id}/connect`, body: {} });
}

/** Goes to a tool of a server by the page's links. */
export async function openTool(page: Page, server: string, title: string): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Console" });
  await nav.getByRole("link", { name: server, exact: true }).click();
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByRole("heading", { name: "Arguments" }).waitFor();
}

export async function callNow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Call", exact: true }).click();
}

/** The open question of a server. */
export function question(page: Page, server: string): Locator {
  return page.getByRole("article", { name: `${server} asks` });
}

/** Sends what was filled in, and reviews it before where it has to be. */
export async function send(asked: Locator): Promise<void> {
  const review = asked.getByRole("button", { name: "Review", exact: true });
  const now = asked.getByRole("button", { name: "Send", exact: true });
  await review.or(now).first().waitFor();
  if (await review.isVisible()) await review.click();
  await now.click();
}

/** Opens the settings of the server whose page it is. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByText("Settings", { exact: true }).click();
}

/** The newest call on a tool's page, once its result has this text. */
export async function result(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("listitem").locator(".result").filter({ hasText: text }).first().waitFor();
}

/** A picture for whoever wants to look at it; only at night, because no test does. */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (!isNight) return;
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage });
}

/** Goes to a section of the server “Mine” by the page's links. */
export async function openSection(page: Page, section: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Console" })
    .getByRole("link", { name: "Mine", exact: true })
    .click();
  const sections = page.getByRole("navigation", { name: "Sections of Mine" });
  await sections.getByRole("link", { name: section }).click();
  await sections.locator('[aria-current="page"]', { hasText: section }).waitFor();
}
