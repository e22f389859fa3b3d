import {
  Client,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Attachment, Inbox } from "midcall/client";
import { ConnectError } from "../errors.js";
import { VERSION } from "../version.js";
import { limitToolDepth } from "./messages/limit-tool-depth.js";
import type { ProtocolVersionChoice } from "./protocol-version.js";
import { explainFailure } from "./explain-failure.js";
import type { HeaderMap } from "./headers.js";
import { watchSession } from "./messages/lost-session.js";
import { ServerProcess } from "./process/server-process.js";
import { tapTransport } from "./messages/tap-transport.js";
import type { Target } from "./target.js";
import { createToolList, type ToolList } from "./messages/tool-list.js";

/** Options of {@link connectServer}. */
export interface ConnectOptions {
  readonly target: Target;
  /** The server, as the person knows it; rules and limits of the inbox go by this name. */
  readonly server: string;
  /** The protocol version to speak, or `auto`: the best both sides know. */
  readonly protocolVersion: ProtocolVersionChoice;
  /** Its questions come here. Mount a UI before. */
  readonly inbox: Inbox;
  /** Sees, or replaces, the transport before anything is sent on it. Called once for each attempt. */
  readonly wrapTransport?: ((transport: Transport) => Transport) | undefined;
  /** Sent with every request to a URL. */
  readonly headers?: HeaderMap | undefined;
  /** What a started program writes to stderr, as it comes and untrusted. */
  readonly onStderr?: ((text: string) => void) | undefined;
  /** Gives up, and ends what was started. */
  readonly signal?: AbortSignal | undefined;
  /** How long the server may take to be connected in all, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Told, once, that this takes longer than usual, and how many milliseconds are left. */
  readonly onWaiting?: ((leftMs: number) => void) | undefined;
  /** After how long, in milliseconds. Default 5,000. */
  readonly waitingAfterMs?: number | undefined;
}

/** An open connection to a server. */
export interface Connection {
  readonly client: Client;
  readonly attachment: Attachment;
  /** The protocol version that was agreed on. With `auto` it may be one from before 2025-06-18, which cannot ask. */
  readonly protocolVersion: string;
  /** What the server says about itself; untrusted, and absent where it says nothing. */
  readonly serverInfo: ReturnType<Client["getServerVersion"]>;
  /**
   * The server's tools; none where it has none.
   *
   * @throws ConnectError that names the tools the protocol does not allow
   */
  listTools(options?: Parameters<ToolList["list"]>[1]): ReturnType<ToolList["list"]>;
  /** The last lines of stderr of a started program, harmless to show. */
  lastLines(): readonly string[];
  /** Ends the connection, the program, and everything the program has started. Takes seconds at most, never throws. */
  close(): Promise<void>;
}

/** Long enough for a runner such as `npx` to fetch its program first. */
const CONNECT_MS = 60_000;
const WAITING_MS = 5_000;
/** How long a server may take to say that it is still there. */
const PING_MS = 5_000;
/** How long a program may think about the first question of 2026-07-28 before it counts as older. */
const PROBE_MS = 15_000;
const GOODBYE_MS = 1_000;

type Negotiation = Pick<
  NonNullable<ConstructorParameters<typeof Client>[1]>,
  "versionNegotiation" | "supportedProtocolVersions"
>;

/** What the client has to be told for each protocol version; `older` is for programs that end when asked for 2026-07-28. */
function negotiationFor(
  protocolVersion: ProtocolVersionChoice | "older",
  timeoutMs: number,
): Negotiation {
  if (protocolVersion === "older") return {};
  const probe = { timeoutMs: Math.min(PROBE_MS, timeoutMs) };
  if (protocolVersion === "auto") return { versionNegotiation: { mode: "auto", probe } };
  return {
    supportedProtocolVersions: [protocolVersion],
    ...(protocolVersion === "2026-07-28" && {
      versionNegotiation: { mode: { pin: protocolVersion } },
    }),
  };
}

/**
 * Starts or reaches a server and connects to it, with the inbox attached before.
 *
 * @throws ConnectError when there is no connection; nothing that was started is left then
 *
 * @example
 * ```ts
 * const connection = await connectServer({
 *   target: parseTarget(["node", "server.js"]),
 *   server: "files",
 *   protocolVersion: "auto",
 *   inbox,
 * });
 * const tools = await connection.listTools();
 * await connection.close();
 * ```
 */
