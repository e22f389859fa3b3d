import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Runtime, runtimeFile, runtimeProgram } from "./install.mjs";
import { versionOf } from "./mounts.js";

/** The README's first server, from an empty folder and the packed package. */

const exec = promisify(execFile);
const README = fileURLToPath(new URL("../../../README.md", import.meta.url));
const NEEDS_MODULES =
  "midcall/server needs ES modules: run `npm pkg set type=module`, or name this";

const compilers = ["typescript-5", "typescript-6", "typescript-7"] as const;
const nodes: readonly Runtime[] = ["node20.18", "node20", "node22", "node24"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "midcall-first-server-"));
  const readme = await readFile(README, "utf8");
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readme)!;
  for (const type of ["module", "commonjs"]) {
    const project = join(folder, type);
    await mkdir(project);
    await exec("npm", ["init", "-y"], { cwd: project });
    await exec("npm", ["pkg", "set", `type=${type}`], { cwd: project });
    await writeFile(join(project, "server.ts"), code!);
  }
  // One installation serves both, from the folder above them.
  const named = [...(await packages(readme)), inject("tarballs")["@midcall/cli"]];
  await exec("npm", ["install", "--no-audit", "--no-fund", ...named], { cwd: folder });
});
afterAll(() => folder && rm(folder, { recursive: true, force: true }));

/** What the README says to install, `midcall` from its tarball and the rest in the versions that are pinned here. */
async function packages(readme: string): Promise<string[]> {
  const lines = [...readme.matchAll(/^npm i (?:-D )?(.*midcall .*|typescript .*)$/gm)];
  const names = lines.flatMap(([, list]) => list!.split(" "));
  expect(names).toEqual([
    "midcall",
    "@modelcontextprotocol/server",
    "zod",
    "typescript",
    "@types/node",
  ]);
  const pinned = (name: string): string =>
    `${name}@${versionOf(name === "typescript" ? "typescript-7" : name)}`;
  return names.map((name) => (name === "midcall" ? inject("tarballs").midcall : pinned(name)));
}

/** The errors of a compiler; an empty text if there is none. */
async function compile(
  compiler: string,
  type: "module" | "commonjs",
  options: readonly string[],
  file = "server.ts",
): Promise<string> {
  const args = [runtimeFile(`${compiler}/bin/tsc`), "--target", "es2023", "--types", "node"];
  return exec(process.execPath, [...args, "--strict", ...options, file], {
    cwd: join(folder, type),
  }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** Calls the tool of the server, and says that four people come. */
async function book(runtime: Runtime, file: string): Promise<unknown> {
  const capabilities = { elicitation: { form: {} } };
  const client = new Client({ name: "reader", version: "1.0.0" }, { capabilities });
  client.setRequestHandler("elicitation/create", async () => ({
    action: "accept" as const,
    content: { people: 4, terrace: true },
  }));
  const command = runtimeProgram(runtime);
  await client.connect(new StdioClientTransport({ command, args: [file], stderr: "ignore" }));
  try {
    const { content } = await client.callTool({
      name: "book_table",
      arguments: { restaurant: "Chez Nous" },
    });
    return (content as { text: string }[])[0]!.text;
  } finally {
    await client.close();
  }
}

const BOOKED = "Booked for 4, on the terrace.";
/** Declarations of packages are checked once, which takes several times as long. */
const quick = ["--noEmit", "--skipLibCheck"];
const resolutions = [
  ["--module", "nodenext"],
  ["--module", "esnext", "--moduleResolution", "bundler"],
];

describe("in a project of ES modules", () => {
  it.each(compilers.flatMap((compiler) => resolutions.map((options) => ({ compiler, options }))))(
    "$compiler compiles it, with $options",
    async ({ compiler, options }) => {
      expect(await compile(compiler, "module", [...options, ...quick])).toBe("");
    },
    150_000,
  );

  it("the command of the README compiles it, and each Node runs what it writes", async () => {
    const [, options] = /^npx tsc (.*) server\.ts && /m.exec(await readFile(README, "utf8"))!;
    expect(await compile("typescript-7", "module", options!.split(" "))).toBe("");
    for (const node of nodes)
      expect([node, await book(node, join(folder, "module/server.js"))]).toEqual([node, BOOKED]);
  });

  it("npx runs the command line on it", async () => {
    const readme = await readFile(README, "utf8");
    expect(readme).toContain("npx @midcall/cli console -- node server.js");
    const message = "A table at Chez Nous: for how many?";
    const answers = join(folder, "answers.json");
    await writeFile(
      answers,
      JSON.stringify([{ message, content: { people: "4", terrace: "yes" } }]),
    );
    const call = ["call", "--answers", answers, "book_table", "restaurant=Chez Nous"];
    for (const name of ["midcall", "@midcall/cli"]) {
      const { stdout } = await exec("npx", [name, ...call, "--", "node", "module/server.js"], {
        cwd: folder,
      });
      expect([name, stdout.trim()]).toEqual([name, BOOKED]);
    }
  });

  it("Node 24 runs it as it is", async () => {
    expect(await book("node24", join(folder, "module/server.ts"))).toBe(BOOKED);
  });
});

describe("in a project of CommonJS modules, as npm init makes it", () => {
  it.each(compilers)(
    "%s names what to do in its first error",
    async (compiler) => {
      const options = ["--module", "nodenext", ...quick];
      const [first] = (await compile(compiler, "commonjs", options)).split("\n");
      expect(first).toContain(NEEDS_MODULES);
    },
    150_000,
  );

  // "Expected 1 arguments, but got 0" names no cure.
  it("so it does for createElicitation() without options", async () => {
    const code = 'import { createElicitation } from "midcall/server";\ncreateElicitation();\n';
    await writeFile(join(folder, "commonjs/bare.ts"), code);
    const options = ["--module", "nodenext", ...quick];
    const [first] = (await compile("typescript-7", "commonjs", options, "bare.ts")).split("\n");
    expect(first).toContain(NEEDS_MODULES);
  });

  it("so it does for --module commonjs", async () => {
    const options = ["--module", "commonjs", "--moduleResolution", "bundler", ...quick];
    const [first] = (await compile("typescript-6", "module", options)).split("\n");
    expect(first).toContain(NEEDS_MODULES);
  });

  it.each(nodes)("%s names what to do where it is required", async (node) => {
    const file = join(folder, "commonjs/index.js");
    await writeFile(file, 'require("midcall/server");\n');
    await expect(exec(runtimeProgram(node), [file])).rejects.toThrow(NEEDS_MODULES);
  });

  it("each Node runs it as .mjs, which .mts becomes", async () => {
    const project = join(folder, "commonjs");
    await copyFile(join(project, "server.ts"), join(project, "modern.mts"));
    const options = ["--module", "nodenext", "--skipLibCheck"];
    expect(await compile("typescript-6", "commonjs", options, "modern.mts")).toBe("");
    for (const node of nodes)
      expect([node, await book(node, join(project, "modern.mjs"))]).toEqual([node, BOOKED]);
  });

  it("says the same of everything that midcall/server exports", async () => {
    const declared = await readFile(runtimeFile("midcall/commonjs/server.d.cts"), "utf8");
    const names = [...declared.matchAll(/export declare (?:const|function) (\w+)/g)];
    const url = new URL(`file://${runtimeFile("midcall/dist/server/index.js")}`);
    const exported = Object.keys((await import(url.href)) as object);
    expect(names.map(([, name]) => name).sort()).toEqual(exported.sort());
  });
});
