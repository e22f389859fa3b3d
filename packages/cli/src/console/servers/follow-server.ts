import type { Client } from "@modelcontextprotocol/client";
import type { Connection } from "../../connect/connection.js";
import type { Calls } from "../calls/calls.js";
import type { LogLevel } from "../views/api-types.js";
import { followLists } from "./lists/change-streams.js";
import type { ServerLists } from "./lists/server-lists.js";
import type { ServerLog } from "./logs/server-log.js";

/** Where it is kept what a server announces. */
export interface ServerFollowers {
  readonly lists: ServerLists;
  readonly log: ServerLog;
  readonly calls: Pick<Calls, "find" | "addLog">;
  /** The user's name for the server. */
  name(): string;
  /** The level of log messages that the user wants. */
  logLevel(): LogLevel | undefined;
}

const ASK_MS = 15_000;

/**
 * Reads the lists of a server, and follows its log messages.
 *
 * @returns what follows the changes of the lists and sends the log level, as soon as the server is ready
 */
export async function followServer(
  connection: Connection,
  signal: AbortSignal,
  { lists, log, calls, name, logLevel }: ServerFollowers,
): Promise<() => void> {
  const { client } = connection;
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const call = calls.find({ server: name() });
    const { kind: _, seq: __, call: ___, ...line } = log.add(params, call);
    if (call !== undefined) calls.addLog(call, line);
  });
  const readAgain = await lists.follow(connection, signal);
  return () => {
    sendLogLevel(client, logLevel()).catch(() => {});
    void followLists(client, signal, readAgain);
  };
}

/** Tells a server of 2025 which log messages the user wants. */
export async function sendLogLevel(client: Client, level: LogLevel | undefined): Promise<void> {
  if (!level || client.getProtocolEra() === "modern") return;
  if (!client.getServerCapabilities()?.logging) return;
  await client.setLoggingLevel(level, { timeout: ASK_MS });
}
