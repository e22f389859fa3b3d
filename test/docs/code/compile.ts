import { join } from "node:path";
import ts from "typescript";
import { type Block, root } from "./blocks.js";

/** Where the blocks are compiled as if they were there, with the declarations around them. */
const folder = join(root, "test/docs/code/around");

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
};

const parsed = new Map<string, ts.SourceFile | undefined>();

/** A compiler's host with blocks as files. Other files are read once for all compilations. */
function hostOf(blocks: ReadonlyMap<string, Block>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const sourceOf = ({ hidden, code }: Block): string => `${hidden}\n${code}`;
  host.fileExists = (path) => blocks.has(path) || fileExists(path);
  host.readFile = (path) => (blocks.has(path) ? sourceOf(blocks.get(path)!) : readFile(path));
  host.getSourceFile = (path, settings) => {
    const block = blocks.get(path);
    if (block) return ts.createSourceFile(path, sourceOf(block), settings);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, settings));
    return parsed.get(path);
  };
  return host;
}

/** What is wrong with blocks that all have these declarations around them. */
function problemsAmong(blocks: readonly Block[], around: readonly string[]): string[] {
  const files = new Map(
    blocks.map((block, n) => [join(folder, `block-${n}.${block.language}`), block]),
  );
  const declarations = around.map((name) => join(folder, name));
  const program = ts.createProgram([...files.keys(), ...declarations], options, hostOf(files));
  const found = [...files].flatMap(([path, block]) => {
    const source = program.getSourceFile(path)!;
    // In JavaScript parameters have no types, and a literal has the type of all strings.
    const isFine = ({ code }: ts.Diagnostic): boolean =>
      block.language === "js" && [2322, 2345, 2769, 7006, 7019, 7031].includes(code);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .filter((one) => !isFine(one))
      .map(({ start, messageText }) => {
        const [page, line] = block.at.split(":");
        const within = source.getLineAndCharacterOfPosition(start ?? 0).line;
        const at = Number(line) + within - block.hidden.split("\n").length + 1;
        return `${page}:${at} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      });
  });
  const own = declarations.flatMap((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => `${path} ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
  return [...found, ...own];
}

/** Whether a block imports what it uses, so that it has to stand by itself. */
const isComplete = ({ code }: Block): boolean => /^\s*import /m.test(code);

/**
 * Compiles each block as a module of its own, against the library as it is built. What fragments refer to without
 * declaring it is in `names.d.ts`; packages that the workspace does not have are in `packages.d.ts`.
 *
 * @returns one line for each problem, with the page and line it is on
 */
export function problemsIn(blocks: readonly Block[]): string[] {
  return [
    ...problemsAmong(blocks.filter(isComplete), ["packages.d.ts", "runtimes.d.ts"]),
    ...problemsAmong(
      blocks.filter((block) => !isComplete(block)),
      ["packages.d.ts", "runtimes.d.ts", "names.d.ts"],
    ),
  ];
}
