import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTestHost } from "midcall/testing";
import { expect, it } from "vitest";
import { openTerminal } from "../pseudo-terminal.js";
import { LONG_MS, fixture } from "./lab.js";

const cli = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const server = ["--", process.execPath, fixture("asking-server.mjs"), "2025-11-25"];

it("asks in its terminal, and ends with Ctrl-C", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "midcall-bridge-"));
  const words = [
    "bridge",
    "--ui",
    "terminal",
    "--listen",
    "0",
    "--state",
    stateDir,
    "--name",
    "Reds",
  ];
  try {
    using terminal = openTerminal([process.execPath, cli, ...words, ...server]);
    await terminal.sees("/mcp");
    const [url] = /http:\S+\/mcp/.exec(terminal.written())!;
    await using host = await createTestHost({
      timeoutMs: LONG_MS,
      ...{ protocolVersion: "2025-11-25", capabilities: {} },
      connection: new StreamableHTTPClientTransport(new URL(url)),
    });
    const calling = host.callTool("form", { tag: " today" });
    await terminal.sees("Which color? today");
    await terminal.sees("Color");
    terminal.type("green\r");
    const { content } = await calling;
    expect(JSON.parse((content as readonly { text: string }[])[0]!.text)).toEqual({
      one: { action: "accept", content: { color: "green" } },
    });
    terminal.type("\u0003");
    await terminal.sees("RC=");
    await terminal.ended;
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
});

it("says so where there is no terminal", async () => {
  // A session of its own has none, whoever runs the tests.
  const child = spawn(process.execPath, [cli, "bridge", "--ui", "terminal", ...server], {
    ...{ detached: true, stdio: ["pipe", "ignore", "pipe"] },
  });
  let stderr = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "exit")) as [number];
  expect(stderr).toContain("--ui terminal needs a terminal");
  expect(code).toBe(2);
});
