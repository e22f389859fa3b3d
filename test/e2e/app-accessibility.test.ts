import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERY_FIELD } from "../../packages/midcall/test/react/chromium/questions.js";
import type { RequestedSchema } from "../../packages/midcall/src/schema/index.js";
import {
  type AppHost,
  type HostOptions,
  openAppHost,
  question,
  structured,
} from "../app-host/open-app-host.js";
import { isNight } from "../night.js";
import { launch } from "./chromium.js";
import { stopClock } from "./moved-clock.js";
import { misfits, smallTargets } from "./reflow.js";
import { listen } from "./screen-reader.js";

/** The View for users of a keyboard, of a screen reader, of a dark theme and of a narrow window. */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The frame of the View, which has the same methods. */
const frameOf = (host: AppHost): Page =>
  host.page.frames().find((frame) => frame.url().endsWith("/view")) as unknown as Page;
const says = (host: AppHost, title: string | RegExp): Promise<void> =>
  expect.poll(() => host.title()).toMatch(title);
const everyField = question({
  message: "Please register for the workshop.\nYour data is kept until the day after.",
  requestedSchema: EVERY_FIELD as unknown as RequestedSchema,
  more: 1,
});
const send = (host: AppHost): Promise<void> =>
  host.view.getByRole("button", { name: "Send" }).click();
const answerWith = (host: AppHost, status: string): void =>
  host.serve(({ action }) =>
    structured(
      action === "look" ? { status: "open" } : { status, reason: "The Anchor is closed then." },
    ),
  );
const ended = async (host: AppHost, status: string): Promise<void> => {
  answerWith(host, status);
  await host.deliver(question());
  await host.view.getByLabel("People").fill("4");
  await send(host);
  await says(host, /closed\.|is over|no longer|was sent/);
};

/** Every state that the View can be in. */
const states: Readonly<Record<string, (host: AppHost) => Promise<unknown>>> = {
  empty: (host) => says(host, "Nothing to answer here."),
  running: async (host) => {
    await host.notify("ui/notifications/tool-input", { arguments: {} });
    await says(host, "The tool is running.");
  },
  "every kind of field": async (host) => {
    await host.deliver(everyField);
    await host.view.getByLabel("Full name").waitFor();
  },
  "yes or no": async (host) => {
    const properties = { sure: { type: "boolean", title: "Delete them" } } as const;
    const requestedSchema = { type: "object", properties, required: ["sure"] } as const;
    await host.deliver(question({ message: "Delete 47 files?", requestedSchema }));
    await host.view.getByRole("button", { name: "Yes" }).waitFor();
  },
  "errors of the form": async (host) => {
    await host.deliver(question());
    await host.view.getByLabel("People").fill("13");
    await send(host);
    await host.view.getByText("Please fix the following problem").waitFor();
  },
  "invalid for the server": async (host) => {
    answerWith(host, "invalid");
    await host.deliver(question());
    await host.view.getByLabel("People").fill("4");
    await send(host);
    await host.view.getByText("The Anchor is closed then.").waitFor();
  },
  "not passed on": async (host) => {
    answerWith(host, "nonsense");
    await host.deliver(question());
    await host.view.getByLabel("People").fill("4");
    await send(host);
    await host.view.getByText("This app did not pass your answer on").waitFor();
  },
  "asking before input is discarded": async (host) => {
    await host.deliver(question());
    await host.view.getByLabel("People").fill("4");
    await host.view.getByRole("button", { name: "Decline" }).click();
    await host.view.getByText("Discard what you entered?").waitFor();
  },
  "cannot be shown": async (host) => {
    await host.deliver(question({ requestedSchema: { type: "object" } as never }));
    await says(host, "cannot be shown");
  },
  done: (host) => ended(host, "received"),
  closed: (host) => ended(host, "closed"),
  expired: (host) => ended(host, "expired"),
  unknown: (host) => ended(host, "unknown"),
};

/** Those that differ from another state by their words alone, or by one part less. */
const alike = ["running", "cannot be shown", "closed", "expired", "unknown"];
const tried = Object.entries(states).filter(([name]) => isNight || !alike.includes(name));

