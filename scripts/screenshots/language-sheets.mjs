// One sheet for each screen: the six languages side by side, light and dark, and on a narrow phone.
import { openConsoleScreens, startConsoleFor } from "./languages/open-console.mjs";
import { openScreens } from "./languages/open-screens.mjs";

const LANGUAGES = ["en", "de", "fr", "es", "ja", "ar"];
/** The rows of a sheet. */
const ROWS = [
  { file: "390 light", width: 390, colorScheme: "light" },
  { file: "320 dark", width: 320, colorScheme: "dark" },
];
/** What is further down is cut off. */
const TALLEST = 1100;

/**
 * @param {import("playwright-core").Browser} browser
 * @param {Awaited<ReturnType<typeof import("./contact-sheet.mjs").openContactSheets>>} sheets
 * @param {{ folder: string, state: string }} where - the example to show in the console, and where it keeps its state
 */
export async function captureLanguages(browser, sheets, where) {
  await captureScreens(sheets, (language) => openScreens(browser, language));
  const started = await startConsoleFor(where);
  try {
    await captureScreens(sheets, (language) => openConsoleScreens(browser, started, language));
  } finally {
    await started.close();
  }
}

/** @param {(language: string) => Promise<{ page: import("playwright-core").Page, screens: Record<string, () => Promise<void>>, close(): Promise<void> }>} openIn */
async function captureScreens(sheets, openIn) {
  /** @type {Map<string, { file: string, bytes: Buffer }[][]>} */
  const pictures = new Map();
  for (const language of LANGUAGES) {
    const { page, screens, close } = await openIn(language);
    try {
      for (const [name, open] of Object.entries(screens)) {
        const rows = pictures.get(name) ?? ROWS.map(() => []);
        pictures.set(name, rows);
        await page.setViewportSize({ width: 390, height: 844 });
        await open();
        for (const [index, { file, width, colorScheme }] of ROWS.entries()) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.setViewportSize({ width, height: 844 });
          const tall = await page.evaluate(() =>
            Math.max(
              globalThis.document.documentElement.scrollHeight,
              ...[...globalThis.document.querySelectorAll("dialog")].map(
                (one) => one.scrollHeight + 40,
              ),
            ),
          );
          await page.setViewportSize({ width, height: Math.min(TALLEST, Math.max(500, tall)) });
          await page.evaluate(() => globalThis.scrollTo(0, 0));
          const bytes = await page.screenshot({ animations: "disabled", caret: "hide" });
          rows[index].push({ file: `${language} ${file}`, bytes });
        }
      }
    } finally {
      await close();
    }
  }
  for (const [name, rows] of pictures) await sheets.compose(name.replaceAll(" ", "-"), rows);
}
