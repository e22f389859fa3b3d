import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { FOLDER, type Runtime, runtimeFile, runtimeProgram } from "./install.mjs";

/** One way to run the server: a runtime, perhaps a framework, and the file that mounts it. */
export interface Mount {
  readonly name: string;
  /** The package whose version is shown. */
  readonly package: string;
  /** The file in `servers` that shows how it is mounted. */
  readonly file: string;
  readonly command: (port: number) => { program: string; args: string[]; env?: NodeJS.ProcessEnv };
  /** What has to be done once, before the server can be started. */
  readonly prepare?: () => Promise<unknown>;
  /** What is true of 2025 on this runtime although it works in the test. */
  readonly sessions?: string;
  /** Whether the runtime closes connections that are quiet for 10 seconds. */
  readonly closesQuiet?: boolean;
}

const NEXT = runtimeFile("next/dist/bin/next");
const NEXT_APP = join(FOLDER, "servers/next");

const nodeServer = (name: string, packageName: string, file: string, node: Runtime): Mount => ({
  name,
  package: packageName,
  file,
  command: () => ({ program: runtimeProgram(node), args: [join("servers", file)] }),
});

const bun = (name: string, file: string): Mount => ({
  name,
  package: "@oven/bun-linux-x64-baseline",
  file,
  command: () => ({ program: runtimeProgram("bun"), args: [join("servers", file)] }),
  closesQuiet: true,
});

const worker = (name: string, file: string, configuration: string): Mount => ({
  name,
  package: "@cloudflare/workerd-linux-64",
  file: join("workers", file),
  command: (port) => ({
    program: runtimeProgram("node24"),
    args: [
      runtimeFile("wrangler/bin/wrangler.js"),
      ...["dev", "--config", join("servers/workers", configuration)],
      ...["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
    ],
    env: { WRANGLER_SEND_METRICS: "false", CI: "1" },
  }),
});

export const mounts: readonly Mount[] = [
  nodeServer("Node 20", "node20", "node.mjs", "node20"),
  nodeServer("Node 22", "node22", "node.mjs", "node22"),
  nodeServer("Node 24", "node24", "node.mjs", "node24"),
  nodeServer("Express", "express", "express.mjs", "node22"),
  nodeServer("Express with `express.json()`", "express", "express-json.mjs", "node22"),
  nodeServer("Fastify", "fastify", "fastify.mjs", "node22"),
  nodeServer("Hono on Node", "hono", "hono.mjs", "node22"),
  {
    name: "Next, App Router",
    package: "next",
    file: "next/app/mcp/route.ts",
    // Checks the types of the route as well.
    prepare: () => promisify(execFile)(runtimeProgram("node22"), [NEXT, "build", NEXT_APP], QUIET),
    command: (port) => ({
      program: runtimeProgram("node22"),
      args: [NEXT, "start", NEXT_APP, "--hostname", "127.0.0.1", "--port", String(port)],
      env: QUIET.env,
    }),
  },
  bun("Bun, default export", "bun-default.mjs"),
  bun("Bun.serve", "bun-serve.mjs"),
  {
    name: "Deno",
    package: "@deno/linux-x64-glibc",
    file: "deno.mjs",
    command: (port) => ({
      program: runtimeProgram("deno"),
      args: ["run", "--allow-net", "--allow-env", "--allow-read", "servers/deno.mjs"],
      env: { DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, DENO_NO_UPDATE_CHECK: "1" },
    }),
  },
  {
    ...worker("Workers", "worker.mjs", "wrangler.jsonc"),
    sessions: "while one isolate gets all requests",
  },
  worker("Workers, Durable Object", "durable-object.mjs", "durable-object.jsonc"),
];

const QUIET = { env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } };

/** The version of a package that is installed here. */
export function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(runtimeFile(`${name}/package.json`), "utf8")) as {
    version: string;
  };
  return version;
}
