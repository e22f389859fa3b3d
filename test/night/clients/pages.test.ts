import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

const PAGES = fileURLToPath(new URL("../../../docs/clients/", import.meta.url));

/** The code of each page, as files that lie beside the installed packages. */
const code = new Map(
  readdirSync(PAGES).map((page) => {
    const blocks = readFileSync(join(PAGES, page), "utf8").matchAll(/```ts\n([\s\S]*?)```/g);
    const text = [...blocks].map(([, block]) => block).join("\n");
    return [page, { path: join(FOLDER, page.replace(/\.md$/, ".mts")), text }];
  }),
);
const types = readdirSync(join(FOLDER, "types"));
const pathOf = (name: string): string => join(FOLDER, "types", name);

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  types: ["node"],
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
};

let program: ts.Program;
beforeAll(async () => {
  const host = ts.createCompilerHost(options);
  const texts = new Map([...code.values()].map(({ path, text }) => [path, text]));
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = texts.get(path);
    if (text === undefined) return getSourceFile(path, target, ...rest);
    return ts.createSourceFile(path, text, target);
  };
  program = ts.createProgram([...texts.keys(), ...types.map(pathOf)], options, host);
});

/** The errors of a file. */
function errorsOf(path: string): string[] {
  const file = program.getSourceFile(path);
  expect(file?.text.length).toBeGreaterThan(100);
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return found.map(({ messageText, start }) => {
    const { line } = file!.getLineAndCharacterOfPosition(start ?? 0);
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

it.each([...code.keys()])(
  "the code of docs/clients/%s compiles against the real packages",
  (page) => expect(errorsOf(code.get(page)!.path)).toEqual([]),
  120_000,
);

it.each(types)(
  "the types fit the real packages in types/%s",
  (name) => expect(errorsOf(pathOf(name))).toEqual([]),
  120_000,
);