export async function connectServer(options: ConnectOptions): Promise<Connection> {
  const {
    protocolVersion,
    onWaiting,
    timeoutMs = CONNECT_MS,
    waitingAfterMs = WAITING_MS,
  } = options;
  const endsAt = performance.now() + timeoutMs;
  const waiting =
    waitingAfterMs < timeoutMs
      ? setTimeout(() => onWaiting?.(timeoutMs - waitingAfterMs), waitingAfterMs)
      : undefined;
  try {
    return await attempt(options, protocolVersion, endsAt);
  } catch (error) {
    // Some older programs end when they are sent anything they do not know.
    const isOlder =
      protocolVersion === "auto" && error instanceof ConnectError && error.problem === "exited";
    if (!isOlder) throw error;
    return await attempt(options, "older", endsAt);
  } finally {
    clearTimeout(waiting);
  }
}

async function attempt(
  options: ConnectOptions,
  protocolVersion: ProtocolVersionChoice | "older",
  endsAt: number,
): Promise<Connection> {
  const { target, server, inbox, headers, signal } = options;
  const timeoutMs = Math.max(1, Math.ceil(endsAt - performance.now()));
  if (signal?.aborted) throw aborted();
  const program =
    target.kind === "command"
      ? new ServerProcess(target.command, target.args, options.onStderr)
      : undefined;
  const http =
    target.kind === "url"
      ? new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers } })
      : undefined;
  const session = http && watchSession(http);
  const toolList = createToolList();
  const plain = tapTransport((program ?? http)!, toolList.tap);
  const transport = tapTransport(wrap(plain, program, options.wrapTransport), limitToolDepth);
  const client = new Client(
    { name: "midcall", version: VERSION },
    negotiationFor(protocolVersion, timeoutMs),
  );
  const attachment = inbox.attach(client, { server });

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      if (http?.sessionId !== undefined) {
        await Promise.race([http.terminateSession().catch(() => {}), after(GOODBYE_MS)]);
      }
      await Promise.race([client.close().catch(() => {}), after(GOODBYE_MS)]);
      // The client closes its transport only where it got to be connected.
      await transport.close().catch(() => {});
      await program?.close();
    })());

  const connecting = client.connect(transport, { timeout: timeoutMs, signal });
  try {
    await within(timeoutMs, connecting, signal);
  } catch (error) {
    const hasExited = program?.endedByItself ?? false;
    await close();
    if (signal?.aborted) throw aborted();
    const asked = protocolVersion === "older" ? "auto" : protocolVersion;
    throw explainFailure({ target, protocolVersion: asked, error, program, hasExited, headers });
  }
  const agreed = client.getNegotiatedProtocolVersion() ?? "unknown";
  // From 2026-07-28 on each request stands for itself.
  if (agreed < "2026-07-28") session?.begin(() => client.ping({ timeout: PING_MS }));
  return {
    client,
    attachment,
    protocolVersion: agreed,
    serverInfo: client.getServerVersion(),
    listTools: (given) => toolList.list(client, given),
    lastLines: () => program?.lastLines ?? [],
    close,
  };
}

function aborted(): ConnectError {
  return new ConnectError("aborted", "The connection was given up before it was made.");
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

/**
 * One limit for everything: the SDK's begins anew with each question to the server, and it looks at the
 * signal only once it has a connection.
 */
async function within(
  ms: number,
  done: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let stop = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const gaveUp = new Promise<never>((_, reject) => {
    stop = () => reject(aborted());
    signal?.addEventListener("abort", stop, { once: true });
    const late = new SdkError(SdkErrorCode.RequestTimeout, "It took too long.");
    timer = setTimeout(() => reject(late), ms);
  });
  done.catch(() => {});
  await Promise.race([done, gaveUp]).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  });
}

/** A wrapped pipe still has to look like one: the SDK gives pipes and HTTP different time-outs. */
function wrap(
  transport: Transport,
  program: ServerProcess | undefined,
  wrapTransport: ConnectOptions["wrapTransport"],
): Transport {
  const wrapped = wrapTransport?.(transport) ?? transport;
  if (program && !("pid" in wrapped && "stderr" in wrapped)) {
    Object.defineProperties(wrapped, {
      pid: { get: () => program.pid },
      stderr: { get: () => program.stderr },
    });
  }
  return wrapped;
}
