import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { isNight } from "../../../../../test/night.js";
import { type Lab, type LabPage, openLab } from "./open-page.js";
import { REGISTER, SUSPICIOUS_LINK } from "./questions.js";

let lab: Lab;
let open: LabPage;
let page: Page;

beforeAll(async () => {
  lab = await openLab({ mode: "production", plainApp: true });
  open = await lab.open();
  page = open.page;
});

beforeEach(async () => {
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  await page.reload();
  await page.waitForFunction(() => "lab" in window);
});

afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await lab[Symbol.asyncDispose]();
});

async function ask(params: object): Promise<void> {
  await page.evaluate(() => window.lab.start({ ui: "dialog", domains: true }));
  await page.getByRole("heading", { name: "Lab" }).waitFor();
  await page.evaluate((given) => void window.lab.ask(given as never), params);
  await page.getByRole("dialog").waitFor();
}

const style = (selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((part, name) => getComputedStyle(part).getPropertyValue(name), property);

/** What the theme makes of the dialog and its first button. */
async function look(): Promise<Record<string, string>> {
  return {
    surface: await style("dialog", "background-color"),
    text: await style("dialog", "color"),
    border: `${await style("dialog", "border-top-width")} ${await style("dialog", "border-top-color")}`,
    primary: await style("dialog [data-variant=primary]", "background-color"),
    radius: await style("dialog [data-variant=primary]", "border-top-left-radius"),
  };
}

const LIGHT = {
  surface: "rgb(255, 255, 255)",
  text: "rgb(26, 29, 39)",
  border: "1px rgb(225, 228, 236)",
  primary: "rgb(58, 80, 194)",
  radius: "9px",
};
const DARK = {
  surface: "rgb(28, 31, 39)",
  text: "rgb(236, 238, 245)",
  border: "1px rgb(53, 58, 71)",
  primary: "rgb(173, 186, 255)",
  radius: "9px",
};

describe("the theme in an app with nothing but it, built with Vite's defaults", () => {
  it.each([
    ["light", LIGHT],
    ["dark", DARK],
  ] as const)("follows a system that is %s", async (colorScheme, expected) => {
    await page.emulateMedia({ colorScheme });
    await ask(REGISTER);
    await expect.poll(look).toEqual(expected);
  });

  it.each([
    ["light", "dark", LIGHT],
    ["dark", "light", DARK],
  ] as const)(
    "is %s inside data-theme, in a system that is %s",
    async (theme, system, expected) => {
      await page.emulateMedia({ colorScheme: system });
      await page.evaluate((given) => (document.documentElement.dataset["theme"] = given), theme);
      await ask(REGISTER);
      await expect.poll(look).toEqual(expected);
    },
  );

  it.each(isNight ? [":root", "body", "#root", "dialog"] : [":root", "dialog"])(
    "takes values that are set on %s",
    async (where) => {
      await ask(REGISTER);
      await page.evaluate((selector) => {
        const host = document.querySelector<HTMLElement>(selector)!;
        host.style.setProperty("--midcall-accent", "#b00060");
        host.style.setProperty("--midcall-control-radius", "2px");
      }, where);
      await expect.poll(look).toEqual({ ...LIGHT, primary: "rgb(176, 0, 96)", radius: "2px" });
    },
  );
});

it("has the bullet of a problem beside its first line", async () => {
  await page.setViewportSize({ width: 320, height: 700 });
  await ask({
    message: "Who?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string", title: "The name that is on the badge ".repeat(4) } },
      required: ["name"],
    },
  });
  await page.getByRole("button", { name: "Send" }).click();
  const link = page.locator("[data-midcall=summary] a");
  await link.waitFor();
  // What is at the start of the item is where its bullet is.
  const { link: box, start } = await link.evaluate((part) => {
    const probe = document.createElement("span");
    probe.textContent = "x";
    probe.style.cssText = "display: inline-block; inline-size: 0";
    part.before(probe);
    return { link: part.getBoundingClientRect().toJSON(), start: probe.getBoundingClientRect().y };
  });
  expect(box.height).toBeGreaterThan(60);
  expect(Math.abs(start - box.y)).toBeLessThan(10);
});

describe.each((["light", "dark"] as const).slice(0, isNight ? 2 : 1))(
  "in forced colours, %s",
  (colorScheme) => {
    it("marks the domain inside an address with colours that are made for each other", async () => {
      await page.emulateMedia({ colorScheme, forcedColors: "active" });
      await ask(SUSPICIOUS_LINK);
      const [text, ground] = await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement("p"));
        probe.style.cssText = "forced-color-adjust: none; color: MarkText; background: Mark";
        const { color, backgroundColor } = getComputedStyle(probe);
        probe.remove();
        return [color, backgroundColor];
      });
      expect(text).not.toBe(ground);
      expect(await style("mark", "color")).toBe(text);
      expect(await style("mark", "background-color")).toBe(ground);
    });

    // Chromium draws a ground of its own behind each line of text in forced colours. With MarkText on it, the domain was not there
    // to be seen, whatever its computed style said.
    it("draws the domain inside an address on the ground of the mark", async () => {
      await page.emulateMedia({ colorScheme, forcedColors: "active" });
      await ask(SUSPICIOUS_LINK);
      const ground = await style("mark", "background-color");
      const picture = await page.locator("mark").screenshot({ animations: "disabled" });
      const share = await page.evaluate(
        async ({ data, colour }) => {
          const image = await createImageBitmap(new Blob([new Uint8Array(data)]));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d")!;
          context.drawImage(image, 0, 0);
          const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
          let found = 0;
          for (let at = 0; at < bytes.length; at += 4)
            if (`rgb(${bytes[at]}, ${bytes[at + 1]}, ${bytes[at + 2]})` === colour) found++;
          return found / (bytes.length / 4);
        },
        { data: [...picture], colour: ground },
      );
      expect(share).toBeGreaterThan(0.5);
      expect(share).toBeLessThan(0.98);
    });
  },
);
