import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLinkPages } from "../../examples/src/link-pages.js";
import { axeFaults } from "./axe.js";
import { one, openAnswerLab } from "./pages-answer-lab.js";
import {
  enter,
  lands,
  launch,
  type Listening,
  openBrowserOf,
  type Office,
  openOffice,
  press,
  startServices,
} from "./pages-lab.js";
import { zoomFaults } from "./reflow.js";

/**
 * Every page as a person sees it, light, dark and in forced colours, at 1280, 390 and 320 px: nothing for axe-core to
 * find, no sideways scrolling, nothing the policy of the page refuses, and nothing cut or hidden at 200 % and 400 %. The
 * pictures go to test/artifacts/pages/.
 */

const artifacts = fileURLToPath(new URL("../artifacts/pages/", import.meta.url));
const WIDE = { width: 1280, height: 760 };
const SIZES = [WIDE, { width: 390, height: 760 }, { width: 320, height: 640 }];
const LOOKS = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "light", forcedColors: "active" },
} as const;

let browser: Browser;
let services: Listening;

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  [browser, services] = await Promise.all([launch(), startServices()]);
});
afterAll(async () => {
  await browser.close();
  await services.kill();
});

/** Looks at the page that is open, in every way; notes what is wrong with it. */
async function look(page: Page, name: string, faults: string[]): Promise<void> {
  for (const [look, media] of Object.entries(LOOKS)) {
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const file = `${name}-${size.width}-${look}.png`;
      await page.screenshot({ path: join(artifacts, file), fullPage: true });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > size.width) faults.push(`${name} scrolls sideways at ${size.width}: ${width}`);
    }
    const found = await axeFaults(page);
    faults.push(...found.map((one) => `${name}, ${look}: ${one}`));
  }
  await page.emulateMedia(LOOKS.light);
  await page.setViewportSize(WIDE);
  faults.push(...(await zoomFaults(page)).map((fault) => `${name}, ${fault}`));
}

const tooMany = (page: Page): ReturnType<Page["getByRole"]> =>
  page.getByRole("heading", { level: 1, name: "Too many attempts", exact: true });

/** Somebody at a server, with a browser that notes what the pages must not do. */
async function arrive(
  transport: "stdio" | "http",
  args: readonly string[] = [],
): Promise<{ desk: Office; page: Page; faults: string[] } & AsyncDisposable> {
  const desk = await openOffice({ protocolVersion: "2026-07-28", transport }, services.url, args);
  const person = await openBrowserOf(browser, { viewport: WIDE });
  const faults: string[] = [];
  person.page.on("pageerror", (error) => faults.push(error.message));
  person.page.on("console", (message) => {
    // The browser reports every status from 400 on, which is how errors of a form are answered.
    const isStatus = message.text().startsWith("Failed to load resource: the server responded");
    if (/error|warning/.test(message.type()) && !isStatus) faults.push(message.text());
  });
  const close = async (): Promise<void> => {
    await person[Symbol.asyncDispose]();
    await desk[Symbol.asyncDispose]();
  };
  return { desk, page: person.page, faults, [Symbol.asyncDispose]: close };
}

it.concurrent("on this machine: the code, and the secret", async () => {
  await using visit = await arrive("stdio");
  const { desk, page, faults } = visit;
  const called = desk.call("list_invoices");
  const asked = await desk.asked();
  await page.goto(asked.url);
  await look(page, "code", faults);
  await page.getByLabel("Code").fill("AAA-AAA");
  await press(page, "Continue");
  await page.getByRole("alert").waitFor();
  await look(page, "code-wrong", faults);
  await enter(page, asked);
  await look(page, "secret", faults);
  await page.getByLabel("Secret").fill("wrong-key-0123");
  await press(page, "Save");
  await page.getByRole("alert").waitFor();
  await look(page, "secret-wrong", faults);
  await page.getByLabel("Secret").fill("billing-key-of-alice");
  await press(page, "Save");
  await lands(page, "Tested and saved");
  await look(page, "secret-done", faults);
  await called;
  expect(faults).toEqual([]);
});

it.concurrent("on the network: signing in, and an account", async () => {
  await using visit = await arrive("http");
  const { desk, page, faults } = visit;
  let called = desk.call("list_customers");
  let asked = await desk.asked();
  await page.goto(asked.url);
  await look(page, "sign-in", faults);
  await press(page, "Sign in");
  await lands(page, "Who are you?");
  await look(page, "example-sign-in", faults);
  await press(page, "Bob Example");
  await lands(page, "Allow invoices-pages?");
  await look(page, "example-consent", faults);
  await press(page, "Allow");
  await lands(page, "This link is not available");
  await look(page, "nothing", faults);
  await press(page, "Use another account");
  await press(page, "Alice Example");
  await press(page, "Allow");
  await lands(page, "Connect Example Accounts");
  await look(page, "connect", faults);
  await press(page, "Continue to Example Accounts");
  await press(page, "Do not allow");
  await lands(page, "The account was not connected");
  await look(page, "connect-denied", faults);
  await called;
  called = desk.call("list_customers");
  asked = await desk.asked();
  await enter(page, asked);
  await press(page, "Continue to Example Accounts");
  await press(page, "Allow");
  await lands(page, "Connected");
  await look(page, "connected", faults);
  await called;
  expect(faults).toEqual([]);
});

