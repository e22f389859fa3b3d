import { randomBytes } from "node:crypto";
import type { Policy } from "midcall/client";
import { connectServer, type ConnectServer } from "../connect/connect-server.js";
import type { ProtocolVersionChoice } from "../connect/protocol-version.js";
import type { Target } from "../connect/target.js";
import { describeError } from "../describe-error.js";
import { createGuard, createPlace } from "./access/guard.js";
import { createApi } from "./api/api.js";
import { createApp } from "./app.js";
import { type ConsoleParts, createParts } from "./create-parts.js";
import { listen, listenAnywhere, type Listener, listenFrom, type TakenPort } from "./listen.js";
import { PAGE_FOLDER, readPageFiles } from "./page-files.js";
import type { StartSettings } from "./servers/editing/changes.js";
import type { ConsoleServer } from "./servers/console-server.js";

/** Options of {@link startConsole}. */
export interface ConsoleOptions {
  /** The directory for the console's files. Created if it does not exist. */
  readonly stateDir: string;
  /** A server to add to the saved ones. */
  readonly target?: Target | undefined;
  /** Its name. */
  readonly name?: string | undefined;
  /** Its variables and headers, beside those that are saved, and its directory: by default that of the console. */
  readonly settings?: StartSettings | undefined;
  /** Its protocol version. Default: the saved one, or `auto`. */
  readonly protocolVersion?: ProtocolVersionChoice | undefined;
  /** The port on 127.0.0.1; 0 for any free one, of another address of this computer. Default: the preferred one, or else any free port. */
  readonly port?: number | undefined;
  /** The port to use if it is free. If not, one of the next is used. */
  readonly preferredPort?: number | undefined;
  /** Called for errors that no caller receives. The errors contain no answers. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** For tests. */
  readonly policy?: Partial<Policy> | undefined;
  /** For tests: how long a page may be closed before its questions end, in milliseconds. Default 20,000. */
  readonly graceMs?: number | undefined;
  /** For tests. */
  readonly connectServer?: ConnectServer | undefined;
  /** For tests: the directory of the page's files. */
  readonly pageFolder?: string | undefined;
}

/** A running console. */
export interface RunningConsole {
  /** The URL with the token, for the user only. */
  readonly url: string;
  /** A URL that works once, within a minute. @param whenOver - called when it no longer works */
  ticketUrl(whenOver?: () => void): string;
  /** Where the page is; another path each time. */
  readonly address: string;
  readonly token: string;
  /** The preferred port, if another program listens on it. */
  readonly taken: TakenPort | undefined;
  close(): Promise<void>;
}

/** Enough time to reload a page, or to reopen one that was closed by mistake. */
const GRACE_MS = 20_000;

/**
 * Starts the console: a page on this computer from which the user calls the tools of MCP servers and answers
 * their questions.
 *
 * @throws ConsoleError when the port or the directory cannot be used, or when the page has not been built
 */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const { onError = printError, preferredPort } = options;
  const files = await readPageFiles(options.pageFolder ?? PAGE_FOLDER);
  const parts = await createParts({
    stateDir: options.stateDir,
    graceMs: options.graceMs ?? GRACE_MS,
    policy: options.policy,
    connectServer: options.connectServer ?? connectServer,
    onError,
  });

  // 128 bits cannot be guessed, and the address fits on a line of 80 characters.
  const token = randomBytes(16).toString("base64url");
  const place = createPlace();
  const guard = createGuard(token, place);
  const app = createApp({ api: createApi(parts), feed: parts.feed, guard, place, files, onError });
  const { listener, taken } =
    options.port === undefined && preferredPort !== undefined
      ? await listenFrom(app.fetch, preferredPort)
      : { listener: await listenAt(app.fetch, options.port), taken: undefined };
  place.origin = listener.origin;

  const { target, name, protocolVersion, settings } = options;
  const added = target && parts.servers.add(target, name, protocolVersion, settings);
  connectWhenPageOpens(parts, added, protocolVersion);

  const address = place.origin + place.path;
  // The page starts with the tools of the server that was named.
  const start = added ? `&to=${added.saved.id}` : "";
  let closing: Promise<void> | undefined;
  return {
    address,
    token,
    taken,
    url: `${address}#token=${token}${start}`,
    ticketUrl: (whenOver) => `${address}#ticket=${guard.ticket(whenOver)}${start}`,
    close: () => (closing ??= parts.close(() => listener.close())),
  };
}

/**
 * Connects the added server and those with unfinished calls when the first page is open: a server learns when
 * it is connected whether questions can be answered.
 */
function connectWhenPageOpens(
  { servers, openPages, waiting }: ConsoleParts,
  added: ConsoleServer | undefined,
  protocolVersion: ProtocolVersionChoice | undefined,
): void {
  const toConnect = servers
    .list()
    .filter((server) => server === added || waiting.has(server.saved.name));
  void openPages.first.then(() => {
    for (const server of toConnect) {
      void server.connect(server === added ? protocolVersion : undefined);
    }
  });
}

const listenAt = (fetch: Parameters<typeof listen>[0], port = 0): Promise<Listener> =>
  port === 0 ? listenAnywhere(fetch) : listen(fetch, port);

function printError(error: unknown): void {
  console.error(`midcall console: ${describeError(error)}`);
}
