import type { Environment } from "../connect/environment.js";
import type { HeaderMap } from "../connect/headers.js";
import { signInOptions } from "../connect/oauth/connect-signed-in.js";
import { createServerLines } from "../connect/process/server-lines.js";
import type { Target } from "../connect/target.js";
import { safeLine } from "../safe-text.js";
import type { Desk } from "./desk/connect-desk.js";
import type { ServerEnd } from "./ends/ends.js";
import { HttpServer } from "./ends/http-server.js";
import { ProcessServer } from "./ends/process-server.js";
import { StdioHost } from "./ends/stdio-host.js";
import type { Asker } from "./relay/asker.js";
import { createErrorOutput } from "./error-output.js";
import { Relay } from "./relay/relay.js";
import { askedFor, createBridgeSignIn, signedFetch } from "./sign-in.js";
import { AnyVersionServer } from "./translate/any-version-server.js";

export interface BridgeOptions {
  readonly target: Target;
  /** The name of the server, for the user. */
  readonly name: string;
  readonly headers: HeaderMap;
  readonly environment: Environment;
  readonly cwd: string | undefined;
  readonly stateDir: string;
  readonly ui: "browser" | "terminal" | "none";
  /** The port for hosts over HTTP; `undefined`: the host is on stdin and stdout. */
  readonly listen: number | undefined;
}

/** In characters: an address of the page is in it whole. */
const LONGEST_LINE = 2_000;
/** A session of 2025 without a request for so long is over, in milliseconds. */
const IDLE_MS = 8 * 3_600_000;

/** Runs a bridge until its host, its server or the user ends it. @returns the exit code */
export async function runBridge(options: BridgeOptions): Promise<number> {
  const write = createErrorOutput(process.stderr);
  const print = (line: string): void => write(`midcall bridge: ${safeLine(line, LONGEST_LINE)}\n`);
  const onError = (error: unknown): void =>
    print(error instanceof Error ? error.message : String(error));
  const stopping = new AbortController();
  const desk = await openDesk(options, { print, onError, interrupt: () => stopping.abort() });
  const ended = untilSignal(stopping.signal);
  try {
    const parts = { asker: desk, onError, print, write };
    return options.listen === undefined
      ? await serveStdio(options, parts, ended)
      : await serveHttp(options, options.listen, parts, ended);
  } finally {
    await desk?.close();
  }
}

interface DeskParts {
  readonly print: (line: string) => void;
  readonly onError: (error: unknown) => void;
  readonly interrupt: () => void;
}

/** Where the user is asked; loaded with the first question, except in a terminal, which has to be there. */
async function openDesk(
  options: BridgeOptions,
  { print, onError, interrupt }: DeskParts,
): Promise<Desk | undefined> {
  const { name: server, stateDir, ui } = options;
  if (ui === "none") return undefined;
  if (ui === "terminal") {
    const { createTerminalDesk } = await import("./desk/terminal-desk.js");
    return createTerminalDesk({ stateDir, server, onError }, interrupt);
  }
  const [{ connectDesk }, { serverIdOf }] = await Promise.all([
    import("./desk/connect-desk.js"),
    import("./desk/server-id.js"),
  ]);
  const environment = { ...(process.env as Environment), ...options.environment };
  const serverId = serverIdOf({ ...options, environment });
  return connectDesk({ server, serverId, stateDir, print, onError });
}

interface Parts {
  readonly asker: Asker | undefined;
  readonly onError: (error: unknown) => void;
  readonly print: (line: string) => void;
  /** Writes to the error output, with the line end. */
  readonly write: (line: string) => void;
}

async function serveStdio(
  options: BridgeOptions,
  parts: Parts,
  ended: Promise<number>,
): Promise<number> {
  const { connect, account } = connections(options, parts);
  const { asker, onError } = parts;
  const host = new StdioHost(process.stdin, process.stdout, onError);
  const relay = new Relay({
    ...{ host, server: new AnyVersionServer(connect), account, onError },
    asker: asker && askedFor(asker, account),
  });
  await relay.start();
  const code = await Promise.race([relay.ended.then(() => 0), ended]);
  await relay.close();
  return code;
}

async function serveHttp(
  options: BridgeOptions,
  port: number,
  parts: Parts,
  ended: Promise<number>,
): Promise<number> {
  // A bridge on stdin and stdout needs nothing of it.
  const [{ Front }, { UrlFront }, { listenForHosts }] = await Promise.all([
    import("./http/front.js"),
    import("./http/url-front.js"),
    import("./http/listen.js"),
  ]);
  const { connect, url, account } = connections(options, parts);
  const { onError } = parts;
  const asker = parts.asker && askedFor(parts.asker, account);
  const shared = { connect, asker, account, onError, idleMs: IDLE_MS };
  const front = url === undefined ? new Front(shared) : new UrlFront({ ...shared, ...url });
  const listener = await listenForHosts({ front, port, onError });
  parts.print(`Hosts reach ${options.name} at http://127.0.0.1:${listener.port}/mcp`);
  const code = await ended;
  await front.close();
  await listener.close();
  return code;
}

/** How a bridge reaches its server. */
function connections(options: BridgeOptions, { asker, onError, print, write }: Parts) {
  const { target, headers, environment, cwd, stateDir } = options;
  if (target.kind === "command") {
    const { command, args } = target;
    const connect = (): ServerEnd => {
      // With a mark, so that a server cannot pass for the bridge, which prints addresses for the user.
      const lines = createServerLines(write);
      lines.flush();
      return new ProcessServer({ command, args, environment, cwd, onStderr: lines.add, onError });
    };
    return { connect, account: () => undefined };
  }
  const url = new URL(target.url);
  const isSignedIn = "authorization" in headers;
  const signIn = isSignedIn
    ? undefined
    : createBridgeSignIn({ url: target.url, stateDir, asker, print });
  const transport = { requestInit: { headers }, ...signInOptions(signIn) };
  const connect = (): ServerEnd => new HttpServer({ url, transport, onError });
  const account = (): string | undefined => signIn?.account;
  return { connect, account, url: { url, headers, fetch: signedFetch(signIn) } };
}

function untilSignal(stopping: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    stopping.addEventListener("abort", () => resolve(0), { once: true });
    process.once("SIGINT", () => resolve(0));
    process.once("SIGTERM", () => resolve(143));
    process.once("SIGHUP", () => resolve(129));
  });
}
