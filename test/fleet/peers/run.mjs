/**
 * The table of docs/fleets.md that compares servers in several processes.
 *
 *     npm run fleet-peers              measures all of them, and writes results.json and the table: about ten minutes
 *     npm run fleet-peers -- NAME      measures those whose name has NAME in it, and writes nothing
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { file, page } from "../../../scripts/fleet-table.mjs";
import { installNight } from "../../night/install.mjs";
import { clientsFor, clientVersion } from "./host.mjs";
import { measureAll } from "./measure.mjs";
import { others, own, versionOf } from "./peers.mjs";
import { scenarios } from "./scenarios.mjs";

const resultsFile = fileURLToPath(new URL("results.json", import.meta.url));
const wanted = process.argv[2] ?? "";

await installNight("fleet-peers", "mcp-handler-1");

const peers = [];
for (const peer of [...own, ...others]) {
  const { name } = peer;
  if (!name.includes(wanted)) continue;
  // The version of midcall is that of the page.
  const which = own.includes(peer) ? {} : { package: peer.package, version: versionOf(peer) };
  console.log(name, which.version ?? "");
  const results = await measureAll(peer, clientsFor(peer));
  console.log(JSON.stringify(results, null, 2));
  peers.push({ name, ...which, results });
}
if (wanted === "") {
  const clients = Object.fromEntries(
    clientsFor({ path: "/mcp" }).map((name) => [name, clientVersion(name)]),
  );
  const titles = scenarios.map(({ id, title }) => ({ id, title }));
  const measured = { clients, scenarios: titles, peers };
  writeFileSync(resultsFile, `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(file, await page(measured));
}
