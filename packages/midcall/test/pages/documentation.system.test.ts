import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The first example that the comment of an exported function shows. */
async function exampleOf(source: string, name: string): Promise<string> {
  const [before] = (await readFile(path(source), "utf8")).split(`export function ${name}(`);
  const comment = before!.slice(before!.lastIndexOf("/**"));
  return /```ts\n([\s\S]*?) \* ```/.exec(comment)![1]!.replace(/^ \* ?/gm, "");
}

it("the examples of createPages and createVault compile as they are shown", async () => {
  const examples = new Map([
    [path("pages-example.ts"), await exampleOf("../../src/pages/create-pages.ts", "createPages")],
    [path("vault-example.ts"), await exampleOf("../../src/vault/create-vault.ts", "createVault")],
  ]);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    paths: {
      "midcall/store/sqlite": [path("../../src/store/sqlite/index.ts")],
      "midcall/*": [path("../../src/*/index.ts")],
    },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => examples.has(file) || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const text = examples.get(file);
    return text === undefined
      ? getSourceFile(file, ...rest)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2023);
  };
  const program = ts.createProgram([...examples.keys()], options, host);
  const wrong = [...examples.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual(
    [],
  );
});
