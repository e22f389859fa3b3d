import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { passTime, stopClock } from "../../../../../test/e2e/moved-clock.js";
import { scaled } from "../../../../../test/night.js";
import { clear, type Lab, type LabPage, openLab } from "./open-page.js";
import { EVERY_FIELD, REGISTER, SUSPICIOUS_LINK, TOOL } from "./questions.js";

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  lab = await openLab();
  open = await lab.open({ viewport: { width: 900, height: 900 }, timezoneId: "Asia/Kolkata" });
  page = open.page;
});

beforeEach(async () => {
  open.requests.length = 0;
  await clear(page);
});

afterAll(async () => {
  expect(open.errors).toEqual([]);
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

type StartOptions = Parameters<typeof window.lab.start>[0];
const start = async (options: StartOptions): Promise<void> => {
  await page.evaluate((given) => window.lab.start(given), options);
  await page.getByRole("heading", { name: "Lab", includeHidden: true }).waitFor();
};
const ask = (params: unknown, origin: object = TOOL): Promise<number> =>
  page.evaluate(([one, of]) => window.lab.ask(one, of), [params, origin] as const);
const result = (index: number): Promise<unknown> =>
  page.evaluate((of) => window.lab.asked[of]!.result, index);
const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
/** What was done before has been dealt with, and drawn. */
const drawn = (): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));
const agree = { message: "Delete 47 files?", requestedSchema: { type: "object", properties: {} } };
const oneText = {
  message: "Who are you?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
};

