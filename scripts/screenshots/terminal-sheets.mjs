// `midcall call` in a narrow and a wide terminal.
import { openTerminal } from "../drivers/terminal.mjs";
import { midcall } from "./started-console.mjs";
import { pageOf } from "./terminal-picture.mjs";

const COLUMNS = [100, 40];

const ENTER = "\r";
/** A question takes keys once it has been on the screen for a moment. */
const MOMENT = 600;

/** What is called, and in turn what is seen and what is typed then. */
const SCREENS = {
  "yes or no": { call: ["ask_yes_or_no"], steps: [["reminder to 3"]] },
  choice: { call: ["push_to_repository", "message=Say hello"], steps: [["website"]] },
  form: {
    call: ["every_field"],
    steps: [["Name (required)", "Ana Example", ENTER], ["Nickname", ENTER], ["E-mail"]],
  },
  review: {
    call: ["schedule_reminder"],
    steps: [["Days after", ENTER], ["Note", "Thank you.", ENTER], ["What next"]],
  },
};

/**
 * @param {import("playwright-core").Browser} browser
 * @param {Awaited<ReturnType<typeof import("./contact-sheet.mjs").openContactSheets>>} sheets
 * @param {string} folder - where `server.mjs` is
 */
export async function captureTerminals(browser, sheets, folder) {
  const context = await browser.newContext({ deviceScaleFactor: 1 });
  const page = await context.newPage();
  const rows = [];
  for (const [name, screen] of Object.entries(SCREENS)) {
    const row = [];
    for (const columns of COLUMNS) {
      const written = await play(folder, screen, columns);
      await page.setContent(pageOf(written, `midcall call, ${columns} columns`));
      row.push({ file: `${name} ${columns}`, bytes: await page.locator("main").screenshot() });
    }
    rows.push(row);
  }
  await context.close();
  await sheets.compose("terminal", rows);
}

/** Calls, types, and returns everything that was written to the terminal. */
async function play(folder, { call, steps }, columns) {
  const terminal = openTerminal(
    [process.execPath, midcall, "call", ...call, "--", "node", "server.mjs"],
    { cwd: folder, columns, rows: 40 },
  );
  const moment = () => new Promise((resolve) => setTimeout(resolve, MOMENT));
  try {
    for (const [seen, ...keys] of steps) {
      await terminal.sees(new RegExp(seen.replace(/[()]/g, "\\$&")), 15_000);
      await moment();
      for (const key of keys) {
        terminal.type(key);
        await moment();
      }
    }
    return terminal.written();
  } finally {
    await terminal.close();
  }
}
