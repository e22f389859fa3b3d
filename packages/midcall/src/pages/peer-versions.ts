import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The lowest versions that the pages may run with: without a published advisory, and tested. The package itself does not
 * state them, because a range blocks the installation in projects that use an older version for something else.
 */
export const LOWEST_VERSIONS: Readonly<Record<string, string>> = {
  hono: "4.13.7",
  oauth4webapi: "3.8.0",
  "rate-limiter-flexible": "11.0.0",
};

/** The version of a package as this one imports it; `undefined` where that cannot be seen, as in a bundle. */
function installedVersion(name: string): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve(name)).replaceAll("\\", "/");
    const folder = `/node_modules/${name}/`;
    const root = entry.slice(0, entry.lastIndexOf(folder) + folder.length);
    const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
      version?: unknown;
    };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}

function isOlder(version: string, lowest: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.+-]/, 3).map(Number);
  const given = numbers(version);
  const difference = numbers(lowest).map((part, at) => (given[at] ?? 0) - part);
  return (difference.find((part) => part !== 0) ?? 0) < 0;
}

/** A warning for each package that is older than the pages may run with. */
export function warnOfOldPeers(
  warn: (message: string) => void,
  versionOf: (name: string) => string | undefined = installedVersion,
): void {
  for (const [name, lowest] of Object.entries(LOWEST_VERSIONS)) {
    const version = versionOf(name);
    if (version === undefined || !isOlder(version, lowest)) continue;
    warn(
      `midcall/pages uses ${name} ${version}, which is older than ${lowest}: it is untested, and known faults are open in it. ` +
        `Run npm i ${name}@^${lowest}.`,
    );
  }
}
