import { expect, it } from "vitest";
import { launch } from "../e2e/chromium.js";
import { openConsoleByItself } from "./opened-console.js";
import { tally } from "./tally.js";

/*
 * `localhost` is ::1 as well, where another user can listen on the port the console has on 127.0.0.1. Browsers take both
 * for one origin, and try ::1 first: what the console's page has kept under that name, the other user's page reads.
 */
it("keeps no token under a name that another user can answer to", async () => {
  const browser = await launch();
  await using console = await openConsoleByItself();
  const { port, pathname } = new URL(console.address);
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}${pathname}#token=${console.token}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).hostname).toBe("127.0.0.1");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(1);
    // Whatever answers under the other name sees what is kept there; here it is an empty answer of the console.
    await page.goto(`http://localhost:${port}/none`);
    expect(await page.evaluate(() => [location.hostname, sessionStorage.length])).toEqual([
      "localhost",
      0,
    ]);
    tally("visits to the console under a name another user can answer to", 2);
  } finally {
    await browser.close();
  }
});
