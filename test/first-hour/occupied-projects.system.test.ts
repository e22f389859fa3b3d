import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Packed, packPackages, run } from "./packed.js";

let packed: Packed;
beforeAll(async () => {
  packed = await packPackages();
});
afterAll(() => packed[Symbol.dispose]());

/** What a project may have already, for something that has nothing to do with midcall. */
const OTHERS: Readonly<Record<string, string>> = {
  "@clack/prompts": "0.11.0",
  react: "18.3.1",
  redis: "4.7.1",
  hono: "4.0.0",
  zod: "3.25.76",
  "@modelcontextprotocol/sdk": "1.32.2",
  "better-sqlite3": "9.6.0",
  "rate-limiter-flexible": "5.0.5",
  oauth4webapi: "2.17.0",
  tldts: "6.1.86",
};

/** Only what would be installed is found out, and nothing is built. */
const managers = [
  ["npm", "npm@10", ["install", "--package-lock-only", "--ignore-scripts"]],
  ["npm", "npm@11", ["install", "--package-lock-only", "--ignore-scripts"]],
  ["pnpm", "pnpm@10", ["install", "--lockfile-only", "--no-frozen-lockfile", "--ignore-scripts"]],
  ["yarn", "@yarnpkg/cli-dist@4", ["install", "--mode=update-lockfile"]],
] as const;

/** Makes a folder a project of Yarn's own, which may write its lockfile in CI. It knows no settings of npm. */
async function useYarn(project: string): Promise<void> {
  const ofNpm = async (name: string): Promise<string> =>
    (await run(project, "npm", "config", "get", name)).trim();
  const authorities = await ofNpm("cafile");
  const settings = {
    npmRegistryServer: await ofNpm("registry"),
    ...(authorities !== "null" && { httpsCaFilePath: authorities }),
    enableTelemetry: false,
    enableImmutableInstalls: false,
    enableGlobalCache: false,
  };
  // JSON is YAML.
  writeFileSync(join(project, ".yarnrc.yml"), JSON.stringify(settings));
  writeFileSync(join(project, "yarn.lock"), "");
}

describe("midcall is installed without a warning in a project with older versions of its peers", () => {
  it.each(managers)("by %s, as %s", async (program, version, args) => {
    const project = join(packed.folder, version.replaceAll("/", "-"));
    mkdirSync(project);
    if (program === "yarn") await useYarn(project);
    const dependencies = { ...OTHERS, midcall: `file:${packed.tarball.midcall}` };
    writeFileSync(
      join(project, "package.json"),
      JSON.stringify({ name: "occupied", private: true, dependencies }),
    );
    const said = await run(
      project,
      "npm",
      ...["exec", "--yes", `--package=${version}`, "--", program, ...args],
    );
    expect(said).not.toMatch(/midcall|peer|ERESOLVE/i);
  });
});
