import { type Client } from "@modelcontextprotocol/client";
import type { Inbox, ResumedCall } from "midcall/client";
import type { ConnectServer } from "../../connect/connect-server.js";
import type { Connection } from "../../connect/connection.js";
import type { HeaderMap } from "../../connect/headers.js";
import { createTaskResults } from "../../connect/messages/task-results.js";
import { tapTransport } from "../../connect/messages/tap-transport.js";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
import { findSignInError } from "../../connect/oauth/find-sign-in-error.js";
import { createSignIn } from "../../connect/oauth/sign-in.js";
import type { SignInError } from "../../connect/oauth/sign-in-error.js";
import type { SignInVault } from "../../connect/oauth/vault/sign-in-vault.js";
import { secretValues } from "../api/server-headers.js";
import { methodOf } from "../calls/call-kind.js";
import { followTask } from "../calls/follow-task.js";
import type { Calls } from "../calls/calls.js";
import type { CallContext } from "../calls/run-call.js";
import { RequestError } from "../errors.js";
import { createRequestAnswers, type RequestAnswers } from "../requests/answer-requests.js";
import type { Requests } from "../requests/requests.js";
import type {
  CallKind,
  CompleteArgument,
  CompletionView,
  LogLevel,
  RootView,
  ServerState,
  ServerView,
} from "../views/api-types.js";
import { TASKS, toConnectionView, toTargetView } from "../views/server-view.js";
import { followLists } from "./lists/change-streams.js";
import { completeArgument } from "./calling/complete-argument.js";
import { describeConnectError } from "./describe-connect-error.js";
import { orRequestError } from "./calling/or-request-error.js";
import { sendCall } from "./calling/send-call.js";
import { createOutputTail, type OutputTail } from "./logs/output-tail.js";
import type { SavedServer } from "./saved-server.js";
import { createScrubber } from "./secrets/scrubber.js";
import { secretVariables } from "./secrets/secret-names.js";
import { ServerSignIn } from "./server-sign-in.js";
import { createServerLists, type ServerLists } from "./lists/server-lists.js";
import { createServerLog, type ServerLog } from "./logs/server-log.js";
import { followResources, type Subscriptions } from "./lists/subscriptions.js";
import { createWireLog, type WireLog } from "./logs/wire-log.js";

/** Options of {@link ConsoleServer}. */
export interface ConsoleServerOptions {
  readonly saved: SavedServer;
  readonly inbox: Inbox;
  readonly calls: Pick<Calls, "find" | "about" | "addLog">;
  readonly requests: Requests;
  readonly connectServer: ConnectServer;
  /** The variables that its program is started with. */
  environment(): Readonly<Record<string, string>>;
  /** Keeps the user's sign-ins. */
  readonly signInVault: SignInVault;
  onChange(): void;
  /** What is saved has changed. */
  onSave(): void;
  /** The connection ended: `lost` by itself, `cancelled` by the user. */
  onEnd(state: "lost" | "cancelled"): void;
  /** Calls continue that were running when the console was stopped. */
  onResumed(calls: readonly ResumedCall[]): void;
}

/** An open connection, with what ends with it. */
interface Open {
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
}

const ASK_MS = 15_000;

const superseded = (): Error => new Error("The connection is no longer needed.");

/** A server of the console, connected or not. */
export class ConsoleServer {
  readonly wire: WireLog;
  readonly output: OutputTail;
  /** For a URL. */
  readonly signIn: ServerSignIn | undefined;
  readonly log: ServerLog;
  readonly lists: ServerLists;
  readonly #options: ConsoleServerOptions;
  readonly #answers: RequestAnswers;
  readonly #tasks = createTaskResults();
  #saved: SavedServer;
  #state: ServerState = "idle";
  #problem: string | undefined;
  #open: Open | undefined;
  /** The current attempt to connect, or the current connection. */
  #attempt: AbortController | undefined;
  #settled: Promise<void> = Promise.resolve();
  #headers: HeaderMap = {};
  #headerValues = createScrubber();
  #environmentValues = createScrubber();
  readonly #tokens = createScrubber();

