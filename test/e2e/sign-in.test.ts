import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSignInVault } from "../../packages/cli/src/connect/oauth/vault/sign-in-vault.js";
import { openTerminal } from "../../packages/cli/test/pseudo-terminal.js";
import { isNight } from "../night.js";
import { eventually } from "./built.js";
import {
  callNow,
  launch,
  openConsole,
  openTool,
  question,
  result,
  screenshot,
  startConsole,
  type StartedConsole,
} from "./console-lab.js";
import {
  enter,
  heading,
  type Listening,
  press,
  startInvoices,
  startServices,
} from "./pages-lab.js";

// The real case: the invoices example over HTTP, behind oidc-provider.
const MIDCALL = new URL("../../packages/cli/dist/main.js", import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let services: Listening;
let invoices: Listening;
beforeAll(async () => {
  // Shorter than the time for which midcall keeps a token: every request gets a new one.
  const expiry = ["--server-token-seconds", "10"];
  [browser, services] = await Promise.all([launch(), startServices(expiry)]);
});
// A server of its own for each, because it keeps what the user has entered.
beforeEach(async () => {
  invoices = await startInvoices({ services: services.url });
});
afterEach(() => invoices.kill());
afterAll(async () => {
  await browser.close();
  await services.kill();
});

const versions = isNight ? ["2025-11-25", "2026-07-28"] : ["2026-07-28"];

/** Chooses a user at the authorization server, and allows or denies it. */
async function decide(tab: Page, choice: "Allow" | "Do not allow" = "Allow"): Promise<void> {
  for (let pages = 0; pages < 4; pages += 1) {
    await tab.waitForLoadState();
    const now = await heading(tab);
    if (now === "Who are you?") await press(tab, "Alice Example");
    else if (now === "Allow midcall?") await press(tab, choice);
    else return;
    await tab.waitForFunction((before) => document.querySelector("h1")?.innerText !== before, now);
  }
}

async function addInvoices(page: Page, protocolVersion: string): Promise<void> {
  await page.getByRole("link", { name: "All servers" }).click();
  await page.getByLabel("Command or URL").fill(invoices.url);
  await page.getByLabel("Name (optional)").fill("Invoices");
  await page.getByLabel("Protocol version").selectOption(protocolVersion);
  await page.getByRole("button", { name: "Add and connect" }).click();
  await page
    .getByRole("heading", { name: "This server needs you to sign in at localhost" })
    .waitFor();
}

const clickSignIn = async (context: BrowserContext, page: Page): Promise<Page> => {
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("button", { name: "Sign in", exact: true }).click(),
  ]);
  await tab.waitForURL(/\/interaction\//);
  return tab;
};

const connected = (page: Page): Promise<void> =>
  page.locator(".title").getByText("Connected", { exact: true }).waitFor();

/** The tokens as the vault of a console has them. */
async function storedIn({ stateDir }: Pick<StartedConsole, "stateDir">) {
  return (await createSignInVault(stateDir).read(invoices.url))!;
}

/** Ends the user's sign-in at the authorization server. */
async function revoke(running: Pick<StartedConsole, "stateDir">): Promise<void> {
  const { tokens, client, metadata } = await storedIn(running);
  const { revocation_endpoint: endpoint } = metadata as { revocation_endpoint: string };
  const body = new URLSearchParams({
    token: tokens!.refresh_token!,
    client_id: client.client_id,
    token_type_hint: "refresh_token",
  });
  expect((await fetch(endpoint, { method: "POST", body })).status).toBe(200);
}

