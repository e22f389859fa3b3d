import { join } from "node:path";
import ts from "typescript";
import { type Block, root } from "./blocks.js";

const folder = join(root, "test/docs/code");

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

/**
 * Compiles each block as a module of its own, against the library as it is built. What the fragments refer to without
 * declaring it is in `names.d.ts`; packages that the workspace does not have are in `packages.d.ts`.
 *
 * @returns one line for each problem, with the page and line it is on
 */
export function problemsIn(blocks: readonly Block[]): string[] {
  const files = new Map(
    blocks.map((block, n) => {
      const language = block.language === "js" ? "js" : block.language;
      return [join(folder, `block-${n}.${language}`), block];
    }),
  );
  const sourceOf = ({ hidden, code }: Block): string => `${hidden}\n${code}`;
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => (files.has(path) ? sourceOf(files.get(path)!) : readFile(path));
  host.getSourceFile = (path, ...more) =>
    files.has(path)
      ? ts.createSourceFile(path, sourceOf(files.get(path)!), ...more)
      : getSourceFile(path, ...more);
  const program = ts.createProgram(
    [...files.keys(), join(folder, "names.d.ts"), join(folder, "packages.d.ts")],
    options,
    host,
  );
  const problems = [...files].flatMap(([path, block]) => {
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
  const own = [folder + "/names.d.ts", folder + "/packages.d.ts"].flatMap((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => `${path} ${ts.flattenDiagnosticMessageText(messageText, " ")}`),
  );
  return [...problems, ...own];
}
