import type { ResumedCall } from "midcall/client";
import type { Connection } from "../../connect/connection.js";
import type { HeaderMap } from "../../connect/headers.js";
import { findSignInError } from "../../connect/oauth/find-sign-in-error.js";
import type { SignInError } from "../../connect/oauth/sign-in-error.js";
import type { Target } from "../../connect/target.js";
import { RequestError } from "../errors.js";
import type { ServerState } from "../views/api-types.js";
import { describeConnectError } from "./describe-connect-error.js";
import { followResources, type Subscriptions } from "./lists/subscriptions.js";
import type { ServerSignIn } from "./server-sign-in.js";

/** Options of {@link ServerConnection}. */
export interface ServerConnectionOptions {
  target(): Target;
  /** For a URL. */
  signIn(): ServerSignIn | undefined;
  /** The user's name for the server. */
  name(): string;
  /** The headers that are sent. */
  headers(): HeaderMap;
  /** Removes tokens and the values of headers from a text. */
  readonly scrub: (text: string) => string;
  open(signal: AbortSignal): Promise<Connection>;
  /**
   * Reads what the server offers, and handles what it announces.
   *
   * @returns what to do as soon as the server is ready
   */
  follow(connection: Connection, signal: AbortSignal): Promise<() => void>;
  onChange(): void;
  /** The connection ended: `lost` by itself, `cancelled` by the user. */
  onEnd(state: "lost" | "cancelled"): void;
  /** Calls continue that were running when the console was stopped. */
  onResumed(calls: readonly ResumedCall[]): void;
}

/** An open connection, with what ends with it. */
export interface OpenServer {
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
}

const superseded = (): Error => new Error("The connection is no longer needed.");

/** The connection to a server of the console: open, being opened, or why there is none. */
export class ServerConnection {
  readonly #options: ServerConnectionOptions;
  #state: ServerState = "idle";
  #problem: string | undefined;
  #open: OpenServer | undefined;
  /** The current attempt to connect, or the current connection. */
  #attempt: AbortController | undefined;
  #settled: Promise<void> = Promise.resolve();

  constructor(options: ServerConnectionOptions) {
    this.#options = options;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Why there is none, for the user. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The connection, even if the server is not ready yet. */
  get open(): OpenServer | undefined {
    return this.#open;
  }

  /** @throws RequestError when the server is not connected */
  ready(): OpenServer {
    if (!this.#open || this.#state !== "ready") {
      throw new RequestError(409, `${this.#options.name()} is not connected. Connect it first.`);
    }
    return this.#open;
  }

  /** Connects or reconnects. Never rejects. */
  async connect(): Promise<void> {
    this.#setState("connecting");
    const ended = this.#end();
    const attempt = new AbortController();
    // If there are two attempts at once, the later one wins.
    this.#attempt = attempt;
    await ended;
    if (this.#attempt !== attempt) return;
    this.#settled = this.#connect(attempt);
    await this.#settled;
  }

  async disconnect(): Promise<void> {
    this.#options.signIn()?.cancel();
    this.#setState("idle");
    await this.#end();
  }

  /** The result of a request; ends the connection if it was refused because the user has to sign in. */
  async signedIn<T>(request: Promise<T>): Promise<T> {
    const signIn = this.#options.signIn();
    const attempt = this.#attempt;
    try {
      return await request;
    } catch (error) {
      const reason = signIn && findSignInError(error, signIn.signIn.server);
      if (!reason) throw error;
      // The call ends with this reason before the connection does.
      void this.#requireSignIn(reason, attempt);
      throw reason;
    }
  }

  async #requireSignIn(reason: SignInError, attempt: AbortController | undefined): Promise<void> {
    const { scrub } = this.#options;
    const signIn = this.#options.signIn();
    if (!(await signIn?.require(reason)) || this.#attempt !== attempt) return;
    this.#setState("sign-in", scrub(reason.message));
    void this.#end("lost");
  }

  #setState(state: ServerState, problem?: string): void {
    this.#state = state;
    this.#problem = problem;
    this.#options.onChange();
  }

  /** Ends the attempt or the connection. The fields are reset at once, even if closing takes long. */
  async #end(how: "lost" | "cancelled" = "cancelled"): Promise<void> {
    const open = this.#open;
    this.#forget();
    if (open) this.#options.onEnd(how);
    await open?.connection.close().catch(() => {});
    await this.#settled;
  }

  /** Resets the fields of an attempt or a connection that is over. */
  #forget(): void {
    this.#attempt?.abort(superseded());
    this.#attempt = undefined;
    this.#open = undefined;
  }

  async #connect(attempt: AbortController): Promise<void> {
    const { signal } = attempt;
    const { scrub, headers, onChange } = this.#options;
    const [target, signIn] = [this.#options.target(), this.#options.signIn()];
    const assertCurrent = (): void => {
      if (this.#attempt !== attempt) throw superseded();
    };
    let connection: Connection | undefined;
    try {
      connection = await this.#options.open(signal);
      assertCurrent();
      const subscriptions = followResources(connection, signal, onChange);
      this.#open = { connection, subscriptions };
      this.#watchClose(connection, attempt);
      const onReady = await this.#options.follow(connection, signal);
      assertCurrent();
      await signIn?.connected();
      assertCurrent();
      this.#setState("ready");
      onReady();
      this.#options.onResumed(await connection.attachment.resume());
    } catch (error) {
      await connection?.close().catch(() => {});
      const isSignIn = (await signIn?.require(error)) ?? false;
      if (this.#attempt !== attempt) return;
      this.#forget();
      this.#setState(
        isSignIn ? "sign-in" : "failed",
        describeConnectError(error, target, headers(), scrub),
      );
    }
  }

  #watchClose({ client }: Connection, attempt: AbortController): void {
    const before = client.onclose;
    client.onclose = () => {
      before?.call(client);
      if (this.#attempt !== attempt || this.#state !== "ready") return;
      const open = this.#open;
      this.#forget();
      this.#setState(
        "ended",
        this.#options.target().kind === "command"
          ? `The server has exited${exitText(open?.connection.exit())}. Its last output may say why.`
          : "The connection to the server was lost: it cannot be reached, or it no longer knows this session. Reconnect when it is running again.",
      );
      this.#options.onEnd("lost");
      void open?.connection.close().catch(() => {});
    };
  }
}

/** Such as ` with code 3`, after “exited”. */
function exitText(exit: ReturnType<Connection["exit"]>): string {
  if (exit === undefined) return "";
  return typeof exit === "number" ? ` with code ${exit}` : ` on ${exit}`;
}
