// Captures a screen at three widths, each light, dark and in forced colours, and composes one picture of the nine.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The sizes of a large window, a phone, and a large window at 400 %. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
const LOOKS = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced-colors": { colorScheme: "dark", forcedColors: "active" },
};
/** What is further down is cut off: a sheet has to be readable. */
const TALLEST = 1100;
/** Of the size on the screen: text can still be read, and the repository stays small. */
const SCALE = 0.7;
const WEBP_QUALITY = 42;

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ sheets: string, singles: string }} folders - where the sheets go, and the pictures that they are made of
 */
export async function openContactSheets(browser, { sheets, singles }) {
  await mkdir(sheets, { recursive: true });
  await mkdir(singles, { recursive: true });
  const context = await browser.newContext({ deviceScaleFactor: 1 });
  const table = await context.newPage();
  const made = [];

  /** Writes the pictures, and the sheet of them. */
  const compose = async (name, rows) => {
    const cell = ({ file, bytes }) =>
      `<td><p>${file}</p><img src="data:image/png;base64,${bytes.toString("base64")}">`;
    const body = rows.map((row) => `<tr>${row.map(cell).join("")}`).join("");
    await table.setContent(
      `<!doctype html><style>body{margin:0;background:#8a909c;width:max-content}
       td{vertical-align:top;padding:0 8px 8px}p{font:14px system-ui;margin:6px 0}img{display:block}</style><table>${body}</table>`,
    );
    const size = await table.locator("table").evaluate(({ offsetWidth, offsetHeight }) => ({
      width: offsetWidth,
      height: offsetHeight,
    }));
    await table.setViewportSize(size);
    const session = await context.newCDPSession(table);
    const { data } = await session.send("Page.captureScreenshot", {
      format: "webp",
      quality: WEBP_QUALITY,
      clip: { x: 0, y: 0, ...size, scale: SCALE },
    });
    await session.detach();
    await writeFile(join(sheets, `${name}.webp`), Buffer.from(data, "base64"));
    made.push(`${name}.webp`);
    for (const { file, bytes } of rows.flat()) {
      await writeFile(join(singles, `${name} ${file}.png`), bytes);
    }
  };

  return {
    made,
    compose,
    /**
     * @param {string} name
     * @param {import("playwright-core").Page} page
     * @param {{ show?: import("playwright-core").Locator, before?: () => Promise<void> }} options - `show` is scrolled to
     * the top, and only the window is captured; otherwise all of the page. `before` runs before each picture
     */
    async capture(name, page, { show, before } = {}) {
      const rows = [];
      for (const [look, media] of Object.entries(LOOKS)) {
        const row = [];
        await page.emulateMedia({ ...media, reducedMotion: "reduce" });
        for (const window of WINDOWS) {
          await page.setViewportSize(window);
          await settle(page);
          await before?.();
          await show?.evaluate(underTheBar);
          if (show === undefined) await showAll(page, window);
          await page
            .locator("[data-midcall=button][aria-disabled]")
            .first()
            .waitFor({ state: "detached" });
          const bytes = await page.screenshot({ animations: "disabled", caret: "hide" });
          row.push({ file: `${window.width} ${look}`, bytes });
        }
        rows.push(row);
      }
      await page.emulateMedia(LOOKS.light);
      await page.setViewportSize(WINDOWS[0]);
      await compose(name, rows);
    },
  };
}

/** Waits until the page has drawn its new size. @param {import("playwright-core").Page} page */
const settle = (page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(globalThis.requestAnimationFrame);
  });

/** Makes the window as tall as the page, so that a bar that stays in the window is where a user sees it. */
async function showAll(page, { width, height }) {
  const all = await page.locator("html").evaluate(({ scrollHeight }) => scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, Math.min(all, TALLEST)) });
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  await settle(page);
}

/** Scrolls an element to just below the bar of the console. @param {HTMLElement} element */
export function underTheBar(element) {
  element.style.scrollMarginBlockStart = "4.5rem";
  element.scrollIntoView();
}
