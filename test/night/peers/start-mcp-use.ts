import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.js";
import { peerNode } from "./install.mjs";

/** A running server on mcp-use. */
export interface StartedServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts the server on mcp-use, and waits until it answers. */
export async function startMcpUse(): Promise<StartedServer> {
  const port = await freePort();
  const program = fileURLToPath(new URL("mcp-use-server.mjs", import.meta.url));
  const child = spawn(peerNode(), [program, String(port)], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}/mcp`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
