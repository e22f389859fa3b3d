#!/usr/bin/env node
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The command line is the package @midcall/cli: servers and hosts do not install what only it needs.
const CLI = "@midcall/cli/dist/main.js";

function find(): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), "package.json"))]) {
    try {
      return createRequire(from).resolve(CLI);
    } catch {
      // Not installed beside this package; perhaps in the folder where it was started.
    }
  }
  return undefined;
}

const main = find();
if (main === undefined) {
  console.error(
    "The command line of midcall is the package @midcall/cli, which is not installed.\n" +
      "  Run it once:            npx @midcall/cli console\n" +
      "  Add it to the project:  npm install --save-dev @midcall/cli",
  );
  process.exitCode = 1;
} else {
  await import(pathToFileURL(main).href);
}
