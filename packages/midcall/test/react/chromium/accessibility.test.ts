import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { isNight } from "../../../../../test/night.js";
import { zoomFaults } from "../../../../../test/e2e/reflow.js";
import { type Lab, type LabPage, openLab, setLook } from "./open-page.js";
import { REGISTER, SUSPICIOUS_LINK, TOOL } from "./questions.js";

const artifacts = fileURLToPath(new URL("../../../../../test/artifacts/react/", import.meta.url));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  lab = await openLab({ mode: "production" });
  open = await lab.open({
    viewport: { width: 900, height: 900 },
    timezoneId: "Asia/Kolkata",
    locale: "en-GB",
    // What moves has the colours of its end only then.
    reducedMotion: "reduce",
  });
  page = open.page;
  await page.evaluate(axe);
});

afterAll(async () => {
  expect(open.errors).toEqual([]);
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

type StartOptions = Parameters<typeof window.lab.start>[0];

async function start(options: StartOptions, ...asked: readonly unknown[][]): Promise<void> {
  await page.evaluate((given) => window.lab.start(given), options);
  await page.getByRole("heading", { name: "Lab", includeHidden: true }).waitFor();
  for (const [params, origin] of asked) {
    await page.evaluate(([one, of]) => window.lab.ask(one, of as object), [
      params,
      origin,
    ] as const);
  }
}

/** Every state the parts can be in, and how to get there. */
const states: Record<string, () => Promise<void>> = {
  "inbox, empty": async () => {
    await start({ ui: "inbox" });
    await page.getByText("No open questions.").waitFor();
  },
  form: async () => {
    await start({ ui: "inbox" }, [REGISTER, TOOL], [REGISTER, { server: "Calendar" }]);
    await page.getByRole("article").waitFor();
  },
  "form, errors": async () => {
    await states["form"]!();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("Please fix the following 4 problems").waitFor();
  },
  "form, options open": async () => {
    await states["form"]!();
    await page.getByRole("combobox", { name: "City" }).click();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "City 3", exact: true }).waitFor();
  },
  review: async () => {
    await states["form"]!();
    await page.getByLabel("Full name").fill("Ada Lovelace");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Birthday").fill("1995-12-10");
    await page.getByLabel("Arrival").fill("2026-12-24T18:30");
    await page.getByRole("radiogroup", { name: "Vegetarian" }).getByLabel("No").check();
    await page.getByLabel("Saturday").check();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("heading", { name: "Check your answer" }).waitFor();
    await page.getByRole("button", { name: "Send", disabled: false }).waitFor();
  },
  "form with long texts": async () => {
    await start({ ui: "inbox" }, [
      {
        message: "Long. ".repeat(2000),
        requestedSchema: {
          type: "object",
          properties: { x: { type: "string", description: "Words. ".repeat(1500) } },
        },
      },
    ]);
    await page.getByText("Words. ".repeat(1500).trim()).waitFor();
  },
  "agreement in a dialog": async () => {
    await start({ ui: "dialog" }, [
      { message: "Delete 47 files?", requestedSchema: { type: "object", properties: {} } },
      TOOL,
    ]);
    await page.getByRole("dialog").waitFor();
    await page.getByRole("button", { name: "Agree", disabled: false }).waitFor();
  },
  "form in a dialog": async () => {
    await start({ ui: "dialog" }, [REGISTER, TOOL], [REGISTER, { server: "Calendar" }]);
    await page.getByRole("dialog").waitFor();
  },
  "form in a dialog, time short": async () => {
    await start({ ui: "dialog", policy: { timeoutMs: 110_000 } }, [REGISTER, TOOL]);
    await page.getByRole("button", { name: "More time" }).waitFor();
  },
  "yes or no": async () => {
    await start({ ui: "inbox" }, [
      {
        message: "Delete 47 files?",
        requestedSchema: {
          type: "object",
          properties: {
            sure: {
              type: "boolean",
              title: "Delete them",
              description: "They cannot be restored. The code is ABCD-1234.",
            },
          },
        },
      },
      TOOL,
    ]);
    await page.getByRole("button", { name: "Yes", disabled: false }).waitFor();
  },
  "one choice": async () => {
    await start({ ui: "inbox" }, [
      {
        message: "What size?",
        requestedSchema: {
          type: "object",
          properties: { size: { type: "string", title: "Size", enum: ["S", "M", "L"] } },
        },
      },
      TOOL,
    ]);
    await page.getByRole("button", { name: "Send", disabled: false }).waitFor();
  },
  "form, to be discarded": async () => {
    await states["form in a dialog"]!();
    await page.getByLabel("Full name").fill("Ada");
    await page.keyboard.press("Escape");
    await page.getByText("Discard what you entered?").waitFor();
    await page.getByRole("button", { name: "Discard", disabled: false }).waitFor();
  },
  gate: async () => {
    await start({ ui: "inbox", policy: { rule: "ask" }, servers: ["Calendar"] }, [REGISTER]);
    await page.getByText("Permissions").click();
    await page.getByLabel("When Calendar asks").waitFor();
    await page.getByRole("button", { name: "Show this question", disabled: false }).waitFor();
  },
  link: async () => {
    await start({ ui: "dialog" }, [SUSPICIOUS_LINK, { ...TOOL, untilDone: true }]);
    await page.getByText("Check this before").waitFor();
    await page.getByRole("button", { name: /^Open/, disabled: false }).waitFor();
  },
  "link, opened": async () => {
    await states["link"]!();
    await page.getByRole("button", { name: /^Open/ }).click();
    await page.getByRole("button", { name: "I’m done, continue", disabled: false }).waitFor();
  },
};

