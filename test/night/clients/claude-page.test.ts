import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { callOf, startModel } from "./libraries/claude-model.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

const page = new URL("../../../docs/clients/claude-agent.md", import.meta.url);
const server = [join(FOLDER, "servers/server-2025.mjs"), "2025-11-25"];
const params = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
const onElicitation = `onElicitation: (asked) => (console.log(asked.message), { action: "decline" })`;

it("the code of docs/clients/claude-agent.md runs, with the real Claude Code", async () => {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(page, "utf8"))!;
  const written = code!
    .replace("createInbox()", `createInbox({ ${onElicitation} })`)
    .replace('["server.js"]', JSON.stringify(server))
    .replace('"Push my work."', JSON.stringify(callOf("mcp__GitHub__ask", { params })));
  const model = await startModel();
  // A user of its own, who has allowed the server's tools.
  const home = await mkdtemp(join(tmpdir(), "midcall-claude-"));
  const allowed = { permissions: { allow: ["mcp__GitHub"] } };
  await mkdir(join(home, ".claude"));
  await writeFile(join(home, ".claude/settings.json"), JSON.stringify(allowed));
  // Beside the installed packages, which it imports.
  const folder = join(FOLDER, "node_modules", ".pages");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `claude-agent-${process.pid}.mjs`);
  await writeFile(file, written);
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "none",
  };
  try {
    const run = promisify(execFile)(process.execPath, [file], { cwd: home, env });
    expect((await run).stdout.trim().split("\n")).toEqual(["Sure?", "success"]);
  } finally {
    model.close();
    await rm(file);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
});
