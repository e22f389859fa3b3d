import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

const cache = join(root, "node_modules/.cache/docs-test");

/** The folder of the built site. */
export const siteFolder: string = join(cache, "site");

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(root, folder, name))
    .filter((path) => !/\.vitepress\/(dist|cache)|reference\/api|screenshots/.test(path))
    .filter((path) => statSync(path).isFile());
}

/** What the site is built from, as one text. */
function inputs(): string {
  const files = [
    ...filesIn("docs"),
    ...filesIn("scripts/docs"),
    ...filesIn("packages/midcall/dist").filter((path) => path.endsWith(".d.ts")),
    join(root, "SECURITY.md"),
    join(root, "package-lock.json"),
  ];
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** Whether the test that was building has ended without finishing. */
async function isLeft(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, "utf8").catch(() => ""));
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** Builds the site, without a network, unless it is there as it would be built. Of several test files one builds. */
export async function buildSite(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const [lock, stamp] = [join(cache, "lock"), join(cache, "built-from")];
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      if (await isLeft(lock)) await rm(lock, { force: true });
      else await pause(200);
    }
  }
  try {
    const wanted = inputs();
    const built = await readFile(stamp, "utf8").catch(() => "");
    if (built === wanted && existsSync(join(siteFolder, "index.html"))) return;
    const withoutNetwork = pathToFileURL(join(root, "test/docs/no-network.mjs")).href;
    await promisify(execFile)(
      process.execPath,
      ["--import", withoutNetwork, join(root, "scripts/docs/build.mjs"), siteFolder],
      {
        cwd: root,
        maxBuffer: 64 << 20,
        env: { ...process.env, NODE_ENV: "production", DOCS_BASE: "/" },
      },
    );
    await writeFile(stamp, wanted);
  } finally {
    await rm(lock, { force: true });
  }
}
