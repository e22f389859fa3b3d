import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openSettings } from "./console-lab.js";

/** What the page may show nowhere. */
export const CANARY = "canary-7f3a91-value";

/** Sends the form, and waits for the next connection. */
export async function saveAndReconnect(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save and reconnect" }).click();
  await page.getByRole("form", { name: "Edit the server" }).waitFor({ state: "detached" });
  await page.getByText("Connected", { exact: true }).first().waitFor();
}

/** Everything on the page, and in its fields. */
export const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...Array.from(document.querySelectorAll("input, textarea"), (field) =>
        String((field as HTMLInputElement).value),
      ),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join("\n"),
  );

export async function openEdit(page: Page): Promise<void> {
  await openSettings(page);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("form", { name: "Edit the server" }).waitFor();
}

export async function goToServer(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

export async function checkEverySection(page: Page, name: string): Promise<void> {
  await goToServer(page, name);
  const tabs = page.getByRole("navigation", { name: /^Sections of/ }).getByRole("link");
  expect(await tabs.count()).toBeGreaterThan(4);
  for (let index = 0; index < (await tabs.count()); index++) {
    await tabs.nth(index).click();
    expect(await shownOn(page)).not.toContain("7f3a91");
  }
}
