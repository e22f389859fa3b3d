/**
 * The side-by-side benchmark: `npm run bench -- [--json FILE] [--quick] [--only ID-PREFIX] [--no-peers] [--control] [--before DIR]`.
 *
 * For every `ratio`, a larger value is better for midcall. `--control` puts each other server in midcall's place and so
 * compares it with itself: any difference from 1.00 is the noise of this machine. `--before` puts the midcall of another
 * checkout, built, in the other server's place.
 */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { cases as bridge } from "./cases/bridge.mjs";
import { cases as form } from "./cases/form.mjs";
import { cases as heap } from "./cases/heap.mjs";
import { cases as inbox } from "./cases/inbox.mjs";
import { cases as pages } from "./cases/pages.mjs";
import { cases as pattern } from "./cases/pattern.mjs";
import { cases as rounds } from "./cases/rounds.mjs";
import { cases as seal } from "./cases/seal.mjs";
import { cases as store } from "./cases/store.mjs";
import { cases as throughput } from "./cases/throughput.mjs";
import { cases as vault } from "./cases/vault.mjs";
import { PEERS, installPeers } from "./install-peers.mjs";
import { row, table } from "./table.mjs";

const USAGE =
  "Usage: npm run bench -- [--json FILE] [--only PREFIX] [--quick] [--no-peers] [--control | --before DIR]";

/** Parses the command line; prints the usage if it is invalid. */
function readFlags() {
  try {
    return parseArgs({
      options: {
        json: { type: "string" },
        only: { type: "string", default: "" },
        quick: { type: "boolean", default: false },
        "no-peers": { type: "boolean", default: false },
        control: { type: "boolean", default: false },
        before: { type: "string" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const options = readFlags();
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}

const all = [
  ...throughput,
  ...seal,
  ...rounds,
  ...heap,
  ...pattern,
  ...form,
  ...inbox,
  ...store,
  ...vault,
  ...pages,
  ...bridge,
];
const before = options.before && resolve(options.before, "bench/servers/midcall.mjs");
if (before !== undefined && !existsSync(before)) {
  console.error(
    `${options.before} is not a checkout of midcall: it has no bench/servers/midcall.mjs.`,
  );
  process.exit(2);
}
const isChosen = ({ id, servers }, index) =>
  id.startsWith(options.only) &&
  // Against another checkout each case is run once, and only where the other side is a server.
  (before === undefined ||
    (servers.length > 0 && all.findIndex((each) => each.id === id) === index));
const chosen = all.filter(isChosen);
if (chosen.length === 0) {
  console.error(`No benchmark's id starts with "${options.only}".`);
  process.exit(2);
}

/** Whether a case needs libraries that are installed on demand, as a server or in this process. */
const needsPeers = ({ servers, peers = [] }) =>
  before === undefined && [...servers, ...peers].some((name) => PEERS.includes(name));
if (chosen.some(needsPeers) && !options["no-peers"]) await installPeers();

const started = performance.now();
const results = [];
const failures = [];
for (const benchmark of chosen) {
  const { id, servers, run } = benchmark;
  const against = before === undefined ? benchmark.against : options.before;
  if (options["no-peers"] && needsPeers(benchmark)) {
    console.log(`${id} against ${against}: skipped (--no-peers)`);
    continue;
  }
  if (options.control && servers.length === 0) continue;
  try {
    const result = {
      id,
      against,
      ...(await run({
        quick: options.quick,
        subject: options.control ? servers[1] : "midcall",
        other: before ?? servers[1],
      })),
    };
    results.push(result);
    console.log(row(result));
  } catch (error) {
    failures.push({ id, against, error });
    console.error(
      `${id} against ${against}: FAILED: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

console.log(`\n${table(results)}`);
console.log(
  `${results.length} measured in ${((performance.now() - started) / 1000).toFixed(0)} s, Node ${process.version}`,
);
if (options.json !== undefined) {
  await writeFile(
    options.json,
    `${JSON.stringify({ node: process.version, quick: options.quick, control: options.control, results }, null, 2)}\n`,
  );
}
process.exit(failures.length === 0 ? 0 : 1);
