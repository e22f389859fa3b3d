import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { nightFile } from "../install.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const MIDCALL = fileURLToPath(new URL("../../../packages/midcall", import.meta.url));

it("Next's App Router builds a page whose server component imports midcall/react", async () => {
  // Below the installed packages, which it imports; midcall is a folder of its own there, and no link to the sources.
  const folder = await mkdtemp(join(HERE, ".built-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const part of ["app", "next.config.mjs", "package.json"]) {
    await cp(join(HERE, part), join(folder, part), { recursive: true });
  }
  for (const part of ["dist", "package.json"]) {
    await cp(join(MIDCALL, part), join(folder, "node_modules/midcall", part), { recursive: true });
  }
  await promisify(execFile)(process.execPath, [nightFile("next", "next/dist/bin/next"), "build"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const html = await readFile(join(folder, ".next/server/app/index.html"), "utf8");
  expect(html).toContain("No open questions.");
});
