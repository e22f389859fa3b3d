import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addNotebooks,
  addOldFiles,
  addRepositories,
  filesIn,
  pushed,
} from "../../examples/src/start/sandbox.js";
import { built } from "./built.js";
import {
  addServer,
  callNow,
  launch,
  openConsole,
  openTool,
  question,
  result,
  screenshot,
  send,
  startConsole,
  type Watch,
} from "./console-lab.js";

let browser: Browser;
let temp: string;
beforeAll(async () => {
  temp = mkdtempSync(join(tmpdir(), "midcall-e2e-"));
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  rmSync(temp, { recursive: true, force: true });
});

/** Where a person is in the examples, on one protocol version and in one theme. */
interface Visit {
  readonly protocolVersion: string;
  readonly theme: string;
  readonly server: string;
  readonly root: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watch: Watch;
  asked(): Locator;
}

const steps: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  "schedules stand-ups: invalid for the server, then valid": async ({
    server,
    root,
    page,
    asked,
  }) => {
    await openTool(page, server, "Schedule stand-ups");
    await page.getByRole("textbox", { name: /^Team/ }).fill("Night Owls");
    await page.getByRole("textbox", { name: /^Time\b(?!zone)/ }).fill("09:30");
    await page.getByLabel(/^First day/).fill("2027-03-26");
    await callNow(page);
    await asked()
      .getByLabel(/^Time zone/)
      .fill("Berlin");
    await send(asked());
    await asked().getByText("That is no time zone").first().waitFor();
    await asked()
      .getByLabel(/^Time zone/)
      .fill("Europe/Berlin");
    await send(asked());
    await result(page, "5 stand-ups of Night Owls at 09:30 Europe/Berlin");
    expect((await filesIn(root, ".")).join()).toContain("night-owls-standup.ics");
  },
  "cleans up: cancelled, declined, and then confirmed": async ({ server, root, page, asked }) => {
    await openTool(page, server, "Clean up old files");
    await page.getByRole("textbox", { name: /^Directory/ }).fill("downloads");
    for (const way of ["Not now", "Decline"]) {
      await callNow(page);
      await asked().getByRole("button", { name: way }).click();
      await result(page, "Nothing was deleted.");
      await page.getByRole("button", { name: /^Dismiss/ }).click();
    }
    expect(await filesIn(root, "downloads")).toHaveLength(3);
    await callNow(page);
    await asked().getByText("setup.log").waitFor();
    await asked().getByRole("textbox").fill("delete");
    await send(asked());
    await result(page, "Deleted 2 files.");
    expect(await filesIn(root, "downloads")).toHaveLength(1);
  },
  "pushes, though the page was reloaded in the middle of the question": async ({
    server,
    root,
    page,
    asked,
  }) => {
    await openTool(page, server, "Commit and push");
    await page.getByRole("textbox", { name: /^Message/ }).fill("Say hello");
    await callNow(page);
    await asked()
      .getByRole("radio", { name: /website/ })
      .check();
    await page.reload();
    await asked()
      .getByRole("radio", { name: /website/ })
      .check();
    await send(asked());
    await result(page, "Pushed projects/website: Say hello");
    expect(await pushed(root, "website")).toContain("Say hello");
    expect(await pushed(root, "notes-app")).not.toContain("Say hello");
  },
  "plans a project: invalid here, then valid, three questions in a row": async ({
    protocolVersion,
    theme,
    server,
    page,
    asked,
  }) => {
    await openTool(page, server, "Plan a project");
    await page.getByRole("textbox", { name: /^Project/ }).fill("Harvest");
    await page.getByLabel(/^Start/).fill("2026-12-01");
    await callNow(page);
    await asked()
      .getByLabel(/^Deadline/)
      .fill("2026-12-15");
    await send(asked());
    await asked()
      .getByLabel(/^People/)
      .fill("40");
    await asked()
      .getByRole("button", { name: /^(Review|Send)$/ })
      .click();
    await asked().getByText("Please fix the following problem").waitFor();
    await asked()
      .getByLabel(/^People/)
      .fill("3");
    await send(asked());
    await asked()
      .getByLabel(/^Budget/)
      .fill("12000");
    await send(asked());
    await result(page, "The plan is in harvest-plan.md");
    await screenshot(page, `plan-${protocolVersion}-${theme}`, false);
  },
  "registers a guest with every kind of field": async ({
    protocolVersion,
    theme,
    server,
    page,
    asked,
  }) => {
    await openTool(page, server, "Register a guest");
    await callNow(page);
    const form = asked();
    await form.getByRole("textbox", { name: /^Name/ }).fill("Ana");
    await form.getByRole("textbox", { name: /^E-mail/ }).fill("ana@example.com");
    await form.getByRole("textbox", { name: /^Website/ }).fill("https://example.com/ana");
    await form.getByLabel(/^Birthday/).fill("1990-02-28");
    await form.getByLabel(/^Arrival/).fill("2027-05-07T18:30");
    await form.getByRole("textbox", { name: /^Height/ }).fill("1.68");
    await form
      .getByRole("radiogroup", { name: /^Newsletter/ })
      .getByLabel("Yes")
      .check();
    await form
      .getByRole("radiogroup", { name: /^Room/ })
      .getByLabel("Shared with a friend")
      .check();
    await form
      .getByRole("radiogroup", { name: /^Transport/ })
      .getByLabel("By train")
      .check();
    for (const day of ["sat", "sun"]) {
      // Older hosts have no lists to choose several from: each day is a question of its own there.
      if (protocolVersion === "2025-06-18") {
        await form
          .getByRole("radiogroup", { name: new RegExp(`\\b${day}\\b`) })
          .getByLabel("Yes")
          .check();
      } else await form.getByRole("checkbox", { name: day }).check();
    }
    await form.getByRole("button", { name: "Review", exact: true }).click();
    await form.getByText("Check your answer").waitFor();
    await screenshot(page, `review-${protocolVersion}-${theme}`, false);
    await form.getByRole("button", { name: "Send" }).click();
    await result(page, "Ana comes on sat, sun for 0 workshops.");
    const text = await page.locator(".result-text").first().innerText();
    expect(JSON.parse(text.slice(text.indexOf("{")))).toMatchObject({
      vegetarian: false,
      newsletter: true,
      // The oldest protocol version knows no defaults but those of booleans.
      ...(protocolVersion !== "2025-06-18" && { nickname: "", children: 0, size: "m" }),
      room: "shared",
      transport: "train",
      height: 1.68,
    });
  },
  "links an account: asks for consent, and opens the page only then": async ({
    protocolVersion,
    server,
    context,
    page,
    watch,
    asked,
  }) => {
    await openTool(page, server, "Link an account");
    await page.getByRole("textbox", { name: /^Service/ }).fill("Calendar");
    await callNow(page);
    if (protocolVersion === "2025-06-18") return result(page, "this host has no way to offer one");
    await asked()
      .getByText(/^http:\/\/127\.0\.0\.1:\d+\/link\//)
      .first()
      .waitFor();
    expect(watch.foreign).toEqual([]);
    const opening = context.waitForEvent("page");
    await asked()
      .getByRole("button", { name: /^Open 127\.0\.0\.1/ })
      .click();
    const link = await opening;
    await link.getByLabel("Account name").waitFor();
    expect(await link.evaluate(() => [document.referrer, window.opener])).toEqual(["", null]);
    await link.getByLabel("Account name").fill("ana-calendar");
    await link.getByRole("button", { name: "Link" }).click();
    await link.getByRole("heading", { name: "Your Calendar account is linked" }).waitFor();
    await link.close();
    await result(page, "Your Calendar account is linked.");
    expect(
      watch.foreign.every((url) => /^http:\/\/127\.0\.0\.1:\d+\/(link\/|favicon)/.test(url)),
    ).toBe(true);
    watch.foreign.length = 0;
  },
  "saves notes, with a question and without": async ({ server, page, asked }) => {
    await openTool(page, server, "Save a note");
    await page.getByRole("textbox", { name: /^Note/ }).fill("Water the plants");
    await callNow(page);
    await asked().getByRole("radio", { name: "garden" }).check();
    await send(asked());
    await result(page, "Saved in garden.");
    await openTool(page, server, "Save a note in a notebook");
    await page
      .getByRole("textbox", { name: /^Note\b/ })
      .first()
      .fill("Call Bo");
    await page.getByRole("textbox", { name: /^Notebook/ }).fill("work");
    await callNow(page);
    await result(page, "Saved in work.");
  },
};

