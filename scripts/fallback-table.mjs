// The table of ways in docs/fallback.md.
//
//   npm run fallback    writes docs/fallback.md from packages/midcall/src/server/fallback/placements.ts
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The page as it is in the repository. */
export const file = `${root}docs/fallback.md`;

const START = "<!-- The table is written by `npm run fallback`. -->";
const END = "<!-- The end of the table. -->";

/** The places, in words, with the way that each belongs to. */
const PLACES = [
  ["native", "native", "the host's own form or link", "the host declares the mode"],
  ["app", "app", "a view of the server's in the host", "the host declares MCP Apps"],
  [
    "local-page",
    "page",
    "a page that the server opens in the user's browser",
    "stdio, or `openBrowser`; a screen",
  ],
  [
    "page-by-url",
    "page",
    "a page of the server's, linked to by the host",
    "`pages`; the host declares URL mode",
  ],
  ["page-by-text", "page", "a page of the server's, linked to in the chat", "`pages`"],
  ["relay", "relay", "the model asks in the chat", "`fallback` names it"],
];
const KINDS = ["form", "human", "url", "credential"];
const EVERYTHING = {
  ...{ form: true, url: true, app: true, appConfirms: true, localPage: true, relay: true },
  pages: "sign-in",
};

/** What a place may be used for, in a word or two. */
function cell(place, way, kind, placementsOf) {
  const isAllowed = (less) => placementsOf(kind, [way], { ...EVERYTHING, ...less }).includes(place);
  if (!isAllowed({})) return "no";
  if (!isAllowed({ pages: "code" }) && place === "page-by-text") return "with a sign-in";
  if (!isAllowed({ appConfirms: false })) return "unless `confirm: false`";
  return "yes";
}

/**
 * The whole page, with the table of these rules.
 *
 * @param {typeof import("../packages/midcall/src/server/fallback/placements.js").placementsOf} placementsOf
 * @returns {Promise<string>}
 */
export async function page(placementsOf, text = readFileSync(file, "utf8")) {
  const rows = PLACES.map(([place, way, what, needs]) => {
    const cells = KINDS.map((kind) => cell(place, way, kind, placementsOf));
    return `| \`${way}\` | ${[what, needs, ...cells].join(" | ")} |`;
  });
  const table = `| way | what the user sees | needs | form | \`ctx.confirm\`, \`human: "required"\` | link | \`ctx.secret\`, \`ctx.connect\` |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}`;
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
  const { placementsOf } = await import("../packages/midcall/dist/server/fallback/placements.js");
  writeFileSync(file, await page(placementsOf));
}
