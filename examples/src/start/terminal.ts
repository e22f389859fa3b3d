import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Era } from "midcall/testing";
import { addNotebooks, addOldFiles, addRepositories, createSandbox } from "./sandbox.js";
import { startServer } from "./server-process.js";

export interface PersonOptions {
  /** In a page of the browser, or in this terminal. */
  readonly with: "console" | "call";
  /** Whether a browser may be opened. */
  readonly open: boolean;
  readonly era: Era | undefined;
  readonly transport: "stdio" | "http";
}

let running: ChildProcess | undefined;

/** Passes a signal on to the person's terminal program; false when there is none. */
export function signalTerminal(signal: NodeJS.Signals): boolean {
  // Ctrl-C reaches every program in the terminal by itself.
  if (running && signal !== "SIGINT") running.kill(signal);
  return running !== undefined;
}

/**
 * Lets a person call the tools of the example server and answer what they ask, with `midcall console`
 * or `midcall call`.
 *
 * @returns its exit code
 */
export async function runPerson(options: PersonOptions): Promise<number> {
  const { era, transport } = options;
  const inPage = options.with === "console";
  const root = createSandbox();
  await addOldFiles(root);
  await addRepositories(root);
  await addNotebooks(root);
  const server = await startServer({ transport, file: "../all.js", root });
  const way = inPage ? "Ctrl-C" : 'Esc at "Which tool?"';
  console.log(`The example server works in ${root}, which is removed when you leave (${way}).\n`);
  if (inPage) console.log("To stay in this terminal instead: npm start -- --terminal");
  try {
    // What it remembers is about a server that is gone afterwards.
    const forConsole = ["--name", "Examples", "--state", createSandbox()];
    const words = [
      options.with,
      ...(inPage ? forConsole : []),
      ...(inPage && !options.open ? ["--no-open"] : []),
      ...(era ? ["--era", era] : []),
      "--",
      ...server.words,
    ];
    return await new Promise((resolve, reject) => {
      void midcallPath().then((midcall) => {
        running = spawn(process.execPath, [midcall, ...words], {
          stdio: "inherit",
          env: { ...process.env, ...server.env },
        });
        running.once("error", reject);
        running.once("close", (code) => resolve(code ?? 1));
      }, reject);
    });
  } finally {
    running = undefined;
    await server.close();
  }
}

/** The program behind the command `midcall`. */
async function midcallPath(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve("@midcall/cli/package.json");
  const { bin } = JSON.parse(await readFile(manifest, "utf8")) as { bin: { midcall: string } };
  return join(dirname(manifest), bin.midcall);
}