const VARIABLES = {
  "--color-background-primary": "light-dark(#fdf6e3, #002b36)",
  "--color-text-primary": "light-dark(#073642, #fdf6e3)",
  "--font-sans": "Georgia, serif",
  "--border-radius-lg": "2px",
};
const looks: Readonly<Record<string, HostOptions>> = {
  light: { context: { theme: "light" } },
  "dark, with the host's design, at 320 pixels": {
    context: { theme: "dark", styles: { variables: VARIABLES } },
    width: 320,
  },
};

describe.each(Object.entries(looks).slice(0, isNight ? 2 : 1))("%s", (_, options) => {
  it.each(tried)("the state “%s” has nothing axe finds, and fits", async (_, go) => {
    await using host = await openAppHost(browser, options);
    await go(host);
    expect(await host.faults()).toEqual([]);
    const frame = frameOf(host);
    expect([...(await misfits(frame)), ...(await smallTargets(frame))]).toEqual([]);
    expect(host.errors).toEqual([]);
  });
});

it("axe finds nothing while the host is silent", async () => {
  await using host = await openAppHost(browser, { silent: true });
  await says(host, "Loading…");
  expect(await host.faults()).toEqual([]);
});

describe("the design of the host", () => {
  const colours = (host: AppHost): Promise<string[]> =>
    host.view.locator(".notice, .asked").evaluate((card) => {
      const { color, backgroundColor, fontFamily, borderTopLeftRadius } = getComputedStyle(card);
      return [color, backgroundColor, fontFamily, borderTopLeftRadius];
    });

  it("replaces ours, and changes while the View is shown", async () => {
    await using host = await openAppHost(browser, {
      context: { theme: "light", styles: { variables: VARIABLES } },
    });
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    expect(await colours(host)).toEqual([
      "rgb(7, 54, 66)",
      "rgb(253, 246, 227)",
      "Georgia, serif",
      "2px",
    ]);
    await host.notify("ui/notifications/host-context-changed", { theme: "dark" });
    await expect.poll(async () => (await colours(host))[1]).toBe("rgb(0, 43, 54)");
  });

  it("is left out where it loads something, or has a ground without its text", async () => {
    await using host = await openAppHost(browser, {
      context: {
        theme: "light",
        styles: {
          variables: {
            "--color-background-primary": "#000000",
            "--font-sans": "url(https://example.com/font)",
          },
        },
      },
    });
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    const [color, ground, font] = await colours(host);
    expect([color, ground]).toEqual(["rgb(26, 29, 39)", "rgb(255, 255, 255)"]);
    expect(font).toContain("system-ui");
    expect(host.requests).toEqual([]);
  });
});

