// Builds the templates of create-midcall: in TypeScript as they are written, and in JavaScript without their types.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { format } from "oxfmt";
import { blankSourceFile } from "ts-blank-space";
import ts from "typescript";
import { root } from "./build.mjs";

const from = join(root, "packages/create-midcall/templates");
const to = join(root, "packages/create-midcall/dist/templates");

/** Source without types. @param {string} file @param {string} source */
async function toJavaScript(file, source) {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, false, kind);
  const plain = blankSourceFile(parsed).replace(/(["'/][\w./-]+)\.ts(x?)\b/g, "$1.js$2");
  const { code, errors } = await format(file.replace(/\.ts(x?)$/, ".js$1"), plain, {
    printWidth: 100,
  });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}

await rm(to, { recursive: true, force: true });
for (const name of await readdir(from, { recursive: true, withFileTypes: true })) {
  if (!name.isFile()) continue;
  const path = join(name.parentPath ?? name.path, name.name);
  const file = path.slice(from.length + 1);
  const typed = join(to, "ts", file);
  await mkdir(dirname(typed), { recursive: true });
  await cp(path, typed);
  const plain = join(to, "js", file.replace(/\.ts(x?)$/, ".js$1"));
  await mkdir(dirname(plain), { recursive: true });
  const source = await readFile(path, "utf8");
  if (/\.tsx?$/.test(file)) await writeFile(plain, await toJavaScript(path, source));
  else await writeFile(plain, source.replaceAll(".tsx", ".jsx"));
}
