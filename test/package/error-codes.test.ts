import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errorPage } from "../../packages/cli/src/error-page.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Every class with a code in the sources, as `code class`. */
function inSources(): string[] {
  return ["packages/midcall/src", "packages/cli/src"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(root, folder, name),
      ),
    )
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const text = readFileSync(path, "utf8");
      const classes = text.matchAll(
        /class (\w+)(?:<[^{]*>)? extends [^{]+\{(?:(?!\nclass |\nexport class )[^])*?static readonly code(?:: [^=]+)? = "(\w+)"/g,
      );
      return [...classes].map(([, name, code]) => `${code} ${name}`);
    });
}

const table = [
  ...readFileSync(join(root, "docs/errors.md"), "utf8").matchAll(
    /^\|[^`|]*`(ERR_\w+)`(?:\]\([^)]*\))? *\| `(\w+)` *\| *(.+?) *\| *(.+?) *\|$/gm,
  ),
].map(([, code, name, when, remedy]) => ({ code, name, when, remedy }));

describe("error codes", () => {
  const found = inSources();

  it("belong to one class each", () => {
    const codes = found.map((one) => one.split(" ")[0]);
    expect(codes.length).toBeGreaterThan(40);
    expect(codes.filter((code, n) => codes.indexOf(code) !== n)).toEqual([]);
  });

  it("are all found that stand in the sources", () => {
    const every = new Set(
      ["packages/midcall/src", "packages/cli/src"].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".ts"))
          .flatMap(
            (name) =>
              readFileSync(join(root, folder, name), "utf8").match(/ERR_MIDCALL_\w+/g) ?? [],
          ),
      ),
    );
    expect([...every].sort()).toEqual(found.map((one) => one.split(" ")[0]).sort());
  });

  it("stand in docs/errors.md, with when they come and what to do", () => {
    expect(table.map(({ code, name }) => `${code} ${name}`).sort()).toEqual(found.sort());
    for (const { when, remedy } of table) {
      expect(when).toMatch(/\.$/);
      expect(remedy).toMatch(/\.$/);
    }
  });

  it("have a page each, which names the class, the cause and the cure", () => {
    const pages = readdirSync(join(root, "docs/errors")).sort();
    expect(pages).toEqual(table.map(({ code }) => `${code}.md`).sort());
    for (const { code, name } of table) {
      const page = readFileSync(join(root, `docs/errors/${code}.md`), "utf8");
      const [, heading, className, cause, cure] =
        /^# (\w+)\n\nThe error `(\w+)`[^]*?\n## Cause\n\n([^]+?)\n\n## What to do\n\n([^]+)$/.exec(
          page,
        ) ?? [];
      expect([heading, className]).toEqual([code, name]);
      expect(cause!.length, code).toBeGreaterThan(60);
      expect(cure!.length, code).toBeGreaterThan(60);
    }
  });

  it("have an address in the repository that the packages name", () => {
    const { repository } = JSON.parse(
      readFileSync(join(root, "packages/cli/package.json"), "utf8"),
    ) as { repository: { url: string } };
    const home = repository.url.replace(/^git\+|\.git$/g, "");
    expect(errorPage("ERR_MIDCALL_ATTACH")).toBe(
      `${home}/blob/main/docs/errors/ERR_MIDCALL_ATTACH.md`,
    );
  });
});
