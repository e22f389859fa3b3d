import { randomBytes } from "node:crypto";
import { displayText } from "midcall/form";
import type { Inbox } from "midcall/client";
import { isProtocolVersionChoice } from "../../connect/protocol-version.js";
import { nameOfTarget, parseTarget } from "../../connect/target.js";
import type { AddServer, ProtocolVersionChoice } from "../views/api-types.js";
import type { Calls } from "../calls/calls.js";
import type { ConnectServer, Target } from "./connection-types.js";
import { RequestError } from "../errors.js";
import { parseServerHeaders } from "../api/server-headers.js";
import { type ConsoleServer, createConsoleServer, type SavedServer } from "./server.js";
import { parseShellWords } from "./shell-words.js";

/** Every server the console knows. */
export interface Servers {
  list(): readonly ConsoleServer[];
  /** @throws RequestError when there is no such server */
  get(id: string): ConsoleServer;
  /**
   * Adds a server, or finds the one that is reached in the same way and gives it the name. To be used before
   * it is connected: an open connection asks under the name it was made with.
   */
  add(target: Target, name?: string, protocolVersion?: ProtocolVersionChoice): ConsoleServer;
  /** The same as the page asks for it, and connects it. @throws RequestError */
  addFrom(request: AddServer): ConsoleServer;
  setProtocolVersion(id: string, protocolVersion: ProtocolVersionChoice): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface ServersOptions {
  readonly inbox: Inbox;
  readonly calls: Calls;
  readonly connectServer: ConnectServer;
  /** What was remembered; untrusted. */
  readonly saved: unknown;
  /** Names under which calls wait to be gone on with; those are kept. */
  readonly waiting: ReadonlySet<string>;
  /** Remembers them. */
  save(servers: readonly SavedServer[]): void;
  onChange(): void;
}

const MOST_SERVERS = 50;
const LONGEST_TARGET = 8_000;
const LONGEST_NAME = 60;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function isTarget(value: unknown): value is Target {
  if (!isObject(value)) return false;
  const { kind, command, args, url } = value;
  return kind === "url"
    ? typeof url === "string" && /^https?:/i.test(url) && URL.canParse(url)
    : kind === "command" &&
        typeof command === "string" &&
        Array.isArray(args) &&
        args.every((arg) => typeof arg === "string");
}

/** What people enter that is neither an address nor a command, and what to enter instead. */
function misreadAs([first = "", ...rest]: readonly string[]): string | undefined {
  if (/^[a-z][\w+.-]*:\/\//i.test(first)) {
    if (!/^https?:/i.test(first) || !URL.canParse(first))
      return "The address has to be a complete one, with http or https.";
    const { username, password } = new URL(first);
    return username || password
      ? "No server can be reached with a user name or password in its address. Leave them out, and add them as a header."
      : undefined;
  }
  if (
    /^(?:localhost|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?::\d+)?\/\S*$/i.test(first) &&
    rest.length === 0
  ) {
    return `If this is an address, begin with https:// (or http://). If it is a program in a folder, begin with ./`;
  }
  if (/^[A-Za-z_]\w*=/.test(first)) {
    return `A command cannot begin with a variable here. Put “env” before it: env ${/^\w+/.exec(first)![0]}=…`;
  }
  return undefined;
}

/** Reads what an earlier run remembered; what makes no sense is left out. */
function readSaved(value: unknown): SavedServer[] {
  if (!Array.isArray(value)) return [];
  const found: SavedServer[] = [];
  for (const item of value.slice(0, MOST_SERVERS)) {
    if (!isObject(item) || !isTarget(item["target"])) continue;
    const { id, name, target, protocolVersion } = item;
    if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id) || typeof name !== "string") continue;
    if (name === "" || found.some((other) => other.id === id || other.name === name)) continue;
    found.push({
      id,
      name,
      target,
      protocolVersion: isProtocolVersionChoice(String(protocolVersion))
        ? (protocolVersion as ProtocolVersionChoice)
        : "auto",
    });
  }
  return found;
}

