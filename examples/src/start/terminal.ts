import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProtocolVersion } from "midcall/testing";
import { addNotebooks, addOldFiles, addRepositories, createSandbox } from "./sandbox.js";
import { startServer } from "./server-process.js";

/** The example servers and their built files. */
const FILES = { examples: "../all.js", invoices: "../invoices/invoices.js" } as const;
export type ExampleServer = keyof typeof FILES;
export const exampleServers = Object.keys(FILES) as readonly ExampleServer[];

export interface InteractiveOptions {
  /** A page in the browser, or this terminal. */
  readonly with: "console" | "call";
  /** Whether a browser may be opened. */
  readonly open: boolean;
  readonly protocolVersion: ProtocolVersion | undefined;
  readonly transport: "stdio" | "http";
  /** The server to call in the terminal. The page lists both. */
  readonly server: ExampleServer | undefined;
}

let running: ChildProcess | undefined;

/** Forwards a signal to the interactive program. @returns whether there is one */
export function signalTerminal(signal: NodeJS.Signals): boolean {
  // The terminal sends Ctrl-C to every program itself.
  if (running && signal !== "SIGINT") running.kill(signal);
  return running !== undefined;
}

/**
 * Lets the user call the tools of the example server with `midcall console` or `midcall call`.
 *
 * @returns the exit code of midcall
 */
export async function runInteractive(options: InteractiveOptions): Promise<number> {
  const { protocolVersion, transport } = options;
  const inPage = options.with === "console";
  const root = createSandbox();
  await addOldFiles(root);
  await addRepositories(root);
  await addNotebooks(root);
  const server = await startServer({ transport, file: FILES[options.server ?? "examples"], root });
  const invoices =
    inPage && transport === "http"
      ? await startServer({ transport, file: FILES.invoices, root })
      : undefined;
  const way = inPage ? "Ctrl-C" : 'Esc at "Which tool?"';
  console.log(
    `The example server uses the directory ${root}, which is removed when you quit (${way}).\n`,
  );
  if (inPage) console.log("To use this terminal instead, run: npm start -- --terminal");
  try {
    // The files of midcall are temporary, because the server's directory is.
    const state = createSandbox();
    if (inPage) await listInvoices(state, root, protocolVersion, invoices?.words[0]);
    const words = [
      options.with,
      "--state",
      state,
      ...(inPage ? ["--name", "Examples"] : []),
      ...(inPage && !options.open ? ["--no-open"] : []),
      ...(protocolVersion ? ["--protocol-version", protocolVersion] : []),
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
    await Promise.all([server.close(), invoices?.close()]);
  }
}

/** Adds the invoices server to the saved servers of the console. @param url - where it listens, over HTTP */
async function listInvoices(
  state: string,
  root: string,
  protocolVersion: ProtocolVersion | undefined,
  url: string | undefined,
): Promise<void> {
  const path = fileURLToPath(new URL(FILES.invoices, import.meta.url));
  const target =
    url === undefined
      ? { kind: "command", command: process.execPath, args: [path, "--root", root] }
      : { kind: "url", url };
  const server = {
    id: "invoices",
    name: "Invoices",
    target,
    protocolVersion: protocolVersion ?? "auto",
  };
  // The console requires that other users cannot write this file.
  await writeFile(join(state, "servers.json"), JSON.stringify([server]), { mode: 0o600 });
}

/** The file of the command `midcall`. */
async function midcallPath(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve("@midcall/cli/package.json");
  const { bin } = JSON.parse(await readFile(manifest, "utf8")) as { bin: { midcall: string } };
  return join(dirname(manifest), bin.midcall);
}
