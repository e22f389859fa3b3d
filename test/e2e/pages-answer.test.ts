import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { one, openAnswerLab } from "./pages-answer-lab.js";
import { enter, lands, launch, openBrowserOf, press } from "./pages-lab.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const sure = one({ type: "boolean", title: "Delete 47 files?" });

it("a yes or no is one click, also for somebody who clicks twice", async () => {
  await using lab = await openAnswerLab();
  await using person = await openBrowserOf(browser, { javaScriptEnabled: false });
  const { page } = person;
  const asked = await lab.ask(sure);
  await enter(page, asked);
  await page.getByRole("button", { name: "Yes", exact: true }).dblclick();
  await lands(page, "Sent");
  await page.getByText("Your answer").waitFor();
  expect(await page.getByRole("definition").innerText()).toBe("Yes");
  expect(await asked.completed()).toEqual({ status: "done", content: { field: true } });
});

it("of a yes and a no in quick succession the page shows the one that counts", async () => {
  await using lab = await openAnswerLab();
  await using person = await openBrowserOf(browser);
  const { page } = person;
  const asked = await lab.ask(sure);
  await enter(page, asked);
  await page.evaluate(() => {
    for (const name of ["No", "Yes"]) {
      [...document.querySelectorAll("button")]
        .find(({ textContent }) => textContent?.trim() === name)
        ?.click();
    }
  });
  await lands(page, "Sent");
  const { content } = (await asked.completed()) as { content: { field: boolean } };
  expect(await page.getByRole("definition").innerText()).toBe(content.field ? "Yes" : "No");
});

it("is answered with the keyboard alone, at 400 % of a small screen", async () => {
  await using lab = await openAnswerLab();
  await using person = await openBrowserOf(browser, { viewport: { width: 320, height: 256 } });
  const { page } = person;
  const yesNo = await lab.ask(sure);
  await enter(page, yesNo);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Yes");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await lands(page, "Sent");
  expect(await yesNo.completed()).toEqual({ status: "done", content: { field: false } });

  const choice = await lab.ask(one({ type: "string", title: "Size", enum: ["small", "large"] }));
  await enter(page, choice);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await lands(page, "Sent");
  expect(await choice.completed()).toEqual({ status: "done", content: { field: "large" } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

it("keeps what was typed over an error, and says so where it cannot", async () => {
  await using lab = await openAnswerLab();
  await using person = await openBrowserOf(browser);
  const { page, context } = person;
  const asked = await lab.ask({
    type: "object",
    properties: {
      why: { type: "string", title: "Why" },
      seats: { type: "integer", title: "Seats", minimum: 1, maximum: 60 },
    },
    required: ["why", "seats"],
  });
  await enter(page, asked);
  await page.getByText("Enter 1 to 60.").waitFor();
  await page.getByLabel("Why").fill("A reason");
  await page.getByLabel("Seats").fill("many");
  await press(page, "Send");
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Why").inputValue()).toBe("A reason");
  expect(await page.getByLabel("Seats").inputValue()).toBe("many");
  await page.getByLabel("Seats").fill("7");
  await context.clearCookies();
  await press(page, "Send");
  await lands(page, "Enter the code");
  await page.getByText("the back button of your browser may show it").waitFor();
  expect(await asked.completed()).toBeUndefined();
});