export function createServers(options: ServersOptions): Servers {
  const { inbox, calls, connectServer, onChange } = options;
  const servers = new Map<string, ConsoleServer>();

  const remember = (): void => options.save([...servers.values()].map(({ saved }) => saved));
  const take = (saved: SavedServer): ConsoleServer => {
    const { id } = saved;
    const server = createConsoleServer({
      saved,
      inbox,
      connectServer,
      onChange,
      onEnd: (state) => calls.abandon(id, state),
      onResumed(resumed) {
        for (const { call, result, cancel } of resumed) {
          const { name } = server.saved;
          const protocolVersion = server.view().negotiated ?? "";
          const about = {
            serverId: id,
            server: name,
            tool: call.name,
            arguments: {},
            protocolVersion,
          };
          calls.start({ ...about, resumed: true }, ({ signal }) => {
            signal.addEventListener("abort", cancel, { once: true });
            return result;
          });
        }
      },
    });
    servers.set(id, server);
    return server;
  };
  for (const saved of readSaved(options.saved)) take(saved);

  const freeName = (wanted: string, self?: ConsoleServer): string => {
    const base = displayText(wanted).slice(0, LONGEST_NAME).trim() || "server";
    const others = [...servers.values()].filter((server) => server !== self);
    const taken = new Set(others.map(({ saved }) => saved.name));
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base} ${number}`;
      if (!taken.has(name)) return name;
    }
  };
  const get = (id: string): ConsoleServer => {
    const server = servers.get(id);
    if (!server) throw new RequestError(404, "There is no such server any more.");
    return server;
  };
  const rename = (server: ConsoleServer, wanted: string): void => {
    const last = server.saved.name;
    const name = freeName(wanted, server);
    if (name === last || options.waiting.has(last)) return;
    inbox.setRule(name, inbox.rule(last));
    inbox.setRule(last, "allow");
    server.rename(name);
    remember();
  };
  const find = (target: Target): ConsoleServer | undefined => {
    const key = JSON.stringify(target);
    return [...servers.values()].find(({ saved }) => JSON.stringify(saved.target) === key);
  };
  const create: Servers["add"] = (target, name, protocolVersion = "auto") => {
    if (servers.size >= MOST_SERVERS) {
      throw new RequestError(409, `There are ${MOST_SERVERS} servers. Remove one first.`);
    }
    const id = randomBytes(6).toString("hex");
    const server = take({
      id,
      name: freeName(name || nameOfTarget(target)),
      target,
      protocolVersion,
    });
    remember();
    onChange();
    return server;
  };

  return {
    list: () => [...servers.values()],
    get,
    add(target, name, protocolVersion) {
      const known = find(target);
      if (known && name) rename(known, name);
      return known ?? create(target, name, protocolVersion);
    },
    addFrom(request) {
      const { target, name, protocolVersion } = request;
      if (target.length > LONGEST_TARGET) throw new RequestError(400, "That is too long.");
      const text = target.trim();
      if (text === "") throw new RequestError(400, "Enter a command or a URL.");
      const words = /^https?:\/\//i.test(text)
        ? text.split(/\s+/)
        : parseShellWords(text, process.platform !== "win32");
      const misread = misreadAs(words);
      if (misread !== undefined) throw new RequestError(400, misread);
      let parsed: Target;
      try {
        parsed = parseTarget(words);
      } catch (error) {
        throw new RequestError(400, (error as Error).message);
      }
      const headers = parseServerHeaders(request.headers, parsed);
      const server = find(parsed) ?? create(parsed, name, protocolVersion);
      const isOther =
        protocolVersion !== undefined && protocolVersion !== server.saved.protocolVersion;
      // One that was there already goes on with what it does.
      if (headers || isOther || !/^(?:ready|connecting)$/.test(server.view().state)) {
        void server.connect(protocolVersion, headers);
        if (isOther) remember();
      }
      return server;
    },
    async setProtocolVersion(id, protocolVersion) {
      const connecting = get(id).connect(protocolVersion);
      remember();
      await connecting;
    },
    async remove(id) {
      const server = get(id);
      servers.delete(id);
      remember();
      onChange();
      // Whoever gets the name next starts without its rule.
      if (inbox.rule(server.saved.name) !== "allow") inbox.setRule(server.saved.name, "allow");
      await server.disconnect();
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.disconnect()));
    },
  };
}
