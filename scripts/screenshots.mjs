/**
 * Creates the pictures of the README, in docs/screenshots, and sheets to look at, in screens, which git ignores:
 * `npm run screenshots` after a build, or `node scripts/screenshots.mjs console pages` for some of them.
 *
 * Starts the console on the example server, the pages of URL mode, the dialog of midcall/react and `midcall call`, and
 * captures each with Chromium. `screens/sheets` has a sheet for each screen: three widths, each light, dark and in
 * forced colours; `screens/languages` has one for each screen in the six languages, for which it needs the fonts
 * of `fonts-noto-core` and `fonts-noto-cjk`. The pictures on them, uncompressed, are in `test/artifacts/screenshots`. They contain nothing of this
 * computer: no addresses with a token, and no path but that of a temporary folder.
 */
import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addNotebooks, addOldFiles, addRepositories } from "../examples/dist/start/sandbox.js";
import { launchChromium } from "./drivers/chromium.mjs";
import { captureConsole } from "./screenshots/console-sheets.mjs";
import { openContactSheets } from "./screenshots/contact-sheet.mjs";
import { captureDialog } from "./screenshots/dialog-sheets.mjs";
import { captureLanguages } from "./screenshots/language-sheets.mjs";
import { capturePages } from "./screenshots/page-sheets.mjs";
import { captureReadme } from "./screenshots/readme-pictures.mjs";
import { captureTerminals } from "./screenshots/terminal-sheets.mjs";

const path = (name) => fileURLToPath(new URL(`../${name}/`, import.meta.url));
const pictures = path("docs/screenshots");
const out = path("screens");
/** Of a picture of the README, because git keeps it. */
const MOST_BYTES = 220_000;

const browser = await launchChromium();
const sandbox = await realpath(await mkdtemp(join(tmpdir(), "midcall-screenshots-")));
const made = [];
try {
  const sheets = await openContactSheets(browser, {
    sheets: join(out, "sheets"),
    singles: path("test/artifacts/screenshots"),
  });
  const languageSheets = await openContactSheets(browser, {
    sheets: join(out, "languages"),
    singles: path("test/artifacts/screenshots"),
  });
  const parts = {
    readme: async (where) =>
      made.push(...(await captureReadme(browser, { out: pictures, ...where }))),
    console: (where) => captureConsole(browser, sheets, where),
    dialog: () => captureDialog(browser, sheets),
    pages: () => capturePages(browser, sheets),
    languages: (where) => captureLanguages(browser, languageSheets, where),
    terminal: ({ folder }) => captureTerminals(browser, sheets, folder),
  };
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    throw new Error(`There is no ${unknown.join(", ")}, only ${Object.keys(parts).join(", ")}.`);
  }
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
    await parts[name](await createFolder(join(sandbox, name)));
  }
  made.push(...sheets.made.map((file) => join(out, "sheets", file)));
  made.push(...languageSheets.made.map((file) => join(out, "languages", file)));
} finally {
  await browser.close();
  await rm(sandbox, { recursive: true, force: true });
}

for (const file of made) {
  const { size } = await stat(file);
  console.log(`${(size / 1000).toFixed(0).padStart(5)} kB  ${file}`);
  if (file.startsWith(pictures) && size > MOST_BYTES) {
    console.error(`${file} is larger than ${MOST_BYTES / 1000} kB.`);
    process.exitCode = 1;
  }
}

/** Creates a folder with what the examples work on, and a server with a short command, because the console shows it. */
async function createFolder(base) {
  const folder = join(base, "example");
  await mkdir(folder, { recursive: true });
  await addOldFiles(folder);
  await addRepositories(folder);
  await addNotebooks(folder);
  const server = fileURLToPath(new URL("screenshots/demo-server.mjs", import.meta.url));
  await writeFile(join(folder, "server.mjs"), `import ${JSON.stringify(server)};\n`);
  return { folder, state: join(base, "state") };
}
