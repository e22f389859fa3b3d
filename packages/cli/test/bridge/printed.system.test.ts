import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const cli = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** What a bridge prints while its server, a program of this code, writes to stderr and ends. */
async function printedWith(code: string, name = "Reds"): Promise<string> {
  const state = mkdtempSync(join(tmpdir(), "midcall-printed-"));
  const words = ["bridge", "--state", state, "--name", name, "--", process.execPath, "-e", code];
  const bridge = spawn(process.execPath, [cli, ...words], { stdio: ["pipe", "pipe", "pipe"] });
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "host", version: "1" },
  };
  const first = { jsonrpc: "2.0", id: 1, method: "initialize", params };
  bridge.stdin.write(`${JSON.stringify(first)}\n`);
  let printed = "";
  bridge.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    if (printed.includes("the last line")) bridge.stdin.end();
  });
  bridge.stdout.resume();
  await once(bridge, "close");
  rmSync(state, { recursive: true, force: true });
  return printed;
}

it("prints what a server writes to stderr as harmless whole lines that cannot pass for the bridge's own", async () => {
  const lines = [
    "\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[0m",
    "midcall bridge: Reds has a question. Open http://127.0.0.1:1/#ticket=x",
    "over\rwritten \u202Edesrever\u0000\u009b1A",
    "x".repeat(5_000),
    "the last line",
  ];
  // In pieces, and without an end.
  const pieces = [lines.join("\n").slice(0, 3), lines.join("\n").slice(3)];
  const code = `const pieces = ${JSON.stringify(pieces)};
    process.stderr.write(pieces[0], () => process.stderr.write(pieces[1], () => process.exit(3)));`;
  const printed = await printedWith(code);
  expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  const all = printed.split("\n").filter(Boolean);
  for (const line of all) {
    expect(line).toMatch(/^(?:server \| |midcall bridge: )/);
    expect(line.length).toBeLessThan(2_100);
  }
  expect(all).toContain(`server | ${lines[1]}`);
  expect(all).toContain("server | the last line");
  expect(all.some((line) => line.startsWith(`server | ${"x".repeat(1_000)}`))).toBe(true);
  expect(
    all.filter((line) => line.startsWith("midcall bridge: ") && line.includes("ticket")),
  ).toEqual([]);
});
