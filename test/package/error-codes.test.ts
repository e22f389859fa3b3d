import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MidcallError, OptionError } from "midcall";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface ErrorClass {
  readonly code: string;
  readonly name: string;
  /** The module that has the class. */
  readonly path: string;
}

/** Every class with a code in the sources. */
function inSources(): ErrorClass[] {
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
      return [...classes].map(([, name, code]) => ({ code: code!, name: name!, path }));
    });
}

const { exports } = JSON.parse(
  readFileSync(join(root, "packages/midcall/package.json"), "utf8"),
) as { exports: Readonly<Record<string, unknown>> };
const { repository } = JSON.parse(
  readFileSync(join(root, "packages/cli/package.json"), "utf8"),
) as { repository: { url: string } };
const PAGES = `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/main/docs/errors/`;

type AnyClass = abstract new (...given: never[]) => unknown;
const isError = (value: unknown): value is AnyClass =>
  typeof value === "function" && value.prototype instanceof Error;

/** The address an error of the class is given. Each class has other parameters, so only that of all of them is run. */
function addressOf(errorClass: AnyClass): string | undefined {
  expect(errorClass.prototype, errorClass.name).toBeInstanceOf(MidcallError);
  return (Reflect.construct(MidcallError, ["No."], errorClass) as MidcallError).docs;
}

/** What Node prints of a program that uses the build, and how it ends. */
function run(program: string): Promise<{ readonly code: unknown; readonly stderr: string }> {
  return new Promise((resolve) => {
    const words = ["--input-type=module", "--eval", program];
    execFile(process.execPath, words, { cwd: root }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
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
    const codes = found.map(({ code }) => code);
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
    expect([...every].sort()).toEqual(found.map(({ code }) => code).sort());
  });

  it("stand in docs/errors.md, with when they come and what to do", () => {
    const pairs = (all: readonly { readonly code?: string; readonly name?: string }[]): string[] =>
      all.map(({ code, name }) => `${code} ${name}`).sort();
    expect(pairs(table)).toEqual(pairs(found));
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

  it("have the address of their page in every error", async () => {
    for (const { code, name, path } of found) {
      const { [name]: errorClass } = (await import(path)) as Record<string, AnyClass>;
      expect(addressOf(errorClass!)).toBe(`${PAGES}${code}.md`);
      expect(existsSync(join(root, `docs/errors/${code}.md`)), code).toBe(true);
    }
  });

  it("stand in an address for every error class that an entry exports", async () => {
    const exported = new Set<AnyClass>();
    for (const name of Object.keys(exports).filter((name) => !/\.(json|css)$/.test(name))) {
      const entry = (await import(name.replace(/^\./, "midcall"))) as object;
      for (const value of Object.values(entry)) if (isError(value)) exported.add(value);
    }
    exported.delete(MidcallError);
    expect(exported.size).toBeGreaterThan(10);
    const known = found.map(({ code }) => `${PAGES}${code}.md`);
    for (const one of exported) expect(known, one.name).toContain(addressOf(one));
  });
});

describe("the address of an error's page", () => {
  const address = `${PAGES}ERR_MIDCALL_OPTION.md`;

  it("is printed by Node with an error that nobody catches", async () => {
    const { code, stderr } = await run(
      'import { createElicitation } from "midcall/server"; createElicitation({ secret: 5 });',
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^OptionError: /m);
    expect(stderr).toContain(address);
  });

  it("is printed by console.error, also for the cause of another error", async () => {
    const { code, stderr } = await run(`
      import { OptionError } from "midcall";
      console.error(new OptionError("One."));
      console.error(new Error("Two.", { cause: new OptionError("Three.") }));
    `);
    expect(code).toBe(0);
    expect(stderr.split(address)).toHaveLength(3);
  });

  it("is neither in the message nor in the stack", () => {
    const error = new OptionError("No.");
    expect(error.message).toBe("No.");
    expect([String(error), error.stack].join()).not.toContain("docs/errors");
    // A clone has what the standard says, as before.
    expect(Object.keys(structuredClone(error))).toEqual([]);
  });

  it("is inherited, and no property at all where a class has no code of its own", () => {
    class Narrower extends OptionError {}
    class Uncoded extends MidcallError {
      override readonly code = "ERR_MIDCALL_OTHER";
    }
    expect(new Narrower("No.").docs).toBe(address);
    expect(Object.keys(new Uncoded("No.")).sort()).toEqual(["code", "name"]);
    expect(Object.keys(new OptionError("No.")).sort()).toEqual(["code", "docs", "name"]);
  });
});