/** For whoever wants to look at it; only at night, because no test does. */
const picture = async (name: string): Promise<void> => {
  if (isNight) await page.screenshot({ path: `${artifacts}${name}.png`, fullPage: true });
};

const looks = {
  light: { theme: "light", dir: "ltr" },
  dark: { theme: "dark", dir: "ltr" },
  rtl: { theme: "light", dir: "rtl" },
} as const;

const look = ({ theme, dir }: (typeof looks)[keyof typeof looks]): Promise<void> =>
  setLook(page, theme, dir);

/** Waits until the ways to refuse count: they do not while the question has just appeared. */
const isReady = (): Promise<unknown> =>
  page.waitForFunction(() => !document.querySelector("[data-midcall=leave] [aria-disabled]"));

/** Those whose parts are all in another state, here or among those of links. */
const repeated = ["form", "form in a dialog", "one choice", "link, opened"];
const tried = Object.keys(states).filter((state) => isNight || !repeated.includes(state));

describe.each(tried)("the state “%s”", (state) => {
  const file = state.replace(/\W+/g, "-");

  it("has nothing axe finds in light, dark and right to left, and fits 320 pixels and 200 % zoom", async () => {
    await states[state]!();
    await isReady();
    for (const [name, given] of Object.entries(looks).slice(0, isNight ? 3 : 1)) {
      await look(given);
      const found = await page.evaluate(async () => {
        const { violations } = await (
          window as unknown as {
            axe: {
              run(options: object): Promise<{
                violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
              }>;
            };
          }
        ).axe.run({ resultTypes: ["violations"] });
        return violations.map(({ id, nodes }) => [
          id,
          ...nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`),
        ]);
      });
      expect(found, name).toEqual([]);
      await picture(`${file}-${name}`);
    }

    // 320 pixels, and 1280 at 200 %: nothing to scroll sideways, and targets of 24 pixels.
    const sizes = [
      [320, "ltr"],
      [320, "rtl"],
      [640, "ltr"],
    ] as const;
    for (const [width, dir] of sizes.slice(0, isNight ? 3 : 1)) {
      await page.setViewportSize({ width, height: 700 });
      await look({ theme: "light", dir } as never);
      const measured = await page.evaluate(() => {
        const box = document.querySelector("dialog") ?? document.documentElement;
        const small = [
          ...document.querySelectorAll<HTMLElement>(
            "[data-midcall] :is(button, select, textarea, summary, a, [role=option]), [data-midcall=control], [data-midcall=option]",
          ),
        ].filter((element) => {
          const { width: wide, height } = element.getBoundingClientRect();
          return wide > 0 && (wide < 24 || height < 24);
        });
        return {
          sideways: [
            box.scrollWidth - box.clientWidth,
            document.documentElement.scrollWidth - innerWidth,
          ],
          small: small.map(({ outerHTML }) => outerHTML.slice(0, 120)),
        };
      });
      expect(Math.max(...measured.sideways), `${width} ${dir}`).toBeLessThanOrEqual(0);
      expect(measured.small).toEqual([]);
      if (width === 320) {
        await picture(`${file}-320-${dir}`);
      }
    }
    await page.setViewportSize({ width: 900, height: 900 });
    await look(looks.light);
  });

  if (isNight)
    it("is whole at 200 % and 400 %, with more space in its text, and hides nothing that has the focus", async () => {
      await states[state]!();
      expect(await zoomFaults(page)).toEqual([]);
    });
});

describe("what a screen reader is told", () => {
  it("names, descriptions and states of every kind of field", async () => {
    await states["form"]!();
    await isReady();
    expect(await page.getByRole("article").ariaSnapshot()).toMatchSnapshot();
  });

  it("errors, by name and description", async () => {
    await states["form, errors"]!();
    const name = page.getByLabel("Full name");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-midcall")))
      .toBe("summary");
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    const client = await page.context().newCDPSession(page);
    const { nodes } = await client.send("Accessibility.getFullAXTree");
    const described = nodes
      .filter(({ description }) => description?.value)
      // Parts of Chromium's own control for dates, which differ from version to version.
      .filter(({ name: of }) => !/^Show .* picker/.test(String(of?.value)))
      .map(
        ({ role, name: of, description, properties = [] }) =>
          `${role?.value} "${of?.value}": ${description?.value}${properties
            .filter(({ name: key, value }) => key === "invalid" && value.value !== "false")
            .map(() => " [invalid]")
            .join("")}`,
      );
    expect(described).toMatchSnapshot();
    const summary = await page.locator('[data-midcall="summary"]').ariaSnapshot();
    expect(summary.replace(/\n.*\/url:.*/g, "")).toMatchSnapshot();
  });

  /** The page as it is told once nothing changes any more. Its short timers have fired. */
  const settled = async (): Promise<string> => {
    for (let before = ""; ;) {
      const now = await page.locator("main").ariaSnapshot();
      if (now === before) return now;
      before = now;
      // Longer than what the dialog waits for before it says something.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    }
  };

  it("review, link and gate", async () => {
    for (const state of [
      "yes or no",
      "form, to be discarded",
      "review",
      "link",
      "link, opened",
      "gate",
      "agreement in a dialog",
    ]) {
      await states[state]!();
      expect(await settled(), state).toMatchSnapshot(state);
    }
  });
});

it("moves nothing when it offers more time", async () => {
  await start({ ui: "inbox", policy: { timeoutMs: 123_000 } }, [REGISTER, TOOL]);
  await page.getByText("3 minutes left").waitFor();
  const field = page.getByLabel("Full name");
  const before = await field.boundingBox();
  await page.getByRole("button", { name: "More time" }).waitFor();
  expect(await field.boundingBox()).toEqual(before);
});

it("shows the focus, in forced colours as well", async () => {
  await states["form"]!();
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.getByLabel("Full name").focus();
  const outline = await page
    .getByLabel("Full name")
    .evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe("solid");
  await picture("form-forced-colors");
  const moving = await page
    .getByRole("button", { name: "Decline" })
    .evaluate((element) => getComputedStyle(element).transitionDuration);
  expect(moving).toBe("0s");
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
});
