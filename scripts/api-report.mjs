// The public API as text: every entry of packages/midcall with the declarations that it exports.
//
//   npm run api            writes docs/api.d.ts.txt
//   npm run api -- --check prints the differences, and exits with 1
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = `${root}packages/midcall/`;
const file = `${root}docs/api.d.ts.txt`;

/**
 * One entry with what it exports.
 *
 * @typedef {{ name: string, exported: readonly { name: string, text: string }[] }} Entry
 */

/** The entries of the package that have types, by their public names. */
export function entries() {
  const { exports } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  return Object.entries(exports)
    .filter(([, to]) => to.types?.endsWith("/index.d.ts") || /[\w-]\.d\.ts$/.test(to.types ?? ""))
    .filter(([, to]) => !to.types.endsWith(".css.d.ts"))
    .map(([name, to]) => [name.replace(/^\./, "midcall"), `${folder}${to.types.slice(2)}`]);
}

/** The declarations of every export, without comments. Needs the build. @returns {Entry[]} */
export function surface() {
  const all = entries();
  const options = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noLib: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  // Declarations are printed as they are written, so that other packages and the library need not be read.
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith(".")
        ? ts.resolveModuleName(text, from, options, host).resolvedModule
        : undefined,
    }));
  const program = ts.createProgram(
    all.map(([, path]) => path),
    options,
    host,
  );
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  return all.map(([name, path]) => {
    const source = program.getSourceFile(path);
    if (source === undefined) throw new Error(`${path} is missing: run npm run build first.`);
    const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
    const exported = symbols
      .map((symbol) => {
        const target =
          symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        const texts = (target.declarations ?? []).map((declaration) => {
          const statement = ts.isVariableDeclaration(declaration)
            ? declaration.parent.parent
            : declaration;
          return printer.printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile());
        });
        return { name: symbol.name, text: texts.join("\n") };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    return { name, exported };
  });
}

/** The report, in the format of the file in the repository. @param {readonly Entry[]} all */
export function report(all = surface()) {
  const count = all.reduce((sum, { exported }) => sum + exported.length, 0);
  const parts = all.map(
    ({ name, exported }) =>
      `// ---- ${name}: ${exported.length} exports ----\n\n` +
      exported.map(({ text }) => `${text}\n`).join("\n"),
  );
  return `// The public surface of midcall: ${count} exports. Written by \`npm run api\`; a change shows in review.\n\n${parts.join("\n")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = report();
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
    console.log(text.split("\n", 1)[0].slice(3));
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(
      "docs/api.d.ts.txt differs from the build. Run `npm run api`, and look at the change.",
    );
    process.exitCode = 1;
  }
}