  constructor(options: ConsoleServerOptions) {
    this.#options = options;
    this.#saved = options.saved;
    const { onChange, calls, requests, saved, signInVault: vault } = options;
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
      scrub: (text: string) => answers.scrub(this.#environmentValues.scrub(this.#scrub(text))),
    };
    this.output = createOutputTail(scrubber, onChange);
    this.log = createServerLog(scrubber, onChange);
    this.lists = createServerLists(onChange);
    this.wire = createWireLog({
      scrubber,
      protocolVersion: () => this.#protocolVersion(),
      currentCall: () => calls.about({ server: this.#saved.name }),
      onChange,
    });
    this.#answers = createRequestAnswers(requests, {
      id: this.#saved.id,
      name: () => this.#saved.name,
      roots: () => this.#saved.roots,
      saveRoots: (roots) => this.#save({ roots }),
      findCall: calls.find,
    });
  }

  get saved(): SavedServer {
    return this.#saved;
  }

  view(): ServerView {
    const { id, name, target, protocolVersion, logLevel, roots, showAll = false } = this.#saved;
    const { tools, prompts, resources, toolsSeq, promptsSeq, resourcesSeq } = this.lists;
    const ready = this.#state === "ready" ? this.#open : undefined;
    return {
      id,
      name,
      target: toTargetView(target),
      headers: Object.keys(this.#headers),
      environment: Object.keys(this.#options.environment()),
      protocolVersion,
      state: this.#state,
      problem: this.#problem,
      signIn: this.signIn?.view(),
      logLevel,
      roots,
      showAll,
      toolsSeq,
      promptsSeq,
      resourcesSeq,
      wireSeq: this.wire.seq,
      outputSeq: this.output.seq,
      logSeq: this.log.seq,
      subscriptions: ready?.subscriptions.list() ?? [],
      ...(ready && {
        ...toConnectionView(ready.connection),
        toolCount: tools.length,
        promptCount: prompts.prompts.length,
        resourceCount: resources.resources.length,
        templateCount: resources.templates.length,
      }),
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
    if (headers) this.setHeaders(headers);
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

  /** Sets the headers for the next connection. */
  setHeaders(headers: HeaderMap): void {
    this.#headers = headers;
    this.#headerValues = createScrubber();
    this.#headerValues.add(secretValues(headers));
    this.#options.onChange();
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

  /**
   * Calls a tool, gets a prompt or reads a resource.
   *
   * @param name - the tool's or prompt's name, or the resource's URI
   * @throws RequestError when the server is not connected
   */
  async call(
    kind: CallKind,
    name: string,
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ): Promise<unknown> {
    const { client } = this.#ready().connection;
    const { logLevel } = this.#saved;
    const call = { kind, name, arguments: args, logLevel };
    const result = await this.#signedIn(sendCall(client, call, context));
    const task = this.#tasks.taskOf(result);
    return task === undefined ? result : this.#followTask(client, task, name, context);
  }

  /** Values that the server suggests for an argument. @throws RequestError */
  async complete(asked: CompleteArgument): Promise<CompletionView> {
    return completeArgument(this.#ready().connection.client, asked);
  }

  /** Follows the updates of a resource, or stops following them. @throws RequestError */
  async setSubscription(uri: string, on: boolean): Promise<void> {
    await this.#ready().subscriptions.set(uri, on);
  }

  /** Saves the roots, and tells a connected server. */
  async setRoots(roots: readonly RootView[]): Promise<void> {
    this.#save({ roots });
    const client = this.#open?.connection.client;
    // On 2026-07-28 a server asks whenever it needs them.
    if (client?.getProtocolEra() === "legacy") await client.sendRootsListChanged().catch(() => {});
  }

  /** Saves the level, and tells a connected server. @throws RequestError when the server refuses */
  async setLogLevel(logLevel: LogLevel | undefined): Promise<void> {
    this.#save({ logLevel });
    if (this.#open) await orRequestError(this.#sendLogLevel(this.#open.connection));
  }

  /** Saves whether held questions are shown without being asked for. */
  setShowAll(showAll: boolean): void {
    this.#save({ showAll });
  }

  #ready(): Open {
    if (!this.#open || this.#state !== "ready") {
      throw new RequestError(409, `${this.#saved.name} is not connected. Connect it first.`);
    }
    return this.#open;
  }

  #save(part: Partial<SavedServer>): void {
    this.#saved = { ...this.#saved, ...part };
    this.#options.onSave();
    this.#options.onChange();
  }

  /** The result of a request; ends the connection if it was refused because the user has to sign in. */
  async #signedIn<T>(request: Promise<T>): Promise<T> {
    const attempt = this.#attempt;
    try {
      return await request;
    } catch (error) {
      const reason = this.signIn && findSignInError(error, this.signIn.signIn.server);
      if (!reason) throw error;
      // The call ends with this reason before the connection does.
      void this.#requireSignIn(reason, attempt);
      throw reason;
    }
  }

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
    const negotiated = this.#open?.connection.protocolVersion;
    return negotiated ?? (protocolVersion === "auto" ? "" : protocolVersion);
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
    const open = this.#open;
    this.#open = undefined;
    if (open) this.#options.onEnd(how);
    await open?.connection.close().catch(() => {});
    await this.#settled;
  }

  async #connect(attempt: AbortController): Promise<void> {
    const { signal } = attempt;
    let connection: Connection | undefined;
    try {
      connection = await this.#connectServer(signal);
      if (this.#attempt !== attempt) throw superseded();
      const { client, attachment } = connection;
      const subscriptions = followResources(connection, signal, this.#options.onChange);
      this.#open = { connection, subscriptions };
      this.#watchClose(connection, attempt);
      client.setNotificationHandler("notifications/message", ({ params }) => this.#addLog(params));
      const readAgain = await this.lists.follow(connection, signal);
      if (this.#attempt !== attempt) throw superseded();
      await this.signIn?.connected();
      if (this.#attempt !== attempt) throw superseded();
      this.#setState("ready");
      this.#sendLogLevel(connection).catch(() => {});
      void followLists(client, signal, readAgain);
      this.#options.onResumed(await attachment.resume());
    } catch (error) {
      await connection?.close().catch(() => {});
      const isSignIn = (await this.signIn?.require(error)) ?? false;
      if (this.#attempt !== attempt) return;
      this.#forget();
      const { target } = this.#saved;
      const scrub = (text: string): string => this.#scrub(text);
      this.#setState(
        isSignIn ? "sign-in" : "failed",
        describeConnectError(error, target, this.#headers, scrub),
      );
    }
  }

  /** Forgets a connection that has ended by itself. */
  #forget(): void {
    this.#attempt?.abort(superseded());
    this.#attempt = undefined;
    this.#open = undefined;
  }

  #connectServer(signal: AbortSignal): Promise<Connection> {
    const { target, name, protocolVersion } = this.#saved;
    const environment = this.#options.environment();
    this.#environmentValues = createScrubber();
    this.#environmentValues.add(secretVariables(environment));
    let attempts = 0;
    this.output.begin();
    return this.#options.connectServer({
      target,
      server: name,
      protocolVersion,
      inbox: this.#options.inbox,
      onInput: this.#answers.onInput,
      prepare: (client) => {
        client.registerCapabilities({ extensions: { [TASKS]: {} } });
        this.#answers.prepare(client);
      },
      headers: this.#headers,
      environment,
      signIn: this.signIn?.signIn,
      wrapTransport: (transport) => {
        attempts += 1;
        if (attempts > 1) {
          this.output.add("\n(Restarted, to try an older protocol version.)\n");
        }
        tapTransport(transport, this.wire.add);
        return tapTransport(transport, this.#tasks.tap);
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
      const open = this.#open;
      this.#forget();
      this.#setState(
        "ended",
        this.#saved.target.kind === "command"
          ? `The server has exited${exitText(open?.connection.exit())}. Its last output may say why.`
          : "The connection to the server was lost: it cannot be reached, or it no longer knows this session. Reconnect when it is running again.",
      );
      this.#options.onEnd("lost");
      void open?.connection.close().catch(() => {});
    };
  }

  #followTask(client: Client, task: unknown, name: string, context: CallContext): Promise<unknown> {
    const { inbox } = this.#options;
    return followTask(task, {
      client,
      inbox,
      server: this.#saved.name,
      call: { method: methodOf("tool"), name },
      context,
      onInput: this.#answers.onInput,
    });
  }

  #addLog(params: unknown): void {
    const { calls } = this.#options;
    const call = calls.find({ server: this.#saved.name });
    const { kind: _, seq: __, call: ___, ...line } = this.log.add(params, call);
    if (call !== undefined) calls.addLog(call, line);
  }

  /** Tells a server of 2025 which log messages the user wants. */
  async #sendLogLevel({ client }: Connection): Promise<void> {
    const { logLevel } = this.#saved;
    if (!logLevel || client.getProtocolEra() === "modern") return;
    if (!client.getServerCapabilities()?.logging) return;
    await client.setLoggingLevel(logLevel, { timeout: ASK_MS });
  }
}

/** Such as ` with code 3`, after “exited”. */
function exitText(exit: ReturnType<Connection["exit"]>): string {
  if (exit === undefined) return "";
  return typeof exit === "number" ? ` with code ${exit}` : ` on ${exit}`;
}