describe("with the keyboard alone", () => {
  it("every kind of field is filled in, checked and sent", async () => {
    await start({ ui: "inbox" });
    const index = await ask(REGISTER);
    await page.getByRole("article").waitFor();
    const { keyboard } = page;
    await page.getByRole("button", { name: "Something else" }).focus();
    const next = async (): Promise<void> => keyboard.press("Tab");
    await next();
    await keyboard.type("Ada Lovelace");
    await next();
    await keyboard.type("ada@example.com");
    await next();
    await keyboard.type("https://example.com");
    await next();
    await keyboard.type("12101995");
    await next(); // the picker's button
    await next();
    await keyboard.type("122420260630PM");
    await next();
    await next();
    await keyboard.type("1.75");
    await next();
    await keyboard.press("Backspace");
    await keyboard.type("2");
    await next();
    await keyboard.press("ArrowDown"); // Vegetarian: No
    await keyboard.press("ArrowUp"); // Yes
    await next();
    await keyboard.press("ArrowUp"); // Newsletter: No
    await next();
    await keyboard.press("ArrowDown"); // Size: over the end, to Small
    await keyboard.press("ArrowDown");
    await next();
    await keyboard.type("Mar");
    await next();
    await keyboard.type("city 1");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await next();
    await keyboard.press("Space");
    await next();
    await next();
    await keyboard.press("Space"); // Friday, Sunday
    await next();
    await keyboard.type("guage 17");
    await next();
    await keyboard.press("Space");
    await next();
    await keyboard.type("One\nTwo");
    await next();
    await next();
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Check your answer" }).waitFor();
    expect(await focused()).toBe("Check your answer");
    await page.getByRole("button", { name: "Send", disabled: false }).waitFor();
    await next();
    expect(await focused()).toBe("Send");
    await keyboard.press("Enter");
    await expect
      .poll(() => result(index))
      .toEqual({
        action: "accept",
        content: {
          name: "Ada Lovelace",
          email: "ada@example.com",
          website: "https://example.com",
          birthday: "1995-12-10",
          arrival: "2026-12-24T18:30:00+05:30",
          height: 1.75,
          children: 2,
          vegetarian: true,
          newsletter: false,
          size: "Medium",
          month: "March",
          city: "City 10",
          days: ["Friday", "Sunday"],
          languages: ["Language 17"],
          notes: "One\nTwo",
        },
      });
    // The question took the focus with it.
    await expect.poll(focused).toBe("Questions");
  });

  it("errors are reached from the summary, and mended", async () => {
    await start({ ui: "inbox" });
    const index = await ask(oneText);
    await page.getByLabel("Name").focus();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toContain("Please fix the following problem");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("Name").evaluate((of) => of === document.activeElement)).toBe(
      true,
    );
    expect(new URL(page.url()).hash).toBe("");
    await page.keyboard.type("Ada");
    expect(await page.locator('[data-midcall="error"]').count()).toBe(0);
    // Nobody types a name so fast: an Enter counts after a pause, once the question could be seen.
    await passTime(page, 1100);
    await page.keyboard.press("Enter");
    await expect.poll(() => result(index)).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  it("a list of options closes on Escape, and the dialog stays", async () => {
    await start({ ui: "dialog" });
    const index = await ask({ message: "Where?", requestedSchema: EVERY_FIELD });
    const box = page.getByRole("combobox", { name: "City" });
    await box.focus();
    await page.keyboard.type("no such place");
    await page.getByText("No matching options.").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(1);
    expect(await result(index)).toBeUndefined();
    // What is no option is not passed over.
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("link", { name: "City: Choose only from the options." }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => result(index)).toEqual({ action: "cancel" });
  });

  it("Enter takes the only option that a search has found", async () => {
    await start({ ui: "dialog" });
    await ask({ message: "Where?", requestedSchema: EVERY_FIELD });
    const box = page.getByRole("combobox", { name: "City" });
    await box.fill("ty 5");
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("ty 5");
    await box.fill("ty 57");
    await page.keyboard.press("Enter");
    await expect.poll(() => box.inputValue()).toBe("City 57");
    await page.keyboard.press("Escape");
  });
});

describe("the dialog", () => {
  it("takes the focus to its heading, keeps it, and gives it back", async () => {
    await start({ ui: "dialog" });
    const behind = page.getByRole("button", { name: "Something else" });
    await behind.focus();
    const first = await ask(agree);
    const second = await ask(oneText, { server: "Calendar" });
    await expect.poll(focused).toBe("GitHub asks");
    await page.getByText("1 more question waiting").waitFor();
    for (let round = 0; round < 8; round++) await page.keyboard.press("Tab");
    expect(
      await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === document.body || !!activeElement?.closest("dialog");
      }),
    ).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => result(first)).toEqual({ action: "cancel" });
    await expect.poll(focused).toBe("Calendar asks");
    // A second Escape in a row closes a dialog whatever it says: that is a cancel as well.
    await page.keyboard.press("Escape");
    await expect.poll(() => result(second)).toEqual({ action: "cancel" });
    await expect
      .poll(() => behind.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  it("agrees to nothing with a click or key that was meant for the page", async () => {
    await start({ ui: "dialog" });
    await using clock = await stopClock(page);
    const index = await ask(agree);
    // The click of somebody who is faster than any test.
    await page.evaluate(async () => {
      const primary = (): Element | null => document.querySelector("dialog [data-variant=primary]");
      while (!primary()) await new Promise(requestAnimationFrame);
      primary()!.dispatchEvent(
        new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }),
      );
    });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await drawn();
    expect(await result(index)).toBeUndefined();
    await clock.pass(1000);
    await page.getByRole("button", { name: "Agree" }).click();
    await expect.poll(() => result(index)).toEqual({ action: "accept", content: {} });
  });

  it("does not send on the second click of a double click on “Review”", async () => {
    await start({ ui: "inbox", review: "always" });
    await using clock = await stopClock(page);
    const index = await ask(oneText);
    await page.getByLabel("Name").fill("Ada");
    await clock.pass(1000);
    await page.getByRole("button", { name: "Review" }).dblclick();
    await page.getByRole("heading", { name: "Check your answer" }).waitFor();
    await drawn();
    expect(await result(index)).toBeUndefined();
  });

  it.each([
    ["Decline", "decline"],
    ["Not now", "cancel"],
  ])("has a way out that says %s", async (name, action) => {
    await start({ ui: "dialog" });
    const index = await ask(REGISTER);
    await page.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => result(index)).toEqual({ action });
  });
});

