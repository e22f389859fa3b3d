import { statSync } from "node:fs";
import { endMalformedMessages } from "midcall/client/messages";
import {
  Client,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { ConnectError } from "../errors.js";
import { safeLine } from "../safe-text.js";
import { waitAtMost } from "../timing.js";
import { VERSION } from "../version.js";
import type { Connection, ConnectOptions } from "./connection.js";
import { explainFailure } from "./explain-failure.js";
import { limitToolDepth } from "./messages/limit-tool-depth.js";
import { watchSession } from "./messages/lost-session.js";
import { tapTransport } from "./messages/tap-transport.js";
import { createToolList } from "./messages/tool-list.js";
import { type Negotiated, negotiationOptions } from "./negotiation.js";
import { createOldTransport } from "./old-transport.js";
import { requireSignIn, signInOptions, usableSignIn } from "./oauth/connect-signed-in.js";
import { ServerProcess } from "./process/server-process.js";
import type { Target } from "./target.js";
import { createTaskReceiver } from "./tasks/client-tasks/task-receiver.js";
import { createToolTasks } from "./tasks/tool-tasks.js";

/** How long a server may take to respond to a ping. */
const PING_MS = 5_000;
const GOODBYE_MS = 1_000;

/**
 * Makes one attempt to connect.
 *
 * @param endsAt - when to give up, on the clock of `performance.now()`
 * @param isOld - whether a URL is spoken to over the transport of 2024
 * @throws ConnectError when it fails; a program that was started has ended by then
 */
export async function openConnection(
  options: ConnectOptions,
  protocolVersion: Negotiated,
  endsAt: number,
  isOld = false,
): Promise<Connection> {
  const { target, server, inbox, headers, signal } = options;
  const timeoutMs = Math.max(1, Math.ceil(endsAt - performance.now()));
  if (signal?.aborted) throw aborted();
  const program = target.kind === "command" ? createProcess(target, options) : undefined;
  const signIn = usableSignIn(options);
  const old =
    target.kind === "url" && isOld
      ? createOldTransport(target.url, headers, options.fetch, signIn)
      : undefined;
  const http =
    target.kind === "url" && !isOld
      ? new StreamableHTTPClientTransport(new URL(target.url), {
          requestInit: { headers },
          fetch: options.fetch,
          ...signInOptions(signIn),
        })
      : undefined;
  const session = http && watchSession(http);
  const toolList = createToolList();
  const client = new Client(
    { name: "midcall", version: VERSION },
    negotiationOptions(protocolVersion, timeoutMs),
  );
  const receiver = createTaskReceiver(client);
  const plain = tapTransport((program ?? http ?? old)!, toolList.tap);
  // Below what wraps it: only the SDK's own transports are known from inside.
  endMalformedMessages(plain);
  // What is declared to the server must be in its log, too, so this tap comes before those of the options.
  tapTransport(plain, receiver.tap);
  const transport = tapTransport(wrap(plain, program, options.wrapTransport), limitToolDepth);
  // Answers are written down beforehand, or entered where no stray key counts: servers of midcall need not doubt them.
  client.registerCapabilities({ experimental: { "midcall/deliberate": {} } });
  options.prepare?.(client);
  const tasks = createToolTasks(client);
  tapTransport(transport, tasks.tap);
  const { onInput, onTask } = options;
  const attachment = inbox.attach(client, { server, startedBy: "user", onInput, onTask });
  tasks.attachQuestions();
  receiver.attach();

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      if (http?.sessionId !== undefined) {
        await waitAtMost(
          GOODBYE_MS,
          http.terminateSession().catch(() => {}),
        );
      }
      await waitAtMost(
        GOODBYE_MS,
        client.close().catch(() => {}),
      );
      // The client closes its transport only after it has connected.
      await transport.close().catch(() => {});
      await program?.close();
    })());

  const connecting = client.connect(transport, { timeout: timeoutMs, signal });
  try {
    await within(timeoutMs, connecting, signal);
  } catch (error) {
    const hasExited = program?.endedByItself ?? false;
    const hadSession = http?.sessionId !== undefined;
    await close();
    if (signal?.aborted) throw aborted();
    if (signIn) await requireSignIn(signIn, error, signal);
    if (signal?.aborted) throw aborted();
    const asked = protocolVersion === "legacy" ? "auto" : protocolVersion;
    throw explainFailure({
      target,
      protocolVersion: asked,
      error,
      program,
      hasExited,
      hadSession,
      headers,
    });
  }
  receiver.endWith(transport);
  const negotiated = client.getNegotiatedProtocolVersion() ?? "unknown";
  // From 2026-07-28 on there are no sessions.
  if (negotiated < "2026-07-28") session?.begin(() => client.ping({ timeout: PING_MS }));
  return {
    client,
    attachment,
    tasks,
    protocolVersion: negotiated,
    serverInfo: client.getServerVersion(),
    listTools: (given) => toolList.list(client, given),
    lastLines: () => program?.lastLines ?? [],
    exit: () => program?.exit,
    close,
  };
}

/** @throws ConnectError when its directory does not exist; Node would say that the program does not */
function createProcess(
  { command, args }: Extract<Target, { kind: "command" }>,
  { onStderr, environment, cwd }: ConnectOptions,
): ServerProcess {
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConnectError(
      "not-found",
      `The working directory "${safeLine(cwd, 200)}" does not exist. Check the spelling.`,
    );
  }
  return new ServerProcess(command, args, onStderr, environment, cwd);
}

function aborted(): ConnectError {
  return new ConnectError("aborted", "Connecting to the server was aborted.");
}

/**
 * Applies one time limit to the whole negotiation: the SDK's limit restarts with each request, and the SDK
 * observes the signal only once it is connected.
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
    const late = new SdkError(SdkErrorCode.RequestTimeout, "The connection timed out.");
    timer = setTimeout(() => reject(late), ms);
  });
  done.catch(() => {});
  await Promise.race([done, gaveUp]).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  });
}

/** Keeps `pid` and `stderr` on a wrapped stdio transport: the SDK applies different time-outs to stdio and HTTP. */
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
