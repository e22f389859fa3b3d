import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { serveLoopback } from "midcall/pages";
import { createMemoryStore } from "midcall/store";
import { createVault } from "midcall/vault";
import { connectDesk } from "../../packages/cli/src/bridge/desk/connect-desk.js";
import type { AskAbout } from "../../packages/cli/src/bridge/relay/asker.js";
import { listenForCallback } from "../../packages/cli/src/connect/oauth/authorizing/callback-listener.js";
import { serveVisits } from "../../packages/cli/src/doctor/host/visits.js";
import { createLab as createConsole } from "../../packages/cli/test/console/lab.js";
import { createLab, SURE } from "../../packages/midcall/test/local-page/lab.js";
import { launch } from "../e2e/chromium.js";
import { tally } from "./tally.js";

/*
 * Cookies know no ports. The address of a page stands in /proc/net/tcp, where all users read it; one of them serves another port
 * of it, and once the browser has been there, it sends their cookies to the page as well, and has removed those of the page for
 * them if there were too many.
 */

const web = fileURLToPath(new URL("../../packages/cli/dist/web", import.meta.url));
let browser: Awaited<ReturnType<typeof launch>>;
beforeAll(async () => {
  if (!existsSync(web)) throw new Error(`${web} is missing: run "npm run build" first.`);
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(() => {
  vi.stubEnv("SSH_CONNECTION", "");
  onTestFinished(() => void vi.unstubAllEnvs());
});

const LONGEST = "x".repeat(4_000);
/** More than browsers keep of one address: 180. */
const MOST = 200;

/** A browser refuses more in one response. */
const AT_ONCE = 50;

/** The browser visits another port of the address, which sets so many cookies for this path. */
async function toss(
  context: BrowserContext,
  hostname: string,
  count: number,
  path = "/",
): Promise<void> {
  let nr = 0;
  const other = createServer({ maxHeaderSize: 2 ** 20 }, ({ url }, response) => {
    const last = Math.min(nr + AT_ONCE, count);
    const cookies: string[] = [];
    for (; url === "/" && nr < last; nr++)
      cookies.push(`a${nr}=${LONGEST}; Path=${path}; Max-Age=9999`);
    response.setHeader("set-cookie", cookies).end("<title>A page</title>");
  });
  await new Promise<void>((resolve) => other.listen(0, hostname, resolve));
  const page = await context.newPage();
  while (nr < count)
    await page.goto(`http://${hostname}:${(other.address() as AddressInfo).port}/`);
  await page.close();
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  const kept = (await context.cookies()).filter(({ value }) => value === LONGEST);
  expect(kept.length).toBeGreaterThanOrEqual(Math.min(count, 150));
}

const newContext = async (): Promise<BrowserContext> => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return context;
};

describe.each([
  [5, "/q/"],
  [5, "/"],
  [150, "/"],
  [MOST, "/"],
] as const)("beside %i cookies of another program, at %s,", (count, path) => {
  it("the local page takes the answer that is on the screen", async () => {
    await using lab = createLab();
    const { answers } = await lab.ask({ requestedSchema: SURE });
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(lab.opened[0]!);
    await toss(context, new URL(page.url()).hostname, count, path);
    await page.getByRole("button", { name: "Yes" }).click();
    await page.getByRole("heading", { name: "Sent" }).waitFor();
    expect(answers).toEqual([{ action: "accept", content: { ok: true } }]);
    tally("local pages beside cookies of other programs", 1);
  });

  it("the local page opens", async () => {
    await using lab = createLab();
    await lab.ask({ requestedSchema: SURE });
    const context = await newContext();
    await toss(context, new URL(lab.opened[0]!).hostname, count, path);
    const page = await context.newPage();
    await page.goto(lab.opened[0]!);
    await page.getByRole("button", { name: "Yes" }).waitFor();
    tally("local pages beside cookies of other programs", 1);
  });

  it("the local page is there when it is loaded again, or in another tab that opens by itself", async () => {
    let next = (_url: string): void => {};
    await using lab = createLab({ open: async (url) => next(url) });
    const first = new Promise<string>((resolve) => (next = resolve));
    const { answers } = await lab.ask({ requestedSchema: SURE });
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(await first);
    await toss(context, new URL(page.url()).hostname, count, path);
    const tab = new Promise<string>((resolve) => (next = resolve));
    const response = await page.reload();
    // Of so many, the browser has kept those of the other program.
    expect(response!.status()).toBe(count === MOST ? 404 : 200);
    if (count === MOST) await page.goto(await tab);
    await page.getByRole("button", { name: "Yes" }).click();
    await page.getByRole("heading", { name: "Sent" }).waitFor();
    expect(answers).toHaveLength(1);
    tally("local pages beside cookies of other programs", 1);
  });
});

it("the console and the page of bridges open beside all cookies that other programs can set", async () => {
  const console = await createConsole({ port: 0, pageFolder: web });
  onTestFinished(() => console.close());
  const pages = [
    { url: console.console.url, heading: "Servers" },
    { url: await askAtDesk(), heading: "Questions of your hosts" },
  ];
  for (const { url, heading } of pages) {
    const context = await newContext();
    await toss(context, new URL(url).hostname, MOST);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  tally("pages of the command line beside cookies of other programs", pages.length);
});

/** A bridge asks. Returns the address that it opens. */
async function askAtDesk(): Promise<string> {
  const stateDir = mkdtempSync(join(tmpdir(), "midcall-tossed-"));
  const over = new AbortController();
  let opened: (url: string) => void;
  const address = new Promise<string>((resolve) => (opened = resolve));
  const desk = connectDesk({
    ...{ stateDir, server: "Reds", serverId: "Reds", print() {}, pageFolder: web },
    open: async (url) => opened(url),
    onError(error) {
      throw error;
    },
  });
  const params = { message: "Which color?", requestedSchema: { type: "object", properties: {} } };
  const asking = desk.ask(params, {
    ...{ call: undefined, host: undefined, account: "" },
    ...{ signal: over.signal, isFirst: true, untilDone: false },
  } as AskAbout);
  onTestFinished(async () => {
    over.abort();
    await asking;
    await desk.close();
    rmSync(stateDir, { recursive: true, force: true });
  });
  return address;
}

/** The most that a browser sends: what it keeps of one address. */
const ALL = Array.from(
  { length: 180 },
  (_, nr) => `${String(nr).padStart(95, "a")}=${LONGEST}`,
).join("; ");

const statusOf = (url: string, cookie: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    send(url, { headers: { cookie }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });

it("every page of this computer takes all cookies that a browser can send", async () => {
  expect(ALL.length).toBeGreaterThan(180 * 4096);
  await using lab = createLab();
  await lab.ask({ requestedSchema: SURE });
  expect(await statusOf(lab.opened[0]!, ALL), "a local page").toBe(303);

  const console = await createConsole({ port: 0 });
  onTestFinished(() => console.close());
  expect(await statusOf(console.console.address, ALL), "the console").toBe(200);
  const desk = (await askAtDesk()).replace(/#.*/, "");
  expect(await statusOf(desk, ALL), "the page of bridges").toBe(200);

  const callback = await listenForCallback();
  const back = `${callback.redirectUri}?state=${callback.state}&code=mine`;
  expect(await statusOf(back, ALL), "the end of a sign-in").toBe(200);

  const visits = await serveVisits(() => 0);
  onTestFinished(() => visits.close());
  expect(await statusOf(visits.createLink().url, ALL), "a link of the doctor").toBe(200);

  const store = createMemoryStore();
  const secret = "a secret of these tests, long enough";
  const pages = await serveLoopback({ secret, store, vault: createVault({ secret, store }) });
  onTestFinished(() => pages.close());
  const link = await pages.secretLink({ principal: "local", server: "s", message: "m", name: "n" });
  expect(await statusOf(link.url, ALL), "a page of serveLoopback").toBe(200);
  tally("pages with all the cookies that a browser can send", 6);
});
