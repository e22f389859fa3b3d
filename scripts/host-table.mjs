// The list of known hosts in docs/hosts.md.
//
//   npm run hosts       writes docs/hosts.md from packages/midcall/src/server/host/known-hosts.ts
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The page as it is in the repository. */
export const file = `${root}docs/hosts.md`;

const START = "<!-- The table is written by `npm run hosts`. -->";
const END = "<!-- The end of the table. -->";

function versionsOf({ versions, protocolVersions }) {
  const { from, before } = versions ?? {};
  const parts = [
    from === undefined ? undefined : `from ${from}`,
    before === undefined ? undefined : `before ${before}`,
    protocolVersions === undefined ? undefined : `on ${protocolVersions.join(", ")}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "all" : parts.join(", ");
}

function defectOf(entry) {
  switch (entry.does) {
    case "refuses":
      return `declines or cancels by itself within ${entry.withinMs} ms`;
    case "accepts":
      return `accepts by itself, without content, within ${entry.withinMs} ms`;
    case "never-answers":
      return "never answers";
    case "cannot-show":
      return "declares it and cannot show it";
    case "omits-fields":
      return `shows no fields of the types ${entry.fields.map((type) => `\`${type}\``).join(", ")}`;
  }
}

function linkTo(url) {
  const [, repository, number] = /github\.com\/[\w-]+\/([\w-]+)\/\w+\/(\d+)$/.exec(url) ?? [];
  const title =
    repository === undefined
      ? new URL(url).pathname.split("/v/").join(" ").replace("/package/", "")
      : `${repository}#${number}`;
  return `[${title}](${url})`;
}

function row(entry) {
  const cells = [
    `\`${entry.name}\``,
    entry.product,
    versionsOf(entry),
    { form: "form", url: "URL" }[entry.mode] ?? "form, URL",
    defectOf(entry),
    [entry.source, ...(entry.alsoSee ?? [])].map(linkTo).join(" "),
  ];
  return `| ${cells.join(" | ")} |`;
}

/**
 * The whole page, with the table of these hosts.
 *
 * @param {readonly import("../packages/midcall/src/server/host/known-hosts.js").KnownHost[]} knownHosts
 * @returns {Promise<string>}
 */
export async function page(knownHosts, text = readFileSync(file, "utf8")) {
  const table = `| \`clientInfo.name\` | what it is | versions | mode | what it does | reports |
| --- | --- | --- | --- | --- | --- |
${knownHosts.map(row).join("\n")}`;
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end < start) throw new Error(`${file} has no place for the table.`);
  const whole = `${text.slice(0, start)}${START}\n\n${table}\n\n${text.slice(end)}`;
  const { code } = await format("page.md", whole, {
    printWidth: 100,
    embeddedLanguageFormatting: "off",
  });
  return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { knownHosts } = await import("../packages/midcall/dist/server/host/known-hosts.js");
  writeFileSync(file, await page(knownHosts));
}