const protocolVersions = ["2025-06-18", "2025-11-25", "2026-07-28"] as const;
const cases = protocolVersions.flatMap((protocolVersion) =>
  (["light", "dark"] as const).map((theme) => ({ protocolVersion, theme })),
);

it.concurrent.each(cases)(
  "every example on $protocolVersion, $theme",
  async ({ protocolVersion, theme }) => {
    const root = join(temp, `${protocolVersion}-${theme}`);
    mkdirSync(root);
    await addOldFiles(root);
    await addRepositories(root);
    await addNotebooks(root);
    await using console = await startConsole();
    const { context, page, watch } = await openConsole(browser, console, { colorScheme: theme });
    const server = `Examples ${protocolVersion} ${theme}`;
    await addServer(page, {
      target: `node ${built("all.js")} --root ${root}`,
      name: server,
      protocolVersion,
    });
    const visit = {
      protocolVersion,
      theme,
      server,
      root,
      context,
      page,
      watch,
      asked: () => question(page, server),
    };
    for (const [name, step] of Object.entries(steps)) {
      try {
        await step(visit);
        expect(watch).toEqual({ faults: [], foreign: [] });
      } catch (error) {
        await screenshot(page, `failed-${protocolVersion}-${theme}`);
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    }
    await context.close();
    expect(console.said().replace(console.url, "")).not.toMatch(/token|Error|Warning/);
  },
);
