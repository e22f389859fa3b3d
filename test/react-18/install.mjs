/** Installs React 18, once, into `test/react-18/node_modules`. Run by `npm test`, and by every suite that needs it. */
import { fileURLToPath } from "node:url";
import { installFolder } from "../install-folder.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/**
 * @returns the folder of the packages, for the aliases of a bundler
 * @throws {Error} that says what is missing and how to get it
 */
export async function installReact18() {
  await installFolder(FOLDER, {
    name: "test/react-18",
    contents: "React 18",
    help: "It needs the npm registry.",
  });
  return `${FOLDER}node_modules`;
}