describe.each(versions)("the console, on %s", (protocolVersion) => {
  it("signs in with a click, asks and is answered, refreshes, asks again when revoked, and forgets", async () => {
    await using running = await startConsole();
    const { context, page, watch } = await openConsole(browser, running);
    await addInvoices(page, protocolVersion);
    for (const scope of ["invoices", "offline_access"]) {
      await page.locator(".scopes").getByText(scope, { exact: true }).waitFor();
    }
    await screenshot(page, `sign-in-needed-${protocolVersion}`);
    const tab = await clickSignIn(context, page);
    expect(await tab.evaluate(() => [document.referrer, window.opener])).toEqual(["", null]);
    await page.getByText("Waiting for you to sign in.").waitFor();
    await screenshot(page, `sign-in-waiting-${protocolVersion}`);
    await decide(tab);
    expect(await heading(tab)).toBe("Go back to midcall");
    await connected(page);
    await page.getByText("You are signed in at localhost.").waitFor();
    await screenshot(page, `signed-in-${protocolVersion}`);

    await openTool(page, "Invoices", "List invoices");
    await callNow(page);
    const asked = question(page, "Invoices");
    const [link] = await Promise.all([
      context.waitForEvent("page"),
      asked.getByRole("button", { name: /^Open / }).click(),
    ]);
    await link.waitForURL(/^http/);
    await enter(link, { question: { message: "" } as never, url: link.url() });
    await link.getByRole("textbox").fill("billing-key-of-alice");
    await link
      .getByRole("button", { name: /Save|Store|Submit|Send/ })
      .first()
      .click();
    await result(page, "A-1 Globex 120.00 euros");

    const before = (await storedIn(running)).tokens!.access_token;
    await callNow(page);
    await expect.poll(async () => (await storedIn(running)).tokens?.access_token).not.toBe(before);
    await result(page, "A-1 Globex 120.00 euros");

    await revoke(running);
    await callNow(page);
    await page
      .getByText(/has ended your sign-in \(invalid_grant\)/)
      .first()
      .waitFor();
    const again = await clickSignIn(context, page);
    await decide(again);
    await page.getByText("Connected", { exact: true }).first().waitFor();

    await page.getByRole("link", { name: "Invoices", exact: true }).first().click();
    await page.getByRole("button", { name: "Forget this sign-in" }).click();
    await page.getByText(/You are signed out\. localhost:\d+ has revoked the tokens\./).waitFor();
    expect(await createSignInVault(running.stateDir).read(invoices.url)).toBeUndefined();
    expect(watch.faults).toEqual([]);
    expect(running.said()).not.toContain(before);
    await context.close();
  });
});

it("a blocked tab is noticed, a link is the sure way; denied and cancelled are said; axe finds nothing", async () => {
  await using running = await startConsole();
  const { context, page } = await openConsole(browser, running, { bypassCSP: true });
  const clean = async (): Promise<void> => {
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: {
          run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
    });
    expect(found).toEqual([]);
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 800 });
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    ).toBe(true);
    await screenshot(
      page,
      `320-sign-in-${(await page.locator(".sign-in").getAttribute("data-state")) ?? ""}`,
    );
    await page.setViewportSize(size);
  };
  await addInvoices(page, "auto");
  await clean();
  await page.evaluate(() => (window.open = () => null));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Your browser has blocked the new tab.").waitFor();
  expect(context.pages()).toHaveLength(1);
  await clean();
  const follow = async (): Promise<Page> => {
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Open the page to sign in" }).click(),
    ]);
    return tab;
  };
  await decide(await follow(), "Do not allow");
  await page.getByRole("alert").filter({ hasText: "did not allow it" }).waitFor();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Open the page to sign in" }).waitFor();
  await decide(await follow());
  await connected(page);
  await context.close();
});

describe.each(versions)("midcall call, on %s", (protocolVersion) => {
  it("signs in at a terminal, in the user's own browser, and again without a question", async () => {
    const folder = mkdtempSync(join(tmpdir(), "midcall-sign-in-"));
    try {
      const opened = join(folder, "opened");
      const write = (name: string, text: string): string => {
        const path = join(folder, name);
        writeFileSync(path, `#!/bin/sh\n${text}\n`);
        chmodSync(path, 0o755);
        return path;
      };
      const env = {
        ...{ CI: "", SSH_CONNECTION: "", DISPLAY: ":99" },
        BROWSER: write(
          "browser",
          `printf '%s' "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'`,
        ),
        PATH: `${folder}:${process.env["PATH"]}`,
      };
      for (const name of ["xdg-mime", "run-mailcap", "mimeopen"]) write(name, "exit 1");
      const words = [
        ...[process.execPath, MIDCALL, "call", "--state", join(folder, "state")],
        ...["--protocol-version", protocolVersion, "--list", invoices.url],
      ];
      {
        using terminal = openTerminal(words, env);
        await terminal.sees("This server needs you to sign in at localhost.");
        await terminal.sees("You are asked to allow: invoices, offline_access");
        await terminal.sees("Open this page in your browser?");
        expect(existsSync(opened)).toBe(false);
        terminal.type("\r");
        expect(await eventually(() => existsSync(opened))).toBe(true);
        const context = await browser.newContext();
        const page = await context.newPage();
        // The address itself is on no command line.
        await page.goto(pathToFileURL(readFileSync(opened, "utf8")).href);
        await decide(page);
        await context.close();
        await terminal.sees("You are signed in.");
        await terminal.sees("list_invoices");
        await terminal.sees("RC=0");
      }
      using again = openTerminal(words, env);
      await again.sees("list_invoices");
      await again.sees("RC=0");
      expect(again.written()).not.toContain("sign in");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
