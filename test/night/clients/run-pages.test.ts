import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

const exec = promisify(execFile);
const docs = new URL("../../../docs/clients/", import.meta.url);
const params = {
  message: "Sure?",
  requestedSchema: { type: "object", properties: { sure: { type: "boolean" } } },
};
const args = JSON.stringify({ params });

/** What a reader adds to the code of each page: a call of the tool `ask`, and the end. */
const PAGES: Record<string, string> = {
  "sdk-v1": `
    const result = await client.callTool({ name: "ask", arguments: ${args} });
    await client.close();`,
  "ai-sdk": `
    const result = await tools.ask.execute(${args}, { toolCallId: "1", messages: [] });
    await client.close();`,
  mastra: `
    const result = await tools.GitHub_ask.execute(${args}, {});
    await mcp.disconnect();`,
  langchain: `
    const result = await tools.find(({ name }) => name === "ask").invoke(${args});
    await client.close();`,
  "openai-agents": `
    const result = await server.callTool("ask", ${args});
    await server.close();`,
};

it.each(Object.entries(PAGES))("the code of docs/clients/%s.md runs", async (page, call) => {
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(new URL(`${page}.md`, docs), "utf8"))!;
  const answer = "onElicitation: () => ({ action: 'accept', content: { sure: true } })";
  const written = code!
    .replace("createInbox()", `createInbox({ ${answer} })`)
    .replace('["server.js"]', '["servers/server-2025.mjs", "2025-11-25"]');
  expect(written).toContain(answer);
  expect(written).toContain("servers/server-2025.mjs");
  const { outputText } = ts.transpileModule(`${written}\n${call}\nconsole.log(result);`, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  // Beside the installed packages, which it imports.
  const folder = join(FOLDER, "node_modules", ".pages");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${page}-${process.pid}.mjs`);
  await writeFile(file, outputText);
  try {
    const { stdout } = await exec(process.execPath, [file], { cwd: FOLDER });
    expect(stdout).toContain('{"action":"accept","content":{"sure":true}}');
  } finally {
    await rm(file);
  }
});
