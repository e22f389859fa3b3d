/**
 * Installs the client libraries that a host is tried with, once, into `test/clients/node_modules`. Run by `npm test`, and
 * by every suite that needs them.
 */
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

export const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** @throws {Error} that says what is missing and how to get it */
export async function installClients() {
  await installFolder(FOLDER, {
    name: "test/clients",
    contents: "client libraries",
    help: "It needs the npm registry.",
  });
}
