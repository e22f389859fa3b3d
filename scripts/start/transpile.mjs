// Compiles a package for `npm start` without checking its types, which takes a fraction of a second.
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const SOURCE = /(?<!\.d)\.tsx?$/;

const modified = async (path) => (await stat(path).catch(() => undefined))?.mtimeMs;

/**
 * The sources of a package whose compiled file is missing or older, as paths below `src`.
 *
 * @param {string} folder of the package
 */
export async function outdated(folder) {
  const files = await readdir(join(folder, "src"), { recursive: true });
  const found = await Promise.all(
    files
      .filter((file) => SOURCE.test(file))
      .map(async (file) => {
        const [source, compiled] = await Promise.all([
          modified(join(folder, "src", file)),
          modified(compiledFile(folder, file)),
        ]);
        return compiled === undefined || source > compiled ? file : undefined;
      }),
  );
  return found.filter((file) => file !== undefined);
}

const compiledFile = (folder, file) => join(folder, "dist", file.replace(SOURCE, ".js"));

/**
 * Compiles these sources of a package.
 *
 * @param {string} folder of the package
 * @param {readonly string[]} files below `src`
 */
export async function transpile(folder, files) {
  if (files.length === 0) return;
  const { transformWithOxc } = await import("vite");
  // TypeScript must not take these files for its own: it compiles the package completely the next time.
  const records = (await readdir(join(folder, "dist")).catch(() => [])).filter((name) =>
    name.startsWith(".tsbuildinfo"),
  );
  await Promise.all(records.map((name) => rm(join(folder, "dist", name), { force: true })));
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, "src", file);
      const source = await readFile(path, "utf8");
      const { code } = await transformWithOxc(source, path, {
        target: "es2023",
        sourcemap: false,
        jsx: { runtime: "automatic" },
      });
      const target = compiledFile(folder, file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, NEEDS_HELPER.test(code) ? await withHelpers(source) : code);
    }),
  );
}

/** Syntax that Node 20 does not have, such as `using`, becomes a call of a package that is not installed. */
const NEEDS_HELPER = /from "@oxc-project\/runtime\//;

/** Compiles such a source with TypeScript, which is slower, and writes what it needs into the file. */
async function withHelpers(source) {
  const { default: ts } = await import("typescript");
  const { ES2023: target } = ts.ScriptTarget;
  const compilerOptions = { target, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
