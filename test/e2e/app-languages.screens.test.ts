import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languageFor } from "../../packages/midcall/app/src/messages/language.js";
import { EVERY_FIELD } from "../../packages/midcall/test/react/chromium/questions.js";
import type { RequestedSchema } from "../../packages/midcall/src/schema/index.js";
import { type AppHost, openAppHost, question, structured } from "../app-host/open-app-host.js";
import { launch } from "./chromium.js";
import { ENGLISH_WORDS, inGreek, textsOf } from "./language-lab.js";
import { misfits, smallTargets } from "./reflow.js";

/** The View in the language of the host. What a server says is in Greek here, so that every English word is ours. */

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const frameOf = (host: AppHost): Page =>
  host.page.frames().find((frame) => frame.url().endsWith("/view")) as unknown as Page;
const asked = (id: string, changes: object = {}): object =>
  inGreek({
    ...question({ id, server: "Σέρβερ", tool: "τραπέζι", message: "Πόσοι;" }),
    ...changes,
  });
const open = (host: AppHost, status: string): void =>
  host.serve(({ action }) => structured({ status: action === "look" ? "open" : status }));

type Theme = "light" | "dark";

/** It is translated and fits, light and narrow, dark and wide, and has nothing that axe finds in some of the themes. */
async function expectGood(
  host: AppHost,
  tag: string,
  name: string,
  withAxe: readonly Theme[],
): Promise<void> {
  const frame = frameOf(host);
  const left = (await textsOf(frame)).filter((text) => ENGLISH_WORDS.test(text));
  expect({ name, left }).toEqual({ name, left: [] });
  const root = host.view.locator("html");
  expect(await root.getAttribute("lang"), name).toBe(tag);
  expect(await root.getAttribute("dir"), name).toBe(tag === "ar" ? "rtl" : "ltr");
  for (const [width, theme] of [
    [320, "light"],
    [1440, "dark"],
  ] as const) {
    await host.page.setViewportSize({ width, height: 900 });
    await host.notify("ui/notifications/host-context-changed", { theme });
    await host.view.locator(`html[data-theme=${theme}]`).waitFor();
    const wide = [...(await misfits(frame)), ...(await smallTargets(frame))];
    const found = withAxe.includes(theme) ? await host.faults() : [];
    expect({ name, width, wide, found }).toEqual({ name, width, wide: [], found: [] });
  }
}

describe.each(["de", "fr", "es", "ja", "ar"])("the View in %s", (tag) => {
  const { form, view } = languageFor(tag);

  it("is translated, fits, and has nothing that axe finds", async () => {
    await using host = await openAppHost(browser, { context: { locale: `${tag}-u-nu-latn` } });
    const says = (title: string): Promise<void> => expect.poll(() => host.title()).toBe(title);
    const button = (name: string) => host.view.getByRole("button", { name, exact: true });
    await host.notify("ui/notifications/tool-input", { arguments: {} });
    await says(view.phases.running.title);
    await expectGood(host, tag, "running", ["light"]);

    open(host, "received");
    const requestedSchema = inGreek(EVERY_FIELD) as unknown as RequestedSchema;
    await host.deliver(asked("1", { requestedSchema, more: 2 }));
    await host.view.getByText(view.moreQuestions(2)).waitFor();
    await button(form.review).or(button(form.send)).click();
    await host.view.locator("[data-midcall=summary]").waitFor();
    await expectGood(host, tag, "every kind of field, with errors", ["light", "dark"]);

    const sure = {
      type: "object",
      properties: { ok: { type: "boolean", title: "Ναι;" } },
    } as const;
    await host.deliver(asked("2", { requestedSchema: { ...sure, required: ["ok"] } }));
    await button(form.yes).waitFor();
    await button(form.decline).waitFor();
    await expectGood(host, tag, "yes or no", ["dark"]);

    await host.deliver(asked("3"));
    await host.view.locator("input").fill("4");
    await button(form.send).click();
    const next = plain(view.next.chat({ server: "", tool: "τραπέζι" }));
    await expect.poll(() => visible(host)).toContain(next);
    await expectGood(host, tag, "done", ["light"]);

    open(host, "expired");
    await host.deliver(asked("4"));
    await host.view.locator("input").fill("4");
    await button(form.send).click();
    await says(view.over.expired({ server: "", tool: "" }).title);
    await expectGood(host, tag, "expired", ["dark"]);
    expect(host.errors).toEqual([]);
    expect(host.requests).toEqual([]);
  });
});

const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, "");
const visible = async (host: AppHost): Promise<string> =>
  plain(await host.view.locator("main").innerText());
