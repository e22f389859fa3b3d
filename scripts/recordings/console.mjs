// The console with the first server: a call, the question that appears beside it, the answer, the result.
import { join } from "node:path";
import { startConsole } from "../screenshots/started-console.mjs";
import { openFilm } from "./film.mjs";
import { writeFirstServer } from "./first-server.mjs";
import { answer, createHand, WINDOW } from "./hand.mjs";

const SCALE = 1;

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ out: string, base: string }} where - `base` is an empty folder
 */
export async function recordConsole(browser, { out, base }) {
  const console = await startConsole(await writeFirstServer(base), join(base, "state"), {
    name: "tables",
    file: "server.js",
  });
  try {
    const film = await openFilm(browser, { out, name: "console", scale: SCALE });
    const page = await browser.newPage({ ...WINDOW, deviceScaleFactor: SCALE });
    page.setDefaultTimeout(20_000);
    await page.goto(console.url);
    await page.getByRole("link", { name: "tables", exact: true }).first().click();
    await page.getByRole("link", { name: "book_table", exact: true }).click();
    const restaurant = page.getByRole("textbox", { name: /^restaurant/i });
    await restaurant.waitFor();
    const hand = createHand(film, page);
    await hand.show(600);
    await hand.types(restaurant, "Nous");
    await hand.click(page.getByRole("button", { name: "Call", exact: true }));
    await answer(film, page, hand);
    await page.getByText("Booked for 4, on the terrace.").first().waitFor();
    await hand.show(3_500);
    await page.close();
    return film.save();
  } finally {
    await console.close();
  }
}
