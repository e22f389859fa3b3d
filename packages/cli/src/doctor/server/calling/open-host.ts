import {
  ProtocolError,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import {
  type Answers,
  createTestHost,
  disconnect,
  type Fault,
  type TestHost,
} from "midcall/testing";
import { explainFailure } from "../../../connect/explain-failure.js";
import { limitToolDepth } from "../../../connect/messages/limit-tool-depth.js";
import { tapTransport } from "../../../connect/messages/tap-transport.js";
import { ServerProcess } from "../../../connect/process/server-process.js";
import type { ProtocolVersion } from "../../../connect/protocol-version.js";
import { ConnectError } from "../../../errors.js";
import { sleep } from "../../../timing.js";
import { VERSION } from "../../../version.js";
import type { ServerAccess } from "../server-access.js";

/** Long enough for a runner such as `npx` to download its program first. */
const CONNECT_MS = 60_000;
/** More messages than any call needs: what a server sends is kept in memory. */
const MOST_MESSAGES = 5_000;
const MOST_ROUNDS = 40;
/** How long the exit of a program may be noticed after its connection has closed. */
const EXIT_MS = 300;
const METHOD_NOT_FOUND = -32_601;

/** A host with a scripted user, connected to the server. */
export interface DoctorHost extends AsyncDisposable {
  readonly host: TestHost;
  /** Sends a message as it is, past the client. */
  send(message: Parameters<Transport["send"]>[0]): Promise<void>;
  /** Whether the server responds to anything else within this time. */
  responds(ms: number): Promise<boolean>;
  /** How the connection was lost, in words that are safe to print; `undefined` if it stands. */
  lost(): Promise<string | undefined>;
}

/**
 * Starts the server once more, or opens a new connection to it.
 *
 * @throws ConnectError when that fails; a program that was started has ended by then
 */
export async function openHost(
  { target, headers, environment, cwd, signal }: ServerAccess,
  protocolVersion: ProtocolVersion,
  { answers, faults = [] }: { readonly answers: Answers; readonly faults?: readonly Fault[] },
): Promise<DoctorHost> {
  signal.throwIfAborted();
  const program =
    target.kind === "command"
      ? new ServerProcess(target.command, target.args, undefined, environment, cwd)
      : undefined;
  const transport: Transport =
    program ??
    new StreamableHTTPClientTransport(new URL((target as { readonly url: string }).url), {
      requestInit: { headers },
    });
  tapTransport(transport, limitToolDepth);
  const flood = disconnect(
    ({ direction, index }) => direction === "received" && index >= MOST_MESSAGES,
  );
  const interrupt = (): void => void transport.close().catch(() => {});
  signal.addEventListener("abort", interrupt);
  const stop = async (): Promise<void> => {
    signal.removeEventListener("abort", interrupt);
    await program?.close();
  };
  let host: TestHost;
  try {
    host = await createTestHost({
      protocolVersion,
      connection: transport,
      answers,
      faults: [flood, ...faults],
      clientInfo: { name: "midcall-doctor", version: VERSION },
      timeoutMs: CONNECT_MS,
      maxRounds: MOST_ROUNDS,
      onRequest({ method }) {
        throw new ProtocolError(METHOD_NOT_FOUND, `The doctor does not answer ${method}.`);
      },
    });
  } catch (error) {
    const hasExited = program?.endedByItself ?? false;
    await stop();
    signal.throwIfAborted();
    throw explainFailure({ target, protocolVersion, error, program, hasExited, headers });
  }
  let isClosed = false;
  transport.onclose = after(transport.onclose, () => (isClosed = true));
  const ask = (ms: number): Promise<unknown> =>
    protocolVersion === "2026-07-28"
      ? host.client.listTools(undefined, { timeout: ms })
      : host.client.ping({ timeout: ms });
  return {
    host,
    send: (message) => transport.send(message),
    responds: (ms) =>
      ask(ms).then(
        () => true,
        // An error is a response, too.
        (error: unknown) => error instanceof ProtocolError,
      ),
    async lost() {
      if (isClosed && program) await sleep(EXIT_MS);
      if (program?.endedByItself) return describeExit(program);
      if (isClosed) return "the connection was closed";
      if (program) return undefined;
      return (await isReachable(target as { readonly url: string }))
        ? undefined
        : "the server cannot be reached any more";
    },
    async [Symbol.asyncDispose]() {
      await host.close().catch(() => {});
      await stop();
    },
  };
}

function after(first: (() => void) | undefined, then: () => void): () => void {
  return () => {
    then();
    first?.();
  };
}

function describeExit({ exit, lastLines }: ServerProcess): string {
  const how = typeof exit === "number" ? ` with code ${exit}` : exit ? ` on ${exit}` : "";
  const last = lastLines.at(-1);
  return `its process exited${how}${last === undefined ? "" : `, and last wrote: ${last}`}`;
}

/** Any HTTP response will do. */
async function isReachable({ url }: { readonly url: string }): Promise<boolean> {
  try {
    const response = await fetch(url, { method: "OPTIONS", signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** Whether the server speaks other protocol versions, but not this one. */
export const isOtherVersion = (error: unknown): boolean =>
  error instanceof ConnectError && error.problem === "protocol-version";
