import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packageDir = join(root, "packages/midcall");
const exec = promisify(execFile);

interface Manifest {
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>;
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")) as Manifest;
}

/** Bundles one entry for a browser, everything of ours included, minified. */
async function bundle(entry: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: "silent",
    root: packageDir,
    build: {
      write: false,
      minify: true,
      lib: { entry: join(packageDir, "dist", entry), formats: ["es"] },
      rollupOptions: {
        external: [/^@modelcontextprotocol\//, /^node:/],
        // An ES library keeps its white space otherwise, which nobody ships to a browser.
        output: { minify: true },
      },
    },
  })) as Rolldown.RolldownOutput[] | Rolldown.RolldownOutput;
  const [output] = Array.isArray(result) ? result : [result];
  return output!.output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n");
}

describe("the published package", () => {
  it("satisfies publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: packageDir, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("satisfies are-the-types-wrong for ES modules", async () => {
    const folder = await mkdtemp(join(tmpdir(), "midcall-pack-"));
    try {
      await exec("npm", ["pack", "--pack-destination", folder], { cwd: packageDir });
      const [tarball] = await readdir(folder);
      const attw = join(root, "node_modules/.bin/attw");
      const { stdout } = await exec(attw, [
        "--profile",
        "esm-only",
        "--format",
        "json",
        join(folder, tarball!),
      ]);
      // The profile decides what is a problem, by the exit code; the analysis tells that every entry was looked at.
      const { analysis } = JSON.parse(stdout) as {
        analysis: { entrypoints: Record<string, unknown> };
      };
      expect(Object.keys(analysis.entrypoints).sort()).toEqual(
        Object.keys((await manifest()).exports).sort(),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("exports nothing that is not built, and says so in one place for types and code", async () => {
    for (const [name, target] of Object.entries((await manifest()).exports)) {
      if (typeof target === "string") continue;
      expect(target.types, name).toBe(target.default.replace(/\.js$/, ".d.ts"));
      await expect(readFile(join(packageDir, target.default)), name).resolves.toBeDefined();
    }
  });

  it("documents every entry in the README", async () => {
    const readme = await readFile(join(root, "README.md"), "utf8");
    for (const name of Object.keys((await manifest()).exports)) {
      if (name === "./package.json") continue;
      expect(readme).toContain(`\`${name.replace(/^\./, "midcall")}\``);
    }
  });
});

/** Byte ceilings after gzip; raise one only on purpose. */
const browserEntries = [
  { entry: "index.js", ceiling: 500 },
  { entry: "schema/index.js", ceiling: 20_480 },
  { entry: "form/index.js", ceiling: 8192 },
  // All of it, also what is loaded only with the first inbox.
  { entry: "client/index.js", ceiling: 15_360 },
  { entry: "audit/index.js", ceiling: 2304 },
];

describe.each(browserEntries)("the browser entry $entry", ({ entry, ceiling }) => {
  let code: string;
  beforeAll(async () => {
    code = await bundle(entry);
  });

  it("uses no Node built-in and no eval", () => {
    expect(code).not.toMatch(/["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
    expect(code).not.toMatch(/\beval\(|new Function\b|\bFunction\(/);
  });

  it(`is at most ${ceiling} bytes after gzip`, () => {
    expect(gzipSync(code).byteLength).toBeLessThanOrEqual(ceiling);
  });
});

it("the check for built-ins and eval can fail", async () => {
  const code = await bundle("server/index.js");
  expect(code).toMatch(/["']node:/);
});
