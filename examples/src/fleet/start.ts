import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Backend, proxyConfig } from "./proxy-config.js";

/** Starts Redis, three replicas of one server, and HAProxy in front of them; stops all of them on Ctrl-C. */
const { values } = parseArgs({
  options: { port: { type: "string", default: "8080" }, keep: { type: "string" } },
});
const port = Number(values.port);
const REPLICAS = ["r1", "r2", "r3"];

const programs = {
  redis: program("REDIS_SERVER", "redis-server", "redis-server"),
  proxy: program("HAPROXY", "haproxy", "haproxy"),
};
const folder = mkdtempSync(join(tmpdir(), "midcall-fleet-"));
const children: ChildProcess[] = [];
let isStopping = false;

/** The path of a program. Ends this one, and says what to install, where it is missing. */
function program(variable: string, name: string, debianPackage: string): string {
  const path = process.env[variable] ?? name;
  if (spawnSync(path, ["-v"]).error === undefined) return path;
  console.error(
    `${path} is not installed. On Debian: apt-get install ${debianPackage}. ` +
      `If it is in another place, name it in the variable ${variable}.`,
  );
  process.exit(2);
}

function run(path: string, args: readonly string[]): ChildProcess {
  const child = spawn(path, args, { stdio: ["ignore", "ignore", "inherit"] });
  return watch(child, path);
}

function watch(child: ChildProcess, name: string): ChildProcess {
  children.push(child);
  child.once("exit", (code) => {
    if (isStopping) return;
    console.error(`${name} has ended with ${code}.`);
    void stop(1);
  });
  return child;
}

async function startReplica(name: string, shared: NodeJS.ProcessEnv): Promise<Backend> {
  const path = fileURLToPath(new URL("./replica.js", import.meta.url));
  const child = fork(path, { env: { ...process.env, ...shared, REPLICA: name } });
  watch(child, name);
  const [at] = (await once(child, "message")) as [number];
  return { name, port: at };
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await pause(50);
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
  // The replicas first: they drain while the proxy still serves their clients.
  for (const end of [(child: ChildProcess) => child.connected, () => true]) {
    const ending = running.filter((child) => child.exitCode === null && end(child));
    for (const child of ending) child.kill("SIGTERM");
    await Promise.all(ending.map((child) => once(child, "exit")));
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(0));

const socket = join(folder, "redis.sock");
run(programs.redis, ["--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""]);
await until(() => existsSync(socket));
const shared = {
  REDIS_SOCKET: socket,
  FLEET_FOLDER: values.keep ?? folder,
  MIDCALL_SECRET: process.env["MIDCALL_SECRET"] ?? randomBytes(32).toString("base64url"),
  AUDIT_KEY: process.env["AUDIT_KEY"] ?? randomBytes(32).toString("base64url"),
};
const backends = await Promise.all(REPLICAS.map((name) => startReplica(name, shared)));
const config = join(folder, "haproxy.cfg");
writeFileSync(config, proxyConfig(port, backends));
run(programs.proxy, ["-db", "-q", "-f", config]);
const url = `http://127.0.0.1:${port}/mcp`;
await until(() =>
  fetch(url).then(
    ({ status }) => status !== 503,
    () => false,
  ),
);
console.log(`Three replicas behind ${url} (Ctrl-C stops them)`);
for (const { name, port: at } of backends) console.log(`  ${name}: http://127.0.0.1:${at}/mcp`);