describe("with the keyboard alone", () => {
  const focused = (host: AppHost): Promise<string> =>
    host.view.locator(":focus").evaluate((element) => {
      const labels = element instanceof HTMLInputElement ? element.labels : null;
      return (labels?.[0]?.textContent ?? element.textContent ?? "").trim();
    });

  it("a question does not take the focus from the chat, and is answered with Tab and Enter", async () => {
    await using host = await openAppHost(browser, {
      capabilities: { serverTools: {}, message: {} },
    });
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    expect(await host.view.locator(":focus").count()).toBe(0);
    const { keyboard } = host.page;
    await keyboard.press("Tab");
    expect(await focused(host)).toMatch("People");
    await keyboard.type("5");
    // Enter counts once the question has been there for a moment, and after a pause.
    await expect
      .poll(
        async () => {
          if (await host.view.locator(".asked").count()) await keyboard.press("Enter");
          return host.title();
        },
        { interval: 400 },
      )
      .toBe("Your answer was sent to “tables”.");
    // What was read out moves on, and the focus is not lost.
    expect(await focused(host)).toBe("Your answer was sent to “tables”.");
    expect(host.calls.at(-1)).toMatchObject({ action: "accept", content: { people: 5 } });
  });

  it("a key that was meant for the chat answers nothing", async () => {
    await using host = await openAppHost(browser);
    await host.view.locator("main").waitFor();
    await using clock = await stopClock(host.page);
    const properties = { sure: { type: "boolean", title: "Delete them" } } as const;
    const requestedSchema = { type: "object", properties, required: ["sure"] } as const;
    await host.deliver(question({ requestedSchema }));
    const yes = host.view.getByRole("button", { name: "Yes" });
    await yes.waitFor();
    await yes.focus();
    await host.page.keyboard.press("Enter");
    await yes.click({ force: true, delay: 0 });
    expect(host.calls.filter(({ action }) => action !== "look")).toEqual([]);
    await clock.pass(1000);
    await expect.poll(() => yes.getAttribute("aria-disabled")).toBe(null);
    await yes.click();
    await says(host, "Your answer was sent");
  });

  it("every kind of field is filled in, reviewed and sent", async () => {
    await using host = await openAppHost(browser);
    await host.deliver(everyField);
    const { view, page } = host;
    const { keyboard } = page;
    await view.getByLabel("Full name").focus();
    const tab = (): Promise<void> => keyboard.press("Tab");
    await keyboard.type("Ada Lovelace");
    await tab();
    await keyboard.type("ada@example.com");
    await tab();
    await keyboard.type("https://example.com");
    await view.getByLabel("Birthday").fill("1995-12-10");
    await view.getByLabel("Arrival").fill("2026-07-01T09:30");
    await view.getByLabel("Height in metres").focus();
    await keyboard.type("1.7");
    await tab();
    await keyboard.press("ArrowUp");
    await view.locator('[data-name="vegetarian"]').getByLabel("Yes").focus();
    await keyboard.press("Space");
    await view.getByLabel("Medium").focus();
    await keyboard.press("Space");
    await view.getByLabel("Month").selectOption("March");
    await view.getByLabel("City").focus();
    await keyboard.type("City 42");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await view.getByLabel("Friday").focus();
    await keyboard.press("Space");
    await view.getByLabel("Language 3", { exact: true }).focus();
    await keyboard.press("Space");
    await view.getByLabel("Notes").fill("Two\nlines");
    await view.getByRole("button", { name: "Review" }).focus();
    await keyboard.press("Enter");
    const review = view.getByRole("heading", { name: "Check your answer" });
    await review.waitFor();
    await expect.poll(() => focused(host)).toBe("Check your answer");
    expect(await host.faults()).toEqual([]);
    const sending = view.getByRole("button", { name: "Send" });
    await expect.poll(() => sending.getAttribute("aria-disabled")).toBe(null);
    await sending.focus();
    await keyboard.press("Enter");
    await says(host, "Your answer was sent");
    expect(host.calls.at(-1)).toMatchObject({
      action: "accept",
      content: {
        name: "Ada Lovelace",
        email: "ada@example.com",
        website: "https://example.com",
        birthday: "1995-12-10",
        arrival: expect.stringMatching(/^2026-07-01T09:30:00/),
        height: 1.7,
        children: 0,
        vegetarian: true,
        size: "Medium",
        month: "March",
        city: "City 42",
        days: ["Friday"],
        languages: ["Language 3"],
        notes: "Two\nlines",
      },
    });
  });
});

describe("a screen reader", () => {
  it("is told of the question, of the answer and of what to do, each once", async () => {
    await using host = await openAppHost(browser);
    const heard = await listen(frameOf(host));
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    await expect.poll(heard).toContain("tables asks: A table at the Anchor: for how many?");
    await host.view.getByLabel("People").fill("4");
    await send(host);
    await says(host, "Your answer was sent");
    const said: string[] = [];
    await expect
      .poll(async () => said.push(...(await heard())) && said)
      .toContain("Your decision is saved. To go on, ask in the chat for “book_table” again.");
    // The title has the focus, and is read because of that.
    expect(said.join(" ")).not.toContain("Your answer was sent");
    expect(new Set(said).size).toBe(said.length);
  });

  it("is told when a question ends by itself", async () => {
    await using host = await openAppHost(browser);
    let bring = (_: object): void => {};
    host.serve(() => new Promise((resolve) => (bring = resolve)));
    await host.deliver(question());
    await host.view.getByLabel("People").waitFor();
    const heard = await listen(frameOf(host));
    bring(structured({ status: "expired" }));
    await says(host, "The time for this question is over.");
    await expect
      .poll(heard)
      .toContain(
        "The time for this question is over. No answer was accepted. To go on, ask in the chat for “book_table” again.",
      );
  });
});
