// Finds and starts Chromium, for scripts that open pages.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** A package of Debian's: the same pages for less processor time, without windows and without what blocks them. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const KNOWN = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** How scripts and tests start it: without a sandbox, and without requests of its own. */
export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * The path of Chromium, from CHROMIUM_PATH or a usual place; `undefined` if it is not found.
 *
 * @param {{ withWindows?: boolean }} [options] - `withWindows`: the whole browser, also where there is the headless shell
 */
export function findChromium({ withWindows = false } = {}) {
  const given = process.env["CHROMIUM_PATH"];
  const places = given !== undefined ? [given] : withWindows ? KNOWN : [HEADLESS_SHELL, ...KNOWN];
  return places.find((path) => existsSync(path));
}

/** The path of Chromium. If there is none, prints what to do and exits. @returns {string} */
export function chromiumPath() {
  const found = findChromium();
  if (found !== undefined) return found;
  const given = process.env["CHROMIUM_PATH"];
  console.error(
    given === undefined
      ? `This needs Chromium, and there is none at ${KNOWN.join(", ")}. Install it ("apt-get install chromium"), or set CHROMIUM_PATH to the program.`
      : `There is no Chromium at CHROMIUM_PATH=${given}.`,
  );
  process.exit(1);
}

/** Starts Chromium without a window, drawing text the same on every machine. */
export function launchChromium() {
  const args = [...flags, "--hide-scrollbars", "--font-render-hinting=none"];
  return chromium.launch({ executablePath: chromiumPath(), args });
}
