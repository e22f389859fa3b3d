/** Installs Vue, Svelte and what builds them, once, into `test/frameworks/node_modules`. Run by every suite that needs them. */
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/**
 * @returns the folder, with a slash at its end
 * @throws {Error} that says what is missing and how to get it
 */
export async function installFrameworks() {
  await installFolder(FOLDER, {
    name: "test/frameworks",
    contents: "Vue and Svelte",
    help: "It needs the npm registry.",
  });
  return FOLDER;
}
