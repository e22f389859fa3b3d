import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = [
  "packages/midcall/src",
  "packages/midcall/app/src",
  "packages/cli/src",
  "packages/cli/web/src",
];
const MOST_FILES = 15;
const MOST_LINES = 300;
const MOST_LINES_OF_A_FUNCTION = 120;

/** A first line that says why its file is longer than others, such as `// Long: one table of codes.` */
const REASON = /^(\/\/|\/\*\*?) Long: \S/;

interface Folder {
  readonly path: string;
  readonly files: readonly string[];
}

function foldersOf(path: string): Folder[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return [
    { path, files: entries.filter((one) => one.isFile()).map(({ name }) => join(path, name)) },
    ...entries
      .filter((one) => one.isDirectory())
      .flatMap(({ name }) => foldersOf(join(path, name))),
  ];
}

/** Functions, methods and factories with the closures in them; the longest first. */
function functionsOf(path: string, text: string): { name: string; lines: number }[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: { name: string; lines: number }[] = [];
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const lines = lineOf(node.end) - lineOf(node.getStart(file)) + 1;
      found.push({ name: node.name?.getText(file) ?? "a function", lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe("the sources", () => {
  const folders = SOURCES.flatMap((folder) => foldersOf(join(root, folder)));
  const files = folders
    .flatMap((folder) => folder.files)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, name: relative(root, path), text: readFileSync(path, "utf8") }));
  const unexplained = files.filter(({ text }) => !REASON.test(text));

  it(`lie in folders of at most ${MOST_FILES} files`, () => {
    expect(folders.length).toBeGreaterThan(30);
    const full = folders.filter((folder) => folder.files.length > MOST_FILES);
    expect(full.map(({ path, files }) => [relative(root, path), files.length])).toEqual([]);
  });

  it(`are at most ${MOST_LINES} lines long, or say in the first line why they are longer`, () => {
    expect(files.length).toBeGreaterThan(300);
    const long = unexplained.filter(({ text }) => text.split("\n").length > MOST_LINES + 1);
    expect(long.map(({ name }) => name)).toEqual([]);
  });

  it(`have functions of at most ${MOST_LINES_OF_A_FUNCTION} lines, factories with all they hold`, () => {
    const long = unexplained.flatMap(({ path, name, text }) =>
      functionsOf(path, text)
        .filter(({ lines }) => lines > MOST_LINES_OF_A_FUNCTION)
        .map((one) => `${name}: ${one.name}, ${one.lines} lines`),
    );
    expect(long).toEqual([]);
  });
});
