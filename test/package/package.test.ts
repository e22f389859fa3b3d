import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packageDir = join(root, "packages/midcall");

interface Manifest {
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>;
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")) as Manifest;
}

const ENTRY = "what-a-host-imports";

/** What a browser gets of some code that imports ours: minified, in the files it is loaded in. */
interface Bundle {
  /** Files loaded before anything runs. */
  readonly initial: readonly string[];
  /** Those, and the ones loaded later. */
  readonly all: readonly string[];
}

/** Bundles code for a browser, everything of ours included. */
async function bundleOf(code: string, external: readonly RegExp[] = []): Promise<Bundle> {
  const result = (await build({
    configFile: false,
    logLevel: "silent",
    root: packageDir,
    plugins: [
      {
        name: "what-a-host-imports",
        resolveId: (id) => (id.endsWith(ENTRY) ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? code : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      lib: { entry: ENTRY, formats: ["es"], fileName: "entry" },
      rollupOptions: {
        external: [/^@modelcontextprotocol\//, /^node:/, ...external],
        // An ES library keeps its white space otherwise, which nobody ships to a browser.
        output: { minify: true },
      },
    },
  })) as Rolldown.RolldownOutput[] | Rolldown.RolldownOutput;
  const [output] = Array.isArray(result) ? result : [result];
  const chunks = output!.output.filter((file) => file.type === "chunk");
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of initial) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) initial.add(chunk);
  }
  return {
    initial: Array.from(initial, (chunk) => chunk.code),
    all: chunks.map((chunk) => chunk.code),
  };
}

const dist = (entry: string): string => JSON.stringify(join(packageDir, "dist", entry));
const everythingOf = (entry: string): Promise<Bundle> => bundleOf(`export * from ${dist(entry)};`);

/** Bytes on the wire: every file is compressed by itself. */
const gzipped = (files: readonly string[]): number =>
  files.reduce((sum, code) => sum + gzipSync(code).byteLength, 0);

