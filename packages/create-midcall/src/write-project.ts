import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Choices, UsageError } from "./options.js";
import { planProject } from "./project.js";
import { readmeOf } from "./readme.js";

const TEMPLATES = fileURLToPath(new URL("templates", import.meta.url));

/**
 * Writes a project.
 *
 * @returns the folder
 * @throws UsageError when the folder contains anything
 */
export async function writeProject(choices: Choices): Promise<string> {
  const folder = resolve(choices.folder);
  await mkdir(folder, { recursive: true });
  const found = (await readdir(folder)).filter((name) => name !== ".git");
  if (found.length > 0) {
    throw new UsageError(
      `The folder ${choices.folder} is not empty (it contains ${found[0]}). Choose another one; nothing was changed.`,
    );
  }
  const { templates, manifest, tsconfig } = planProject(choices);
  for (const { name, without } of templates) {
    const from = join(TEMPLATES, choices.language, name);
    const isWanted = (path: string): boolean => {
      const file = relative(from, path)
        .split(sep)
        .join("/")
        .replace(/\.[jt]sx?$/, "");
      return !without.includes(file);
    };
    await cp(from, folder, { recursive: true, filter: isWanted });
  }
  const json = (file: string, content: object): Promise<void> =>
    writeFile(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
  await json("package.json", manifest);
  if (tsconfig) await json("tsconfig.json", tsconfig);
  await writeFile(join(folder, ".gitignore"), "node_modules\ndist\n");
  await writeFile(join(folder, "README.md"), readmeOf(choices));
  return folder;
}
