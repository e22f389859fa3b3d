import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { UsageError } from "../errors.js";
import { ConsoleError } from "./errors.js";

type Fetch = (request: Request) => Response | Promise<Response>;

/** A listening HTTP server. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** A port that another program listens on. */
export interface TakenPort {
  readonly port: number;
  /** Whether that program is a console, too. */
  readonly isConsole: boolean;
}

/** How many ports are tried, before any free one is used. */
const TRIES = 10;
const PROBE_MS = 500;

function tryToListen(fetch: Fetch, port: number): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: "127.0.0.1", port }, (address: AddressInfo) => {
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          if ("closeAllConnections" in server) server.closeAllConnections();
        });
      resolve({ port: address.port, close });
    });
    server.once("error", reject);
  });
}

/** What to do about a port that cannot be used, by the option that names it. */
const ADVICE = {
  "--port": "Choose another port with --port, or omit it.",
  "--listen": "Choose another port with --listen, or 0 for any free one.",
  "--http": "Choose another port with --http, or 0 for any free one.",
} as const;

/**
 * Listens on 127.0.0.1.
 *
 * @param port - 0 for any free port
 * @param option - the command's option that names the port
 * @throws ConsoleError when the port cannot be used; for the options of other commands, UsageError
 */
export async function listen(
  fetch: Fetch,
  port: number,
  option: keyof typeof ADVICE = "--port",
): Promise<Listener> {
  try {
    return await tryToListen(fetch, port);
  } catch (cause) {
    const message = `Cannot listen on 127.0.0.1:${port}: ${(cause as Error).message}. ${ADVICE[option]}`;
    throw new (option === "--port" ? ConsoleError : UsageError)(message, { cause });
  }
}

/**
 * Listens on this port of 127.0.0.1, or on one of the next, or on any free port.
 *
 * @returns `taken` if another program listens on the first of them
 * @throws ConsoleError when no port can be used
 */
export async function listenFrom(
  fetch: Fetch,
  first: number,
): Promise<{ readonly listener: Listener; readonly taken?: TakenPort }> {
  for (let port = first; port < first + TRIES; port += 1) {
    try {
      const listener = await tryToListen(fetch, port);
      return port === first ? { listener } : { listener, taken: await describePort(first) };
    } catch {
      // Taken, or reserved by the system.
    }
  }
  return { listener: await listen(fetch, 0), taken: await describePort(first) };
}

async function describePort(port: number): Promise<TakenPort> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal, redirect: "manual" });
    const page = (await response.text()).slice(0, 2_000);
    return { port, isConsole: page.includes("<title>midcall console</title>") };
  } catch {
    return { port, isConsole: false };
  }
}
