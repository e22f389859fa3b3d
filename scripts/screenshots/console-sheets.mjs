// Every screen of the console.
import { startConsole, stepsIn } from "./started-console.mjs";

/**
 * @param {import("playwright-core").Browser} browser
 * @param {Awaited<ReturnType<typeof import("./contact-sheet.mjs").openContactSheets>>} sheets
 * @param {{ folder: string, state: string }} where
 */
export async function captureConsole(browser, sheets, { folder, state }) {
  const console = await startConsole(folder, state);
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      timezoneId: "UTC",
    });
    context.setDefaultTimeout(10_000);
    // The pages that links lead to are not of interest, and some of them do not exist.
    await context.route("https://**", (route) => route.fulfill({ body: "A page" }));
    const page = await context.newPage();
    await page.goto(console.url);
    await captureAnswers(page, sheets);
    await captureLinks(page, sheets);
    await captureItems(page, sheets);
    await captureServer(page, sheets);
    await context.close();
  } finally {
    await console.close();
  }
}

/** A call, its question and its result; a yes or no; a review. */
async function captureAnswers(page, sheets) {
  const { toServer, tool, call, asked } = stepsIn(page);
  await toServer();
  await page.getByRole("link", { name: "Commit and push", exact: true }).waitFor();
  await sheets.capture("console-tools", page);

  await tool("Commit and push");
  await page.getByRole("textbox", { name: /^Message/ }).fill("Say hello");
  await sheets.capture("console-tool", page);
  await call();
  await asked.getByRole("radio", { name: /website/ }).check();
  await sheets.capture("console-question", page);
  await asked.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Pushed projects/website").first().waitFor();
  await sheets.capture("console-result", page);

  await tool("Ask yes or no");
  await call();
  await asked.getByRole("button", { name: "Yes", exact: true }).waitFor();
  await sheets.capture("console-yes-no", page);
  await asked.getByRole("button", { name: "No", exact: true }).click();
  await asked.waitFor({ state: "detached" });

  await tool("Register a guest");
  await call();
  await asked.getByRole("textbox", { name: /^Name/ }).fill("Ana Example");
  await sheets.capture("console-form", page);
  await asked.getByRole("button", { name: /^(Review|Send)$/ }).click();
  await asked.getByText(/Please fix the following/).waitFor();
  await sheets.capture("console-form-errors", page);
  await asked.getByRole("textbox", { name: /^E-mail/ }).fill("ana@example.com");
  await asked.getByRole("checkbox", { name: "fri" }).check();
  // Where the question moves to another place of the window, it is the form again.
  const review = asked.getByRole("button", { name: "Review", exact: true });
  const before = async () => {
    if (await review.isVisible()) await review.click();
    await asked.getByRole("heading", { name: "Check your answer" }).waitFor();
  };
  await before();
  await sheets.capture("console-review", page, { before });
  await before();
  await asked.getByRole("button", { name: "Send", exact: true }).click();
  await asked.waitFor({ state: "detached" });
}

/** A link, and its card after it was opened. */
async function captureLinks(page, sheets) {
  const { tool, call, asked } = stepsIn(page);
  await tool("Connect a calendar");
  await call();
  await asked.getByRole("button", { name: /^Open / }).waitFor();
  await sheets.capture("console-link", page);
  const opened = page.context().waitForEvent("page");
  await asked.getByRole("button", { name: /^Open / }).click();
  await (await opened).close();
  const card = page.locator("[data-midcall=opened]");
  await card.waitFor();
  await sheets.capture("console-link-card", page);
  await card.getByRole("button").last().click();
}

/** A prompt and a resource. */
async function captureItems(page, sheets) {
  const { section } = stepsIn(page);
  await section("Prompts");
  await page.getByRole("link", { name: "Explain an invoice" }).waitFor();
  await sheets.capture("console-prompts", page);
  await page.getByRole("link", { name: "Explain an invoice" }).click();
  await page.getByLabel(/^number/i).fill("A-1");
  await page.getByRole("button", { name: "Get the prompt" }).click();
  await page.getByText("Explain invoice A-1").first().waitFor();
  await sheets.capture("console-prompt", page);
  await section("Resources");
  await page.getByRole("link", { name: "House rules" }).waitFor();
  await sheets.capture("console-resources", page);
  await page.getByRole("link", { name: "House rules" }).click();
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.getByText("Ask before you delete.").first().waitFor();
  await sheets.capture("console-resource", page);
}

/** The sections of a server beside its items, the servers, and the audit log. */
async function captureServer(page, sheets) {
  const { section } = stepsIn(page);
  await section("Timeline");
  await page.locator(".wire summary").nth(2).click();
  await page.locator(".wire pre").first().waitFor();
  await sheets.capture("console-timeline", page);
  await section("Log");
  await page.getByLabel("The server sends").selectOption("debug");
  const { tool, call } = stepsIn(page);
  await tool("Import payments");
  await call();
  await page.getByText("3 payments were imported.").first().waitFor();
  await section("Log");
  await page.getByText("A payment has no invoice number.").waitFor();
  await sheets.capture("console-log", page);
  await section("About");
  await page.locator(".facts").waitFor();
  await sheets.capture("console-about", page);
  await page.getByText("Settings", { exact: true }).click();
  await sheets.capture("console-settings", page);
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("table").waitFor();
  await sheets.capture("console-audit", page);
  await page.getByRole("link", { name: "All servers" }).click();
  await page.getByLabel("Command or URL").waitFor();
  await sheets.capture("console-servers", page);
}
