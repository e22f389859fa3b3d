import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accept, cancel, decline } from "midcall/testing";
import { isNight } from "../night.js";
import { processesWith } from "./built.js";
import {
  type Desk,
  enter,
  heading,
  lands,
  launch,
  type Listening,
  openBrowserOf,
  openDesk,
  openOffice,
  pipeTo,
  press,
  startServices,
  type Wire,
  wires,
} from "./pages-lab.js";

/** The invoices example as people meet it: a server and its services as real processes, a real host, a real browser. */

let browser: Browser;
let services: Listening;

beforeAll(async () => {
  [browser, services] = await Promise.all([launch(), startServices()]);
});
afterAll(async () => {
  await browser.close();
  await services.kill();
});

const KEY = "billing-key-of-alice";
const INVOICES = "A-1 Globex 120.00 euros\nA-2 Initech 75.00 euros";
const SECRET_PAGE = "invoices needs a secret from you";
/** At night every version over every transport; otherwise each version and each transport once. */
const isTried = ({ protocolVersion, transport }: Wire): boolean =>
  isNight || (protocolVersion === "2025-11-25") === (transport === "http");
const named = wires
  .filter(isTried)
  .map((wire) => [`${wire.protocolVersion} over ${wire.transport}`, wire] as const);
/** What is the same on all, tried on one of each kind at night. */
const some = isNight ? [named[0]!, named[3]!] : named.slice(-1);
const http = named.filter(([, { transport }]) => transport === "http");

/** Goes on to the service, and decides there. */
async function connect(
  page: Parameters<typeof press>[0],
  choice: "Allow" | "Do not allow" = "Allow",
): Promise<void> {
  await press(page, "Continue to Example Accounts");
  const who = page.getByRole("button", { name: "Alice Example" });
  const decision = page.getByRole("button", { name: choice, exact: true });
  await who.or(decision).first().waitFor();
  // Over HTTP the person is signed in there already: the pages wanted to know who it is.
  if (await who.isVisible()) await who.click();
  await decision.click();
}

describe.concurrent.each(named)("on %s", (_name, wire: Wire) => {
  it("a key is entered wrong, then right; the tool goes on by itself, and the link is used up", async () => {
    await using desk = await openOffice(wire, services.url);
    await using alice = await openBrowserOf(browser);
    const { page } = alice;
    const called = desk.call("list_invoices");
    const asked = await desk.asked();
    await enter(page, asked);
    expect(await heading(page)).toBe(SECRET_PAGE);
    await page.getByLabel("Secret").fill("wrong-key-0123");
    await press(page, "Save");
    await page.getByRole("alert").getByText("Example Billing does not know this key.").waitFor();
    expect(await page.getByLabel("Secret").inputValue()).toBe("");
    expect(await page.content()).not.toContain("wrong-key-0123");
    await page.getByLabel("Secret").fill(KEY);
    await press(page, "Save");
    await lands(page, "Tested and saved");
    expect(await called).toBe(INVOICES);
    await enter(page, asked);
    expect(await heading(page)).toBe("Tested and saved");
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(await desk.call("list_invoices")).toBe(INVOICES);
    expect(desk.host.questions).toHaveLength(1);
    expect(JSON.stringify(desk.host.transcript)).not.toContain(KEY);
    // Nor in the arguments of any process, or in an address the browser has been to.
    expect(processesWith(KEY)).toEqual([]);
    expect(page.url()).not.toContain(KEY);
    expect(desk.host.received("notifications/elicitation/complete")).toHaveLength(
      wire.protocolVersion === "2025-11-25" ? 1 : 0,
    );
  });

  if (isNight || wire.transport === "stdio")
    it("an account is connected, allowed more, renewed and disconnected", async () => {
      await using own = await startServices(["--token-seconds", "600"]);
      await using desk = await openOffice(wire, own.url);
      await using alice = await openBrowserOf(browser);
      const { page } = alice;
      const renewed = (): number => own.said().match(/\(refresh_token\)/g)?.length ?? 0;
      let called = desk.call("list_customers");
      await enter(page, await desk.asked());
      expect(await heading(page)).toBe("Connect Example Accounts");
      await connect(page);
      await lands(page, "Connected");
      expect(await called).toBe("Globex, Initech");
      // The first token has run out: only a renewed one works.
      const before = renewed();
      await desk.jump();
      expect(await desk.call("list_customers")).toBe("Globex, Initech");
      expect(renewed()).toBeGreaterThan(before);

      called = desk.call("remind_customer", { customer: "Globex" });
      await enter(page, await desk.asked());
      expect(await page.getByRole("listitem").allInnerTexts()).toEqual([
        "customers:read",
        "reminders:send",
      ]);
      await connect(page);
      await lands(page, "Connected");
      expect(await called).toBe("Globex was reminded.");

      expect(await desk.call("disconnect_account")).toMatch(/the service has withdrawn/);
      called = desk.call("list_customers");
      await enter(page, await desk.asked());
      await connect(page, "Do not allow");
      await lands(page, "The account was not connected");
      expect(await called).toMatch(
        /^error: The other service did not give .*access_denied.* only if the user wants/,
      );
    });
});

