import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createTestHost, decline } from "midcall/testing";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allBlocks, root } from "./code/blocks.js";

const exec = promisify(execFile);
/** Below the workspace, so that the programs find the library as it is built. */
const folder = join(root, "node_modules/.cache/docs-run");

const programs = allBlocks().flatMap((block) => (block.runs === undefined ? [] : [block]));

beforeAll(async () => {
  for (const { runs, language, code } of programs) {
    const file = join(folder, runs!);
    await mkdir(dirname(file), { recursive: true });
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    await writeFile(file.replace(/\.ts$/, ".js"), language === "js" ? code : outputText);
  }
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the tests of a file, as the page says. */
async function runTests(name: string): Promise<number> {
  const file = join(folder, name);
  const { stdout } = await exec(process.execPath, ["--test", "--test-reporter=tap", file], {
    cwd: dirname(file),
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  expect(stdout).toMatch(/^# fail 0$/m);
  return Number(/^# pass (\d+)$/m.exec(stdout)![1]);
}

describe("the programs on the pages run", () => {
  it("are those that this file runs", () => {
    expect(programs.map(({ runs }) => runs).sort()).toEqual([
      "guides/map-store.test.js",
      "guides/map-store.ts",
      "start/operator.ts",
      "start/server.test.js",
      "start/server.ts",
    ]);
  });

  it("the first server passes the test that its page shows, on each protocol version", async () => {
    expect(await runTests("start/server.test.js")).toBe(6);
  });

  it("the first server is called with the answers that its page shows", async () => {
    const page = await readFile(join(root, "docs/start/server.md"), "utf8");
    const [, answers] = /^echo '(.+)' > answers\.json$/m.exec(page) ?? [];
    const [, words, said] = /^npx midcall (call .+)\n```\n\n```text\n([^]+?)```$/m.exec(page) ?? [];
    await writeFile(join(folder, "start/answers.json"), answers!);
    const { stdout } = await exec(
      process.execPath,
      [join(root, "packages/cli/dist/main.js"), ...words!.split(" ")],
      { cwd: join(folder, "start") },
    );
    expect(stdout).toBe(said);
  });

  it("the operator's server asks on its page, says a decline, and writes its audit trail", async () => {
    const connection = new StdioClientTransport({
      command: process.execPath,
      args: ["operator.js"],
      cwd: join(folder, "start"),
    });
    const host = await createTestHost({
      timeoutMs: 600_000,
      protocolVersion: "2026-07-28",
      connection,
      answers: [decline()],
    });
    const { isError, content } = await host.callTool("list_invoices");
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("declined");
    expect(host.questions[0]).toMatchObject({ mode: "url" });
    await host.close();
    const trail = await readFile(join(folder, "start/elicitations.jsonl"), "utf8");
    expect(JSON.parse(trail)).toMatchObject({ tool: "list_invoices", action: "decline" });
    expect(trail).not.toContain("billing account");
  });

  it("the store of the guide passes the contract", async () => {
    expect(await runTests("guides/map-store.test.js")).toBeGreaterThan(20);
  });
});
