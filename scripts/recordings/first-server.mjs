// The server of docs/start/server.md, as its page shows it.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import tsBlankSpace from "ts-blank-space";

const page = new URL("../../docs/start/server.md", import.meta.url);

/** The program in the page. @param {string} text - the page @throws {Error} if there is none */
export function programIn(text) {
  const [, program] = /<!-- run: start\/server\.ts -->\n+```ts\n([^]*?)^```$/m.exec(text) ?? [];
  if (program === undefined) throw new Error("docs/start/server.md has no server.ts to run.");
  return program;
}

/** Writes it as `tables/server.js`. @param {string} base @returns {Promise<string>} the folder `tables` */
export async function writeFirstServer(base) {
  const folder = join(base, "tables");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const program = programIn(await readFile(page, "utf8"));
  await writeFile(join(folder, "server.js"), tsBlankSpace(program));
  return folder;
}
