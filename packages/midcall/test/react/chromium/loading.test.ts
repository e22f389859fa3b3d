import { afterAll, beforeAll, expect, it } from "vitest";
import { type Lab, openLab } from "./open-page.js";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ inParts: true });
});
afterAll(() => lab[Symbol.asyncDispose]());

const PARTS = /question-parts/;
const color = {
  message: "Which colour?",
  requestedSchema: {
    type: "object",
    properties: { color: { type: "string", title: "Colour" } },
    required: ["color"],
  },
} as const;

it.each(["inbox", "dialog"] as const)(
  "what shows a question is loaded before there is one, in the %s",
  async (ui) => {
    await using opened = await lab.open();
    const { page, requests, errors } = opened;
    expect(requests.some((url) => PARTS.test(url))).toBe(false);
    await page.evaluate((ui) => window.lab.start({ ui }), ui);
    await expect.poll(() => requests.filter((url) => PARTS.test(url)).length).toBe(1);
    await page.evaluate((color) => void window.lab.ask(color, { ownCall: true }), color);
    const field = page.getByLabel("Colour");
    await field.waitFor();
    expect(await field.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(errors).toEqual([]);
  },
);

it.each(["inbox", "dialog"] as const)(
  "a failure to load it leaves the page and the question as they are, in the %s",
  async (ui) => {
    await using opened = await lab.open();
    const { page } = opened;
    await page.route(PARTS, (route) => route.abort());
    await page.evaluate((ui) => window.lab.start({ ui }), ui);
    await expect.poll(() => opened.errors.join()).toContain("dynamically imported");
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.evaluate((color) => void window.lab.ask(color, { ownCall: true }), color);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("could not be loaded");
    expect(await page.evaluate(() => window.lab.asked[0]!.result)).toBeUndefined();
    await page.unroute(PARTS);
    await page.getByRole("button", { name: "Try again" }).click();
    const field = page.getByLabel("Colour");
    await field.waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await field.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.type("red");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => window.lab.asked[0]!.result))
      .toEqual({ action: "accept", content: { color: "red" } });
    await page.getByText("Something else").waitFor();
  },
);