describe.concurrent.each(some)("on %s", (_name, wire: Wire) => {
  it("a question is answered on a page, errors shown and values kept", async () => {
    await using desk = await openOffice(wire, services.url);
    await using alice = await openBrowserOf(browser);
    const { page } = alice;
    const called = desk.call("set_payout_account");
    await enter(page, await desk.asked());
    await page.getByLabel("IBAN").fill("nothing");
    await press(page, "Review");
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("IBAN").inputValue()).toBe("nothing");
    await page.getByLabel("Account holder").fill("Alice Example");
    await page.getByLabel("IBAN").fill("CH93 0076 2011 6238 5295 7");
    await page.getByLabel("CHF").check();
    await press(page, "Review");
    await lands(page, "Check your answer");
    await press(page, "Edit");
    await lands(page, "A question for you");
    expect(await page.getByLabel("CHF").isChecked()).toBe(true);
    await press(page, "Review");
    await press(page, "Send");
    await lands(page, "Sent");
    expect(await called).toBe("Payouts go to the account that ends in 2957.");
    expect(JSON.stringify(desk.host.transcript)).not.toMatch(/0076|Alice Example/);
  });

  it("payments are refused and released at the bank, and the tool goes on by itself", async () => {
    // A bank of its own: it remembers what was paid.
    await using own = await startServices();
    await using desk = await openOffice(wire, own.url);
    await using alice = await openBrowserOf(browser);
    const { page } = alice;
    let called = desk.call("pay_invoice", { number: "A-1" });
    await enter(page, await desk.asked());
    await page.getByLabel("Secret").fill(KEY);
    await press(page, "Save");
    await lands(page, "Tested and saved");
    const approval = await desk.asked();
    expect(approval.question.message).toContain("Release the payment of 120.00 euros to Globex?");
    await enter(page, approval);
    await press(page, "Continue to Example Bank");
    await lands(page, "Release this payment?");
    await press(page, "Do not pay");
    await lands(page, "Not paid");
    expect(await called).toBe("Nothing was paid (declined).");

    called = desk.call("pay_invoice", { number: "A-1" });
    await enter(page, await desk.asked());
    await press(page, "Continue to Example Bank");
    await press(page, "Release the payment");
    await lands(page, "Paid");
    expect(await called).toBe("A-1 is paid.");
    expect(await desk.call("pay_invoice", { number: "A-1" })).toBe("A-1 is paid already.");
  });

  if (isNight)
    it("a kept key that the service does not take any more is asked for anew", async () => {
      // Services of its own: they refuse the next request of Alice, whoever makes it.
      await using own = await startServices();
      await using desk = await openOffice(wire, own.url);
      await using alice = await openBrowserOf(browser);
      for (const time of ["first", "again"]) {
        const called = desk.call("list_invoices");
        await enter(alice.page, await desk.asked());
        await alice.page.getByLabel("Secret").fill(KEY);
        await press(alice.page, "Save");
        await lands(alice.page, "Tested and saved");
        expect(await called, time).toBe(INVOICES);
        expect(await desk.call("list_invoices"), time).toBe(INVOICES);
        await fetch(`${own.url}/billing/refuse-once/alice`, { method: "POST" });
      }
      expect(desk.host.questions).toHaveLength(2);
    });

  if (isNight)
    it("an account whose token the service takes back before its end is connected anew", async () => {
      await using own = await startServices();
      await using desk = await openOffice(wire, own.url);
      await using alice = await openBrowserOf(browser);
      for (const time of ["first", "again"]) {
        const called = desk.call("list_customers");
        await enter(alice.page, await desk.asked());
        await connect(alice.page);
        await lands(alice.page, "Connected");
        expect(await called, time).toBe("Globex, Initech");
        expect(await desk.call("list_customers"), time).toBe("Globex, Initech");
        await fetch(`${own.url}/accounts/take-back/alice`, { method: "POST" });
      }
      expect(desk.host.questions).toHaveLength(2);
    });

  it("the back button leads to how it ended, and sends no form again", async () => {
    await using desk = await openOffice(wire, services.url);
    await using alice = await openBrowserOf(browser);
    const { page } = alice;
    const called = desk.call("set_payout_account");
    await enter(page, await desk.asked());
    await page.getByLabel("Account holder").fill("Alice Example");
    await page.getByLabel("IBAN").fill("DE89370400440532013000");
    await press(page, "Review");
    await lands(page, "Check your answer");
    await press(page, "Send");
    await lands(page, "Sent");
    expect(await called).toBe("Payouts go to the account that ends in 3000.");
    const methods: string[] = [];
    page.on("request", (request) => methods.push(request.method()));
    // To what was looked over, and to what was filled in.
    for (const way of ["?review", ""]) {
      await page.goBack();
      expect(new URL(page.url()).search).toBe(way);
      expect(await heading(page)).toBe("Sent");
    }
    await page.reload();
    expect(await heading(page)).toBe("Sent");
    expect(new Set(methods)).toEqual(new Set(["GET"]));
    expect(await page.getByRole("button").count()).toBe(0);
  });

  it("of two tabs the first wins, and the second is told how it ended", async () => {
    await using desk = await openOffice(wire, services.url);
    await using alice = await openBrowserOf(browser);
    const { page } = alice;
    const called = desk.call("set_payout_account");
    const asked = await desk.asked();
    await enter(page, asked);
    const second = await alice.context.newPage();
    await enter(second, asked);
    for (const [tab, iban] of [
      [page, "DE89370400440532013000"],
      [second, "DE02120300000000202051"],
    ] as const) {
      await tab.getByLabel("Account holder").fill("Alice Example");
      await tab.getByLabel("IBAN").fill(iban);
      await press(tab, "Review");
      await lands(tab, "Check your answer");
    }
    await press(page, "Send");
    await lands(page, "Sent");
    const answered = second.waitForResponse((response) => response.request().method() === "POST");
    await press(second, "Send");
    expect((await answered).status()).toBe(409);
    await lands(second, "Sent");
    expect(await called).toBe("Payouts go to the account that ends in 3000.");
  });

  it("to decline and to cancel end the call as that: on the page, and in the host, where the link ends with it", async () => {
    await using desk = await openOffice(wire, services.url, [], { hold: true });
    await using alice = await openBrowserOf(browser);
    for (const [button, end, said] of [
      ["Decline", "You declined", /^error: The user declined/],
      ["Not now", "Cancelled", /^error: The user cancelled/],
    ] as const) {
      const called = desk.call("list_invoices");
      const asked = await desk.asked();
      asked.reply(accept());
      await enter(alice.page, asked);
      await press(alice.page, button);
      await lands(alice.page, end);
      expect(await called, button).toMatch(said);
    }
    for (const [no, end, said] of [
      [decline, "You declined", /^error: The user declined/],
      [cancel, "Cancelled", /^error: The user cancelled/],
    ] as const) {
      const called = desk.call("list_invoices");
      const asked = await desk.asked();
      asked.reply(no());
      expect(await called).toMatch(said);
      await enter(alice.page, asked);
      expect(await heading(alice.page)).toBe(end);
    }
  });

  it("a link that has expired says so, on the page and in the call", async () => {
    await using desk = await openOffice(wire, services.url, ["--link-seconds", "600"]);
    await using alice = await openBrowserOf(browser);
    const called = desk.call("list_invoices");
    const asked = await desk.asked();
    await enter(alice.page, asked);
    await desk.jump();
    expect(await called).toMatch(/^error: The link for the secret "billing" expired/);
    await alice.page.getByLabel("Secret").fill(KEY);
    await press(alice.page, "Save");
    await lands(alice.page, "This link has expired");
    expect(await desk.call("disconnect_account")).toBe("No account is connected.");
  });
});

