import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import {
  addServer,
  launch,
  openConsole,
  type StartedConsole,
  startConsole,
} from "../../e2e/console-lab.js";
import { createHand, type Hand } from "./hand.js";
import { startInspector, type StartedInspector } from "./start-inspector.js";

const server = [process.execPath, fileURLToPath(new URL("questions-server.mjs", import.meta.url))];

/** How a question is answered in one of the two, with the mouse and with the keyboard. */
interface Way {
  /** Opens the tool's page. Not counted. */
  open(tool: string): Promise<Locator>;
  readonly mouse: Readonly<Record<string, (hand: Hand) => Promise<void>>>;
  readonly keyboard: Readonly<Record<string, (hand: Hand) => Promise<void>>>;
  /** Resolves when the answer was sent. */
  sent(): Promise<void>;
}

interface Effort {
  readonly clicks: number;
  readonly keys: number;
}

const DATE_TIME = "2026-07-01T09:30:00Z";
const TOOLS = ["yes_no", "choice", "five_fields", "date_time", "link"];

/** The steps from Call, which is the first click or key, to the sent answer. */
async function effortOf(page: Page, way: Way, tool: string): Promise<Effort> {
  const withMouse = createHand(page);
  await withMouse.click(await way.open(tool));
  await way.mouse[tool]!(withMouse);
  await way.sent();
  const withKeys = createHand(page);
  const call = await way.open(tool);
  await call.focus();
  await withKeys.press("Enter");
  await way.keyboard[tool]!(withKeys);
  await way.sent();
  return { clicks: withMouse.clicks, keys: withKeys.keys };
}

/** The official Inspector: questions are in a dialog. */
function inInspector(page: Page): Way {
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Submit" });
  const field = (name: string): Locator => dialog.getByLabel(name).first();
  const shown = (): Promise<void> => dialog.waitFor();
  /** Chooses the second entry of a list. */
  const choose = async (hand: Hand, name: string, title: string): Promise<void> => {
    await hand.click(field(name));
    await hand.click(page.getByRole("option", { name: title }));
  };
  const fill = async (hand: Hand, name: string, text: string): Promise<void> => {
    await hand.click(field(name));
    await hand.type(text);
  };
  /** A user looks before each key: the first one opens the list, the second one goes to its second entry. */
  const chooseByKey = async (hand: Hand, name: string): Promise<void> => {
    const isActive = async (place: number): Promise<void> =>
      page.getByRole("option").nth(place).and(page.locator("[aria-selected=true]")).waitFor();
    await hand.tabTo(field(name));
    await hand.press("ArrowDown");
    await isActive(0);
    await hand.press("ArrowDown");
    await isActive(1);
    await hand.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "hidden" });
  };
  const submitByKey = async (hand: Hand): Promise<void> => {
    await submit.and(page.locator(":enabled")).waitFor();
    await hand.tabTo(submit);
    await hand.press("Enter");
  };
  return {
    async open(tool) {
      // The results take the place of the form until another tool was chosen.
      const other = tool === "link" ? "choice" : "link";
      for (const name of [other, tool]) await page.getByText(name, { exact: true }).first().click();
      return page.getByRole("button", { name: "Execute Tool" });
    },
    async sent() {
      await dialog.waitFor({ state: "hidden" });
    },
    mouse: {
      async yes_no(hand) {
        await shown();
        await hand.click(dialog.getByText("Delete them").first());
        await hand.click(submit);
      },
      async choice(hand) {
        await shown();
        await choose(hand, "Repository", "web");
        await hand.click(submit);
      },
      async five_fields(hand) {
        await shown();
        await fill(hand, "Name", "Ada");
        await fill(hand, "E-mail", "ada@example.com");
        await fill(hand, "Seats", "5");
        await choose(hand, "Channel", "beta");
        await hand.click(dialog.getByText("Notify the team").first());
        await hand.click(submit);
      },
      async date_time(hand) {
        await shown();
        await fill(hand, "Start", DATE_TIME);
        await hand.click(submit);
      },
      async link(hand) {
        await hand.click(dialog.getByRole("button", { name: "Open in Browser" }));
        await hand.click(dialog.getByRole("button", { name: "I've completed it" }));
      },
    },
    keyboard: {
      async yes_no(hand) {
        await shown();
        await hand.tabTo(dialog.getByRole("checkbox").last());
        await hand.press("Space");
        await submitByKey(hand);
      },
      async choice(hand) {
        await shown();
        await chooseByKey(hand, "Repository");
        await submitByKey(hand);
      },
      async five_fields(hand) {
        await shown();
        for (const [name, text] of [
          ["Name", "Ada"],
          ["E-mail", "ada@example.com"],
          ["Seats", "5"],
        ] as const) {
          await hand.tabTo(field(name));
          await hand.type(text);
        }
        await chooseByKey(hand, "Channel");
        await hand.tabTo(dialog.getByRole("checkbox").last());
        await hand.press("Space");
        await submitByKey(hand);
      },
      async date_time(hand) {
        await shown();
        await hand.tabTo(field("Start"));
        await hand.type(DATE_TIME);
        await submitByKey(hand);
      },
      async link(hand) {
        await hand.tabTo(dialog.getByRole("button", { name: "Open in Browser" }));
        await hand.press("Enter");
        await hand.tabTo(dialog.getByRole("button", { name: "I've completed it" }));
        await hand.press("Enter");
      },
    },
  };
}

