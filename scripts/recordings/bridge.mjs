// The bridge in front of the first server: a host that cannot ask calls a tool, and the bridge's page asks the user.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { midcall } from "../screenshots/started-console.mjs";
import { openFilm } from "./film.mjs";
import { writeFirstServer } from "./first-server.mjs";
import { answer, createHand, WINDOW } from "./hand.mjs";
import { openShell } from "./shell.mjs";

const SCALE = 1;
/** How long a key of a long command takes, in milliseconds. */
const FAST = 25;
const COMMAND =
  "midcall call book_table restaurant=Nous -- midcall bridge -- node server.js < /dev/null";

/**
 * @param {import("playwright-core").Browser} browser
 * @param {{ out: string, base: string }} where - `base` is an empty folder
 */
export async function recordBridge(browser, { out, base }) {
  const cwd = await writeFirstServer(base);
  const machine = await prepareMachine(base);
  const film = await openFilm(browser, { out, name: "bridge", scale: SCALE });
  const context = await browser.newContext({ ...WINDOW, deviceScaleFactor: SCALE });
  context.setDefaultTimeout(20_000);
  const screen = await context.newPage();
  const title = "A host that cannot ask";
  const shell = await openShell(film, screen, {
    ...{ base, cwd, env: machine.env, title },
    ...{ columns: 96, rows: 28 },
  });
  try {
    await shell.types(COMMAND, FAST);
    shell.enter();
    const page = await context.newPage();
    await page.goto(pathToFileURL(await machine.opened()).href);
    await answer(film, page, createHand(film, page));
    await page.close();
    await shell.shows(/Booked for 4, on the terrace\.\s+\$ $/, 3_500);
  } finally {
    await shell.close();
  }
  await context.close();
  return film.save();
}

/** A user's machine with `midcall` on it, and a browser that only keeps what it is started with. */
async function prepareMachine(base) {
  const [bin, home, runtime] = ["bin", "home", "run"].map((name) => join(base, name));
  for (const folder of [bin, home, runtime]) await mkdir(folder, { mode: 0o700 });
  const programs = {
    midcall: `exec '${process.execPath}' '${midcall}' "$@"`,
    browser: `printf '%s' "$*" > '${base}/started'; mv '${base}/started' '${base}/opened'`,
    // So that xdg-open finds no other browser.
    "xdg-mime": "exit 1",
    "run-mailcap": "exit 1",
    mimeopen: "exit 1",
  };
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(bin, name), 0o755);
  }
  return {
    env: {
      ...{ PATH: `${bin}:${process.env["PATH"]}`, HOME: home, TMPDIR: runtime },
      ...{ BROWSER: join(bin, "browser"), DISPLAY: ":99", XDG_RUNTIME_DIR: runtime },
      ...{ CI: "", SSH_CONNECTION: "" },
    },
    /** The file that the browser was started with. */
    async opened() {
      for (let times = 0; times < 300; times++) {
        const file = await readFile(join(base, "opened"), "utf8").catch(() => undefined);
        if (file !== undefined) return file;
        await pause(100);
      }
      throw new Error("The bridge has opened no page.");
    },
  };
}
