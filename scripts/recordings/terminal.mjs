// A host in a terminal, as `npm create midcall` makes it: the user answers a tool's question, and the tool goes on.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openFilm } from "./film.mjs";
import { openShell } from "./shell.mjs";

const create = fileURLToPath(
  new URL("../../packages/create-midcall/dist/main.js", import.meta.url),
);
const SCALE = 1.4;
const WINDOW = { columns: 76, rows: 24 };

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ out: string, base: string }} where - `base` is an empty folder
 */
export async function recordTerminal(browser, { out, base }) {
  await promisify(execFile)(
    process.execPath,
    [create, "my-host", "--kind", "terminal", "--language", "js"],
    { cwd: base },
  );
  const film = await openFilm(browser, { out, name: "terminal", scale: SCALE });
  const page = await browser.newPage({
    viewport: { width: 680, height: 552 },
    deviceScaleFactor: SCALE,
  });
  const shell = await openShell(film, page, {
    ...WINDOW,
    base,
    cwd: join(base, "my-host"),
    title: "my-host",
  });
  try {
    await shell.types("npm start");
    await shell.press("\r", /a whole number; 1 to 12/, 2_200);
    await shell.press("4", /4█/, 900);
    film.keepStill();
    await shell.press("\r", /No answer/, 1_400);
    await shell.press("y", /Booked for 4, on the terrace\.\s+\$ $/, 3_500);
  } finally {
    await shell.close();
  }
  await page.close();
  return film.save();
}
