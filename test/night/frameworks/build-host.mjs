/** Builds the pages of the hosts without React, as a user's project does, on the built package. */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { nightFile } from "../install.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const DIST = fileURLToPath(new URL("../../../packages/midcall/dist", import.meta.url));
const ENTRY = /\.(js|ts)$/;

/**
 * The scripts of a page, by their paths. `entry`: the path of the first one; `initial`: the contents of those that are loaded
 * at first.
 *
 * @typedef {{ entry: string, scripts: ReadonlyMap<string, string>, initial: readonly string[] }} BuiltHost
 */

/**
 * @param {"plain-dom" | "vue" | "svelte"} name
 * @returns {Promise<BuiltHost>}
 */
export async function buildHost(name) {
  const load = (path) => import(pathToFileURL(nightFile("frameworks", path)).href);
  const [{ build }, { default: vue }, { svelte }] = await Promise.all([
    load("vite/dist/node/index.js"),
    load("@vitejs/plugin-vue/dist/index.mjs"),
    load("@sveltejs/vite-plugin-svelte/src/index.js"),
  ]);
  // The examples are outside of the folder that has the frameworks.
  const frameworks = {
    name: "frameworks",
    enforce: "pre",
    resolveId(source) {
      if (!/^(vue|svelte|esm-env|clsx)(\/|$)/.test(source)) return undefined;
      return this.resolve(source, join(folder, "package.json"), { skipSelf: true });
    },
  };
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: folder,
    mode: "production",
    plugins: [
      frameworks,
      ...(name === "vue" ? [vue()] : []),
      ...(name === "svelte" ? [svelte({ configFile: false })] : []),
    ],
    resolve: {
      alias: [{ find: /^midcall\/(client|form)$/, replacement: `${DIST}/$1/index.js` }],
    },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(folder, "pages", `${name}.ts`) },
    },
  });
  const chunks = [result].flat().flatMap(({ output }) => output);
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find((chunk) => chunk.isEntry && ENTRY.test(chunk.facadeModuleId ?? ""));
  const initial = new Set();
  const add = (chunk) => {
    if (!chunk || initial.has(chunk)) return;
    initial.add(chunk);
    for (const imported of chunk.imports) add(byName.get(imported));
  };
  add(entry);
  return {
    entry: `/${entry.fileName}`,
    scripts: new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code])),
    initial: [...initial].map(({ code }) => code),
  };
}
