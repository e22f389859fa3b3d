// The table in docs/fleets.md that compares servers in several processes.
//
//   npm run fleet-peers       measures it, and writes docs/fleets.md from test/fleet/peers/results.json
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The page as it is in the repository. */
export const file = `${root}docs/fleets.md`;

const START = "<!-- The table is written by `npm run fleet-peers`. -->";
const END = "<!-- The end of the table. -->";

/**
 * What came of the calls of one scenario: how many completed, and the most for one call.
 *
 * @typedef {{ completed: number, of: number, asked: number, held: number, error?: string }} Outcome
 */

/**
 * What `npm run fleet-peers` measured. `clients`: the version of each client, by its package; the first one is that of the table.
 *
 * @typedef {object} Measured
 * @property {Record<string, string>} clients
 * @property {readonly { id: string, title: string }[]} scenarios
 * @property {readonly { name: string, package?: string, version?: string, results: Record<string, Record<string, Outcome>> }[]} peers
 */

/** What was measured. @returns {Measured} */
export function results() {
  return JSON.parse(readFileSync(`${root}test/fleet/peers/results.json`, "utf8"));
}

/** The two clients word the same thing in different ways. */
function reasonOf(error) {
  if (/timed out/i.test(error)) return "The call never ended: the client gave up waiting.";
  const [, refusal] = /"message":"([^"]*)"/.exec(error) ?? [];
  if (refusal !== undefined) return `A replica refused a request: “${refusal}”.`;
  return `The call ended with “${error.replace(/^(MCP error -\d+|Tool '\w+' execution failed): /, "").replace(/\.$/, "")}”.`;
}

/** A number for each reason why calls did not complete. */
function createNotes() {
  const notes = [];
  return {
    notes,
    numberOf(error) {
      const reason = reasonOf(error);
      if (!notes.includes(reason)) notes.push(reason);
      return notes.indexOf(reason) + 1;
    },
  };
}

const times = (count) => ({ 1: "once", 2: "twice" })[count] ?? `${count} times`;

function cell(result, numberOf) {
  if (result === undefined) return "–";
  const { completed, of, asked, held, error } = result;
  const more = [
    completed === 0 && (asked === 0 ? "not asked" : "answer lost"),
    asked > 1 && `asked ${times(asked)}`,
    held > 1 && `step ran ${times(held)}`,
  ].filter(Boolean);
  const word = of > 1 ? `${completed} of ${of}` : completed === 1 ? "yes" : "no";
  const number = error === undefined ? "" : ` [${numberOf(error)}]`;
  return `${[word, ...more].join(", ")}${number}`;
}

const isSame = (one, other) =>
  one?.completed === other?.completed && one?.asked === other?.asked && one?.held === other?.held;

/** What another client got that the one of the table did not. */
function differences({ scenarios, peers }, first, other) {
  return peers.flatMap(({ name, results: byClient }) =>
    scenarios
      .filter(({ id }) => byClient[other] && !isSame(byClient[first][id], byClient[other][id]))
      .map(({ id, title }) => {
        const { completed, of, asked, held } = byClient[other][id];
        return `${name}, “${title}”: ${completed} of ${of}, asked ${times(asked)}, step ran ${times(held)}`;
      }),
  );
}

function tableOf(measured) {
  const { scenarios, peers, clients } = measured;
  const [first, second] = Object.keys(clients);
  const { notes, numberOf } = createNotes();
  const rows = peers.map(({ name, version, results: byClient }) =>
    [
      `${name}${version === undefined ? "" : ` (${version})`}`,
      ...scenarios.map(({ id }) => cell(byClient[first][id], numberOf)),
    ].join(" | "),
  );
  const others = differences(measured, first, second);
  const alone = peers.filter(({ results: byClient }) => byClient[second] === undefined);
  const untried =
    alone.length === 0
      ? ""
      : `\n\nTried with the first client alone: ${alone.map(({ name }) => name).join("; ")}.`;
  const rest =
    others.length === 0
      ? `With \`${second}\` ${clients[second]} it was the same.`
      : `With \`${second}\` ${clients[second]} it was the same but for this:\n\n${others.map((one) => `- ${one}`).join("\n")}`;
  return `| server | ${scenarios.map(({ title }) => title).join(" | ")} |
| --- | ${scenarios.map(() => "---").join(" | ")} |
${rows.map((row) => `| ${row} |`).join("\n")}

${notes.map((note, index) => `${index + 1}. ${note}`).join("\n")}

The client is \`${first}\` ${clients[first]} on 2025-11-25. ${rest}${untried}`;
}

/** The whole page, with the table of these results. @param {Measured} measured @returns {Promise<string>} */
export async function page(measured = results(), text = readFileSync(file, "utf8")) {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end < start) throw new Error(`${file} has no place for the table.`);
  const whole = `${text.slice(0, start)}${START}\n\n${tableOf(measured)}\n\n${text.slice(end)}`;
  const { code } = await format("page.md", whole, {
    printWidth: 100,
    embeddedLanguageFormatting: "off",
  });
  return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, await page());
