/** Three processes of one server behind a proxy that sends each request where a scenario says. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../engines/free-port.mjs";
import { createProxy } from "../forwarding.mjs";
import { reachable } from "./reachable.mjs";

export const REPLICAS = 3;

/** What a request is, as far as scenarios tell them apart. */
function kindOf(method, url, headers, body) {
  if (method === "GET") return headers["last-event-id"] === undefined ? "stream" : "resume";
  if (method !== "POST") return "end";
  const message = JSON.parse(body.toString());
  if (message.method === undefined) return "answer";
  return { initialize: "initialize", "tools/call": "call" }[message.method] ?? "other";
}

function createRoutes(ports) {
  /** How each session is routed, by the name that its client sends in a header. */
  const routes = new Map();
  let turn = 0;
  const server = createProxy(({ method, url, headers, body }) => {
    const route = routes.get(headers["x-route"]) ?? {};
    const first = route[kindOf(method, url, headers, body)] ?? turn++ % REPLICAS;
    return ports.map((_, tries) => ports[(first + tries) % REPLICAS]);
  });
  return { server, routes };
}

/**
 * @param {Pick<import("./peers.mjs").Peer, "program" | "env">} peer - program: the server; env: what it needs beside
 * @param {string} storeUrl - the Redis or PostgreSQL server of all processes
 */
export async function startFleet({ program, env }, storeUrl) {
  const folder = mkdtempSync(join(tmpdir(), "midcall-peers-"));
  const log = join(folder, "held.log");
  writeFileSync(log, "");
  const ports = [];
  for (let which = 0; which < REPLICAS; which++) ports.push(await freePort());
  const children = ports.map((port) =>
    spawn(process.execPath, [program], {
      env: { ...process.env, ...env, PORT: port, FLEET_LOG: log, FLEET_STORE: storeUrl },
      stdio: ["ignore", "ignore", process.env.FLEET_DEBUG ? "inherit" : "ignore"],
    }),
  );
  const endAll = () => children.forEach((child) => child.kill("SIGKILL"));
  process.once("exit", endAll);
  const { server, routes } = createRoutes(ports);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    endAll();
    process.off("exit", endAll);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(ports.map((port, which) => reachable(port, children[which])));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** How the requests of one client are routed: a replica for each kind, or nothing where they take turns. */
    setRoute: (name, route) => routes.set(name, route),
    /** How often the room of a call was held. */
    held: (room) =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line === room).length,
    /** Resolves when the process is gone. */
    kill: (which) =>
      new Promise((resolve) => {
        children[which].once("exit", resolve);
        children[which].kill("SIGKILL");
      }),
    close,
  };
}
