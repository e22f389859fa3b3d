import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const made = new Set<string>();

/** Creates an empty directory, which is removed when the program ends. */
export function createSandbox(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "midcall-start-")));
  made.add(root);
  return root;
}

export function removeSandboxes(): void {
  for (const root of made) rmSync(root, { recursive: true, force: true });
  made.clear();
}

export async function empty(root: string): Promise<void> {
  for (const name of await readdir(root))
    await rm(join(root, name), { recursive: true, force: true });
}

/** Adds two files that were changed 100 days ago, and one from today. */
export async function addOldFiles(root: string): Promise<void> {
  await mkdir(join(root, "downloads"));
  const old = new Date(Date.now() - 100 * 86_400_000);
  for (const name of ["invoice-draft.txt", "setup.log"]) {
    await writeFile(join(root, "downloads", name), "old\n");
    await utimes(join(root, "downloads", name), old, old);
  }
  await writeFile(join(root, "downloads", "today.txt"), "new\n");
}

/** Adds two repositories with changes to push, and a bare remote for each. */
export async function addRepositories(root: string): Promise<void> {
  for (const name of ["notes-app", "website"]) {
    const folder = join(root, "projects", name);
    await mkdir(folder, { recursive: true });
    await git(
      root,
      "init",
      "--quiet",
      "--bare",
      "--initial-branch=main",
      join(root, "remotes", `${name}.git`),
    );
    await git(folder, "init", "--quiet", "--initial-branch=main");
    await git(folder, "config", "user.name", "Ana Example");
    await git(folder, "config", "user.email", "ana@example.com");
    await git(folder, "remote", "add", "origin", join(root, "remotes", `${name}.git`));
    await writeFile(join(folder, "README.md"), `# ${name}\n`);
    await git(folder, "add", "--all");
    await git(folder, "commit", "--quiet", "--message=Begin");
    await git(folder, "push", "--quiet", "--set-upstream", "origin", "main");
    await writeFile(join(folder, "index.html"), "<h1>Hello</h1>\n");
  }
}

export async function addNotebooks(root: string): Promise<void> {
  for (const name of ["garden", "work"])
    await mkdir(join(root, "notes", name), { recursive: true });
}

/** The files in a directory with their contents, sorted. */
export async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const lines = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(root, path);
    return [`${path}: ${(await readFile(join(root, path), "utf8")).trim()}`];
  });
  return (await Promise.all(lines)).flat().sort();
}

/** The commits of a bare repository, newest first, and the files of the last one. */
export async function pushed(root: string, name: string): Promise<string> {
  const bare = join(root, "remotes", `${name}.git`);
  const log = await git(bare, "log", "main", "--format=%s by %an");
  const tree = await git(bare, "ls-tree", "--name-only", "main");
  return `${name}.git: ${log.split("\n").join(", ")}; holds ${tree.split("\n").join(", ")}`;
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const { stdout } = await run("git", ["-C", folder, ...args], { timeout: 30_000, env });
  return stdout.trimEnd();
}
