// The pages of URL mode: a secret, a form, a yes or no, a review, and the account page of an example.
import { createLinkPages } from "../../examples/dist/link-pages.js";
import { openPages } from "./loopback-pages.mjs";

/**
 * @param {import("playwright-core").Browser} browser
 * @param {Awaited<ReturnType<typeof import("./contact-sheet.mjs").openContactSheets>>} sheets
 */
export async function capturePages(browser, sheets) {
  const { links, close } = await openPages();
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC" });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  try {
    await page.goto(links.secret);
    await sheets.capture("page-secret", page);
    await page.goto(links.answer);
    await sheets.capture("page-answer", page);
    await page.getByRole("button", { name: /^(Review|Send)$/ }).click();
    await page.getByRole("alert").waitFor();
    await sheets.capture("page-answer-errors", page);
    await page.getByLabel("Account holder").fill("Ana Example");
    await page.getByLabel("From").fill("2026-12-01");
    await page.getByRole("button", { name: /^(Review|Send)$/ }).click();
    await page.getByRole("heading", { level: 1, name: "Sent" }).waitFor();
    await sheets.capture("page-answer-sent", page);
    await page.goto(links.question);
    await sheets.capture("page-yes-no", page);
    await page.goto(links.suggested);
    await page.getByLabel("Note").fill("Thank you for your order.");
    await page.getByRole("button", { name: /^(Review|Send)$/ }).click();
    await page.getByRole("heading", { name: "Check your answer" }).waitFor();
    await sheets.capture("page-review", page);
    const accounts = createLinkPages({ save: async () => {}, finished: async () => {} });
    const { url } = await accounts.open("Calendar");
    await page.goto(url);
    await page.getByLabel("Account name").waitFor();
    await sheets.capture("page-account", page);
  } finally {
    await context.close();
    await close();
  }
}
