import type { AddressInfo, Server } from "node:net";
import { serve } from "@hono/node-server";
import {
  LARGEST_HEADERS,
  listenAtOwnAddress,
  type Refusal,
  refuseOtherUsers,
} from "midcall/open-page";
import { UsageError } from "../errors.js";
import { ConsoleError } from "./errors.js";

type Fetch = (request: Request) => Response | Promise<Response>;

/** A listening HTTP server. */
export interface Listener {
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A port that another program listens on. */
export interface TakenPort {
  readonly port: number;
  /** Whether that program is a console, too. */
  readonly isConsole: boolean;
}

/** What stands near the beginning of the page of a console at `/`. */
const CONSOLE_MARK = "<title>midcall console</title>";
/** How much is read of what another program answers, in bytes. */
const BEGINNING = 2_000;
/** How many ports are tried, before any free one is used. */
const TRIES = 10;
const PROBE_MS = 500;

const SHARED = "127.0.0.1";

/** What is served, and for whom. */
interface Service {
  readonly serverOptions: { readonly maxHeaderSize?: number };
  /** Has the server refuse whom it is not for. */
  readonly refuse: (server: Server) => void;
}

const PAGES: Service = {
  serverOptions: { maxHeaderSize: LARGEST_HEADERS },
  refuse: (server) => refuseOtherUsers(server),
};

function tryToListen(
  fetch: Fetch,
  port: number,
  hostname = SHARED,
  { serverOptions, refuse }: Service = PAGES,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port, serverOptions }, (address: AddressInfo) => {
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          if ("closeAllConnections" in server) server.closeAllConnections();
        });
      resolve({ origin: `http://${hostname}:${address.port}`, port: address.port, close });
    });
    refuse(server as Server);
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
 * @param others - what programs of other users are told that want no page; without it, they are served
 * @throws ConsoleError when the port cannot be used; for the options of other commands, UsageError
 */
export async function listen(
  fetch: Fetch,
  port: number,
  option: keyof typeof ADVICE = "--port",
  others?: Refusal,
): Promise<Listener> {
  const forHosts: Service = {
    serverOptions: {},
    refuse: (server) => others && refuseOtherUsers(server, others),
  };
  try {
    return await tryToListen(fetch, port, SHARED, option === "--port" ? PAGES : forHosts);
  } catch (cause) {
    const message = `Cannot listen on 127.0.0.1:${port}: ${(cause as Error).message}. ${ADVICE[option]}`;
    throw new (option === "--port" ? ConsoleError : UsageError)(message, { cause });
  }
}

/** Listens on a free port of an address that nobody could know before. @throws ConsoleError when there is none */
export async function listenAnywhere(fetch: Fetch): Promise<Listener> {
  try {
    return await listenAtOwnAddress((hostname) => tryToListen(fetch, 0, hostname));
  } catch (cause) {
    throw new ConsoleError(`Cannot listen on any port: ${(cause as Error).message}.`, { cause });
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
  return { listener: await listenAnywhere(fetch), taken: await describePort(first) };
}

async function describePort(port: number): Promise<TakenPort> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const response = await fetch(`http://${SHARED}:${port}/`, { signal, redirect: "manual" });
    const isConsole = (await beginningOf(response)).includes(CONSOLE_MARK);
    return { port, isConsole };
  } catch {
    return { port, isConsole: false };
  }
}

/** It may never end, whoever sends it. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk.subarray(0, BEGINNING), { stream: true });
    // Leaving the loop ends the response.
    if (text.length >= BEGINNING) break;
  }
  return text;
}
