import { randomBytes } from "node:crypto";
import type { ResumedCall } from "midcall/client";
import type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
import { nameOfTarget } from "../../connect/server-name.js";
import type { Target } from "../../connect/target.js";
import { isObject } from "../../json.js";
import { kindOf } from "../calls/call-kind.js";
import { RequestError } from "../errors.js";
import type { AddServer, EditServer } from "../views/api-types.js";
import { ConsoleServer } from "./console-server.js";
import {
  readAdded,
  readChanged,
  type ServerSettings,
  type StartSettings,
} from "./editing/changes.js";
import { cleanName, freeName } from "./server-names.js";
import { folderOf, MOST_SERVERS, readSavedServers, type SavedServer } from "./saved-server.js";
import type { ServersOptions } from "./servers-options.js";

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
   * Adds a server, or returns the one with the same target and directory and renames it. Call this before the server
   * is connected: an open connection keeps its name.
   */
  add(
    target: Target,
    name?: string,
    protocolVersion?: ProtocolVersionChoice,
    { cwd: given, environment = {}, headers = {} }: Partial<StartSettings> = {},
  ): ConsoleServer {
    const cwd = folderOf(target, given);
    const known = this.#find(target, cwd);
    if (known && name) this.#rename(known, name);
    const server = known ?? this.#create(target, name, protocolVersion, { cwd });
    const { environments } = this.#options;
    const { id } = server.saved;
    environments.set(id, { ...environments.of(id), ...environment });
    if (Object.keys(headers).length > 0) server.setHeaders(headers);
    return server;
  }

  /** Adds a server as requested by the page, and connects it. @throws RequestError */
  addFrom(given: AddServer): ConsoleServer {
    const { name, protocolVersion } = given;
    const { target, cwd, timeoutMs, environment, headers } = readAdded(given);
    const isOwn = Object.keys(environment).length > 0 || timeoutMs !== undefined;
    const known = isOwn ? undefined : this.#find(target, cwd);
    const server = known ?? this.#create(target, name, protocolVersion, { cwd, timeoutMs });
    if (!known) this.#options.environments.set(server.saved.id, environment);
    const isOtherVersion =
      protocolVersion !== undefined && protocolVersion !== server.saved.protocolVersion;
    // A server that is connected already stays so unless something has changed.
    if (headers || isOtherVersion || !/^(?:ready|connecting)$/.test(server.view().state)) {
      void server.connect(protocolVersion, headers);
      if (isOtherVersion) this.#save();
    }
    return server;
  }

  /**
   * Changes a server as requested by the page. One that is connected is reconnected; another one is connected only if
   * the user wants it.
   *
   * @throws RequestError when nothing has been changed
   */
  async edit(id: string, change: EditServer): Promise<void> {
    const server = this.get(id);
    const { saved } = server;
    const { saved: changed, environment, headers } = readChanged(this.settings(id), change);
    const name = change.name === undefined ? saved.name : this.#ownName(server, change.name);
    const identity = ({ target, cwd }: typeof changed): string => JSON.stringify([target, cwd]);
    const isOther = identity(changed) !== identity(saved);
    // Their answers belong to the server as it was, and would be sent to another one.
    if ((isOther || name !== saved.name) && this.#options.hasUnfinishedCalls(saved.name)) {
      throw new RequestError(
        409,
        `A call of ${saved.name} waits for an answer. Answer or cancel it first.`,
      );
    }
    const wasOpen = /^(?:ready|connecting)$/.test(server.view().state);
    await server.disconnect();
    if (isOther && !this.#sharesSignIn(server)) await server.forgetSignIn();
    this.#moveRule(saved.name, name);
    this.#options.environments.set(id, environment);
    server.change({ ...changed, name }, headers);
    if (wasOpen || change.connect) void server.connect();
  }

  /** Adds a copy of a server, with its secrets, and does not connect it. @throws RequestError */
  clone(id: string): ConsoleServer {
    const { saved, environment, headers } = this.settings(id);
    const { target, name, protocolVersion, ...rest } = saved;
    const { inbox, environments, onChange } = this.#options;
    const copy = this.#create(target, name, protocolVersion, rest);
    environments.set(copy.saved.id, environment);
    copy.setHeaders(headers);
    inbox.setRule(copy.saved.name, inbox.rule(name));
    onChange();
    return copy;
  }

  /** What a server is used with, its secrets included. @throws RequestError when there is no such server */
  settings(id: string): ServerSettings & { readonly saved: SavedServer } {
    const server = this.get(id);
    return { saved: server.saved, ...server.secrets };
  }

  /** Whether there is a server with this target, and with this directory if one is given. */
  has(target: Target, cwd?: string): boolean {
    return this.#find(target, cwd ?? null) !== undefined;
  }

  /**
   * Adds a server from the configuration of a host, without connecting it. The headers are kept in memory.
   *
   * @throws RequestError when there is one with this target, or too many
   */
  addImported(
    target: Target,
    name: string,
    { environment, headers, cwd, shown }: StartSettings & Pick<SavedServer, "shown">,
  ): ConsoleServer {
    if (this.has(target, cwd)) throw new RequestError(409, "The console has this server already.");
    const server = this.#create(target, name, undefined, {
      cwd: folderOf(target, cwd),
      shown: JSON.stringify(shown) === JSON.stringify(target) ? undefined : shown,
    });
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
    if (this.#sharesSignIn(server)) await server.disconnect();
    else await server.forgetSignIn();
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((server) => server.disconnect()));
  }

  #save(): void {
    this.#options.save(this.list().map(({ saved }) => saved));
  }

  /** @param cwd - its directory; `null` for any */
  #find(target: Target, cwd: string | undefined | null): ConsoleServer | undefined {
    const key = JSON.stringify(target);
    return this.list().find(
      ({ saved }) => JSON.stringify(saved.target) === key && (cwd === null || saved.cwd === cwd),
    );
  }

  /** Whether another server has the same URL, and so the same sign-in. */
  #sharesSignIn({ saved }: ConsoleServer): boolean {
    const { target, id } = saved;
    return (
      target.kind === "url" &&
      this.list().some(
        ({ saved: other }) =>
          other.id !== id && other.target.kind === "url" && other.target.url === target.url,
      )
    );
  }

  /** A name that the user has entered for a server. @throws RequestError when another one has it */
  #ownName(server: ConsoleServer, entered: string): string {
    if (entered.trim() === "") throw new RequestError(400, "Enter a name.");
    const name = this.#freeName(entered, server);
    if (name === server.saved.name || name === cleanName(entered)) return name;
    throw new RequestError(409, `There is another server with the name ${cleanName(entered)}.`);
  }

  /** The rule goes with the server, and the next one with its old name does not inherit it. */
  #moveRule(last: string, name: string): void {
    if (name === last) return;
    const { inbox } = this.#options;
    inbox.setRule(name, inbox.rule(last));
    inbox.setRule(last, "allow");
  }

  #create(
    target: Target,
    name: string | undefined,
    protocolVersion: ProtocolVersionChoice = "auto",
    rest: Partial<SavedServer> = {},
  ): ConsoleServer {
    if (this.#servers.size >= MOST_SERVERS) {
      const why = `The console can have at most ${MOST_SERVERS} servers. Remove one first.`;
      throw new RequestError(409, why);
    }
    const server = this.#register({
      ...rest,
      id: randomBytes(6).toString("hex"),
      name: this.#freeName(name || nameOfTarget(rest.shown ?? target, rest.cwd)),
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
        inputSchema: server.lists.tools.find((tool) => tool.name === call.name)?.inputSchema,
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
    const last = server.saved.name;
    const name = this.#freeName(wanted, server);
    if (name === last || this.#options.waiting.has(last)) return;
    this.#moveRule(last, name);
    server.rename(name);
    this.#save();
  }

  #freeName(wanted: string, self?: ConsoleServer): string {
    const others = this.list().filter((server) => server !== self);
    const taken = new Set(others.map(({ saved }) => saved.name));
    const { hasUnfinishedCalls } = this.#options;
    // The calls of a server that was removed must not continue at another one, nor start it.
    return freeName(
      wanted,
      (name) => taken.has(name) || (name !== self?.saved.name && hasUnfinishedCalls(name)),
    );
  }
}
