import type { Inbox, ResumedCall } from "midcall/client";
import type { ConnectServer } from "../../connect/connect-server.js";
import type { Connection } from "../../connect/connection.js";
import type { HeaderMap } from "../../connect/headers.js";
import { tapTransport } from "../../connect/messages/tap-transport.js";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
import { findSignInError } from "../../connect/oauth/find-sign-in-error.js";
import { createSignIn } from "../../connect/oauth/sign-in.js";
import type { SignInError } from "../../connect/oauth/sign-in-error.js";
import type { SignInVault } from "../../connect/oauth/sign-in-vault.js";
import { secretValues } from "../api/server-headers.js";
import type { CallContext } from "../calls/calls.js";
import { RequestError } from "../errors.js";
import type { ServerState, ServerView, ToolView } from "../views/api-types.js";
import { toConnectionView, toTargetView } from "../views/server-view.js";
import { readToolViews } from "../views/tool-views.js";
import { coalesce } from "./coalesce.js";
import { describeConnectError } from "./describe-connect-error.js";
import { createOutputTail, type OutputTail } from "./output-tail.js";
import type { SavedServer } from "./saved-server.js";
import { createScrubber } from "./scrubber.js";
import { ServerSignIn } from "./server-sign-in.js";
import { createWireLog, type WireLog } from "./wire-log.js";

/** Options of {@link ConsoleServer}. */
export interface ConsoleServerOptions {
  readonly saved: SavedServer;
  readonly inbox: Inbox;
  readonly connectServer: ConnectServer;
  /** Keeps the user's sign-ins. */
  readonly signInVault: SignInVault;
  onChange(): void;
  /** The connection ended: `lost` by itself, `cancelled` by the user. */
  onEnd(state: "lost" | "cancelled"): void;
  /** Calls continue that were running when the console was stopped. */
  onResumed(calls: readonly ResumedCall[]): void;
}

/** Longer than a question stays open, which is 10 minutes at most. */
const CALL_MS = 15 * 60_000;

const superseded = (): Error => new Error("The connection is no longer needed.");

/** A server of the console, connected or not. */
export class ConsoleServer {
  readonly wire: WireLog;
  readonly output: OutputTail;
  /** For a URL. */
  readonly signIn: ServerSignIn | undefined;
  readonly #options: ConsoleServerOptions;
  #saved: SavedServer;
  #state: ServerState = "idle";
  #problem: string | undefined;
  #connection: Connection | undefined;
  #tools: readonly ToolView[] = [];
  #toolsSeq = 0;
  /** The current attempt to connect, or the current connection. */
  #attempt: AbortController | undefined;
  #settled: Promise<void> = Promise.resolve();
  #headers: HeaderMap = {};
  #headerValues = createScrubber();
  readonly #tokens = createScrubber();

