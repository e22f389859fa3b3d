import type { Client } from "@modelcontextprotocol/client";
import type { Connection } from "../../connect/connection.js";
import type { HeaderMap } from "../../connect/headers.js";
import { tapTransport } from "../../connect/messages/tap-transport.js";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
import type { CallContext, WantedCall } from "../calls/run-call.js";
import { createRequestAnswers, type RequestAnswers } from "../requests/answer-requests.js";
import type {
  CompleteArgument,
  CompletionView,
  LogLevel,
  RootView,
  ServerView,
} from "../views/api-types.js";
import { completeArgument } from "./calling/complete-argument.js";
import { orRequestError } from "./calling/or-request-error.js";
import { sendCall } from "./calling/send-call.js";
import { TASKS } from "../views/server-view.js";
import { createServerTasks, type ServerTasks } from "./calling/server-tasks.js";
import { createHttpLog, type HttpLog } from "./logs/http-log.js";
import { createOutputTail, type OutputTail } from "./logs/output-tail.js";
import type { SavedServer } from "./saved-server.js";
import { takenValues } from "./secrets/taken-values.js";
import { createServerSecrets } from "./secrets/server-secrets.js";
import { ServerConnection } from "./server-connection.js";
import { createServerSignIn, type ServerSignIn } from "./server-sign-in.js";
import type { ServerSettings } from "./editing/changes.js";
import { followServer, sendLogLevel } from "./follow-server.js";
import { createServerLists, type ServerLists } from "./lists/server-lists.js";
import { createServerLog, type ServerLog } from "./logs/server-log.js";
import { createWireLog, type WireLog } from "./logs/wire-log.js";
import { viewServer } from "./view-server.js";
import type { ConsoleServerOptions } from "./console-server-options.js";

/** A server of the console, connected or not. */
export class ConsoleServer {
  readonly wire: WireLog;
  readonly output: OutputTail;
  /** Empty for a command. */
  readonly http: HttpLog;
  readonly log: ServerLog;
  readonly lists: ServerLists;
  readonly #options: ConsoleServerOptions;
  readonly #answers: RequestAnswers;
  readonly #tasks: ServerTasks;
  #saved: SavedServer;
  #signIn: ServerSignIn | undefined;
  #headers: HeaderMap = {};
  readonly #secrets = createServerSecrets();
  readonly #connection: ServerConnection;

