import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const bench = fileURLToPath(new URL("../../bench/", import.meta.url));
const source = new URL("../../packages/midcall/src/", import.meta.url);

/** What the benchmarks import from midcall, by name: `createStore of store/index.ts`. */
const imports = readdirSync(bench, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".mjs") && !name.includes("node_modules"))
  .flatMap((name) => {
    const text = readFileSync(join(bench, name), "utf8");
    const found = text.matchAll(
      /(?:const|import) \{ ([\w, ]+) \} (?:= await import\((?:new URL\()?|from )"(?:midcall\/([\w/]+)|(?:[./]*packages\/midcall\/dist\/)?([\w/]+)\.js)"/g,
    );
    return [...found].flatMap(([, names = "", entry, path]) =>
      names.split(", ").map((each) => ({ each, path: path ?? `${entry}/index` })),
    );
  });

it("the benchmarks find what they import from midcall", async () => {
  expect(imports.length).toBeGreaterThan(14);
  const missing: string[] = [];
  for (const { each, path } of imports) {
    const module = await import(new URL(`${path}.ts`, source).href).catch(() => ({}));
    if (!(each in (module as object))) missing.push(`${each} of ${path}`);
  }
  expect(missing).toEqual([]);
});
