import type { Inbox, ResumedCall } from "midcall/client";
import type { ConnectServer } from "../../connect/connect-server.js";
import type { Connection } from "../../connect/connection.js";
import type { HeaderMap } from "../../connect/headers.js";
import { tapTransport } from "../../connect/messages/tap-transport.js";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
import { createSignIn } from "../../connect/oauth/sign-in.js";
import type { SignInVault } from "../../connect/oauth/vault/sign-in-vault.js";
import { secretValues } from "../api/server-headers.js";
import type { Calls } from "../calls/calls.js";
import type { CallContext, WantedCall } from "../calls/run-call.js";
import { createRequestAnswers, type RequestAnswers } from "../requests/answer-requests.js";
import type { Requests } from "../requests/requests.js";
import type {
  CompleteArgument,
  CompletionView,
  LogLevel,
  RootView,
  ServerView,
  TasksView,
} from "../views/api-types.js";
import { TASKS, toConnectionView, toTargetView } from "../views/server-view.js";
import { completeArgument } from "./calling/complete-argument.js";
import { orRequestError } from "./calling/or-request-error.js";
import { sendCall } from "./calling/send-call.js";
import { createServerTasks, type ServerTasks } from "./calling/server-tasks.js";
import { cancelTask, listTasks } from "./calling/task-list.js";
import { createOutputTail, type OutputTail } from "./logs/output-tail.js";
import type { SavedServer } from "./saved-server.js";
import { secretVariables } from "./secrets/secret-names.js";
import { createServerSecrets } from "./secrets/server-secrets.js";
import { ServerConnection } from "./server-connection.js";
import { ServerSignIn } from "./server-sign-in.js";
import { followServer, sendLogLevel } from "./follow-server.js";
import { createServerLists, type ServerLists } from "./lists/server-lists.js";
import { createServerLog, type ServerLog } from "./logs/server-log.js";
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
  readonly #tasks: ServerTasks;
  #saved: SavedServer;
  #headers: HeaderMap = {};
  readonly #secrets = createServerSecrets();
  readonly #connection: ServerConnection;

  constructor(options: ConsoleServerOptions) {
    this.#options = options;
    this.#saved = options.saved;
    const { onChange, calls, requests, saved, signInVault: vault } = options;
    if (saved.target.kind === "url") {
      const signIn = createSignIn({
        server: saved.target.url,
        vault,
        onSecret: this.#secrets.addToken,
      });
      this.signIn = new ServerSignIn({ signIn, onChange, onSignedIn: () => void this.connect() });
    }
    const { scrubber } = this.#secrets;
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
    this.#tasks = createServerTasks({
      inbox: options.inbox,
      onInput: this.#answers.onInput,
      name: () => this.#saved.name,
      tools: () => this.lists.tools,
    });
    this.#connection = new ServerConnection({
      target: saved.target,
      signIn: this.signIn,
      name: () => this.#saved.name,
      headers: () => this.#headers,
      scrub: this.#secrets.scrub,
      open: (signal) => this.#connectServer(signal),
      follow: (connection, signal) =>
        followServer(connection, signal, {
          lists: this.lists,
          log: this.log,
          calls,
          name: () => this.#saved.name,
          logLevel: () => this.#saved.logLevel,
        }),
      onChange,
      onEnd: options.onEnd,
      onResumed: options.onResumed,
    });
  }

  get saved(): SavedServer {
    return this.#saved;
  }

  view(): ServerView {
    const { id, name, target, protocolVersion, logLevel, roots, showAll = false } = this.#saved;
    const { tools, prompts, resources, toolsSeq, promptsSeq, resourcesSeq } = this.lists;
    const { state, problem, open } = this.#connection;
    const ready = state === "ready" ? open : undefined;
    return {
      id,
      name,
      target: toTargetView(target),
      headers: Object.keys(this.#headers),
      environment: Object.keys(this.#options.environment()),
      protocolVersion,
      state,
      problem,
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
    await this.#connection.connect();
  }

  /** Sets the headers for the next connection. */
  setHeaders(headers: HeaderMap): void {
    this.#headers = headers;
    this.#secrets.setHeaders(secretValues(headers));
    this.#options.onChange();
  }

  async disconnect(): Promise<void> {
    await this.#connection.disconnect();
  }

  /** Closes the connection, and removes the user's sign-in. @returns what happened to its tokens */
  async forgetSignIn(): Promise<string | undefined> {
    await this.disconnect();
    return this.signIn?.forget();
  }

  /**
   * Calls a tool, gets a prompt or reads a resource.
   *
   * @throws RequestError when the server is not connected
   */
  async call(wanted: WantedCall, context: CallContext): Promise<unknown> {
    const { connection } = this.#connection.ready();
    const onTask = this.#tasks.listenerFor(wanted, context);
    const call = { ...wanted, logLevel: this.#saved.logLevel, onTask };
    const result = await this.#connection.signedIn(sendCall(connection, call, context));
    return this.#tasks.finish(result, wanted, { client: connection.client, context });
  }

  /** The tasks that the server lists. @throws RequestError */
  async listTasks(): Promise<TasksView> {
    return listTasks(this.#connection.ready().connection.client);
  }

  /** Cancels a task of the list. @throws RequestError */
  async cancelTask(id: string): Promise<void> {
    await cancelTask(this.#connection.ready().connection.client, id);
  }

  /** Values that the server suggests for an argument. @throws RequestError */
  async complete(asked: CompleteArgument): Promise<CompletionView> {
    return completeArgument(this.#connection.ready().connection.client, asked);
  }

  /** Follows the updates of a resource, or stops following them. @throws RequestError */
  async setSubscription(uri: string, on: boolean): Promise<void> {
    await this.#connection.ready().subscriptions.set(uri, on);
  }

  /** Saves the roots, and tells a connected server. */
  async setRoots(roots: readonly RootView[]): Promise<void> {
    this.#save({ roots });
    const client = this.#connection.open?.connection.client;
    // On 2026-07-28 a server asks whenever it needs them.
    if (client?.getProtocolEra() === "legacy") await client.sendRootsListChanged().catch(() => {});
  }

  /** Saves the level, and tells a connected server. @throws RequestError when the server refuses */
  async setLogLevel(logLevel: LogLevel | undefined): Promise<void> {
    this.#save({ logLevel });
    const { open } = this.#connection;
    if (open) await orRequestError(sendLogLevel(open.connection.client, logLevel));
  }

  /** Saves whether held questions are shown without being asked for. */
  setShowAll(showAll: boolean): void {
    this.#save({ showAll });
  }

  #save(part: Partial<SavedServer>): void {
    this.#saved = { ...this.#saved, ...part };
    this.#options.onSave();
    this.#options.onChange();
  }

  #protocolVersion(): string {
    const { protocolVersion } = this.#saved;
    const negotiated = this.#connection.open?.connection.protocolVersion;
    return negotiated ?? (protocolVersion === "auto" ? "" : protocolVersion);
  }

  #connectServer(signal: AbortSignal): Promise<Connection> {
    const { target, name, protocolVersion } = this.#saved;
    const environment = this.#options.environment();
    this.#secrets.setEnvironment(secretVariables(environment));
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
        return this.#tasks.watch(transport);
      },
      onStderr: this.output.add,
      signal,
    });
  }
}
