import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeFaults } from "./axe.js";
import { openAnswerLab } from "./pages-answer-lab.js";
import {
  enter,
  lands,
  launch,
  type Listening,
  openBrowserOf,
  openOffice,
  press,
  startServices,
} from "./pages-lab.js";
import { focus, nameless, type Told, told } from "./screen-reader.js";

/** What a screen reader is told by the pages, as the browser itself has computed it. */

let browser: Browser;
let services: Listening;
beforeAll(async () => {
  [browser, services] = await Promise.all([launch(), startServices()]);
});
afterAll(async () => {
  await browser.close();
  await services.kill();
});

const PROBLEM = /^Please fix the following/;
const find = (all: readonly Told[], role: string, name: RegExp): Told =>
  all.find((one) => one.role === role && name.test(one.name))!;

it("an answer page tells every field, and its errors by title, focus and description", async () => {
  await using lab = await openAnswerLab();
  await using person = await openBrowserOf(browser, { javaScriptEnabled: true });
  const { page } = person;
  const asked = await lab.ask({
    type: "object",
    properties: {
      why: { type: "string", title: "Why", description: "In a few words.", minLength: 3 },
      seats: { type: "integer", title: "Seats", minimum: 1, maximum: 60 },
      start: { type: "string", title: "Start", format: "date-time" },
      end: { type: "string", title: "End", format: "date-time" },
      veg: { type: "boolean", title: "Vegetarian", description: "No fish either." },
      size: { type: "string", title: "Size", enum: ["S", "M", "L"] },
      days: {
        type: "array",
        title: "Days",
        description: "As many as you like.",
        items: { type: "string", enum: ["Friday", "Saturday"] },
        minItems: 1,
      },
    },
    required: ["why", "seats", "veg", "days"],
  });
  await enter(page, asked);
  let title = await page.title();
  expect(title).not.toMatch(PROBLEM);
  let all = await told(page);
  expect(nameless(all)).toEqual([]);
  expect(all.filter(({ role }) => role === "main")).toHaveLength(1);
  expect(find(all, "textbox", /^Why/).description).toMatch(/^In a few words\./);
  expect(find(all, "textbox", /^Seats/).description).toBe("Enter 1 to 60.");
  expect(find(all, "radiogroup", /^Vegetarian/).description).toBe("No fish either.");
  expect(find(all, "radiogroup", /^Size/)).toBeDefined();
  expect(find(all, "group", /^Days/).description).toMatch(/^As many as you like\./);
  // Said with the group, not with each of its choices.
  expect(find(all, "radio", /^Yes$/).description).toBe("");
  const zones = all.filter(({ role, name }) => role === "combobox" && /UTC|zone/i.test(name));
  expect(zones.map(({ name }) => name.replace(/ (optional|\(optional\))/, ""))).toEqual([
    expect.stringMatching(/^Start/),
    expect.stringMatching(/^End/),
  ]);

  await page.getByLabel("Why").fill("x");
  await page.getByLabel("Seats").fill("many");
  await page.evaluate(() =>
    document.querySelectorAll("form").forEach((form) => (form.noValidate = true)),
  );
  await page.getByRole("button", { name: /^(Send|Review)$/ }).click();
  await page.getByRole("alert").waitFor();
  title = await page.title();
  expect(title).toMatch(PROBLEM);
  expect(await focus(page)).toMatchObject({ role: "alert", name: expect.stringMatching(PROBLEM) });
  all = await told(page);
  expect(await axeFaults(page)).toEqual([]);
  const seats = find(all, "textbox", /^Seats/);
  expect(seats.invalid).toBe(true);
  expect(seats.description).toMatch(/number/);
  const veg = find(all, "radiogroup", /^Vegetarian/);
  expect(veg.description).toMatch(/^No fish either\. .*(required|Choose)/);
  await page.getByRole("link", { name: /^Vegetarian:/ }).press("Enter");
  expect(await focus(page)).toMatchObject({ role: "radio", name: "Yes" });
  await page.getByRole("link", { name: /^Seats:/ }).press("Enter");
  expect(await focus(page)).toMatchObject({
    role: "textbox",
    name: expect.stringMatching(/^Seats/),
  });
});

it("the pages of the code and of a secret tell their errors by title, focus and description", async () => {
  await using desk = await openOffice(
    { protocolVersion: "2026-07-28", transport: "stdio" },
    services.url,
  );
  await using person = await openBrowserOf(browser);
  const { page } = person;
  const called = desk.call("list_invoices");
  const asked = await desk.asked();
  await page.goto(asked.url);
  expect(await page.title()).not.toMatch(PROBLEM);
  await page.getByLabel("Code").fill("AAA-AAA");
  await press(page, "Continue");
  await page.getByRole("alert").waitFor();
  expect(await page.title()).toMatch(PROBLEM);
  expect(await focus(page)).toMatchObject({ role: "alert", name: expect.stringMatching(PROBLEM) });
  let all = await told(page);
  expect(nameless(all)).toEqual([]);
  expect(await axeFaults(page)).toEqual([]);
  const code = find(all, "textbox", /^Code/);
  expect(code.invalid).toBe(true);
  expect(code.description).toMatch(/code/);

  await enter(page, asked);
  expect(await page.title()).not.toMatch(PROBLEM);
  expect(nameless(await told(page))).toEqual([]);
  await page.getByLabel("Secret").fill("wrong-key-0123");
  await press(page, "Save");
  await page.getByRole("alert").waitFor();
  expect(await page.title()).toMatch(PROBLEM);
  expect(await focus(page)).toMatchObject({ role: "alert", name: expect.stringMatching(PROBLEM) });
  all = await told(page);
  expect(await axeFaults(page)).toEqual([]);
  const secret = find(all, "textbox", /^Secret/);
  expect(secret.invalid).toBe(true);
  expect(secret.description).not.toBe("");
  // What was typed is told to nobody.
  expect(JSON.stringify(all)).not.toContain("wrong-key");
  await page.getByLabel("Secret").fill("billing-key-of-alice");
  await press(page, "Save");
  await lands(page, "Tested and saved");
  expect(await page.title()).toBe("Tested and saved");
  await called;
});
