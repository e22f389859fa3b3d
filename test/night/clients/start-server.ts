import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Reach, Wire } from "./library.js";

/** A server of another maker for one connection; the process of an HTTP server is started here. */
export interface StartedServer extends AsyncDisposable {
  readonly reach: Reach;
}

function programOf({ protocolVersion }: Wire): string[] {
  const [year] = protocolVersion.split("-");
  const file = fileURLToPath(new URL(`./servers/server-${year}.mjs`, import.meta.url));
  return year === "2025" ? [file, protocolVersion] : [file];
}

/** Starts a server on one wire. A stdio server is started by the library that connects to it. */
export async function startServer(wire: Wire): Promise<StartedServer> {
  const args = programOf(wire);
  if (wire.transport === "stdio") {
    return {
      reach: { command: process.execPath, args },
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const child: ChildProcess = spawn(process.execPath, [...args, "--http"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout! });
  const [url] = (await once(lines, "line")) as [string];
  return {
    reach: { url },
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
