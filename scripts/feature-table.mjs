// The table in docs/console.md that compares the console with the official Inspector.
//
//   npm run features       writes docs/console.md from test/night/peers/features.json
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The table as it is in the repository. */
export const file = `${root}docs/console.md`;

/** What both can do, and how it is known. */
export function features() {
  return JSON.parse(readFileSync(`${root}test/night/peers/features.json`, "utf8"));
}

function cell({ has, note, test }) {
  const word = test === undefined ? has : `[${has}](../${test})`;
  return note === undefined ? word : `${word}: ${note}`;
}

/** The whole file. @returns {Promise<string>} */
export async function table({ inspector: version, groups } = features()) {
  const parts = groups.map(
    ({ group, rows }) => `## ${group}

| feature | midcall console | Inspector ${version} |
| --- | --- | --- |
${rows
  .map((row) => `| ${row.feature} | ${cell(row.console)} | ${cell(row.inspector)} |`)
  .join("\n")}
`,
  );
  const all = groups.flatMap(({ rows }) => rows);
  const count = (side, has) => all.filter((row) => row[side].has === has).length;
  const sum = (side) =>
    `${count(side, "yes")} yes, ${count(side, "partly")} partly, ${count(side, "no")} no`;
  const text = `# The console and the Inspector

What \`midcall console\` and \`midcall call\` can do, beside the official
[MCP Inspector](https://github.com/modelcontextprotocol/inspector) ${version}. Written by \`npm run features\` from
\`test/night/peers/features.json\`.

Each "yes" of midcall leads to the test that proves it. The Inspector was used, and what it is said to have is in its own page
or help text; a test looks for it there. What was not found in the Inspector may be there in another form.

The ${all.length} rows: midcall ${sum("console")}; Inspector ${sum("inspector")}. The rows were
chosen by the makers of midcall.

${parts.join("\n")}`;
  return format(text, { parser: "markdown", printWidth: 100, embeddedLanguageFormatting: "off" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(file, await table());
}