describe("a link", () => {
  it("is text, and asks nothing of the network before or after consent", async () => {
    await start({ ui: "inbox" });
    open.requests.length = 0;
    const index = await ask(SUSPICIOUS_LINK, { untilDone: true });
    await page.getByText("Check this before").waitFor();
    expect(await page.locator("a, [href], img, iframe, link[rel*=pre]").count()).toBe(2); // the style sheets
    expect(await page.locator('[data-midcall="url"]').textContent()).toBe(SUSPICIOUS_LINK.url);
    const button = page.getByRole("button", { name: /^Open login/, disabled: false });
    await button.waitFor();
    expect(await page.evaluate(() => window.lab.opened)).toEqual([]);
    await button.dblclick();
    expect(await page.evaluate(() => window.lab.opened)).toEqual([SUSPICIOUS_LINK.url]);
    expect(await result(index)).toBeUndefined();
    await page.getByRole("button", { name: "I’m done, continue" }).click();
    await expect.poll(() => result(index)).toEqual({ action: "accept" });
    expect(open.requests).toEqual([]);
  });

  it("can be declined after it was opened", async () => {
    await start({ ui: "inbox" });
    const index = await ask(SUSPICIOUS_LINK, { untilDone: true });
    await page.getByRole("button", { name: /^Open login/ }).click();
    await page.getByRole("button", { name: "Decline" }).click();
    await expect.poll(() => result(index)).toEqual({ action: "decline" });
  });
});

describe("what a server sends", () => {
  it("is shown as text, markup and all", async () => {
    const evil = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>[a](javascript:1)';
    await start({ ui: "inbox" });
    await ask(
      {
        message: evil,
        requestedSchema: {
          type: "object",
          properties: {
            [evil]: { type: "string", title: evil, description: evil, default: evil },
            b: { type: "string", oneOf: [{ const: "1", title: evil }] },
            c: { type: "object", title: evil },
          },
        },
      },
      { server: evil, call: { method: evil, name: evil } },
    );
    await page.getByRole("article").waitFor();
    expect(await page.locator("article").getByText(evil).count()).toBeGreaterThanOrEqual(6);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(await page.locator("article :is(img, script, a)").count()).toBe(0);
    expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  });

  it("may be far too long, and is shown whole all the same, before it can be answered", async () => {
    await start({ ui: "inbox" });
    const description = "Words and words. ".repeat(600);
    const message = "Why? ".repeat(3_000);
    await ask({
      message,
      requestedSchema: { type: "object", properties: { why: { type: "string", description } } },
    });
    expect(await page.getByText(message.trim()).count()).toBe(1);
    expect(await page.getByText(description.trim()).count()).toBe(1);
    expect(await page.getByRole("button", { name: /^Show/ }).count()).toBe(0);
  });

  it("may be withdrawn while it is looked at: the focus and the voice follow", async () => {
    await start({ ui: "inbox" });
    const index = await ask(oneText);
    await page.getByLabel("Name").focus();
    await page.evaluate((of) => window.lab.asked[of]!.withdraw(), index);
    await page.getByText("No open questions.").waitFor();
    await expect.poll(focused).toBe("Questions");
    await page
      .getByText("A question from GitHub was withdrawn, timed out or was answered elsewhere.")
      .waitFor();
  });
});

