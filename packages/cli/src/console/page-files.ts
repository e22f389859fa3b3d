import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConsoleError } from "./errors.js";

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The directory of the built page, next to the built program. */
export const PAGE_FOLDER: string = fileURLToPath(new URL("../web/", import.meta.url));

/**
 * Reads the page's files into memory. Only these files are served, by their exact paths.
 *
 * @throws ConsoleError when the page has not been built
 */
export async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  const read = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = `${below}/${entry.name}`;
      const type = TYPES[extname(entry.name)];
      if (entry.isDirectory()) await read(path);
      else if (type)
        files.set(path, { type, body: new Uint8Array(await readFile(join(folder, path))) });
    }
  };
  try {
    await read("");
    files.set("/", files.get("/index.html")!);
    if (!files.get("/")) throw new Error("there is no index.html");
  } catch (cause) {
    const why = (cause as Error).message;
    throw new ConsoleError(
      `Cannot read the console's page in ${folder}: ${why}. In a clone of the repository, run npm run build first.`,
      { cause },
    );
  }
  return files;
}
