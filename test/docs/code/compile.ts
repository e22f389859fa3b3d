import { join } from "node:path";
import { compile } from "../../compile.js";
import { type Block, root } from "./blocks.js";

/** The declarations around the blocks. */
const folder = join(root, "test/docs/code/around");

const options = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  jsx: "react-jsx",
  allowJs: true,
  checkJs: true,
  types: ["node"],
  // So that blocks import what is there as if they were there, too.
  rootDirs: [".", folder],
};

/** In JavaScript parameters have no types, and a literal has the type of all strings. */
const FINE_IN_JAVASCRIPT = new Set([2322, 2345, 2769, 7006, 7019, 7031]);

/** What is wrong with blocks that all have these declarations around them. */
async function problemsAmong(
  blocks: readonly Block[],
  around: readonly string[],
): Promise<string[]> {
  const named = new Map(blocks.map((block, n) => [`block-${n}.${block.language}`, block]));
  const problems = await compile({
    files: Object.fromEntries(
      [...named].map(([name, { hidden, code }]) => [name, `${hidden}\n${code}`]),
    ),
    options,
    others: around.map((name) => join(folder, name)),
  });
  return problems.flatMap(({ file, line, code, message }) => {
    const block = named.get(file);
    if (block === undefined) return [`${file}:${line} ${message}`];
    if (block.language === "js" && FINE_IN_JAVASCRIPT.has(code)) return [];
    const [page, first] = block.at.split(":");
    return [`${page}:${Number(first) + line - block.hidden.split("\n").length} ${message}`];
  });
}

/** Whether a block imports what it uses, so that it has to stand by itself. */
const isComplete = ({ code }: Block): boolean => /^\s*import /m.test(code);

/**
 * Compiles each block as a module of its own, against the library as it is built. What fragments refer to without
 * declaring it is in `names.d.ts`; packages that the workspace does not have are in `packages.d.ts`.
 *
 * @returns one line for each problem, with the page and line it is on
 */
export async function problemsIn(blocks: readonly Block[]): Promise<string[]> {
  const found = await Promise.all([
    problemsAmong(blocks.filter(isComplete), ["packages.d.ts", "runtimes.d.ts"]),
    problemsAmong(
      blocks.filter((block) => !isComplete(block)),
      ["packages.d.ts", "runtimes.d.ts", "names.d.ts"],
    ),
  ]);
  return found.flat();
}
