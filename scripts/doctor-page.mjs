// The runs of midcall doctor in docs/doctor.md, on servers of other makers. Needs the build.
//
//   node scripts/doctor-page.mjs    writes docs/doctor.md
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installNight } from "../test/night/install.mjs";
import { peerFile } from "../test/night/peers/install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The page as it is in the repository. */
export const file = `${root}docs/doctor.md`;

const START = "<!-- The runs are written by `node scripts/doctor-page.mjs`. -->";
const END = "<!-- The end of the runs. -->";

const RUNS = [
  {
    name: "`@modelcontextprotocol/server-everything`",
    options: "--tool trigger-elicitation-request --tool trigger-url-elicitation",
    shown: "npx @modelcontextprotocol/server-everything",
    server: [peerFile("@modelcontextprotocol/server-everything/dist/index.js"), "stdio"],
    says: `It sends its questions without the SDK's \`elicitInput\`, which validates answers: a number for the name is accepted.`,
  },
  {
    name: "A server on fastmcp",
    options: "--tool greet",
    shown: "node test/night/servers/fastmcp-server.mjs",
    server: [`${root}test/night/servers/fastmcp-server.mjs`],
    says: "It waits with the SDK's `elicitInput`, and passes the call's signal on.",
  },
];

function run({ options, server }) {
  const words = ["doctor", "--server", ...options.split(" "), "--", process.execPath, ...server];
  const main = `${root}packages/cli/dist/main.js`;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [main, ...words], (error, stdout, stderr) => {
      // With findings the exit code is 1.
      if (error && error.code !== 1) reject(new Error(stderr || error.message));
      else resolve(stdout);
    });
  });
}

/** The whole page, with the output of real runs. @returns {Promise<string>} */
export async function page(text = readFileSync(file, "utf8")) {
  await installNight("peers", "servers");
  const parts = [];
  for (const one of RUNS) {
    const output = (await run(one)).trimEnd();
    const command = `midcall doctor --server ${one.options} -- ${one.shown}`;
    parts.push(`### ${one.name}\n\n\`\`\`text\n$ ${command}\n\n${output}\n\`\`\`\n\n${one.says}`);
  }
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end === -1) throw new Error(`${file} has no place for the runs.`);
  return `${text.slice(0, start)}${START}\n\n${parts.join("\n\n")}\n\n${text.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, await page());
