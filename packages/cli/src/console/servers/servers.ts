import { randomBytes } from "node:crypto";
import type { Inbox, ResumedCall } from "midcall/client";
import { displayText } from "midcall/form";
import type { ConnectServer } from "../../connect/connect-server.js";
import type { SignInVault } from "../../connect/oauth/vault/sign-in-vault.js";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
import { nameOfTarget, type Target } from "../../connect/target.js";
import { parseServerHeaders } from "../api/server-headers.js";
import { isObject } from "../../json.js";
import type { Calls } from "../calls/calls.js";
import type { HeaderMap } from "../../connect/headers.js";
import type { Environments } from "../import/environments.js";
import type { SentCall } from "../calls/inbox-persistence.js";
import { kindOf } from "../calls/call-kind.js";
import { RequestError } from "../errors.js";
import type { Requests } from "../requests/requests.js";
import type { AddServer } from "../views/api-types.js";
import { ConsoleServer } from "./console-server.js";
import { parseEnteredTarget } from "./entered-target.js";
import { MOST_SERVERS, readSavedServers, type SavedServer } from "./saved-server.js";

/** Options of {@link Servers}. */
export interface ServersOptions {
  readonly inbox: Inbox;
  readonly calls: Calls;
  readonly requests: Requests;
  readonly connectServer: ConnectServer;
  /** The scenario that a resumed call was started from. */
  scenarioOf(call: SentCall): string | undefined;
  /** Keeps the user's sign-ins. */
  readonly signInVault: SignInVault;
  /** The content of `servers.json`; untrusted. */
  readonly saved: unknown;
  /** Names of servers with calls to resume; these are not renamed. */
  readonly waiting: ReadonlySet<string>;
  /** The variables that programs are started with. */
  readonly environments: Environments;
  /** Writes `servers.json`. */
  save(servers: readonly SavedServer[]): void;
  onChange(): void;
}

const LONGEST_NAME = 60;

/** The servers of the console. */
export class Servers {
  readonly #options: ServersOptions;
  readonly #servers = new Map<string, ConsoleServer>();

  constructor(options: ServersOptions) {
    this.#options = options;
    for (const saved of readSavedServers(options.saved)) this.#register(saved);
  }

  list(): readonly ConsoleServer[] {
    return [...this.#servers.values()];
  }

  /** @throws RequestError when there is no such server */
  get(id: string): ConsoleServer {
    const server = this.#servers.get(id);
    if (!server) throw new RequestError(404, "This server has been removed.");
    return server;
  }

  /**
   * Adds a server, or returns the one with the same target and renames it. Call this before the server is
   * connected: an open connection keeps its name.
   */
  add(target: Target, name?: string, protocolVersion?: ProtocolVersionChoice): ConsoleServer {
    const known = this.#find(target);
    if (known && name) this.#rename(known, name);
    return known ?? this.#create(target, name, protocolVersion);
  }

  /** Adds a server as requested by the page, and connects it. @throws RequestError */
  addFrom({ target: entered, name, protocolVersion, headers: given }: AddServer): ConsoleServer {
    const target = parseEnteredTarget(entered);
    const headers = parseServerHeaders(given, target);
    const server = this.#find(target) ?? this.#create(target, name, protocolVersion);
    const isOtherVersion =
      protocolVersion !== undefined && protocolVersion !== server.saved.protocolVersion;
    // A server that is connected already stays so unless something has changed.
    if (headers || isOtherVersion || !/^(?:ready|connecting)$/.test(server.view().state)) {
      void server.connect(protocolVersion, headers);
      if (isOtherVersion) this.#save();
    }
    return server;
  }

  /** Whether there is a server with this target. */
  has(target: Target): boolean {
    return this.#find(target) !== undefined;
  }

  /**
   * Adds a server from the configuration of a host, without connecting it. The headers are kept in memory.
   *
   * @throws RequestError when there is one with this target, or too many
   */
  addImported(
    target: Target,
    name: string,
    {
      environment,
      headers,
    }: { readonly environment: Readonly<Record<string, string>>; readonly headers: HeaderMap },
  ): ConsoleServer {
    if (this.has(target)) throw new RequestError(409, "The console has this server already.");
    const server = this.#create(target, name, undefined);
    this.#options.environments.set(server.saved.id, environment);
    if (Object.keys(headers).length > 0) server.setHeaders(headers);
    this.#options.onChange();
    return server;
  }

  async setProtocolVersion(id: string, protocolVersion: ProtocolVersionChoice): Promise<void> {
    const connecting = this.get(id).connect(protocolVersion);
    this.#save();
    await connecting;
  }

  async remove(id: string): Promise<void> {
    const { inbox, onChange } = this.#options;
    const server = this.get(id);
    this.#servers.delete(id);
    this.#options.environments.remove(id);
    this.#save();
    onChange();
    // The next server with this name must not inherit its rule.
    if (inbox.rule(server.saved.name) !== "allow") inbox.setRule(server.saved.name, "allow");
    await server.forgetSignIn();
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((server) => server.disconnect()));
  }

