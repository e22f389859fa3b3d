import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { protocolVersions } from "midcall/testing";
import { expect, it } from "vitest";
import { LOWEST_VERSIONS } from "../../packages/midcall/src/pages/peer-versions.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly engines: { readonly node: string };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;

it("the supported versions are those of the packages", () => {
  const page = readFileSync(join(root, "SECURITY.md"), "utf8");
  const supported = Object.fromEntries(
    [...page.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, what, versions]) => [
      what,
      versions,
    ]),
  );
  const [library, cli] = [manifest("packages/midcall"), manifest("packages/cli")];
  const [, least] = /^>=(\d+)$/.exec(library.engines.node) ?? [];
  expect(cli.engines.node).toBe(library.engines.node);
  expect(supported["Node.js"]).toBe(`${least} or later`);
  expect(supported["protocol versions"]).toBe(
    `${protocolVersions[0]}, ${protocolVersions[1]} and ${protocolVersions[2]}`,
  );
  expect(protocolVersions).toHaveLength(3);
  const { peerDependencies = {} } = library;
  const [, major, minor] =
    /^\^(\d+)\.(\d+)\.0$/.exec(peerDependencies["@modelcontextprotocol/server"] ?? "") ?? [];
  expect(peerDependencies["@modelcontextprotocol/client"]).toBe(`^${major}.${minor}.0`);
  expect(supported["official SDK"]).toBe(
    `\`@modelcontextprotocol/server\` and \`@modelcontextprotocol/client\` from ` +
      `${major}.${minor}.0, below ${Number(major) + 1}`,
  );
  const lowest = Object.entries(LOWEST_VERSIONS).map(
    ([name, version]) => `\`${name}\` from ${version}`,
  );
  expect(supported["other peers"]).toBe(
    `for \`midcall/pages\`: ${lowest.join(", ")}; it warns of older ones`,
  );
});
