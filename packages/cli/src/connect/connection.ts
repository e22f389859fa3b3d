import type { Client, FetchLike, Transport } from "@modelcontextprotocol/client";
import type { Attachment, AttachOptions, Inbox } from "midcall/client";
import type { HeaderMap } from "./headers.js";
import type { ToolList } from "./messages/tool-list.js";
import type { ProtocolVersionChoice } from "./protocol-version.js";
import type { SignIn } from "./oauth/sign-in.js";
import type { Target } from "./target.js";
import type { ToolTasks } from "./tasks/tool-tasks.js";

/** How to connect to a server. */
export interface ConnectOptions {
  readonly target: Target;
  /** The user's name for the server; the inbox's rules and limits apply to this name. */
  readonly server: string;
  /** The protocol version to use; `auto` is the newest that both sides support. */
  readonly protocolVersion: ProtocolVersionChoice;
  /** Receives the server's questions. Mount a UI before connecting. */
  readonly inbox: Inbox;
  /** Answers sampling and roots on 2026-07-28. */
  readonly onInput?: AttachOptions["onInput"];
  /** Called with each state of a task of 2026-07-28, as part of the call that it belongs to. */
  readonly onTask?: AttachOptions["onTask"];
  /** Declares more capabilities and sets more handlers before the client connects. Called once for each attempt. */
  readonly prepare?: ((client: Client) => void) | undefined;
  /** Observes or replaces the transport before it is used. Called once for each attempt. */
  readonly wrapTransport?: ((transport: Transport) => Transport) | undefined;
  /** Variables that a program is started with, in addition to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** The directory that a program is started in. Default: that of this process. */
  readonly cwd?: string | undefined;
  /** Sends the requests to a URL. Default: the global `fetch`. A sign-in has its own. */
  readonly fetch?: FetchLike | undefined;
  /** Sent with every request to a URL. */
  readonly headers?: HeaderMap | undefined;
  /** Signs the user in at a URL that requires it, unless an `Authorization` header is given. */
  readonly signIn?: SignIn | undefined;
  /** Receives what a started program writes to stderr; untrusted. */
  readonly onStderr?: ((text: string) => void) | undefined;
  /** Stops connecting and ends the program that was started. */
  readonly signal?: AbortSignal | undefined;
  /** How long connecting may take in total, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Called once when connecting takes long, with the milliseconds that are left. */
  readonly onWaiting?: ((leftMs: number) => void) | undefined;
  /** When `onWaiting` is called, in milliseconds after the start. Default 5,000. */
  readonly waitingAfterMs?: number | undefined;
}

/** An open connection to a server. */
export interface Connection {
  readonly client: Client;
  readonly attachment: Attachment;
  /** Calls tools as tasks of 2025-11-25. */
  readonly tasks: ToolTasks;
  /** The negotiated protocol version. With `auto` it can be older than 2025-06-18, which has no elicitation. */
  readonly protocolVersion: string;
  /** The server's description of itself; untrusted, and absent if the server sends none. */
  readonly serverInfo: ReturnType<Client["getServerVersion"]>;
  /**
   * The server's tools; empty if the server has none.
   *
   * @throws ConnectError that names the tools whose definition is invalid
   */
  listTools(options?: Parameters<ToolList["list"]>[1]): ReturnType<ToolList["list"]>;
  /** The last lines a started program wrote to stderr, safe to print. */
  lastLines(): readonly string[];
  /** The exit code of a started program that has ended, or the signal that ended it. */
  exit(): number | NodeJS.Signals | undefined;
  /** Closes the connection and ends the program with all its child processes. Takes a few seconds at most, never throws. */
  close(): Promise<void>;
}
