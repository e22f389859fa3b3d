import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const exec = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The three packages as they are published, and a folder to use them in. */
export interface Packed extends Disposable {
  readonly folder: string;
  /** The path of a package's tarball. */
  readonly tarball: Readonly<Record<"midcall" | "@midcall/cli" | "create-midcall", string>>;
}

/** Packs the packages that are built. */
export async function packPackages(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), "midcall-first-hour-"));
  const names = ["midcall", "@midcall/cli", "create-midcall"] as const;
  const args = ["pack", "--json", "--pack-destination", folder, ...names.flatMap((n) => ["-w", n])];
  const { stdout } = await exec("npm", args, { cwd: root, maxBuffer: 64 << 20 });
  const packed = Object.values(
    JSON.parse(stdout.slice(stdout.search(/^[[{]/m))) as Record<
      string,
      { filename: string; name: string }
    >,
  );
  const tarball = Object.fromEntries(
    packed.map(({ name, filename }) => [name, join(folder, filename)]),
  ) as Packed["tarball"];
  return { folder, tarball, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** Runs a command in a folder as a user who starts with an empty environment would; returns what it printed. */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    CI: "true",
    NO_COLOR: "1",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  try {
    const { stdout, stderr } = await exec(command, args, { cwd, env, maxBuffer: 64 << 20 });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Lets a project that was created install the packed packages instead of published ones. */
export function usePacked(project: string, { tarball }: Packed): void {
  const file = join(project, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;
  for (const kind of ["dependencies", "devDependencies"]) {
    for (const name of ["midcall", "@midcall/cli"] as const) {
      const versions = manifest[kind]!;
      if (versions[name]) versions[name] = `file:${tarball[name]}`;
    }
  }
  // The command line depends on a version of midcall that is not published yet.
  const overrides = { midcall: `file:${tarball.midcall}` };
  writeFileSync(file, JSON.stringify({ ...manifest, overrides }, null, 2));
  writeFileSync(
    join(project, "pnpm-workspace.yaml"),
    `overrides:\n  midcall: "file:${tarball.midcall}"\n`,
  );
}
