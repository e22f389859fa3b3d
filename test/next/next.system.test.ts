import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { installNext } from "./install.mjs";

const MIDCALL = fileURLToPath(new URL("../../packages/midcall", import.meta.url));

it("Next's App Router builds a page whose server component imports midcall/react", async () => {
  const installed = await installNext();
  const folder = await mkdtemp(join(tmpdir(), "midcall-next-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const part of ["app", "node_modules", "package.json", "package-lock.json"]) {
    await cp(join(installed, part), join(folder, part), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  for (const part of ["dist", "package.json"]) {
    await cp(join(MIDCALL, part), join(folder, "node_modules/midcall", part), { recursive: true });
  }
  await promisify(execFile)(
    process.execPath,
    [join(folder, "node_modules/next/dist/bin/next"), "build"],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    },
  );
  const html = await readFile(join(folder, ".next/server/app/index.html"), "utf8");
  expect(html).toContain("No open questions.");
}, 300_000);