describe.concurrent.each(http)("with several people, on %s", (_name, wire: Wire) => {
  it("Bob finds nothing at Alice's link, and Alice goes on", async () => {
    await using desk = await openOffice(wire, services.url);
    await using bob = await openBrowserOf(browser);
    await using alice = await openBrowserOf(browser);
    const called = desk.call("list_invoices");
    const asked = await desk.asked();
    await enter(bob.page, asked, "Bob");
    expect(await heading(bob.page)).toBe("This link is not available");
    expect(await bob.page.content()).not.toContain("Example Billing");
    await enter(alice.page, asked);
    await alice.page.getByLabel("Secret").fill(KEY);
    await press(alice.page, "Save");
    expect(await called).toBe(INVOICES);
    await bob.page.reload();
    expect(await heading(bob.page)).toBe("This link is not available");
    // The same browser, after a change of account.
    await press(bob.page, "Use another account");
    await press(bob.page, "Alice Example");
    await press(bob.page, "Allow");
    await lands(bob.page, "Tested and saved");
  });
});

it("on 2025-06-18 every tool says what is missing, and nothing is asked", async () => {
  await using desk: Desk = await openDesk(
    { protocolVersion: "2025-06-18" },
    pipeTo({ services: services.url }),
  );
  expect(await desk.call("list_invoices")).toMatch(
    /^error: "list_invoices" has to ask .* URL mode/,
  );
  expect(await desk.call("list_customers")).toMatch(/^error: .*not declared that it can show one/);
  expect(await desk.call("pay_invoice", { number: "A-1" })).toMatch(
    /^error: "pay_invoice" has to ask .* URL mode/,
  );
  expect(desk.host.questions).toEqual([]);
});
