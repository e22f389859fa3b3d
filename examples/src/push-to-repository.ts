import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { type Example, isMain, serve, text } from "./serve.js";

/** Asks with options that are created during the call: the repositories with changes to push. */
export const pushToRepository: Example =
  ({ elicitation, root }) =>
  (server) => {
    server.registerTool(
      "push_to_repository",
      {
        title: "Commit and push",
        description: "Commits and pushes the changes of a git repository that the user chooses.",
        inputSchema: z.object({
          message: z.string().min(1).max(200).default("Say hello").describe("Of the commit"),
        }),
        annotations: { openWorldHint: true },
      },
      elicitation.handler(async ({ message }, ctx) => {
        const repositories = await ctx.step("find", () => findRepositories(root));
        if (repositories.length === 0) return text("No repository has anything to push.");

        const choices = repositories.map(({ path, branch, changes, ahead }) => ({
          value: path,
          title: `${path} (${branch}: ${changes} changed, ${ahead} not pushed)`,
        }));
        const answer = await ctx.elicit(`Commit "${message}" and push which repository?`, choices);
        if (answer.action !== "accept") return text(`Nothing was pushed (${answer.action}).`);

        const path = answer.data;
        const commit = await ctx.step("push", () => push(join(root, path), message), {
          writes: true,
        });
        return text(`Pushed ${path}: ${commit}`);
      }),
    );
  };

interface Repository {
  /** Relative to the root. */
  readonly path: string;
  readonly branch: string;
  readonly changes: number;
  readonly ahead: number;
}

const DEPTH = 3;
const MOST = 50;

async function findRepositories(root: string): Promise<Repository[]> {
  const found: Repository[] = [];
  const look = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    if (entries.some(({ name }) => name === ".git")) {
      const state = await stateOf(folder).catch(() => undefined);
      if (state !== undefined && found.length < MOST)
        found.push({ path: relative(root, folder) || ".", ...state });
      return;
    }
    if (depth === DEPTH) return;
    const below = entries.filter(
      (entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name),
    );
    for (const { name } of below.sort((a, b) => (a.name < b.name ? -1 : 1)))
      await look(join(folder, name), depth + 1);
  };
  await look(root, 0);
  return found;
}

/** The changes to push; `undefined` if there are none, or no remote. */
async function stateOf(folder: string): Promise<Omit<Repository, "path"> | undefined> {
  if (!(await git(folder, "remote")).split("\n").includes("origin")) return undefined;
  const [head = "", ...changes] = (await git(folder, "status", "--porcelain=v1", "--branch")).split(
    "\n",
  );
  const branch = /^## (?:No commits yet on )?(.+?)(?:\.\.\.|$)/.exec(head)?.[1] ?? "HEAD";
  const ahead = Number(/\[ahead (\d+)/.exec(head)?.[1] ?? 0);
  return changes.length + ahead === 0 ? undefined : { branch, changes: changes.length, ahead };
}

/** Safe to run again: there is nothing to commit or push the second time. */
async function push(folder: string, message: string): Promise<string> {
  await git(folder, "add", "--all");
  if ((await git(folder, "status", "--porcelain=v1")) !== "")
    await git(folder, "commit", "--quiet", `--message=${message}`);
  await git(folder, "push", "--quiet", "origin", "HEAD");
  return git(folder, "log", "-1", "--format=%s");
}

const run = promisify(execFile);

/** Runs git without a shell and without password prompts. */
async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run("git", ["-C", folder, ...args], {
    timeout: 30_000,
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0" },
  });
  return stdout.trimEnd();
}

if (isMain(import.meta.url)) {
  serve(
    "push-to-repository",
    "Commits and pushes one of your git repositories, after asking which.",
    [pushToRepository],
  );
}
