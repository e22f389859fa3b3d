/** Where the programs are that the console is compared and used with. The workspace `peers` has to be installed. */
import { nightFile } from "../install.mjs";

/** The path of a file in a package that is installed here. @param {string} path */
export const peerFile = (path) => nightFile("peers", path);

/** The program that runs Node 22.19 or newer: this one, or the one that is installed here. */
export function peerNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isNew = major > 22 || (major === 22 && minor >= 19);
  return isNew ? process.execPath : peerFile("node22/bin/node");
}
