/**
 * One server in a separate process, on a free loopback port.
 */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const STARTUP_MS = 30_000;

/** Servers by their names in the results; any other name is the path of a file. */
const FILES = {
  midcall: "./servers/midcall.mjs",
  "sdk-guard": "./servers/sdk-guard.mjs",
  "sdk-guard-shim": "./servers/sdk-guard-shim.mjs",
  "bare-http": "./servers/bare-http.mjs",
  "sdk-push": "./servers/sdk-push.mjs",
  "mcp-use": "./peers/mcp-use.mjs",
  fastmcp: "./peers/fastmcp.mjs",
};

/**
 * @param {keyof FILES | string} name
 * @param {string[]} [args]
 * @returns {Promise<{ port: number, usage: (collect?: boolean) => Promise<import("./servers/control.mjs").Usage>, stop: () => Promise<void> }>}
 */
export async function startServer(name, args = []) {
  const child = fork(
    Object.hasOwn(FILES, name) ? fileURLToPath(new URL(FILES[name], import.meta.url)) : name,
    ["--port", "0", ...args],
    {
      execArgv: ["--expose-gc"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        MCP_USE_ANONYMIZED_TELEMETRY: "false",
      },
    },
  );
  let complaints = "";
  child.stderr?.on("data", (chunk) => {
    complaints = (complaints + chunk).slice(-4000);
  });

  const port = await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(new Error(`${name} did not listen within ${STARTUP_MS / 1000} s: ${complaints}`)),
      STARTUP_MS,
    );
    child.once("exit", (code) =>
      reject(new Error(`${name} ended with ${code} before it listened: ${complaints}`)),
    );
    child.on("message", (message) => {
      if (message.port === undefined) return;
      clearTimeout(timer);
      resolve(message.port);
    });
  });

  let ids = 0;
  return {
    port,
    usage(collect = false) {
      ids += 1;
      const id = ids;
      return new Promise((resolve, reject) => {
        const onExit = () =>
          reject(new Error(`${name} ended while it was measured: ${complaints}`));
        const onMessage = (message) => {
          if (message.id !== id) return;
          child.off("message", onMessage);
          child.off("exit", onExit);
          resolve(message.usage);
        };
        child.on("message", onMessage);
        child.once("exit", onExit);
        child.send({ id, collect });
      });
    },
    stop() {
      return new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      });
    },
  };
}