  constructor(options: ConsoleServerOptions) {
    this.#options = options;
    this.#saved = options.saved;
    const { onChange, calls, requests } = options;
    const { scrubber } = this.#secrets;
    for (const value of takenValues(this.#saved)) this.#secrets.addToken(value);
    this.http = createHttpLog({
      scrubber,
      url: () => (this.#saved.target.kind === "url" ? this.#saved.target.url : ""),
      headers: () => this.#headers,
      onChange,
    });
    this.#signIn = this.#createSignIn();
    this.output = createOutputTail(scrubber, onChange);
    this.log = createServerLog(scrubber, onChange);
    this.lists = createServerLists(onChange);
    this.wire = createWireLog({
      scrubber,
      protocolVersion: () => this.#protocolVersion(),
      currentCall: () => calls.about({ server: this.#saved.name }),
      inputSchemaOf: (tool) => this.lists.tools.find(({ name }) => name === tool)?.inputSchema,
      onChange,
    });
    this.#answers = createRequestAnswers(requests, {
      id: this.#saved.id,
      name: () => this.#saved.name,
      roots: () => this.#saved.roots,
      saveRoots: (roots) => this.#save({ roots }),
      findCall: calls.find,
    });
    this.#tasks = createServerTasks(() => this.lists.tools);
    this.#connection = new ServerConnection({
      target: () => this.#saved.target,
      signIn: () => this.#signIn,
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

  /** For a URL. */
  get signIn(): ServerSignIn | undefined {
    return this.#signIn;
  }

  /** The headers and variables that it is used with. They are secret. */
  get secrets(): Pick<ServerSettings, "headers" | "environment"> {
    return { headers: this.#headers, environment: this.#options.environment() };
  }

  get saved(): SavedServer {
    return this.#saved;
  }

  view(): ServerView {
    return viewServer({
      saved: this.#saved,
      connection: this.#connection,
      lists: this.lists,
      names: {
        headers: Object.keys(this.#headers),
        environment: Object.keys(this.#options.environment()),
      },
      signIn: this.#signIn?.view(),
      seq: {
        wireSeq: this.wire.seq,
        httpSeq: this.http.seq,
        outputSeq: this.output.seq,
        logSeq: this.log.seq,
      },
    });
  }

  /** Changes the name. Its questions use the new name from the next connection on. */
  rename(name: string): void {
    this.#saved = { ...this.#saved, name };
    this.#options.onChange();
  }

  /**
   * Changes how it is reached. Takes effect with the next connection; an open one must be closed before, because calls
   * and answers of it belong to what the server was until then.
   */
  change(part: Partial<Omit<SavedServer, "id">>, headers: HeaderMap): void {
    const before = this.#saved.target;
    this.#saved = { ...this.#saved, ...part };
    if (JSON.stringify(this.#saved.target) !== JSON.stringify(before)) {
      this.#signIn?.cancel();
      this.#signIn = this.#createSignIn();
    }
    this.setHeaders(headers);
    this.#options.onSave();
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
    this.#secrets.addHeaders(headers);
    this.#options.onChange();
  }

  async disconnect(): Promise<void> {
    await this.#connection.disconnect();
  }

  /** Closes the connection, and removes the user's sign-in. @returns what happened to its tokens */
  async forgetSignIn(): Promise<string | undefined> {
    await this.disconnect();
    return this.#signIn?.forget();
  }

  /**
   * Calls a tool, gets a prompt or reads a resource.
   *
   * @throws RequestError when the server is not connected
   */
  async call(wanted: WantedCall, context: CallContext): Promise<unknown> {
    const { connection } = this.#connection.ready();
    const { logLevel, timeoutMs } = this.#saved;
    const onTask = this.#tasks.listenerFor(wanted, context);
    const call = { ...wanted, logLevel, timeoutMs, onTask };
    return this.#tasks.runIn(context, () =>
      this.#connection.signedIn(sendCall(connection, call, context)),
    );
  }

  /** The client of the open connection. @throws RequestError when the server is not connected */
  get client(): Client {
    return this.#connection.ready().connection.client;
  }

  /** Values that the server suggests for an argument. @throws RequestError */
  async complete(asked: CompleteArgument): Promise<CompletionView> {
    return completeArgument(this.client, asked);
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

  #createSignIn(): ServerSignIn | undefined {
    const { onChange, signInVault: vault } = this.#options;
    return createServerSignIn(this.#saved.target, {
      vault,
      onSecret: this.#secrets.addToken,
      fetch: this.http.fetch,
      onChange,
      onSignedIn: () => void this.connect(),
    });
  }

  #connectServer(signal: AbortSignal): Promise<Connection> {
    const { target, name, protocolVersion, cwd } = this.#saved;
    const environment = this.#options.environment();
    this.#secrets.addEnvironment(Object.values(environment));
    let attempts = 0;
    this.output.begin();
    return this.#options.connectServer({
      target,
      server: name,
      protocolVersion,
      inbox: this.#options.inbox,
      onInput: this.#answers.onInput,
      onTask: this.#tasks.onTask,
      prepare: (client) => {
        // For the requests that the user enters: those of calls declare it anyway.
        client.registerCapabilities({ extensions: { [TASKS]: {} } });
        this.#answers.prepare(client);
      },
      headers: this.#headers,
      environment,
      cwd,
      fetch: this.http.fetch,
      signIn: this.#signIn?.signIn,
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
