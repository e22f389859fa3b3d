/**
 * Records short films of midcall, in screens/recordings, which git ignores: `npm run recordings` after a build, or
 * `node scripts/recordings.mjs terminal` for some of them.
 *
 * Everything on them is real: a shell in a terminal, the console and the bridge's page in Chromium, and the programs that
 * the pages of docs/start show. Each film is an animated WebP file, with a still beside it. They contain nothing of this
 * computer: no address with a token, and no path.
 */
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchChromium } from "./drivers/chromium.mjs";
import { recordBridge } from "./recordings/bridge.mjs";
import { recordConsole } from "./recordings/console.mjs";
import { MOST_BYTES, MOST_SECONDS } from "./recordings/limits.mjs";
import { recordTerminal } from "./recordings/terminal.mjs";
import { describeWebp } from "./recordings/webp.mjs";

const path = (name) => fileURLToPath(new URL(`../${name}/`, import.meta.url));
const out = path("screens/recordings");
/** Below the workspace, so that the programs find the library as it is built. */
const sandbox = path("node_modules/.cache/recordings");

const films = { terminal: recordTerminal, console: recordConsole, bridge: recordBridge };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in films));
if (unknown.length > 0) {
  throw new Error(`There is no ${unknown.join(", ")}, only ${Object.keys(films).join(", ")}.`);
}

await mkdir(out, { recursive: true });
await rm(sandbox, { recursive: true, force: true });
const browser = await launchChromium();
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(films)) {
    const base = join(sandbox, name);
    await mkdir(base, { recursive: true });
    for (const file of await films[name](browser, { out, base }))
      report(file, await readFile(join(out, file)));
  }
} finally {
  await browser.close();
  await rm(sandbox, { recursive: true, force: true });
}

/** Prints how large and how long it is. */
function report(file, bytes) {
  const { seconds } = describeWebp(bytes);
  const length = seconds > 0 ? `, ${Math.round(seconds)} seconds` : "";
  console.log(`${(bytes.length / 1000).toFixed(0).padStart(5)} kB  ${file}${length}`);
  if (bytes.length > MOST_BYTES || seconds > MOST_SECONDS) {
    console.error(`A recording has at most ${MOST_BYTES / 1000} kB and ${MOST_SECONDS} seconds.`);
    process.exitCode = 1;
  }
}
