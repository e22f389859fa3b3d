import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { misfits, smallTargets } from "../../../../../test/e2e/reflow.js";
import { size, sure } from "../questions.js";
import { type Lab, type LabPage, openLab } from "./open-page.js";

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  lab = await openLab();
  open = await lab.open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    timezoneId: "Asia/Kolkata",
  });
  page = open.page;
});

beforeEach(async () => {
  await page.evaluate(() => window.lab.start({ ui: "inbox", domains: true }));
  await page.getByRole("heading", { name: "Lab" }).waitFor();
});

afterAll(async () => {
  expect(open.errors).toEqual([]);
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

async function ask(params: unknown): Promise<Locator> {
  await page.evaluate((given) => void window.lab.ask(given as never), params);
  const article = page.getByRole("article");
  await article.waitFor();
  expect([...(await misfits(page)), ...(await smallTargets(page))]).toEqual([]);
  return article;
}

const answered = (content: object): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => window.lab.asked[0]!.result))
    .toEqual({ action: "accept", content });

it("answers a yes/no question with one tap", async () => {
  const asked = await ask(sure);
  await asked.getByRole("button", { name: "Yes" }).tap();
  await answered({ sure: true });
});

it("answers a choice with two taps", async () => {
  const asked = await ask(size);
  await asked.getByText("Medium").tap();
  await asked.getByRole("button", { name: "Send" }).tap();
  await answered({ size: "Medium" });
});

it("answers a form with a date, a date-time and a choice of several with taps", async () => {
  const properties = {
    name: { type: "string", title: "Name" },
    day: { type: "string", title: "Day", format: "date" },
    arrival: { type: "string", title: "Arrival", format: "date-time" },
    meals: {
      type: "array",
      title: "Meals",
      items: { type: "string", enum: ["Breakfast", "Lunch", "Dinner"] },
    },
  };
  const requestedSchema = { type: "object", properties, required: ["name", "day", "meals"] };
  const asked = await ask({ message: "Please register.", requestedSchema });
  await asked.getByLabel("Name").tap();
  await page.keyboard.insertText("Ada");
  // What the picker of a phone does.
  for (const [label, value] of [
    ["Day", "2027-05-07"],
    ["Arrival", "2027-05-07T18:30"],
  ] as const) {
    await asked.getByLabel(label).tap();
    await asked.getByLabel(label).fill(value);
  }
  await asked.getByText("Breakfast").tap();
  await asked.getByText("Dinner").tap();
  await asked.getByRole("button", { name: "Send" }).tap();
  await answered({
    name: "Ada",
    day: "2027-05-07",
    arrival: "2027-05-07T18:30:00+05:30",
    meals: ["Breakfast", "Dinner"],
  });
});

it("opens a link with a tap", async () => {
  const url = "https://login.example.com/start";
  const asked = await ask({ mode: "url", message: "Sign in.", url });
  await asked.getByRole("button", { name: /^Open example\.com/ }).tap();
  await expect.poll(() => page.evaluate(() => window.lab.opened)).toEqual([url]);
  await expect
    .poll(() => page.evaluate(() => window.lab.asked[0]!.result))
    .toEqual({ action: "accept" });
});

it("declines with a tap", async () => {
  const asked = await ask(sure);
  await asked.getByRole("button", { name: "Decline" }).tap();
  await expect
    .poll(() => page.evaluate(() => window.lab.asked[0]!.result))
    .toEqual({ action: "decline" });
});
