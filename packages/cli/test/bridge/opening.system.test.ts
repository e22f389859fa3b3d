import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createTestHost } from "midcall/testing";
import { expect, it, vi } from "vitest";
import { LONG_MS, fixture } from "./lab.js";

const cli = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const ADDRESS = /Reds has a question\. Open http:\/\/127(?:\.\d+){3}:\d+\/[\w-]{8}\/#ticket=\S+/;

/** How long a browser may take to show the page. */
const OPENING_MS = 15_000;
/** Has the clock of the bridge jump over that time. */
const soon = `--import=data:text/javascript,${encodeURIComponent(
  `const { setTimeout: start } = globalThis;
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  globalThis.setTimeout = (work, ms, ...more) =>
    ms === ${OPENING_MS}
      ? start(() => ((ahead += ms), work(...more)), 50)
      : start(work, ms, ...more);`,
)}`;

/** Waits until a bridge has told the address of its page, while a question is open. */
async function addressTold(screen: Record<string, string>): Promise<void> {
  const stateDir = mkdtempSync(join(tmpdir(), "midcall-bridge-"));
  const browser = mkdtempSync(join(tmpdir(), "midcall-browser-"));
  // A browser that is started and shows nothing.
  for (const name of ["xdg-open", "chromium", "x-www-browser", "sensible-browser"]) {
    writeFileSync(join(browser, name), "#!/bin/sh\nexit 0\n");
    chmodSync(join(browser, name), 0o755);
  }
  const words = ["bridge", "--ui", "browser", "--state", stateDir, "--name", "Reds", "--"];
  const connection = new StdioClientTransport({
    command: process.execPath,
    args: [cli, ...words, process.execPath, fixture("asking-server.mjs"), "2025-11-25"],
    env: {
      ...{ NODE_OPTIONS: soon },
      ...{ PATH: `${browser}${delimiter}${process.env["PATH"]}`, HOME: stateDir, ...screen },
    },
    stderr: "pipe",
  });
  let told = "";
  connection.stderr!.on("data", (text: Buffer) => (told += text.toString()));
  try {
    await using host = await createTestHost({
      timeoutMs: LONG_MS,
      ...{ protocolVersion: "2025-11-25", capabilities: {}, connection },
    });
    host.callTool("form", { tag: "" }).catch(() => {});
    await vi.waitFor(() => expect(told).toMatch(ADDRESS));
  } finally {
    for (const folder of [stateDir, browser]) rmSync(folder, { recursive: true, force: true });
  }
}

it("tells the address where there is no screen", async () => {
  await addressTold({});
});

it("tells the address when the browser has not shown the page", async () => {
  await addressTold({ DISPLAY: ":0" });
});
