import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isObject } from "../json.js";
import type { Target } from "./target.js";

const RUNNER = /^(node|npx|bun|bunx|deno|python3?|uvx?|tsx|sh|bash|docker)(\.(?:exe|cmd))?$/;
/** Runners whose first word says what they do, before the script. */
const WITH_COMMAND = /^(bun|deno|uv|docker)\b/;
/** Options of runners whose next word is their value. */
const WITH_VALUE = new Set(
  "-e --env -v --volume --mount -p --publish --name --network --directory --project".split(" "),
);
/** Names of scripts and folders that say nothing about the server. */
const PLAIN_SCRIPT =
  /^(index|main|server|stdio|http|app|start|run|cli|bin|mcp|__main__)\.(?:[cm]?[jt]sx?|py)$/;
const PLAIN_FOLDER = /^(src|dist|build|out|lib|bin|server|app)$/;
const LARGEST_MANIFEST = 1_000_000;

/**
 * A default name for a server: the host of its URL, its program, or what a runner such as `node` runs. A script with a
 * plain name, such as `index.js`, has the name of its package, or of its folder.
 *
 * @param cwd - the directory in which the server is started
 */
export function nameOfTarget(target: Target, cwd: string = process.cwd()): string {
  const name = nameInCommand(target);
  if (target.kind === "url" || !PLAIN_SCRIPT.test(name)) return name;
  const script = scriptOf(lastPart(target.command), target.args);
  return script === undefined ? name : (nameOfFolder(resolve(cwd, script)) ?? name);
}

/** The same, with the name of the script as it stands in the command. */
export function nameInCommand(target: Target): string {
  if (target.kind === "url") return new URL(target.url).host;
  const program = lastPart(target.command);
  const script = RUNNER.test(program) ? scriptOf(program, target.args) : undefined;
  if (script === undefined) return program;
  const name = lastPart(script);
  // The version of a package is not part of its name.
  return /^(npx|bunx|uvx)\b/.test(program) ? name.replace(/(?<=.)@.*$/, "") || name : name;
}

const lastPart = (path: string): string => path.split(/[\\/]/).at(-1) || path;

function scriptOf(program: string, args: readonly string[]): string | undefined {
  const words = args.filter(
    (word, index) => !word.startsWith("-") && !WITH_VALUE.has(args[index - 1] ?? ""),
  );
  return WITH_COMMAND.test(program) && /^(run|exec|x)$/.test(words[0] ?? "") ? words[1] : words[0];
}

/** The name of the package that a script is in, or of the nearest folder with a name of its own. */
function nameOfFolder(script: string): string | undefined {
  let folder: string | undefined;
  for (let at = dirname(script); at !== dirname(at); at = dirname(at)) {
    const name = packageName(join(at, "package.json"));
    if (name !== undefined) return name;
    if (!PLAIN_FOLDER.test(basename(at))) folder ??= basename(at);
  }
  return folder;
}

function packageName(manifest: string): string | undefined {
  try {
    if (statSync(manifest).size > LARGEST_MANIFEST) return undefined;
    const read: unknown = JSON.parse(readFileSync(manifest, "utf8"));
    const name = isObject(read) ? read["name"] : undefined;
    return typeof name === "string" && name.trim() !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}
