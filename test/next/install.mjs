/** Installs Next, once, into `test/next/node_modules`. Run by the test that needs it. */
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/**
 * @returns the folder
 * @throws {Error} that says what is missing and how to get it
 */
export async function installNext() {
  await installFolder(FOLDER, {
    name: "test/next",
    contents: "Next",
    help: "It needs the npm registry.",
  });
  return FOLDER;
}
