/**
 * Lets the conformance suite's CLI start on Node 20, whose `fs` has no `globSync`.
 *
 * The CLI imports that name statically, so the process dies at link time although no scenario of
 * ours calls it. Only modules under the suite's own `dist` see the stand-in. Use:
 * `node --import ./glob-sync-loader.mjs <cli>`. Does nothing where `fs.globSync` exists.
 */
import fs from "node:fs";
import { register } from "node:module";

const asModule = (source) => `data:text/javascript,${encodeURIComponent(source)}`;

const FS_WITH_GLOB_SYNC = asModule(`
  export * from "node:fs";
  export { default } from "node:fs";
  export function globSync() {
    throw new Error("fs.globSync does not exist on this version of Node");
  }
`);

const HOOKS = asModule(`
  export async function resolve(specifier, context, next) {
    const fromSuite = context.parentURL?.includes("/@modelcontextprotocol/conformance/dist/");
    if (fromSuite && (specifier === "fs" || specifier === "node:fs")) {
      return { url: ${JSON.stringify(FS_WITH_GLOB_SYNC)}, format: "module", shortCircuit: true };
    }
    return next(specifier, context);
  }
`);

if (typeof fs.globSync !== "function") register(HOOKS);