  constructor(options: ConsoleServerOptions) {
    this.#options = options;
    this.#saved = options.saved;
    const { onChange, saved, signInVault: vault } = options;
    if (saved.target.kind === "url") {
      const signIn = createSignIn({
        server: saved.target.url,
        vault,
        onSecret: (secret) => this.#tokens.add(secret),
      });
      this.signIn = new ServerSignIn({ signIn, onChange, onSignedIn: () => void this.connect() });
    }
    const answers = createScrubber();
    const scrubber = {
      add: answers.add,
      scrub: (text: string) => answers.scrub(this.#scrub(text)),
    };
    this.output = createOutputTail(scrubber, onChange);
    this.wire = createWireLog({
      scrubber,
      protocolVersion: () => this.#protocolVersion(),
      onChange,
    });
  }

  get saved(): SavedServer {
    return this.#saved;
  }

  get tools(): readonly ToolView[] {
    return this.#tools;
  }

  view(): ServerView {
    const { id, name, target, protocolVersion } = this.#saved;
    return {
      id,
      name,
      target: toTargetView(target),
      headers: Object.keys(this.#headers),
      protocolVersion,
      state: this.#state,
      problem: this.#problem,
      signIn: this.signIn?.view(),
      toolsSeq: this.#toolsSeq,
      wireSeq: this.wire.seq,
      outputSeq: this.output.seq,
      ...(this.#connection &&
        this.#state === "ready" &&
        toConnectionView(this.#connection, this.#tools.length)),
    };
  }

  /** Changes the name. Its questions use the new name from the next connection on. */
  rename(name: string): void {
    this.#saved = { ...this.#saved, name };
    this.#options.onChange();
  }

  /** Connects or reconnects. Never rejects; the view contains the problem. */
  async connect(
    protocolVersion: ProtocolVersionChoice = this.#saved.protocolVersion,
    headers?: HeaderMap,
  ): Promise<void> {
    this.#saved = { ...this.#saved, protocolVersion };
    if (headers) {
      this.#headers = headers;
      this.#headerValues = createScrubber();
      this.#headerValues.add(secretValues(headers));
    }
    this.#setState("connecting");
    const ended = this.#end();
    const attempt = new AbortController();
    // If there are two attempts at once, the later one wins.
    this.#attempt = attempt;
    await ended;
    if (this.#attempt !== attempt) return;
    this.#settled = this.#open(attempt);
    await this.#settled;
  }

  async disconnect(): Promise<void> {
    this.signIn?.cancel();
    this.#setState("idle");
    await this.#end();
  }

  /** Closes the connection, and removes the user's sign-in. @returns what happened to its tokens */
  async forgetSignIn(): Promise<string | undefined> {
    await this.disconnect();
    return this.signIn?.forget();
  }

  /** Calls a tool. @throws RequestError when the server is not connected */
  async call(
    name: string,
    args: Record<string, unknown>,
    { signal, onProgress }: CallContext,
  ): Promise<unknown> {
    if (!this.#connection || this.#state !== "ready") {
      throw new RequestError(409, `${this.#saved.name} is not connected. Connect it first.`);
    }
    const attempt = this.#attempt;
    try {
      return await this.#connection.client.callTool(
        { name, arguments: args },
        { signal, onprogress: onProgress, timeout: CALL_MS, resetTimeoutOnProgress: true },
      );
    } catch (error) {
      const reason = this.signIn && findSignInError(error, this.signIn.signIn.server);
      if (!reason) throw error;
      // The call ends with this reason before the connection does.
      void this.#requireSignIn(reason, attempt);
      throw reason;
    }
  }

  /** Ends the connection if the user can sign in to solve why a request was refused. */
  async #requireSignIn(reason: SignInError, attempt: AbortController | undefined): Promise<void> {
    if (!(await this.signIn?.require(reason)) || this.#attempt !== attempt) return;
    this.#setState("sign-in", this.#scrub(reason.message));
    void this.#end("lost");
  }

  #scrub(text: string): string {
    return this.#tokens.scrub(this.#headerValues.scrub(text));
  }

  #protocolVersion(): string {
    const { protocolVersion } = this.#saved;
    return this.#connection?.protocolVersion ?? (protocolVersion === "auto" ? "" : protocolVersion);
  }

  #setState(state: ServerState, problem?: string): void {
    this.#state = state;
    this.#problem = problem;
    this.#options.onChange();
  }

  /** Ends the attempt or the connection. The fields are reset at once, even if closing takes long. */
  async #end(how: "lost" | "cancelled" = "cancelled"): Promise<void> {
    this.#attempt?.abort(superseded());
    this.#attempt = undefined;
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection) this.#options.onEnd(how);
    await connection?.close().catch(() => {});
    await this.#settled;
  }

  async #open(attempt: AbortController): Promise<void> {
    let connection: Connection | undefined;
    try {
      connection = await this.#connectServer(attempt.signal);
      if (this.#attempt !== attempt) throw superseded();
      this.#connection = connection;
      this.#watchClose(connection, attempt);
      await this.#watchTools(connection, attempt);
      if (this.#attempt !== attempt) throw superseded();
      await this.signIn?.connected();
      if (this.#attempt !== attempt) throw superseded();
      this.#setState("ready");
      this.#options.onResumed(await connection.attachment.resume());
    } catch (error) {
      await connection?.close().catch(() => {});
      const isSignIn = (await this.signIn?.require(error)) ?? false;
      if (this.#attempt !== attempt) return;
      this.#attempt = undefined;
      this.#connection = undefined;
      const { target } = this.#saved;
      const scrub = (text: string): string => this.#scrub(text);
      this.#setState(
        isSignIn ? "sign-in" : "failed",
        describeConnectError(error, target, this.#headers, scrub),
      );
    }
  }

  #connectServer(signal: AbortSignal): Promise<Connection> {
    const { target, name, protocolVersion } = this.#saved;
    let attempts = 0;
    return this.#options.connectServer({
      target,
      server: name,
      protocolVersion,
      inbox: this.#options.inbox,
      headers: this.#headers,
      signIn: this.signIn?.signIn,
      wrapTransport: (transport) => {
        attempts += 1;
        if (attempts > 1) {
          this.output.add("\n(Restarted, to try an older protocol version.)\n");
        }
        return tapTransport(transport, this.wire.add);
      },
      onStderr: this.output.add,
      signal,
    });
  }

  #watchClose({ client }: Connection, attempt: AbortController): void {
    const before = client.onclose;
    client.onclose = () => {
      before?.call(client);
      if (this.#attempt !== attempt || this.#state !== "ready") return;
      const connection = this.#connection;
      this.#connection = undefined;
      this.#attempt = undefined;
      this.#setState(
        "ended",
        this.#saved.target.kind === "command"
          ? "The server has exited. Its last output may say why."
          : "The connection to the server was lost: it cannot be reached, or it no longer knows this session. Reconnect when it is running again.",
      );
      this.#options.onEnd("lost");
      void connection?.close().catch(() => {});
    };
  }

  /** Reads the tools now, and again whenever the server reports a change. */
  async #watchTools(connection: Connection, attempt: AbortController): Promise<void> {
    const read = coalesce(async () => {
      const tools = await readToolViews(connection, attempt.signal);
      if (this.#attempt !== attempt) return;
      this.#tools = tools;
      this.#toolsSeq += 1;
      this.#options.onChange();
    });
    connection.client.setNotificationHandler("notifications/tools/list_changed", () => {
      read().catch(() => {});
    });
    await read();
  }
}
