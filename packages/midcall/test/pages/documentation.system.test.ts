import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { compile } from "../../../../test/compile.js";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The first example that the comment of an exported function shows. */
async function exampleOf(source: string, name: string): Promise<string> {
  const [before] = (await readFile(path(source), "utf8")).split(`export function ${name}(`);
  const comment = before!.slice(before!.lastIndexOf("/**"));
  return /```ts\n([\s\S]*?) \* ```/.exec(comment)![1]!.replace(/^ \* ?/gm, "");
}

it("the examples of createPages and createVault compile as they are shown", async () => {
  const problems = await compile({
    files: {
      "pages-example.ts": await exampleOf("../../src/pages/create-pages.ts", "createPages"),
      "vault-example.ts": await exampleOf("../../src/vault/create-vault.ts", "createVault"),
    },
    options: {
      target: "es2023",
      lib: ["es2023"],
      module: "nodenext",
      types: ["node"],
      paths: {
        "midcall/store/sqlite": [path("../../src/store/sqlite/index.ts")],
        "midcall/*": [path("../../src/*/index.ts")],
      },
    },
  });
  // Those of the sources are found by the build.
  expect(problems.filter(({ file }) => file.endsWith("-example.ts"))).toEqual([]);
});
