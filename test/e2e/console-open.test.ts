import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { openConsoleByItself, redeem } from "../attacks/opened-console.js";
import { eventually } from "./built.js";
import { launch } from "./console-lab.js";

it("a real browser gets in by the file it was given, which is gone then", async () => {
  const browser = await launch();
  try {
    for (const javaScriptEnabled of [true, false]) {
      await using console = await openConsoleByItself();
      const given = await console.opened();
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const addresses: string[] = [];
      page.on("request", (request) => {
        if (request.isNavigationRequest()) addresses.push(request.headers()["referer"] ?? "none");
      });
      await page.goto(pathToFileURL(given).href);
      await page.waitForURL(`${console.address}**`);
      expect(addresses).toEqual(addresses.map(() => "none"));
      // The file itself needs no script; the page does.
      if (javaScriptEnabled) {
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(page.url()).not.toMatch(/ticket|token/);
        expect(await page.evaluate(() => document.referrer)).toBe("");
        expect(await page.evaluate(() => sessionStorage.getItem("midcall-token"))).toBe(
          console.token,
        );
        expect(await eventually(() => !existsSync(dirname(given)))).toBe(true);
        await page.reload();
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await redeem(console.address, "A".repeat(43))).toBe(403);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
