import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { linesOf, misfits } from "../../../../../test/e2e/reflow.js";
import { type Lab, type LabPage, openLab } from "./open-page.js";

/** What the console's column for questions has room for in a window of 1280 pixels. */
const COLUMN = 319;
const SCROLL_BAR = 15;

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  lab = await openLab({ mode: "production", plainApp: true });
  open = await lab.open({ viewport: { width: 1280, height: 800 } });
  page = open.page;
});

afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

async function ask(
  params: object,
  width = COLUMN,
  review: "auto" | "always" = "always",
): Promise<void> {
  await page.evaluate(
    ([room, when]) => {
      document.getElementById("root")!.style.inlineSize = `${room}px`;
      window.lab.start({ ui: "inbox", domains: true, review: when });
    },
    [width, review] as const,
  );
  await page.getByRole("heading", { name: "Lab" }).waitFor();
  await page.evaluate((given) => void window.lab.ask(given as never), params);
  await page.getByRole("article").waitFor();
}

const PROFILE = {
  message: "Who are you?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      email: { type: "string", title: "E-mail", format: "email" },
      days: {
        type: "array",
        title: "Days",
        items: { type: "string", enum: ["Saturday", "Sunday"] },
      },
    },
  },
};

async function review(email: string, width?: number): Promise<void> {
  await ask(PROFILE, width);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Saturday").check();
  await page.getByLabel("Sunday").check();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("heading", { name: "Check your answer" }).waitFor();
}

it.each([COLUMN, COLUMN - SCROLL_BAR])(
  "has Decline and Not now in the row of Send, in a column of %i pixels",
  async (width) => {
    const size = { type: "string", title: "Size", enum: ["Small", "Large"] };
    const requestedSchema = { type: "object", properties: { size }, required: ["size"] };
    await ask({ message: "What size?", requestedSchema }, width, "auto");
    const tops = await Promise.all(
      ["Send", "Decline", "Not now"].map(async (name) => {
        const button = page.getByRole("button", { name, exact: true });
        return (await button.boundingBox())!.y;
      }),
    );
    expect(new Set(tops).size).toBe(1);
  },
);

it.each([
  ["on a line of its own in a narrow column", "ada@example.com", COLUMN],
  ["on a line of its own in a wide one", "augusta.ada.king.of.lovelace@analytical.example", 640],
])("keeps an e-mail address in one piece %s", async (_, email, width) => {
  await review(email, width);
  expect(await misfits(page)).toEqual([]);
  expect(await linesOf(page.getByText(email, { exact: true }))).toBe(1);
});

it("shows short values beside their labels, several below each other, where there is room", async () => {
  await review("grace@example.com", 640);
  const left = async (text: string): Promise<number> =>
    page
      .locator("[data-midcall=review] dd")
      .filter({ hasText: text })
      .evaluate((element) => Math.round(element.getBoundingClientRect().x));
  const top = async (selector: string, text: string): Promise<number> =>
    page
      .locator(`[data-midcall=review] ${selector}`)
      .filter({ hasText: text })
      .evaluate((element) => Math.round(element.getBoundingClientRect().y));
  expect(await top("dd", "Ada")).toBe(await top("dt", "Name"));
  expect(await left("Saturday")).toBe(await left("Ada"));
  expect(Math.abs((await left("Sunday")) - (await left("Saturday")))).toBeLessThanOrEqual(1);
});

it.each([
  ["left to right", "ltr", ["السبت", "الأحد", "Monday"]],
  ["right to left", "rtl", ["Saturday", "Sunday", "الاثنين"]],
] as const)(
  "shows the values of a field below each other, %s, in any script",
  async (_, dir, days) => {
    await page.evaluate((set) => void (document.documentElement.dir = set), dir);
    const items = { type: "string", enum: days };
    const properties = { days: { type: "array", title: "Days", items } };
    await ask({ message: "When?", requestedSchema: { type: "object", properties } }, 640);
    for (const day of days) await page.getByLabel(day).check();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("heading", { name: "Check your answer" }).waitFor();
    const edgesOf = async (selector: string): Promise<number[][]> =>
      page.locator(`[data-midcall=review] ${selector}`).evaluateAll((elements) =>
        elements.map((element) => {
          const { left, right } = element.getBoundingClientRect();
          return [Math.round(left), Math.round(right)];
        }),
      );
    const values = await edgesOf("dd");
    const [label] = await edgesOf("dt");
    expect(values).toHaveLength(days.length);
    for (const value of values) expect(value).toEqual(values[0]);
    if (dir === "ltr") expect(values[0]![0]).toBeGreaterThan(label![1]!);
    else expect(values[0]![1]).toBeLessThan(label![0]!);
    await page.evaluate(() => document.documentElement.removeAttribute("dir"));
  },
);

it.each(["https://login.example-accounts.com/start", "https://a.very-long-company-name.org:8443/"])(
  "keeps the marked domain of %s in one piece",
  async (url) => {
    await ask({ mode: "url", message: "Sign in.", url });
    const mark = page.locator("[data-midcall=url] mark");
    await mark.waitFor();
    expect(await linesOf(mark)).toBe(1);
    expect(await misfits(page)).toEqual([]);
  },
);
