import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startFixtureServer } from "./start-fixture-server.mjs";

const runner = fileURLToPath(new URL("./run.mjs", import.meta.url));
const midcall = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

/** Needs the build: the runner starts the compiled fixtures. */
function runConformance(...flags: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [runner, ...flags], (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** Our fixture server behind a bridge that listens for hosts. */
async function bridgedFixture(): Promise<AsyncDisposable & { readonly url: string }> {
  const over = new AbortController();
  const entry = "../../examples/dist/conformance/server.js";
  const server = await startFixtureServer(entry, over.signal);
  const words = [midcall, "bridge", "--ui", "none", "--listen", "0", server.url];
  const bridge = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(bridge, "exit");
  const url = await new Promise<string>((resolve) => {
    bridge.stderr.setEncoding("utf8").on("data", (text: string) => {
      const [found] = /http:\S+\/mcp$/m.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      bridge.kill("SIGTERM");
      await ended;
      await server.stop();
    },
  };
}

describe("the official conformance suite", () => {
  it("passes every elicitation and multi-round server scenario", async () => {
    const { code, output } = await runConformance();
    expect(output).toContain("53 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });

  it("passes the same where the SDK answers every request", async () => {
    const { code, output } = await runConformance("--through-sdk");
    expect(output).toContain("53 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });

  it("passes the same through midcall bridge, for the host that the suite is", async () => {
    await using bridged = await bridgedFixture();
    const { code, output } = await runConformance("--url", bridged.url);
    expect(output).toContain("53 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });

  it("passes every elicitation scenario of 2025 on a server of SDK 1.x", async () => {
    const { code, output } = await runConformance("--sdk-v1");
    expect(output).toContain("16 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });

  it("passes every scenario of tasks on a server written by hand", async () => {
    const { code, output } = await runConformance("--tasks");
    expect(output).toContain("44 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });

  it("passes scenarios of tasks with handlers that run as tasks", async () => {
    const { code, output } = await runConformance("--task-handlers");
    expect(output).toContain("32 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });

  it("passes every elicitation and multi-round client scenario", async () => {
    const { code, output } = await runConformance("--client");
    expect(output).toContain("18 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });
});
