/**
 * Installs the libraries that midcall is compared with, once, into `bench/peers/node_modules`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The packages that benchmarks need. */
export const PEERS = ["mcp-use", "fastmcp", "@rjsf/utils", "@rjsf/validator-ajv8"];

const FOLDER = fileURLToPath(new URL("./peers", import.meta.url));

/** @throws {Error} if `npm ci` fails; `--no-peers` runs the benchmark without them */
export async function installPeers() {
  if (PEERS.every((name) => existsSync(`${FOLDER}/node_modules/${name}/package.json`))) return;
  console.log(
    `Installing ${PEERS.join(", ")} into bench/peers (once, about 200 MB; --no-peers does without) …`,
  );
  const { status } = spawnSync(
    "npm",
    [
      "ci",
      "--prefix",
      FOLDER,
      "--omit=optional",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ],
    {
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    },
  );
  if (status !== 0)
    throw new Error("npm ci in bench/peers failed: run it there to see why, or pass --no-peers");
}
