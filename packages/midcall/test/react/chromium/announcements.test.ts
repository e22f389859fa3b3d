import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  focus,
  inRegions,
  listen,
  nameless,
  type Told,
  told,
} from "../../../../../test/e2e/screen-reader.js";
import { type Lab, type LabPage, openLab } from "./open-page.js";
import { REGISTER, TOOL } from "./questions.js";

/** What a screen reader is told, as the browser itself has computed it. */

const CODE = "K7P-Q4M";
const LINK = {
  mode: "url",
  message: `Connect your account.\n\nThe page asks for this code: ${CODE}`,
  url: "https://accounts.example.com/connect?flow=4f1c9a",
  elicitationId: "e1",
} as const;
const SURE = {
  message: "Delete 47 files?",
  requestedSchema: {
    type: "object",
    properties: { sure: { type: "boolean", title: "Delete them", description: "For ever." } },
    required: ["sure"],
  },
};
const SIZE = {
  message: "What size?",
  requestedSchema: {
    type: "object",
    properties: { size: { type: "string", title: "Size", enum: ["S", "M", "L"] } },
    required: ["size"],
  },
};
const UIS = ["dialog", "inbox"] as const;

let lab: Lab;
let open: LabPage;
let page: Page;
let said: () => Promise<string[]>;

beforeAll(async () => {
  lab = await openLab({ mode: "production" });
  open = await lab.open({ timezoneId: "Asia/Kolkata", locale: "en-GB" });
  page = open.page;
});

beforeEach(async () => {
  await page.reload();
  await page.waitForFunction(() => "lab" in window);
  said = await listen(page);
});

