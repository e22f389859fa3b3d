import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { installRuntimes, runtimeFile } from "./install.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** The paths of the packed packages. */
    readonly tarballs: { readonly midcall: string; readonly "@midcall/cli": string };
  }
}

const exec = promisify(execFile);

/** Packs a package as it would be published. @returns its tarball */
async function pack(name: string, into: string): Promise<string> {
  const cwd = fileURLToPath(new URL(`../../../packages/${name}`, import.meta.url));
  const { stdout } = await exec("npm", ["pack", "--json", "--pack-destination", into], { cwd });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(into, filename);
}

/** Installs the runtimes, packs what would be published, and unpacks `midcall` beside them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await installRuntimes();
  const folder = await mkdtemp(join(tmpdir(), "midcall-packed-"));
  const midcall = await pack("midcall", folder);
  const installed = runtimeFile("midcall");
  await rm(installed, { recursive: true, force: true });
  await mkdir(installed, { recursive: true });
  await exec("tar", ["-xzf", midcall, "-C", installed, "--strip-components=1"]);
  project.provide("tarballs", { midcall, "@midcall/cli": await pack("cli", folder) });
  return () => rm(folder, { recursive: true, force: true });
}