it.concurrent("a question, and a payment", async () => {
  await using visit = await arrive("stdio");
  const { desk, page, faults } = visit;
  let called = desk.call("set_payout_account");
  await enter(page, await desk.asked());
  await look(page, "answer", faults);
  await page.getByLabel("IBAN").fill("nothing");
  await press(page, "Review");
  await page.getByRole("alert").waitFor();
  await look(page, "answer-errors", faults);
  await page.getByLabel("Account holder").fill("Alice Example");
  await page.getByLabel("IBAN").fill("DE89370400440532013000");
  await press(page, "Review");
  await lands(page, "Check your answer");
  await look(page, "answer-review", faults);
  await press(page, "Send");
  await lands(page, "Sent");
  await look(page, "answer-sent", faults);
  await called;

  called = desk.call("pay_invoice", { number: "A-1" });
  await enter(page, await desk.asked());
  await page.getByLabel("Secret").fill("billing-key-of-alice");
  await press(page, "Save");
  const approval = await desk.asked();
  await enter(page, approval);
  await look(page, "approval", faults);
  await press(page, "Continue to Example Bank");
  await lands(page, "Release this payment?");
  await look(page, "example-bank", faults);
  await press(page, "Release the payment");
  await lands(page, "Paid");
  await called;
  await page.goto(approval.url);
  await look(page, "approval-done", faults);
  expect(faults).toEqual([]);
});

it.concurrent("questions that one step answers, and one that came too late", async () => {
  await using lab = await openAnswerLab();
  await using person = await openBrowserOf(browser, { viewport: WIDE });
  const { page } = person;
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  for (const [name, schema] of [
    ["yes-no", one({ type: "boolean", title: "Delete 47 files?" })],
    ["yes-no-optional", one({ type: "boolean", title: "Send a copy?" }, [])],
    ["choice", one({ type: "string", title: "Repository", enum: ["website", "notes-app"] }, [])],
  ] as const) {
    await enter(page, await lab.ask(schema));
    await look(page, name, faults);
  }
  await enter(page, await lab.ask(one({ type: "boolean", title: "Delete 47 files?" })));
  await press(page, "Yes");
  await lands(page, "Sent");
  await look(page, "yes-no-sent", faults);
  const late = await lab.ask(one({ type: "string", title: "Why" }));
  await enter(page, late);
  await page.getByLabel("Why").fill("Because of the long answer I have written here.");
  lab.pass(16 * 60_000);
  await press(page, "Send");
  await lands(page, "This link has expired");
  await page.getByText("Because of the long answer").waitFor();
  await look(page, "expired-typed", faults);
  expect(faults).toEqual([]);
});

it.concurrent("the account page of an example, in the same style", async () => {
  const saved: string[] = [];
  const links = createLinkPages({
    save: async (account) => void saved.push(account),
    finished: async () => {},
  });
  await using person = await openBrowserOf(browser, { viewport: WIDE });
  const { page } = person;
  const faults: string[] = [];
  const { url } = await links.open("Calendar");
  await page.goto(url);
  await look(page, "example-account", faults);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector("button")!).color)).toBe(
    "rgb(255, 255, 255)",
  );
  await page.getByLabel("Account name").fill("alice");
  await press(page, "Link");
  await lands(page, "Your Calendar account is linked");
  await look(page, "example-account-linked", faults);
  await page.goto(url);
  await lands(page, "This link is not available");
  expect(saved).toEqual(["alice"]);
  expect(faults).toEqual([]);
});

it.concurrent("the ways a visit ends without what it was for", async () => {
  await using visit = await arrive("stdio");
  const { desk, page, faults } = visit;
  for (const [button, end, name] of [
    ["Decline", "You declined", "declined"],
    ["Not now", "Cancelled", "cancelled"],
  ] as const) {
    const called = desk.call("list_invoices");
    await enter(page, await desk.asked());
    await press(page, button);
    await lands(page, end);
    await look(page, name, faults);
    await called;
  }
  const called = desk.call("list_invoices");
  const asked = await desk.asked();
  const many = await page.context().newPage();
  await many.goto(asked.url);
  // Ten a minute, by the clock: a slow machine may be in the next one before the eleventh.
  for (let tries = 0; tries < 40; tries++) {
    await many.getByLabel("Code").fill("AAA-AAA");
    await press(many, "Continue");
    await many.waitForLoadState();
    if (await tooMany(many).isVisible()) break;
  }
  await lands(many, "Too many attempts");
  await look(many, "too-many", faults);
  // Even the right code has to wait now; the call ends with the host.
  await desk.host.close();
  await called;
  expect(faults).toEqual([]);
});

it.concurrent("a link that nobody used in time", async () => {
  await using visit = await arrive("stdio", ["--link-seconds", "600"]);
  const { desk, page, faults } = visit;
  const called = desk.call("list_invoices");
  await enter(page, await desk.asked());
  await desk.jump();
  expect(await called).toMatch(/expired/);
  await page.reload();
  await lands(page, "This link has expired");
  await look(page, "expired", faults);
  expect(faults).toEqual([]);
});