/** The Inspector loses a key now and then on a busy machine: it is given another try, and counted from its beginning. */
async function effortInInspector(page: Page, tool: string): Promise<Effort> {
  const dialog = page.getByRole("dialog");
  for (let tries = 3; ; tries--) {
    try {
      return await effortOf(page, inInspector(page), tool);
    } catch (error) {
      if (tries === 1) throw error;
      await page.keyboard.press("Escape");
      if (await dialog.isVisible())
        await dialog
          .getByRole("button", { name: /Cancel|Decline/ })
          .first()
          .click();
      await dialog.waitFor({ state: "hidden" });
    }
  }
}

/** The console: questions are beside or below their call. */
function inConsole(page: Page): Way {
  const question = page.locator('[data-midcall="question"]').first();
  const send = question.getByRole("button", { name: "Send" });
  const shown = async (): Promise<void> => {
    await question.waitFor();
    // The focus follows in the same task or the next.
    await page.waitForFunction(
      () => document.activeElement?.closest('[data-midcall="question"]') !== null,
    );
  };
  const fill = async (hand: Hand, name: string, text: string): Promise<void> => {
    await hand.click(question.getByLabel(name));
    await hand.type(text);
  };
  return {
    async open(tool) {
      await page.getByRole("navigation").getByRole("link", { name: "Questions" }).first().click();
      await page.getByRole("link", { name: tool }).first().click();
      return page.getByRole("button", { name: "Call", exact: true });
    },
    async sent() {
      await question.waitFor({ state: "detached" });
    },
    mouse: {
      async yes_no(hand) {
        await hand.click(question.getByRole("button", { name: "Yes" }));
      },
      async choice(hand) {
        await hand.click(question.getByText("web", { exact: true }));
        await hand.click(send);
      },
      async five_fields(hand) {
        await fill(hand, "Name", "Ada");
        await fill(hand, "E-mail", "ada@example.com");
        await fill(hand, "Seats", "5");
        await hand.click(question.getByText("beta", { exact: true }));
        await hand.click(question.getByText("Yes", { exact: true }));
        await hand.click(send);
      },
      async date_time(hand) {
        await hand.click(question.getByLabel("Start"), true);
        await hand.type("070120260930AM");
        await hand.click(send);
      },
      async link(hand) {
        await hand.click(question.getByRole("button", { name: /^Open/ }));
      },
    },
    keyboard: {
      async yes_no(hand) {
        await shown();
        await hand.tabTo(question.getByRole("button", { name: "Yes" }));
        await hand.press("Enter");
      },
      async choice(hand) {
        await shown();
        await hand.press("ArrowDown");
        await hand.press("Enter");
      },
      async five_fields(hand) {
        await shown();
        for (const [name, text] of [
          ["Name", "Ada"],
          ["E-mail", "ada@example.com"],
          ["Seats", "5"],
        ] as const) {
          await hand.tabTo(question.getByLabel(name));
          await hand.type(text);
        }
        await hand.tabTo(question.getByLabel("stable"));
        await hand.press("ArrowDown");
        await hand.tabTo(question.getByLabel("Yes"));
        await hand.press("Space");
        await hand.press("Enter");
      },
      async date_time(hand) {
        await shown();
        await hand.tabTo(question.getByLabel("Start"));
        await hand.type("070120260930AM");
        await hand.press("Enter");
      },
      async link(hand) {
        await shown();
        await hand.tabTo(question.getByRole("button", { name: /^Open/ }));
        await hand.press("Enter");
      },
    },
  };
}

describe("the steps from Call to the sent answer", () => {
  let browser: Browser;
  let inspector: StartedInspector;
  let started: StartedConsole;
  let ours: Page;
  const counted: Record<string, { inspector: Effort; console: Effort }> = {};
  beforeAll(async () => {
    browser = await launch();
    inspector = await startInspector(browser, server);
    started = await startConsole();
    ({ page: ours } = await openConsole(browser, started, {
      viewport: { width: 1280, height: 800 },
    }));
    await addServer(ours, {
      target: server.join(" "),
      name: "Questions",
      protocolVersion: "2025-11-25",
    });
  });
  afterAll(async () => {
    console.table(
      Object.entries(counted).map(([tool, { inspector: theirs, console: own }]) => ({
        tool,
        "clicks: Inspector": theirs.clicks,
        "clicks: console": own.clicks,
        "keys: Inspector": theirs.keys,
        "keys: console": own.keys,
      })),
    );
    await started?.[Symbol.asyncDispose]();
    await inspector?.[Symbol.asyncDispose]();
    await browser?.close();
  });

  it.each(TOOLS)("are never more than in the Inspector: %s", async (tool) => {
    const theirs = await effortInInspector(inspector.page, tool);
    const own = await effortOf(ours, inConsole(ours), tool);
    counted[tool] = { inspector: theirs, console: own };
    expect(own.clicks).toBeLessThanOrEqual(theirs.clicks);
    expect(own.keys).toBeLessThanOrEqual(theirs.keys);
  });

  it("are one click after Call for a yes/no question", () => {
    expect(counted["yes_no"]!.console.clicks).toBe(2);
  });
});
