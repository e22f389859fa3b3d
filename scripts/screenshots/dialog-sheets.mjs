// The dialog of midcall/react in a page of somebody's own.
import { bundlePage } from "./bundle-page.mjs";

const AROUND =
  ":root{color-scheme:light dark}body{margin:0;font-family:system-ui}main{max-width:44rem;margin:0 auto;padding:1rem}";

const yesNo = {
  message: "Send a reminder to 3 customers?",
  requestedSchema: {
    type: "object",
    properties: { sure: { type: "boolean", title: "Send them" } },
    required: ["sure"],
  },
};
const form = {
  message: "Please register for the workshop.",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", maxLength: 40, description: "As on the badge." },
      arrival: { type: "string", title: "Arrival", format: "date-time" },
      size: { type: "string", title: "Size", enum: ["Small", "Medium", "Large"] },
      days: {
        type: "array",
        title: "Days",
        items: { type: "string", enum: ["Friday", "Saturday", "Sunday"] },
        minItems: 1,
      },
      newsletter: { type: "boolean", title: "Newsletter" },
    },
    required: ["name", "days"],
  },
};
const link = {
  mode: "url",
  message: "Sign in there, so that due dates can be entered. The page shows the code KTM-4QX.",
  url: "https://calendar.example.com/connect?for=invoices",
};

/**
 * @param {import("playwright-core").Browser} browser
 * @param {Awaited<ReturnType<typeof import("./contact-sheet.mjs").openContactSheets>>} sheets
 */
export async function captureDialog(browser, sheets) {
  const { script, style } = await bundlePage(new URL("dialog/page.jsx", import.meta.url));
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Berlin" });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const ask = async (params) => {
    await page.goto("about:blank");
    await page.setContent(
      `<!doctype html><html lang="en"><title>An app</title><meta name="viewport" content="width=device-width">
       <style>${style}${AROUND}</style><div id="root"></div>`,
    );
    await page.addScriptTag({ content: script, type: "module" });
    await page.waitForFunction(() => "ask" in globalThis);
    await page.evaluate((given) => globalThis.ask(given), params);
    await page.getByRole("dialog").waitFor();
  };
  // The dialog covers the window and scrolls in itself.
  const show = page.locator("body");
  await ask(yesNo);
  await page.getByRole("button", { name: "Yes", exact: true }).waitFor();
  await sheets.capture("dialog-yes-no", page, { show });
  await ask(form);
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await sheets.capture("dialog-form", page, { show });
  await page.getByRole("button", { name: /^(Review|Send)$/ }).click();
  await page.getByText(/Please fix the following/).waitFor();
  await sheets.capture("dialog-form-errors", page, { show });
  await ask(link);
  await page.getByRole("button", { name: /^Open / }).waitFor();
  await sheets.capture("dialog-link", page, { show });
  await page.getByRole("button", { name: /^Open / }).click();
  await page.locator("[data-midcall=opened], [data-midcall=link-code]").first().waitFor();
  await sheets.capture("dialog-link-card", page, { show });
  await context.close();
}