describe("the published package", () => {
  it("satisfies publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: packageDir, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("exports nothing that is not built, and says so in one place for types and code", async () => {
    for (const [name, target] of Object.entries((await manifest()).exports)) {
      if (typeof target === "string") continue;
      const types = target.default.replace(/\.js$|(?<=\.css)$/, ".d.ts");
      expect(target.types, name).toBe(types);
      await expect(readFile(join(packageDir, types)), name).resolves.toBeDefined();
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

/**
 * Ceilings in bytes after gzip, here and in the tests below: what was measured in November 2026, and 5 % of room for small
 * changes. A ceiling is raised by decision, for something that is worth its bytes to every user, and then to 5 % above what is
 * measured again; never by some tens of bytes because a test has failed.
 */
const browserEntries = [
  { entry: "index.js", ceiling: 250 },
  // With what judges patterns before a library runs them, and what reads the schemas of other servers (so do the next two).
  { entry: "schema/index.js", ceiling: 36_300 },
  { entry: "form/index.js", ceiling: 15_200 },
  // With what follows tasks, loaded with the first one.
  { entry: "client/index.js", ceiling: 46_400 },
  { entry: "client/server-name.js", ceiling: 950 },
  // The public suffix list, loaded with the first link and nowhere else; rolldown has its strings twice and more.
  { entry: "client/domains.js", ceiling: 118_600 },
  { entry: "audit/index.js", ceiling: 3_200 },
];

describe.each(browserEntries)("the browser entry $entry", ({ entry, ceiling }) => {
  let files: readonly string[];
  beforeAll(async () => {
    files = (await everythingOf(entry)).all;
  });

  it("uses no Node built-in and no eval", () => {
    const code = files.join("\n");
    expect(code).not.toMatch(/["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
    expect(code).not.toMatch(/\beval\(|new Function\b|\bFunction\(/);
  });

  it(`is at most ${ceiling} bytes after gzip`, () => {
    expect(gzipped(files)).toBeLessThanOrEqual(ceiling);
  });
});

describe("what a host loads", () => {
  const HOST = `export { createInbox, accept, decline, cancel } from ${dist("client/index.js")};`;

  it("is at most 8.9 kB at first for an inbox, and 46 kB with what asks the user a moment later", async () => {
    const { initial, all } = await bundleOf(HOST);
    expect(gzipped(initial)).toBeLessThanOrEqual(8_900);
    // The largest part is the guard against secrets, with its words in twenty languages.
    expect(gzipped(all)).toBeLessThanOrEqual(46_000);
    expect(all.join("\n")).not.toMatch(/kawasaki/);
    // Else nothing is left for later, and both ceilings are about the same.
    expect(all.length).toBeGreaterThan(initial.length);
  });

  it("is at most 11.5 kB at first for all there is, but for what reads a form at once", async () => {
    const readsAtOnce = ["acceptWithDefaults", "applyDefaults", "getDefaults", "validate"];
    const client = (await import(join(packageDir, "dist/client/index.js"))) as object;
    const names = Object.keys(client);
    expect(names).toEqual(expect.arrayContaining(readsAtOnce));
    const rest = names.filter((name) => !readsAtOnce.includes(name) && name !== "DefaultsError");
    const { initial } = await bundleOf(`export { ${rest} } from ${dist("client/index.js")};`);
    expect(gzipped(initial)).toBeLessThanOrEqual(11_500);
  });

  it.each(["react", "react/headless"])(
    'midcall/%s begins with "use client", for server components',
    async (entry) => {
      const code = await readFile(join(packageDir, "dist", entry, "index.js"), "utf8");
      expect(code).toMatch(/^"use client";\n/);
    },
  );

  it("midcall/react with client and form loads at most 36.5 kB at first", async () => {
    const entries = ["react/index.js", "client/index.js", "form/index.js"];
    const everything = entries.map((entry) => `export * from ${dist(entry)};`).join("");
    const { initial, all } = await bundleOf(everything, [/^react/]);
    expect(gzipped(initial)).toBeLessThanOrEqual(36_500);
    // What asks the user, what shows a question, what calls of 2026-07-28 need, and the connection of `useMcp`.
    expect(all.length - initial.length).toBe(4);
  });

  // With what makes the names of tools and servers harmless to look at.
  it("is at most 10.9 kB at first for the parts for React, besides React, the inbox and forms", async () => {
    const own = `export * from ${dist("react/index.js")};`;
    const { initial, all } = await bundleOf(own, [/^react/, /\/(form|client)\/[\w-]+\.js$/]);
    expect(gzipped(initial)).toBeLessThanOrEqual(10_900);
    // With what is loaded when the provider is mounted: forms, links, reviews, drafts and their words.
    expect(gzipped(all)).toBeLessThanOrEqual(21_600);
    expect(all.join("\n")).not.toMatch(/["']node:|\beval\(|new Function\b|innerHTML|dangerously/);
  });

  it("is at most 49 kB for an inbox and forms together, everything included", async () => {
    const { all } = await bundleOf(`${HOST} export { createForm } from ${dist("form/index.js")};`);
    expect(gzipped(all)).toBeLessThanOrEqual(49_000);
  });
});

describe("the View of MCP Apps", () => {
  it("is at most 217 kB, 79.3 kB after gzip: one file with its six languages", async () => {
    const view = await readFile(join(packageDir, "dist/app/question.html"));
    expect(view.length).toBeLessThanOrEqual(217_000);
    expect(gzipSync(view).length).toBeLessThanOrEqual(79_300);
    // Nothing is loaded, and every language is in it.
    const page = view.toString();
    expect(page).not.toMatch(/<link\b|\bsrc=|@import|\bimport\(/);
    for (const send of ["Senden", "Envoyer", "Enviar", "送信", "إرسال"]) {
      expect(page).toContain(send);
    }
  });
});
