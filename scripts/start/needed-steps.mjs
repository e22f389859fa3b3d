// What `npm start` has to build before it can start.
import { join } from "node:path";
import { newest } from "./newest.mjs";
import { outdated, transpile } from "./transpile.mjs";

const PACKAGES = ["packages/midcall", "packages/cli", "examples"];
const PAGE = "packages/cli/dist/web/index.html";
/** What the console's page is built from. */
const PAGE_SOURCES = ["packages/cli/web", "packages/midcall/src", "package-lock.json"];

/**
 * The steps that are needed; none if everything is up to date.
 *
 * @param {string} root of the workspace
 * @param {() => Promise<unknown>} buildPage builds the console's page
 * @returns {Promise<{ name: string, run: () => Promise<unknown> }[]>}
 */
export async function neededSteps(root, buildPage) {
  const steps = [];
  for (const name of PACKAGES) {
    const folder = join(root, name);
    const files = await outdated(folder);
    if (files.length > 0) {
      steps.push({ name: `Compiling ${name}`, run: () => transpile(folder, files) });
    }
  }
  const times = await Promise.all(PAGE_SOURCES.map((path) => newest(join(root, path))));
  if (Math.max(...times) > (await newest(join(root, PAGE)))) {
    steps.push({ name: "Building the console's page", run: buildPage });
  }
  return steps;
}
