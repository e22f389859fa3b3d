import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listen } from "../../../../../test/e2e/screen-reader.js";
import { isNight, scaled } from "../../../../../test/night.js";
import { clear, type Lab, type LabPage, openLab, setLook } from "./open-page.js";
import { TOOL } from "./questions.js";

const artifacts = fileURLToPath(new URL("../../../../../test/artifacts/react/", import.meta.url));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const CODE = "K7P-Q4M";
const LINK = {
  mode: "url",
  message: `Connect your account.\n\nThe page asks for this code: ${CODE}`,
  url: "https://accounts.example.com/connect?flow=4f1c9a",
  elicitationId: "e1",
} as const;
const IMITATION = { ...LINK, url: "https://github.com.login.evil.example/start" } as const;
const FORM = {
  message: "Who are you?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  await mkdir(artifacts, { recursive: true });
  lab = await openLab();
  open = await lab.open({
    viewport: { width: 900, height: 900 },
    permissions: ["clipboard-write"],
    // What moves has the colours of its end only then.
    reducedMotion: "reduce",
  });
  page = open.page;
});

beforeEach(async () => {
  await page.setViewportSize({ width: 900, height: 900 });
  await clear(page);
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
const result = (index: number): Promise<unknown> =>
  page.evaluate((of) => window.lab.asked[of]!.result, index);
const block = (blocked: boolean): Promise<void> =>
  page.evaluate((of) => void (window.lab.blocked = of), blocked);
const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
const openButton = (host: string) =>
  page.getByRole("button", { name: `Open ${host}`, disabled: false });
const card = () => page.getByRole("region", { name: /^Opened/ });
/** What live regions say, as long as they say it. */
const said = (): Promise<string[]> =>
  page
    .getByRole("status")
    .evaluateAll((all) => [...new Set(all.map((one) => one.textContent).filter(Boolean))]);

async function openPage(options: StartOptions = { ui: "inbox" }, origin?: object): Promise<number> {
  await start(options);
  const index = await ask(LINK, origin);
  await openButton("example.com").click();
  await card().waitFor();
  return index;
}

describe("a link", () => {
  it("has its domain alone stand out, and a warning that says what to do", async () => {
    await start({ ui: "inbox" });
    await ask(IMITATION);
    await openButton("evil.example").waitFor();
    expect(await page.locator("[data-midcall=host] strong").allTextContents()).toEqual([
      "evil.example",
    ]);
    expect(await page.locator("[data-midcall=url] mark").allTextContents()).toEqual([
      "evil.example",
    ]);
    await page
      .getByText(
        "This address imitates github.com but leads to evil.example. Decline unless you know evil.example.",
      )
      .waitFor();
  });

  it("has nothing stand out where its domain is not known, and says how to read it", async () => {
    await start({ ui: "inbox", domains: false });
    await ask(IMITATION);
    await openButton("github.com.login.evil.example").waitFor();
    expect(await page.locator("[data-midcall=host] strong, [data-midcall=url] mark").count()).toBe(
      0,
    );
    const weight = await page
      .locator("[data-midcall=host-name]")
      .evaluate((name) => getComputedStyle(name).fontWeight);
    expect(weight).toBe("400");
    await page.getByText("Read the address from its end").waitFor();
    await page.getByText("its end says where it leads. Decline unless").waitFor();
  });

  it("shows its code large, in one piece, and spelled for screen readers", async () => {
    await start({ ui: "inbox" });
    await ask(LINK);
    const group = page.getByRole("group", { name: "Code for the page, from GitHub" });
    await group.waitFor();
    expect(await group.ariaSnapshot()).toContain("K 7 P - Q 4 M");
    expect(await group.ariaSnapshot()).not.toContain(CODE);
    for (const width of [900, 320, 240]) {
      await page.setViewportSize({ width, height: 700 });
      const lines = await page.locator("[data-midcall=large-code]").evaluate((code) => {
        const range = document.createRange();
        range.selectNodeContents(code);
        return range.getClientRects().length;
      });
      expect(lines).toBe(1);
    }
    await group.getByRole("button", { name: "Copy code" }).click();
    await group.getByRole("button", { name: "Copied" }).waitFor();
  });
});

describe("a page that the browser blocks", () => {
  it("is not accepted, and opens with a plain link of the same name", async () => {
    await start({ ui: "inbox" });
    await block(true);
    const index = await ask(LINK);
    await openButton("example.com").click();
    const link = page.getByRole("link", { name: "Open example.com" });
    await link.waitFor();
    await expect.poll(focused).toBe("Open example.com");
    expect(await said()).toContainEqual(expect.stringContaining("The page did not open"));
    expect(await result(index)).toBeUndefined();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(
      await link.evaluate(({ href, target, rel }: HTMLAnchorElement) => [href, target, rel]),
    ).toEqual([LINK.url, "_blank", "noopener noreferrer"]);

    // The browser opens a tab from the link, and only then is it accepted.
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await expect.poll(() => result(index)).toEqual({ action: "accept" });
    expect(await page.evaluate(() => window.lab.opened)).toEqual([]);
    await card().waitFor();
    await opened.close();
  });

  it("opens from the keyboard and with the middle button, too", async () => {
    for (const way of ["Enter", "middle"] as const) {
      await start({ ui: "inbox" });
      await block(true);
      const index = await ask(LINK);
      await openButton("example.com").press("Enter");
      const link = page.getByRole("link", { name: "Open example.com" });
      await expect.poll(focused).toBe("Open example.com");
      const [opened] = await Promise.all([
        page.context().waitForEvent("page"),
        way === "Enter" ? page.keyboard.press("Enter") : link.click({ button: "middle" }),
      ]);
      await expect.poll(() => result(index)).toEqual({ action: "accept" });
      await opened.close();
    }
  });

  it("can still be declined", async () => {
    await start({ ui: "dialog" });
    await block(true);
    const index = await ask(LINK);
    await openButton("example.com").click();
    await page.getByRole("link", { name: "Open example.com" }).waitFor();
    await page.getByRole("button", { name: "Decline" }).click();
    await expect.poll(() => result(index)).toEqual({ action: "decline" });
  });
});

/** Both places show the same card; by day each of the two groups is tried in one of them. */
const places = (byDay: "inbox" | "dialog"): readonly ("inbox" | "dialog")[] =>
  isNight ? ["inbox", "dialog"] : [byDay];

describe.each(places("dialog"))("an opened page, in the place of the %s", (ui) => {
  it("stays with its message and its code until its call ends", async () => {
    const index = await openPage({ ui });
    expect(await result(index)).toEqual({ action: "accept" });
    expect(await page.locator("dialog").count()).toBe(0);
    expect(await card().ariaSnapshot()).toMatchInlineSnapshot(`
      "- 'region "Opened: example.com"':
        - 'heading "Opened: example.com" [level=3]'
        - paragraph: "Tool: register_guest"
        - paragraph: Finish in the other tab. “GitHub” is waiting for that.
        - group "Code for the page, from GitHub":
          - paragraph: Code for the page, from GitHub
          - paragraph: K 7 P - Q 4 M
          - button "Copy code"
          - status
        - blockquote "Message from GitHub": "Connect your account. The page asks for this code: K7P-Q4M"
        - button "Open again"
        - status
        - button "Stop the call"
        - button "Close""
    `);
    // The question is gone, and the focus is on what has taken its place.
    await expect.poll(focused).toBe("Opened: example.com");
    await page.evaluate(() => window.lab.endCalls());
    await card().waitFor({ state: "detached" });
  });

  it("is opened again in the click, and with a plain link where that is blocked", async () => {
    await openPage({ ui });
    await card().getByRole("button", { name: "Open again" }).click();
    expect(await page.evaluate(() => window.lab.opened)).toEqual([LINK.url, LINK.url]);
    await block(true);
    await card().getByRole("button", { name: "Open again" }).click();
    const link = card().getByRole("link", { name: "Open again" });
    await expect.poll(focused).toBe("Open again");
    await card().getByText("The page did not open").waitFor();
    const [opened] = await Promise.all([
      page.context().waitForEvent("page"),
      page.keyboard.press("Enter"),
    ]);
    await opened.close();
    await link.waitFor({ state: "detached" });
    expect(await card().getByText("The page did not open").count()).toBe(0);
  });

  it("says once that it is completed, and the focus stays where it is", async () => {
    await openPage({ ui });
    await card().getByRole("button", { name: "Open again" }).focus();
    await page.evaluate(() => window.lab.inbox.complete("GitHub", "e1"));
    const done = "The page on example.com is completed. You can close its tab.";
    await card().getByText(done).waitFor();
    expect(await said()).toEqual([done]);
    expect(await focused()).toBe("Open again");
    // Another change does not repeat it.
    await page.evaluate(() => void window.lab.inbox.complete("GitHub", "e1"));
    await ask(LINK);
    await expect.poll(said).toEqual([expect.stringContaining("GitHub asks")]);
  });

  it("stops its call", async () => {
    await openPage({ ui });
    await card().getByRole("button", { name: "Stop the call" }).click();
    await card().waitFor({ state: "detached" });
  });

  it("gives the focus to what had it before, or to the list, when its call ends", async () => {
    await start({ ui });
    await page.getByRole("button", { name: "Something else" }).focus();
    await ask(LINK);
    await openButton("example.com").click();
    await expect.poll(focused).toBe("Opened: example.com");
    await page.evaluate(() => window.lab.endCalls());
    await expect.poll(focused).toBe(ui === "dialog" ? "Something else" : "Questions");
  });

  it("offers no stop where it is not known which call it is, and closes", async () => {
    await openPage({ ui }, { run: undefined });
    expect(await card().getByRole("button", { name: "Stop the call" }).count()).toBe(0);
    await card().getByRole("button", { name: "Close" }).click();
    await card().waitFor({ state: "detached" });
  });

  it("does not take the focus when another part of the program has opened it", async () => {
    await start({ ui });
    await ask(LINK);
    await openButton("example.com").waitFor();
    await page.evaluate(() => {
      const { inbox } = window.lab;
      inbox.respond(inbox.getSnapshot().showing[0]!.id, { action: "accept" });
    });
    await card().waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("H3");
  });
});

describe.each(places("inbox"))("held questions, in the place of the %s", (ui) => {
  const held = () => page.getByRole("region", { name: /held back/ });
  const five = async (): Promise<number[]> => {
    await start({ ui, policy: { burst: 1, perMinute: 0.001 } });
    const indexes = [];
    for (let nr = 0; nr < 6; nr++) indexes.push(await ask(FORM));
    await page.getByRole("button", { name: "Decline" }).click();
    await held().waitFor();
    return indexes;
  };

  it("are said once, and shown when the user wants them", async () => {
    await five();
    const text = "GitHub has asked too many questions in a short time. 5 are held back.";
    await page.getByText(text).waitFor();
    await page.getByRole("button", { name: "Show them anyway" }).press("Enter");
    await page.getByRole("heading", { name: "GitHub asks" }).waitFor();
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("heading", { name: "GitHub asks" }).waitFor();
  });

  it("are refused, and no answer is sent in the user's name", async () => {
    const indexes = await five();
    await page.getByRole("button", { name: "Refuse them" }).click();
    await held().waitFor({ state: "detached" });
    for (const index of indexes.slice(1)) {
      // Marked as not being the user's own.
      expect(JSON.stringify(await result(index))).toContain('"rate-limit"');
    }
  });

  it("are announced once for their server", async () => {
    await start({ ui, policy: { burst: 1, perMinute: 0.001 } });
    const said = await listen(page);
    for (let nr = 0; nr < 6; nr++) await ask(FORM);
    await page.getByRole("button", { name: "Decline" }).waitFor();
    const heard: string[] = [];
    await expect
      .poll(
        async () => (heard.push(...(await said())), heard.some((text) => text.includes("held"))),
      )
      .toBe(true);
    heard.push(...(await said()));
    expect(heard.filter((text) => text.includes("held back"))).toHaveLength(1);
  });
});

describe("the place of the rules", () => {
  it("is one disclosure at the end of the inbox", async () => {
    await openPage({ ui: "inbox", servers: ["Calendar"] });
    await ask(FORM);
    await ask(FORM, { server: "Files" });
    await page.getByRole("article").waitFor();
    expect(await page.locator("[data-midcall=rules]").count()).toBe(1);
    expect(
      await page.locator("[data-midcall=inbox] > :last-child").getAttribute("data-midcall"),
    ).toBe("rules");
  });
});

const states: Record<string, () => Promise<void>> = {
  consent: async () => {
    await start({ ui: "inbox" });
    await ask(IMITATION);
    await openButton("evil.example").waitFor();
  },
  "consent-unknown-domain": async () => {
    await start({ ui: "inbox", domains: false });
    await ask(IMITATION);
    await openButton("github.com.login.evil.example").waitFor();
  },
  blocked: async () => {
    await start({ ui: "dialog" });
    await block(true);
    await ask(LINK);
    await openButton("example.com").click();
    await page.getByRole("link", { name: "Open example.com" }).waitFor();
  },
  "opened-inbox": async () => {
    await openPage({ ui: "inbox", servers: ["GitHub"] });
    await ask(FORM, { server: "Calendar" });
    await page.getByRole("article").waitFor();
  },
  "opened-dialog": async () => {
    await openPage({ ui: "dialog" });
  },
  "opened-again-blocked": async () => {
    await openPage({ ui: "dialog" });
    await block(true);
    await card().getByRole("button", { name: "Open again" }).click();
    await card().getByRole("link", { name: "Open again" }).waitFor();
  },
  "completed-and-held": async () => {
    await start({ ui: "dialog", policy: { burst: 1, perMinute: 0.001 } });
    await ask(LINK);
    for (let nr = 0; nr < 5; nr++) await ask(FORM);
    await openButton("example.com").click();
    await page.evaluate(() => window.lab.inbox.complete("GitHub", "e1"));
    await page.getByText("is completed").first().waitFor();
  },
  "until-done": async () => {
    await start({ ui: "inbox" });
    await ask(LINK, { ...TOOL, untilDone: true });
    await openButton("example.com").click();
    await page.getByRole("button", { name: "Open again" }).waitFor();
  },
};

/** Those whose parts are all in another state. */
const repeated = ["consent-unknown-domain", "opened-dialog", "opened-again-blocked", "until-done"];
const tried = Object.keys(states).filter((state) => isNight || !repeated.includes(state));

describe.each(tried)("the state “%s”", (state) => {
  it("has nothing axe finds in every look, and fits 320 pixels and 400 % zoom", async () => {
    await states[state]!();
    await page.evaluate(axe);
    // For whoever wants to look at it; only at night, because no test does.
    const shot = async (name: string): Promise<void> => {
      if (isNight) await page.screenshot({ path: `${artifacts}links-${state}-${name}.png` });
    };
    const looks = [
      ["light", "ltr"],
      ["dark", "ltr"],
      ["light", "rtl"],
    ] as const;
    for (const [theme, dir] of looks.slice(0, scaled(1, looks.length))) {
      await setLook(page, theme, dir);
      const found = await page.evaluate(async () => {
        type Found = { violations: { id: string; nodes: { html: string }[] }[] };
        const { run } = (window as unknown as { axe: { run(of: object): Promise<Found> } }).axe;
        const { violations } = await run({ resultTypes: ["violations"] });
        return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
      });
      expect(found, `${theme} ${dir}`).toEqual([]);
      await shot(`${theme}-${dir}`);
    }
    await setLook(page, "light", "ltr");
    await page.emulateMedia({ forcedColors: "active" });
    await shot("forced-colors");
    await page.emulateMedia({ forcedColors: null });
    // 320 pixels, and 1280 × 1024 at 400 %.
    for (const height of [700, 256]) {
      await page.setViewportSize({ width: 320, height });
      const measured = await page.evaluate(() => {
        const box = document.querySelector("dialog") ?? document.documentElement;
        const controls = document.querySelectorAll("[data-midcall] :is(button, a, summary)");
        const small = [...controls].filter((control) => {
          const { width, height: high } = control.getBoundingClientRect();
          return width > 0 && (width < 24 || high < 24);
        });
        return {
          sideways: box.scrollWidth - box.clientWidth,
          small: small.map(({ outerHTML }) => outerHTML.slice(0, 120)),
        };
      });
      expect(measured).toEqual({ sideways: 0, small: [] });
      await shot(`320x${height}`);
    }
  });
});
