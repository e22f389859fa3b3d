// A shell in a terminal of its own, as a film shows it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openTerminal } from "../drivers/terminal.mjs";
import { pageOf } from "../screenshots/terminal-picture.mjs";

/** What npm writes beside the output of a script. */
const QUIET_NPM = { npm_config_update_notifier: "false", npm_config_progress: "false" };
/** How long a key takes in a film, in milliseconds. */
const KEY = 80;
/** How long a reader needs to read a command. */
const COMMAND = 700;
/** Nothing more is written: longer than a question waits before it takes keys. */
const QUIET = 700;

/**
 * @param {Awaited<ReturnType<typeof import("./film.mjs").openFilm>>} film
 * @param {import("playwright-core").Page} page - draws the terminal
 * @param {{ base: string, cwd: string, env?: NodeJS.ProcessEnv, title: string, columns: number, rows: number }} options -
 * `base` is a folder for the shell's own files
 */
export async function openShell(film, page, { base, cwd, env = {}, title, columns, rows }) {
  const settings = join(base, "shell-settings");
  await writeFile(settings, "PS1='$ '\nbind 'set enable-bracketed-paste off'\n");
  const terminal = openTerminal(["bash", "--noprofile", "--rcfile", settings], {
    cwd,
    env: { ...process.env, ...QUIET_NPM, ...env },
    columns,
    // All of it stays in the terminal, and a film shows its last rows.
    rows: 60,
  });
  const draw = async () => {
    await page.setContent(pageOf(terminal.written(), title, { rows }));
  };
  const settled = async () => {
    for (let before = ""; before !== terminal.written();) {
      before = terminal.written();
      await pause(QUIET);
    }
  };
  await terminal.sees(/\$ $/);
  return {
    /** Types as a user does. @param {string} keys @param {number} ms - how long a key takes in the film */
    async types(keys, ms = KEY) {
      await draw();
      await film.add(page, COMMAND);
      for (const key of keys) {
        const before = terminal.written();
        terminal.type(key);
        for (let times = 0; times < 100 && terminal.written() === before; times++) await pause(20);
        await draw();
        await film.add(page, ms);
      }
      await film.add(page, COMMAND);
    },
    /** Presses a key, waits for what it leads to, and shows that. @param {string} key @param {RegExp} leadsTo @param {number} ms */
    async press(key, leadsTo, ms) {
      terminal.type(key);
      await terminal.sees(leadsTo);
      await settled();
      await draw();
      await film.add(page, ms);
    },
    enter: () => terminal.type("\r"),
    /** Shows what was written by itself. @param {RegExp} pattern @param {number} ms */
    async shows(pattern, ms) {
      await terminal.sees(pattern);
      await settled();
      await draw();
      await film.add(page, ms);
    },
    /** Leaves the shell; a program that still runs in it is killed. */
    async close() {
      terminal.type("exit\r");
      await Promise.race([terminal.ended, pause(2_000)]);
      await terminal.close();
    },
  };
}
