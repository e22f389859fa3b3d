import { lstat, readdir, realpath, unlink } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import * as z from "zod";
import { type Example, isMain, serve, text } from "./serve.js";

/** Lists the files, asks for a typed confirmation, and deletes only the files that were shown. */
export const cleanUp: Example =
  ({ elicitation, root }) =>
  (server) => {
    server.registerTool(
      "clean_up",
      {
        title: "Clean up old files",
        description:
          "Deletes the files in a directory that have not changed for some days, after the user has confirmed it.",
        inputSchema: z.object({
          directory: z
            .string()
            .default("downloads")
            .describe(
              "Below the directory of this server; npm start puts old files into downloads",
            ),
          olderThanDays: z.number().min(1).default(30),
        }),
        annotations: { destructiveHint: true },
      },
      elicitation.handler(async ({ directory, olderThanDays }, ctx) => {
        const folder = await within(root, directory);
        // A step, so that the question stays the same if a file changes while the user is reading.
        const files = await ctx.step("list", () => oldFiles(folder, olderThanDays));
        if (files.length === 0) return text(`There is nothing old in ${directory}.`);

        const question = `Delete ${count(files.length)} in ${directory}?\n${listed(files)}`;
        if (!(await ctx.confirm(question, { typed: "delete" })))
          return text("Nothing was deleted.");

        const deleted = await ctx.step("delete", () => remove(folder, files), { writes: true });
        const kept = files.length - deleted;
        return text(
          `Deleted ${count(deleted)}.${kept > 0 ? ` ${count(kept)} changed meanwhile and stayed.` : ""}`,
        );
      }),
    );
  };

interface OldFile {
  readonly name: string;
  readonly changedMs: number;
}

/** The real path of a directory after following links. @throws Error if it is outside the root */
async function within(root: string, directory: string): Promise<string> {
  const real = await realpath(resolve(root, directory)).catch(() => undefined);
  if (real === undefined) throw new Error(`There is no directory ${directory}.`);
  const path = relative(root, real);
  if (path === ".." || path.startsWith(`..${sep}`))
    throw new Error(`${directory} is outside the working directory.`);
  if (!(await lstat(real)).isDirectory()) throw new Error(`${directory} is not a directory.`);
  return real;
}

/** The files in the directory, without links and subdirectories. */
async function oldFiles(folder: string, days: number): Promise<OldFile[]> {
  const before = Date.now() - days * 86_400_000;
  const found: OldFile[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const info = await lstat(join(folder, name));
    if (info.isFile() && info.mtimeMs < before) found.push({ name, changedMs: info.mtimeMs });
  }
  return found;
}

/** Deletes the files that have not changed since. Safe to run again: missing files count as deleted. */
async function remove(folder: string, files: readonly OldFile[]): Promise<number> {
  let deleted = 0;
  for (const { name, changedMs } of files) {
    const path = join(folder, name);
    const info = await lstat(path).catch(() => undefined);
    if (info !== undefined && (!info.isFile() || info.mtimeMs !== changedMs)) continue;
    if (info !== undefined) await unlink(path);
    deleted += 1;
  }
  return deleted;
}

const SHOWN = 20;

function listed(files: readonly OldFile[]): string {
  const lines = files.slice(0, SHOWN).map(({ name }) => `- ${name}`);
  if (files.length > SHOWN) lines.push(`and ${files.length - SHOWN} more`);
  return lines.join("\n");
}

function count(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

if (isMain(import.meta.url)) {
  serve("clean-up", "Deletes old files after the user has confirmed it by typing a word.", [
    cleanUp,
  ]);
}
