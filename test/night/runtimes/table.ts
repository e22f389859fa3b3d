import { readFileSync } from "node:fs";
import { join } from "node:path";
import { protocolVersions } from "midcall/testing";
import { format } from "oxfmt";
import { FOLDER } from "./install.mjs";
import { type Mount, mounts, versionOf } from "./mounts.js";

/** Whether a server answered as it should, by mount and protocol version. */
export type Results = ReadonlyMap<string, boolean>;

export const keyOf = (mount: Mount, version: string): string => `${mount.name} ${version}`;

function cell(mount: Mount, version: string, results: Results): string {
  if (results.get(keyOf(mount, version)) !== true) return "no";
  return mount.sessions && version !== "2026-07-28" ? `yes, ${mount.sessions}` : "yes";
}

function row(mount: Mount, results: Results): string {
  const cells = protocolVersions.map((version) => cell(mount, version, results));
  return `| ${[mount.name, versionOf(mount.package), ...cells].join(" | ")} |`;
}

function code({ file }: Mount): string {
  const text = readFileSync(join(FOLDER, "servers", file), "utf8").trimEnd();
  return `\`\`\`${file.endsWith(".ts") ? "ts" : "js"}\n${text.replaceAll(/"(\.\.\/)*(\.\/)?mcp\.mjs"/g, '"./mcp.js"')}\n\`\`\``;
}

/** The page that says where a server runs, from what happened there. */
export async function tableOf(results: Results): Promise<string> {
  const files = new Map(mounts.map((mount) => [mount.file, mount]));
  const shown = [...files.values()].map((mount) => {
    const names = mounts.filter(({ file }) => file === mount.file).map(({ name }) => name);
    return `### ${names.join(", ")}\n\n${code(mount)}\n`;
  });
  const text = `# Where a server runs

The handler that \`elicitation.createHandler\` returns, on each runtime and framework. Written by \`npm run runtimes\`: a test
packs midcall, runs one server with it in each row, and calls its tools with the official client on each protocol version. A
"yes" means that a question was accepted and declined, that a confirmation was given and refused, and on 2025 that the session
was ended.

| runtime | version | ${protocolVersions.join(" | ")} |
| --- | --- | ${protocolVersions.map(() => "---").join(" | ")} |
${mounts.map((mount) => row(mount, results)).join("\n")}

- **2025 has sessions**. Where a platform runs a server in several processes, give all of them the same \`secret\` and \`store\`, and they
  [share the sessions](fleets.md); without that, a session lives in the process that opened it, and all requests of one
  \`Mcp-Session-Id\` have to reach that process. 2026-07-28 has none.
- **Node** loads midcall as ES modules. \`require("midcall/server")\` fails with an error that names the cure, because the SDK's
  CommonJS build does not go together with the one that midcall imports.
- **Workers** need the flag \`nodejs_compat\`, and \`{ fetch: mcp.fetch }\` as the default export: they take a function for a
  class. They run a server in many isolates, so 2025 needs a Durable Object that gets all requests of a session.
- **Bun** closes a connection that is quiet for 10 seconds. midcall sends a comment every 8 seconds; the test waits longer than
  Bun does, for an answer and for a tool.
- **Deno** logs a notice about \`request.signal\` once, which can be ignored.

## How it is mounted

\`mcp\` is \`elicitation.createHandler(build)\` in each of these files, which the test runs.

${shown.join("\n")}`;
  const formatted = await format("page.md", text, {
    printWidth: 100,
    embeddedLanguageFormatting: "off",
  });
  return formatted.code;
}