afterAll(async () => {
  expect(open.errors).toEqual([]);
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

type StartOptions = Parameters<typeof window.lab.start>[0];
const start = async (options: StartOptions): Promise<void> => {
  await page.evaluate((given) => window.lab.start(given), { domains: true, ...options });
  await page.getByRole("heading", { name: "Lab", includeHidden: true }).waitFor();
};
const ask = (params: unknown, origin: object = TOOL): Promise<number> =>
  page.evaluate(([one, of]) => window.lab.ask(one, of), [params, origin] as const);
const withdraw = (index: number): Promise<void> =>
  page.evaluate((of) => window.lab.asked[of]!.withdraw(), index);
const button = (name: string): ReturnType<Page["getByRole"]> =>
  page.getByRole("button", { name, exact: true });
/** Waits until this is all that was said since the last look. */
const hears = async (...texts: string[]): Promise<void> => {
  const heard: string[] = [];
  await expect.poll(async () => (heard.push(...(await said())), heard)).toEqual(texts);
};
const find = (all: readonly Told[], role: string, name: string | RegExp): Told =>
  all.find(
    (one) =>
      one.role === role && (typeof name === "string" ? one.name === name : name.test(one.name)),
  )!;

describe.each(UIS)("a question in the %s", (ui) => {
  it("is said once when it appears, and stands nowhere once it is answered", async () => {
    await start({ ui });
    await ask(SURE);
    await button("Yes").waitFor();
    await hears("GitHub asks: Delete 47 files?");
    expect(await inRegions(page)).toEqual(["GitHub asks: Delete 47 files?"]);
    await page.getByRole("article").press("Tab");
    await button("Yes").click();
    await page.getByRole("article").waitFor({ state: "detached" });
    await expect.poll(() => inRegions(page)).toEqual([]);
    expect(await said()).toEqual([]);
  });

  it("is said again if it is asked again in the same words", async () => {
    await start({ ui });
    for (let times = 0; times < 2; times++) {
      await ask(SURE);
      await button("Decline").waitFor();
      await hears("GitHub asks: Delete 47 files?");
      await button("Decline").click();
      await page.getByRole("article").waitFor({ state: "detached" });
    }
  });

  it("says what waits behind it, and that it was withdrawn", async () => {
    await start({ ui });
    const first = await ask(SURE);
    await hears("GitHub asks: Delete 47 files?");
    await ask(SIZE, { server: "Calendar" });
    await hears("Calendar asks: What size? 2 open questions.");
    await withdraw(first);
    await page.getByRole("article", { name: "Calendar asks" }).waitFor();
    await hears("A question from GitHub was withdrawn, timed out or was answered elsewhere.");
    await withdraw(first + 1);
    await page.getByRole("article").waitFor({ state: "detached" });
    await hears("A question from Calendar was withdrawn, timed out or was answered elsewhere.");
  });

  it("is said apart from others of the same moment, and how many there are once at the end", async () => {
    await start({ ui });
    await page.evaluate(
      ([params, origin]) => {
        for (const name of ["a", "b", "c"]) {
          void window.lab.ask({ ...params, message: `Question ${name}` }, origin);
        }
        void window.lab.ask({ ...params, message: "Question c" }, origin);
      },
      [SURE, TOOL] as const,
    );
    await hears(
      "GitHub asks: Question a. GitHub asks: Question b. GitHub asks: Question c. 4 open questions.",
    );
  });

  it("has a name for every control, and tells its label, its hint and its error", async () => {
    await start({ ui });
    await ask(REGISTER, TOOL);
    await page.getByRole("article").waitFor();
    let all = await told(page);
    expect(nameless(all)).toEqual([]);
    expect(find(all, "textbox", "Full name required")).toMatchObject({
      description: "As it should be printed on the badge.",
      required: true,
      invalid: false,
    });
    expect(find(all, "textbox", /^Height/).description).toBe("Enter 0.3 to 2.8.");
    expect(find(all, "textbox", /^API token/).description).toBe("This looks like a secret.");
    expect(find(all, "group", /^Days/).description).toBe("Choose 1 to 2.");
    for (const name of [/^Vegetarian/, /^Newsletter/, /^Size/]) {
      expect(find(all, "radiogroup", name).role).toBe("radiogroup");
    }
    expect(find(all, "radiogroup", /^Vegetarian/).required).toBe(true);
    expect(find(all, "button", "Decline").description).toContain("tells “GitHub” no");

    await expect.poll(said).toContainEqual(expect.stringContaining("Please register"));
    await page.getByRole("button", { name: /^(Review|Send)$/ }).click();
    await page.getByText("Please fix the following 4 problems").waitFor();
    // The summary takes the focus with its name; nothing says the same a second time.
    expect(await focus(page)).toMatchObject({
      role: "group",
      name: "Please fix the following 4 problems",
    });
    expect(await said()).toEqual([]);
    all = await told(page);
    expect(find(all, "textbox", "Full name required")).toMatchObject({
      description: "This is required. As it should be printed on the badge.",
      invalid: true,
    });
    expect(find(all, "radiogroup", /^Vegetarian/)).toMatchObject({
      description: "This is required.",
      invalid: true,
    });
    expect(find(all, "group", /^Days/).description).toBe("Choose at least 1.");
    // Each link of the summary leads to its field.
    for (const [link, name] of [
      ["Full name: This is required.", "Full name required"],
      ["Vegetarian: This is required.", "Yes"],
      ["Days: Choose at least 1.", "Friday"],
    ] as const) {
      await page.getByRole("link", { name: link }).press("Enter");
      expect((await focus(page))?.name).toBe(name);
    }
  });

  it("names its one choice, and the group of a yes or no", async () => {
    await start({ ui });
    await ask(SIZE);
    await page.getByRole("radio").first().waitFor();
    let all = await told(page);
    expect(find(all, "radiogroup", "Size required")).toBeDefined();
    expect(nameless(all)).toEqual([]);
    await button("Decline").click();
    await ask(SURE);
    await button("Yes").waitFor();
    all = await told(page);
    expect(find(all, "group", "Delete them").description).toBe("For ever.");
  });

  it("tells the review by its heading, and says that the answer is on its way at most once", async () => {
    await start({ ui, review: "always" });
    await ask(SIZE);
    await page.getByRole("radio", { name: "M" }).check();
    await expect.poll(async () => (await said()).length).toBe(1);
    await button("Review").click();
    await page.getByText("Only this will be sent to “GitHub”.").waitFor();
    expect(await focus(page)).toMatchObject({ role: "heading", name: "Check your answer" });
    const all = await told(page);
    expect(find(all, "region", "Check your answer")).toBeDefined();
    expect(all.filter(({ role }) => role === "term").length).toBe(1);
    expect(await said()).toEqual([]);
  });

  it("tells the code of a link as characters, and its state once", async () => {
    await start({ ui });
    await ask(LINK);
    const opens = page.getByRole("button", { name: "Open example.com" });
    await opens.waitFor();
    await expect.poll(async () => (await said()).length).toBe(1);
    const spelt = [...CODE].join(" ");
    const texts = async (): Promise<string[]> =>
      (await told(page)).filter(({ role }) => role === "StaticText").map(({ name }) => name);
    expect(await texts()).toContain(spelt);
    // The large code is for the eyes; the other one is a part of the message.
    expect((await texts()).filter((text) => text === CODE)).toHaveLength(1);
    await page.getByRole("article").press("Tab");
    await opens.click();
    const card = page.getByRole("region", { name: /example\.com/ });
    await card.waitFor();
    expect(await focus(page)).toMatchObject({ role: "heading", name: /example\.com/ });
    expect(await texts()).toContain(spelt);
    expect(nameless(await told(page))).toEqual([]);
    expect(await said()).toEqual([]);
    await page.evaluate(() => window.lab.inbox.complete("GitHub", "e1"));
    await page.getByText("is completed").first().waitFor();
    await hears("The page on example.com is completed. You can close its tab.");
  });

  it("says once that a browser has blocked a page", async () => {
    await start({ ui });
    await page.evaluate(() => (window.lab.blocked = true));
    await ask(LINK, { ...TOOL, untilDone: true });
    const opens = page.getByRole("button", { name: "Open example.com" });
    await opens.waitFor();
    await expect.poll(async () => (await said()).length).toBe(1);
    await page.getByRole("article").press("Tab");
    await opens.click();
    const plain = page.getByRole("link", { name: "Open example.com" });
    await plain.waitFor();
    const heard = await said();
    const { name, description } = (await focus(page))!;
    expect(name).toBe("Open example.com");
    const times = [...heard, description].filter((text) => /blocked|did not open/i.test(text));
    expect(times).toHaveLength(1);
  });

  it("says once that questions are held back, in a region with a name", async () => {
    await start({ ui, policy: { burst: 1, concurrent: 2 } });
    await ask(SURE, { server: "Loud" });
    await button("Decline").waitFor();
    await hears("Loud asks: Delete 47 files?");
    await ask(SURE, { server: "Loud" });
    await hears("Loud has asked too many questions in a short time. 1 is held back.");
    await button("Decline").click();
    await page.getByText("is held back").first().waitFor();
    const all = await told(page);
    expect(find(all, "region", /is held back/)).toBeDefined();
    expect(nameless(all)).toEqual([]);
    expect(await said()).toEqual([]);
  });
});
