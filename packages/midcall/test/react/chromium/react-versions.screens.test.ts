import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installReact18 } from "../../../../../test/react-18/install.mjs";
import { type Lab, type LabPage, openLab } from "./open-page.js";
import { SUSPICIOUS_LINK, TOOL } from "./questions.js";

const color = {
  message: "Which colour?",
  requestedSchema: {
    type: "object",
    properties: { color: { type: "string", title: "Colour" } },
    required: ["color"],
  },
};
const sure = {
  message: "Delete 47 files?",
  requestedSchema: {
    type: "object",
    properties: { sure: { type: "boolean", title: "Delete them" } },
    required: ["sure"],
  },
};

describe.each(["18", "19"])("on React %s", (version) => {
  let lab: Lab;
  let open: LabPage;
  beforeAll(async () => {
    lab = await openLab(version === "18" ? { react: await installReact18() } : {});
    open = await lab.open();
  });
  afterAll(async () => {
    await open[Symbol.asyncDispose]();
    await lab[Symbol.asyncDispose]();
  });

  const start = async (ui: "dialog" | "inbox", strict: boolean): Promise<void> => {
    await open.page.reload();
    await open.page.waitForFunction(() => "lab" in window);
    await open.page.evaluate((options) => window.lab.start(options), { ui, strict });
    await open.page.getByRole("heading", { name: "Lab", includeHidden: true }).waitFor();
  };
  const ask = (params: unknown, origin: object = TOOL): Promise<number> =>
    open.page.evaluate(([one, of]) => window.lab.ask(one, of), [params, origin] as const);
  const result = (index: number): Promise<unknown> =>
    open.page.evaluate((of) => window.lab.asked[of]!.result, index);

  it("the page has that version", async () => {
    await start("inbox", false);
    expect(await open.page.evaluate(() => window.lab.reactVersion)).toMatch(`${version}.`);
  });

  it.each([true, false])(
    "the dialog moves the focus in, sends the answer and returns the focus (StrictMode: %s)",
    async (strict) => {
      await start("dialog", strict);
      const { page } = open;
      await page.getByRole("button", { name: "Something else" }).focus();
      const index = await ask(color, { ...TOOL, ownCall: true });
      const field = page.getByRole("dialog").getByLabel("Colour");
      await field.waitFor();
      await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
      await page.keyboard.type("blue");
      await page.getByRole("button", { name: "Send" }).click();
      await expect
        .poll(() => result(index))
        .toEqual({ action: "accept", content: { color: "blue" } });
      await page.getByRole("dialog").waitFor({ state: "detached" });
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      expect(focused).toBe("Something else");
      expect(open.errors).toEqual([]);
    },
  );

  it("a yes is sent by its button, Escape cancels, and errors take the focus", async () => {
    await start("dialog", true);
    const { page } = open;
    const yes = await ask(sure);
    await page.getByRole("button", { name: "Yes", disabled: false }).click();
    await expect.poll(() => result(yes)).toEqual({ action: "accept", content: { sure: true } });
    const escaped = await ask(color);
    await page.getByRole("dialog").getByLabel("Colour").waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Please fix the following").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => result(escaped)).toEqual({ action: "cancel" });
    expect(open.errors).toEqual([]);
  });

  it("a link that a browser blocks gets the focus as a plain link", async () => {
    await start("dialog", true);
    const { page } = open;
    await page.evaluate(() => {
      window.lab.blocked = true;
    });
    await ask(SUSPICIOUS_LINK);
    await page.getByRole("button", { name: /^(Open|Continue)/, disabled: false }).click();
    const link = page.getByRole("dialog").getByRole("link");
    await link.waitFor();
    await expect.poll(() => link.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(open.errors).toEqual([]);
  });
});