  #save(): void {
    this.#options.save(this.list().map(({ saved }) => saved));
  }

  #find(target: Target): ConsoleServer | undefined {
    const key = JSON.stringify(target);
    return this.list().find(({ saved }) => JSON.stringify(saved.target) === key);
  }

  #create(
    target: Target,
    name: string | undefined,
    protocolVersion: ProtocolVersionChoice = "auto",
  ): ConsoleServer {
    if (this.#servers.size >= MOST_SERVERS) {
      throw new RequestError(
        409,
        `The console can have at most ${MOST_SERVERS} servers. Remove one first.`,
      );
    }
    const server = this.#register({
      id: randomBytes(6).toString("hex"),
      name: this.#freeName(name || nameOfTarget(target)),
      target,
      protocolVersion,
    });
    this.#save();
    this.#options.onChange();
    return server;
  }

  #register(saved: SavedServer): ConsoleServer {
    const { inbox, calls, requests, connectServer, signInVault, onChange } = this.#options;
    const server = new ConsoleServer({
      saved,
      inbox,
      calls,
      requests,
      connectServer,
      environment: () => this.#options.environments.of(saved.id),
      signInVault,
      onChange,
      onSave: () => this.#save(),
      onEnd: (state) => calls.abandon(saved.id, state),
      onResumed: (resumed) => this.#resume(server, resumed),
    });
    this.#servers.set(saved.id, server);
    return server;
  }

  #resume(server: ConsoleServer, resumed: readonly ResumedCall[]): void {
    const { id, name, target } = server.saved;
    for (const { call, params, isLookedUp, result, cancel } of resumed) {
      const about = {
        serverId: id,
        server: name,
        kind: kindOf(call.method) ?? "tool",
        name: call.name,
        arguments: isObject(params["arguments"]) ? params["arguments"] : {},
        protocolVersion: server.view().negotiated ?? "",
        scenario: this.#options.scenarioOf({ server: name, call, params }),
        // A server over HTTP was probably not started again; the process of a command was.
        resumed: isLookedUp || target.kind === "url" ? ("known" as const) : ("doubtful" as const),
      };
      this.#options.calls.start(about, ({ signal }) => {
        signal.addEventListener("abort", cancel, { once: true });
        return result;
      });
    }
  }

  #rename(server: ConsoleServer, wanted: string): void {
    const { inbox, waiting } = this.#options;
    const last = server.saved.name;
    const name = this.#freeName(wanted, server);
    if (name === last || waiting.has(last)) return;
    inbox.setRule(name, inbox.rule(last));
    inbox.setRule(last, "allow");
    server.rename(name);
    this.#save();
  }

  #freeName(wanted: string, self?: ConsoleServer): string {
    const base = displayText(wanted).slice(0, LONGEST_NAME).trim() || "server";
    const others = this.list().filter((server) => server !== self);
    const taken = new Set(others.map(({ saved }) => saved.name));
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base} ${number}`;
      if (!taken.has(name)) return name;
    }
  }
}