describe("dates", () => {
  const dated = {
    message: "When?",
    requestedSchema: {
      type: "object",
      properties: {
        day: { type: "string", format: "date" },
        at: { type: "string", format: "date-time", default: "2026-01-31T09:30:00Z" },
      },
    },
  };

  it("are not passed over when they were not typed to their end", async () => {
    await start({ ui: "inbox" });
    const index = await ask(dated);
    await page.getByLabel("Day").focus();
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Day: Enter a complete, valid date." }).click();
    expect(
      await page.getByLabel("Day").evaluate((of) => (of as HTMLInputElement).validity.badInput),
    ).toBe(true);
    await page.keyboard.type("12102026");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Send" }).click();
    // A default in another zone is shown in the one of the person, and sent as it was.
    await expect
      .poll(() => result(index))
      .toEqual({
        action: "accept",
        content: { day: "2026-12-10", at: "2026-01-31T09:30:00Z" },
      });
  });

  it("with a time are shown and understood in the zone that is named", async () => {
    await start({ ui: "inbox" });
    const index = await ask(dated);
    const at = page.getByLabel("At", { exact: false }).last();
    await page.getByText("Sent as 2026-01-31T09:30:00Z").waitFor();
    expect(await at.inputValue()).toBe("2026-01-31T15:00");
    await at.fill("2026-02-01T08:00");
    await page.getByText("Sent as 2026-02-01T08:00:00+05:30 (Asia/Calcutta)").waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await expect
      .poll(() => result(index))
      .toEqual({
        action: "accept",
        content: { at: "2026-02-01T08:00:00+05:30" },
      });
  });
});

describe("servers", () => {
  it("wait for leave where that is the rule, and are remembered", async () => {
    await start({ ui: "inbox", policy: { rule: "ask" } });
    const first = await ask(oneText);
    await page.getByText("Allow “GitHub” to ask you a question?").waitFor();
    expect(await page.getByText("Who are you?").count()).toBe(0);
    await page.getByRole("button", { name: "Show this question" }).click();
    await page.getByText("Who are you?").waitFor();
    await page.getByRole("button", { name: "Decline" }).click();
    await expect.poll(() => result(first)).toEqual({ action: "decline" });
    const second = await ask(oneText);
    // A rule, and no answer to this question.
    const blocked = { action: "cancel", content: { "midcall/cannotAsk": "blocked" } };
    await page.getByRole("button", { name: "Block “GitHub”" }).click();
    await expect.poll(() => result(second)).toEqual(blocked);
    const third = await ask(oneText, { server: "Calendar" });
    await page.getByText("Permissions").click();
    await page.getByLabel("When Calendar asks").selectOption({ label: "Block its questions" });
    await expect.poll(() => result(third)).toEqual(blocked);
    expect(await page.getByText("withdrawn").count()).toBe(0);
  });
});

describe("many options", () => {
  it("are found by typing and can be ticked, as many as there are", async () => {
    const ticked = scaled(40, 500);
    const options = Array.from({ length: 500 }, (_, index) => `Option ${index}`);
    await start({ ui: "inbox", strict: false });
    await ask({
      message: "Which?",
      requestedSchema: {
        type: "object",
        properties: {
          one: { type: "string", enum: options },
          some: { type: "array", items: { type: "string", enum: options } },
        },
      },
    });
    const box = page.getByRole("combobox");
    await box.evaluate(async (element) => {
      const input = element as HTMLInputElement;
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
      input.focus();
      for (const text of ["o", "op", "opt", "option 4", "option 49", "option 499"]) {
        set.call(input, text);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    expect(await page.getByRole("listbox").getByRole("option").count()).toBe(1);
    await page.getByRole("checkbox").evaluateAll(async (boxes, count) => {
      for (const one of boxes.slice(-count)) {
        (one as HTMLInputElement).click();
        await new Promise((resolve) => setTimeout(resolve));
      }
    }, ticked);
    await page.getByText(`${ticked} of 500 chosen`).waitFor();
  });
});

it("the fields alone serve for the arguments of a tool", async () => {
  await page.evaluate((schema) => window.lab.fields(schema), oneText.requestedSchema);
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByRole("link", { name: "Name: This is required." }).click();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.getByText('{"name":"Ada"}').waitFor();
});
