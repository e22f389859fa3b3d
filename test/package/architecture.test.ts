import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const library = join(root, "packages/midcall/src");

/** The rows of the map: the folders in the first column, and the words of the second. */
const rows = text
  .split("\n")
  .filter((line) => /^\| `[\w-]+\//.test(line))
  .map((line) => {
    const [, folders = "", words = ""] = line.split("|");
    return { folders: pathsIn(folders), words };
  });

/** Folders and files that stand in backticks or are linked. */
function pathsIn(part: string): string[] {
  const found = part.matchAll(/[`(]([\w./-]+(?:\/|\.ts|\.md|\.txt|\.cjs))[`)]/g);
  return [...found].map(([, path]) => path!);
}

const doesExist = (path: string): boolean =>
  [path, path.replace(/^cli\//, "packages/cli/src/")].some((each) =>
    [root, library, join(library, "server")].some((base) => existsSync(join(base, each))),
  );

describe("ARCHITECTURE.md", () => {
  it("names files and folders that exist", () => {
    const rest = text.split("\n").filter((line) => !/^\| `[\w-]+\//.test(line));
    const named = [...rest.flatMap(pathsIn), ...rows.flatMap(({ folders }) => folders)];
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !doesExist(path))).toEqual([]);
  });

  it("names in a row of the map what is in the row's folder, or a folder of its own", () => {
    const wrong = rows.flatMap(({ folders, words }) =>
      pathsIn(words).filter(
        (path) => !doesExist(path) && !folders.some((folder) => doesExist(join(folder, path))),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("has every folder of the library in its map", () => {
    const folders = readdirSync(library, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${name}/`);
    expect(folders.length).toBeGreaterThan(10);
    const mapped = rows.flatMap((row) => row.folders);
    expect(folders.filter((folder) => !mapped.includes(folder))).toEqual([]);
  });
});
