import type { RequestedSchema } from "midcall/schema";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EVERY_FIELD } from "../../packages/midcall/test/react/chromium/questions.js";
import { type AnswerLab, one, openAnswerLab } from "./pages-answer-lab.js";
import { enter, lands, launch, openBrowserOf, press } from "./pages-lab.js";
import { linesOf, misfits, zoomFaults } from "./reflow.js";

let browser: Browser;
let lab: AnswerLab;
beforeAll(async () => {
  browser = await launch();
  lab = await openAnswerLab();
});
afterAll(async () => {
  await lab[Symbol.asyncDispose]();
  await browser.close();
});

// Without what pages refuse to ask for.
const { address: _, token: __, ...properties } = EVERY_FIELD.properties;
const everyField = { ...EVERY_FIELD, properties } as unknown as RequestedSchema;
const EMAIL = "augusta.ada.lovelace@analytical.example";

/** The form with every kind of field, up to its review. */
async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("E-mail").fill(EMAIL);
  await page
    .getByRole("radiogroup", { name: "Vegetarian" })
    .getByLabel("No", { exact: true })
    .check();
  await page.getByLabel("Saturday").check();
  await press(page, "Review");
  await lands(page, "Check your answer");
}

it.each([
  ["scrolls sideways", `<p style="inline-size:700px">Wide</p>`],
  ["cut", `<p style="inline-size:3rem;overflow:hidden;white-space:nowrap">Much too wide</p>`],
  [
    "broken: Donaudampfschiff",
    `<p><span style="display:block;font-family:monospace;inline-size:18ch;word-break:break-all">Das Donaudampfschiff</span></p>`,
  ],
  [
    "small: 12 by 12",
    `<style>button{inline-size:12px;block-size:12px;padding:0;border:0}</style><button></button><button></button>`,
  ],
  [
    "behind",
    `<button style="margin-block-start:200px">Send</button><p style="position:fixed;inset:9rem 0 0;margin:0;background:#fff">Bar</p>`,
  ],
])("notices what is wrong with a page: %s", async (fault, body) => {
  await using person = await openBrowserOf(browser);
  await person.page.setContent(`<body style="margin:0">${body}</body>`);
  const found = await zoomFaults(person.page);
  expect(
    found.some((one) => one.includes(fault)),
    found.join(),
  ).toBe(true);
});

it("has every kind of field, its errors and its review at 200 % and 400 %, and with more space in the text", async () => {
  await using person = await openBrowserOf(browser);
  const { page } = person;
  await enter(page, await lab.ask(everyField));
  expect(await zoomFaults(page)).toEqual([]);
  await press(page, "Review");
  await page.getByRole("alert").waitFor();
  expect(await zoomFaults(page)).toEqual([]);
  await fillIn(page);
  expect(await zoomFaults(page)).toEqual([]);
});

it("breaks no e-mail address in the review where a line has room for it", async () => {
  await using person = await openBrowserOf(browser);
  const { page } = person;
  await enter(page, await lab.ask(everyField));
  await fillIn(page);
  for (const width of [520, 640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await linesOf(page.getByText(EMAIL)), `at ${width}`).toBe(1);
    expect(await misfits(page), `at ${width}`).toEqual([]);
  }
});

it.each(["none", "active"] as const)(
  "does not show No answer as a chosen answer (forced colours: %s)",
  async (forcedColors) => {
    await using person = await openBrowserOf(browser, { forcedColors });
    const { page } = person;
    const size = { type: "string", title: "Size", enum: ["Small", "Medium", "Large"] };
    await enter(page, await lab.ask(one(size, [])));
    const frame = (text: string): Promise<string> =>
      page
        .locator(".choice")
        .filter({ hasText: text })
        .evaluate((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
          return `${borderTopStyle} ${borderTopWidth} ${borderTopColor}`;
        });
    const none = await frame("No answer");
    expect(none).toMatch(/^dashed 1px/);
    await page.getByLabel("Medium").check();
    const chosen = await frame("Medium");
    expect(chosen).toMatch(/^solid/);
    expect(chosen.split("px")[1]).not.toBe(none.split("px")[1]);
  },
);
