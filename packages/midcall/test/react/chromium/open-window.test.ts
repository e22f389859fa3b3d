import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import ts from "typescript";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launch } from "../../../../../test/e2e/chromium.js";
import { isNight } from "../../../../../test/night.js";
import { SECURITY_HEADERS } from "../../../../cli/src/console/access/security-headers.js";

const source = fileURLToPath(new URL("../../../src/client/open-window.ts", import.meta.url));
const HOST = `<!doctype html><title>Host</title><button>Open</button><script src="/host.js"></script>`;
const { ES2022: target } = ts.ScriptTarget;
const { None: module } = ts.ModuleKind;

/** A request, by the name it was sent to. */
interface Hit {
  readonly host: string;
  readonly path: string;
  readonly referer: string | undefined;
}

let server: Server;
let browser: Browser;
let port: number;
let headers: Readonly<Record<string, string>> = {};
let script = "";
const hits: Hit[] = [];

beforeAll(async () => {
  const { outputText } = ts.transpileModule(
    (await readFile(source, "utf8")).replace("export function", "function"),
    { compilerOptions: { target, module } },
  );
  script = `${outputText}
    window.name = "host";
    window.openWindow = openWindow;
    document.querySelector("button").onclick = () => {
      window.outcome = openWindow(window.address);
    };
    const byItself = new URL(location.href).searchParams.get("open");
    if (byItself) window.outcome = openWindow(byItself);`;
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    const host = request.headers.host?.split(":")[0] ?? "";
    hits.push({ host, path, referer: request.headers.referer });
    const isScript = path === "/host.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html",
      ...(host === "127.0.0.1" && headers),
    });
    response.end(
      isScript ? script : path.startsWith("/host") ? HOST : "<title>Page</title><button>Go",
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  browser = await launch({ blockPopups: isNight });
});

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  hits.length = 0;
  headers = {};
});

/** The host's page, which opens this address when its button is clicked. */
async function openHost(address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${port}/host`);
  await page.evaluate((url) => Object.assign(window, { address: url }), address);
  return page;
}

const outcomeOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { outcome: unknown }).outcome);
const page = (path = "/target"): string => `http://page.example:${port}${path}`;

const policies: Record<string, Readonly<Record<string, string>>> = {
  "no headers": {},
  "Cross-Origin-Opener-Policy: same-origin": { "cross-origin-opener-policy": "same-origin" },
  "a host that sends its whole address as the referrer": { "referrer-policy": "unsafe-url" },
  "the console's headers": SECURITY_HEADERS,
  "the console's headers, with a referrer": {
    ...SECURITY_HEADERS,
    "referrer-policy": "unsafe-url",
  },
};

describe.each(Object.entries(policies))("a page opened with %s", (_, given) => {
  it("is open, without access to its opener and without a referrer", async () => {
    headers = given;
    const host = await openHost(page());
    const errors: string[] = [];
    host.on("console", (message) => errors.push(message.text()));
    host.on("pageerror", (error) => errors.push(String(error)));
    const [opened] = await Promise.all([
      host.context().waitForEvent("page"),
      host.getByRole("button").click(),
    ]);
    await opened.waitForURL(page());
    expect(await outcomeOf(host)).toBe(true);
    expect(
      await opened.evaluate(() => [window.opener, document.referrer, window.name, history.length]),
    ).toEqual([null, "", "", 1]);
    expect(hits.filter(({ path }) => path === "/target")).toEqual([
      { host: "page.example", path: "/target", referer: undefined },
    ]);

    // The page tries to lead its opener elsewhere, by the name of its window. A new tab opens instead.
    await opened.evaluate((evil) => {
      document.querySelector("button")!.onclick = () => void window.open(evil, "host");
    }, page("/evil"));
    const [other] = await Promise.all([
      host.context().waitForEvent("page"),
      opened.getByRole("button").click(),
    ]);
    await other.waitForURL(page("/evil"));
    expect(host.url()).toBe(`http://127.0.0.1:${port}/host`);
    expect(errors).toEqual([]);
    await host.context().close();
  });
});

describe("a page that is not opened", () => {
  // Only the whole browser, which takes seconds to start, blocks windows.
  if (isNight)
    it("is reported when it is opened without a click", async () => {
      // What playwright evaluates counts as a user's click, so the page opens it by itself.
      const host = await (await browser.newContext()).newPage();
      await host.goto(`http://127.0.0.1:${port}/host?open=${encodeURIComponent(page())}`);
      expect(await outcomeOf(host)).toBe(false);
      expect(host.context().pages()).toHaveLength(1);
      expect(hits.filter(({ path }) => path === "/target")).toEqual([]);
      await host.context().close();
    });

  it.each([
    ["returns null", "() => null"],
    ["returns a closed window", "() => ({ closed: true })"],
    [
      "returns a window that cannot be led anywhere",
      "() => ({ closed: false, close() { window.closings = 1; } })",
    ],
  ])("is reported when window.open %s", async (name, open) => {
    const host = await openHost(page());
    await host.addScriptTag({ content: `window.open = ${open}` });
    await host.getByRole("button").click();
    expect(await outcomeOf(host)).toBe(false);
    if (name.includes("led")) {
      expect(await host.evaluate(() => (window as unknown as { closings: number }).closings)).toBe(
        1,
      );
    }
    await host.context().close();
  });

  it.each(["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "/target", ""])(
    "is reported for the address %j, which is not of a page on the web",
    async (address) => {
      const host = await openHost(address);
      await host.getByRole("button").click();
      expect(await outcomeOf(host)).toBe(false);
      expect(host.context().pages()).toHaveLength(1);
      await host.context().close();
    },
  );
});
