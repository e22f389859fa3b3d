import { ConnectError } from "../errors.js";
import type { Connection, ConnectOptions } from "./connection.js";
import { httpStatusOf } from "./explain-failure.js";
import { openConnection } from "./open-connection.js";

/** Long enough for a runner such as `npx` to download its program first. */
const CONNECT_MS = 60_000;
const WAITING_MS = 5_000;

/**
 * Starts a server or reaches it over HTTP, and connects to it with the inbox attached.
 *
 * @throws ConnectError when the connection fails; a program that was started has ended by then
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
    return await openConnection(options, protocolVersion, endsAt);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    const older = protocolVersion === "auto" ? "legacy" : protocolVersion;
    if (error.problem === "not-mcp" && older !== "2026-07-28" && isRefusedPost(error)) {
      // Where it is not that either, what is wrong is what was found first.
      return await openConnection(options, older, endsAt, true).catch(() => Promise.reject(error));
    }
    // Some older programs exit when they receive a request they do not know.
    if (protocolVersion !== "auto" || error.problem !== "exited") throw error;
    return await openConnection(options, "legacy", endsAt);
  } finally {
    clearTimeout(waiting);
  }
}

/** Whether a URL takes no POST, as that of a server with the transport of 2024. */
function isRefusedPost({ cause }: ConnectError): boolean {
  const status = httpStatusOf(cause);
  return status !== undefined && status >= 400 && status < 500;
}

/** The type of {@link connectServer}, for tests that replace it. */
export type ConnectServer = typeof connectServer;
