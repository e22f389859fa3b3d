/**
 * Installs the official Inspector, server-everything and a Node that the Inspector runs on, once, into
 * `test/inspector/node_modules`. Run by `npm test`, and by every suite that needs them.
 */
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** @throws {Error} that says what is missing and how to get it */
export async function installInspector() {
  await installFolder(FOLDER, {
    name: "test/inspector",
    contents: "the official Inspector and server-everything",
    help: "It needs the npm registry.",
  });
}
