/**
 * Installs the bridges that midcall bridge is compared with, once, into `test/bridges/node_modules`. Run by `npm test`, and
 * by every suite that needs them.
 */
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

export const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** @throws {Error} that says what is missing and how to get it */
export async function installBridges() {
  await installFolder(FOLDER, {
    name: "test/bridges",
    contents: "other bridges",
    help: "It needs the npm registry.",
  });
}
