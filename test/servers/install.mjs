/**
 * Installs the servers of other makers that the tests connect to, once, into `test/servers/node_modules`: fastmcp.
 * (Both generations of the official SDK are in the workspace.) Run by `npm test`, and by every suite that needs them.
 */
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** @throws {Error} that says what is missing and how to get it */
export async function installServers() {
  await installFolder(FOLDER, {
    name: "test/servers",
    contents: "fastmcp",
    help: "It needs the npm registry.",
  });
}
