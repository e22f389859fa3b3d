/**
 * Installs what the console is compared and used with, once, into `test/peers/node_modules`: the official Inspector,
 * server-everything, mcp-use, and a Node that they run on. Run by `npm test`, and by every suite that needs them.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** @throws {Error} that says what is missing and how to get it */
export async function installPeers() {
  await installFolder(FOLDER, {
    name: "test/peers",
    contents: "the official Inspector and servers of other makers",
    help: "It needs the npm registry.",
  });
}

/** The path of a file in a package that is installed here. @param {string} path */
export const peerFile = (path) => join(FOLDER, "node_modules", path);

/** The program that runs Node 22.19 or newer: this one, or the one that is installed here. */
export function peerNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isNew = major > 22 || (major === 22 && minor >= 19);
  return isNew ? process.execPath : peerFile("node22/bin/node");
}
