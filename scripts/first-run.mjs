/**
 * Measures the first minute with midcall: clone, install, start, open the page, call a tool, answer its form.
 *
 *     npm run first-run -- [--limit SECONDS] [--from REPOSITORY]
 *
 * Clones the committed state of this repository into an empty folder, and installs packages from npm's cache, which
 * must already contain them. Exits with 1 if it fails or takes longer than 60 seconds in total.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromiumPath, launchChromium } from "./drivers/chromium.mjs";
import { openTerminal } from "./drivers/terminal.mjs";

const { limit, from } = parseArgs({
  options: {
    limit: { type: "string", default: "60" },
    from: { type: "string", default: fileURLToPath(new URL("..", import.meta.url)) },
  },
}).values;
const seconds = Number(limit);
if (!(seconds > 0)) throw new TypeError(`--limit must be a number of seconds, not ${limit}.`);
// Fails early if Chromium is missing.
chromiumPath();

// npm's variables for the scripts of this checkout do not apply to the clone.
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package|lifecycle|command|execpath|node_execpath|config_local_prefix)|^INIT_CWD$/.test(
        name,
      ),
  ),
);

const phases = [];
const started = performance.now();

/** @param {string} name @param {() => Promise<T>} work @template T */
async function phase(name, work) {
  const begun = performance.now();
  const result = await work();
  phases.push([name, (performance.now() - begun) / 1000]);
  console.log(`${phases.at(-1)[1].toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** Runs a command; its output is shown if it fails. */
function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stdout.on("data", (text) => (said += text));
    child.stderr.on("data", (text) => (said += text));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`"${command} ${args.join(" ")}" ended with ${code}:\n${said}`)),
    );
  });
}

const folder = await mkdtemp(join(tmpdir(), "midcall-first-run-"));
const clone = join(folder, "midcall");
let terminal;
let browser;
try {
  await phase("git clone", () => run("git", ["clone", "--quiet", from, clone], folder));
  await phase("npm ci --prefer-offline", () =>
    run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], clone),
  );
  const url = await phase("npm start, until the address is shown", async () => {
    terminal = openTerminal(["npm", "start", "--", "--no-open"], { cwd: clone, env });
    const [address] = await terminal.sees(
      /http:\/\/127(?:\.\d+){3}:\d+\/[\w-]+\/#token=\S+(?=\s)/,
      120_000,
    );
    return address;
  });
  const page = await phase("the page, with the tools of the examples", async () => {
    browser = await launchChromium();
    const opened = await browser.newPage();
    await opened.goto(url);
    await opened.getByRole("link", { name: "Commit and push" }).waitFor();
    return opened;
  });
  await phase("a tool is called, its form answered, its result seen", () => answerFirst(page));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  const total = (performance.now() - started) / 1000;
  await browser?.close();
  await terminal?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  if (process.exitCode !== 1) {
    const verdict = total <= seconds ? "within" : "MORE THAN";
    console.log(`${total.toFixed(1).padStart(6)} s  in all, ${verdict} the ${seconds} s allowed`);
    if (total > seconds) process.exitCode = 1;
  }
}

/** @param {import("playwright-core").Page} page */
async function answerFirst(page) {
  await page.getByRole("link", { name: "Commit and push", exact: true }).click();
  await page.getByRole("button", { name: "Call", exact: true }).click();
  const asked = page.getByRole("article", { name: "Examples asks" });
  await asked.getByRole("radio", { name: /website/ }).check();
  await asked.getByRole("button", { name: "Send" }).click();
  const result = page.getByRole("listitem").locator(".result");
  await result.filter({ hasText: "Pushed projects/website: Say hello" }).first().waitFor();
}
