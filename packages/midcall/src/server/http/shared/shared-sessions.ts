import type {
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { withTimeout } from "../../../internal/timeout.js";
import type { Settings } from "../../options.js";
import { nameOf } from "../../server-name.js";
import { Fleet } from "./replicas/fleet.js";
import { createSessionRecords, type SessionRecord, type SessionRecords } from "./session-record.js";
import { SharedSession } from "./shared-session.js";

/** The longest time that closing may take, in milliseconds. */
const CLOSE_MS = 5_000;

/** Who a session belongs to. */
export interface SharedOwner {
  /** The user and the client. */
  readonly name: string;
  readonly user: string | undefined;
}

/** The parts that sharing sessions needs. */
export interface SharedSessionsParts {
  readonly settings: Settings;
  /** Milliseconds after which a session without requests is over. */
  readonly idleMs: number;
  /** Milliseconds without a sign of life after which a replica's calls may be continued by others. */
  readonly leaseMs: number;
  /** Called when another replica has ended a session. */
  readonly onEnded: (id: string) => void;
}

/** The sessions that all replicas with one store share, as one of them sees them. */
export class SharedSessions {
  readonly #fleet: Fleet;
  readonly #records: SessionRecords;
  readonly #parts: SharedSessionsParts;
  readonly #sessions = new Map<string, SharedSession>();
  /** What ends the listening for each. */
  readonly #listening = new Map<string, Promise<() => Promise<void>>>();
  /** When the life of each session was last extended in the store, in ms since 1970. */
  readonly #extendedAt = new Map<string, number>();

  /** @throws OptionError when there is no store */
  constructor(parts: SharedSessionsParts) {
    const { settings, leaseMs, idleMs } = parts;
    this.#parts = parts;
    this.#fleet = new Fleet(settings.store!, settings, leaseMs);
    this.#records = createSessionRecords(settings.store!, idleMs);
  }

  /**
   * Serves a session, whose transport is connected, to its own calls and those of others.
   *
   * @param release - called when a request will not be answered here
   */
  async join(
    id: string,
    owner: SharedOwner,
    server: McpServer,
    transport: WebStandardStreamableHTTPServerTransport,
    release: (requestId: string | number) => void,
  ): Promise<SharedSession> {
    const isEmptyPrimed = (): boolean =>
      (server.server.getNegotiatedProtocolVersion() ?? "") >= "2025-11-25";
    const serverName = this.serverNameOf(server);
    const who = { id, owner: owner.name, user: owner.user ?? "", serverName };
    const session = new SharedSession(this.#fleet, who, transport, isEmptyPrimed, release);
    this.#sessions.set(id, session);
    const listening = this.#fleet.onWake(session.identity.name, () => void this.#look(id));
    this.#listening.set(id, listening);
    await listening.catch((error: unknown) => {
      this.#fleet.warn("could not listen to the other replicas", error);
    });
    return session;
  }

  /** The name of the service, to which its sessions are bound. */
  serverNameOf(server: McpServer): string {
    return nameOf(server.server, this.#parts.settings);
  }

  /** Called when this replica no longer serves a session. */
  forget(id: string): void {
    this.#sessions.get(id)?.close();
    this.#sessions.delete(id);
    this.#listening
      .get(id)
      ?.then((stop) => stop())
      .catch(() => {});
    this.#listening.delete(id);
    this.#extendedAt.delete(id);
  }

  /** Writes a new session into the store, so that every replica can serve it. */
  async add(id: string, record: SessionRecord): Promise<void> {
    this.#extendedAt.set(id, Date.now());
    if (await this.#records.put(id, record)) return;
    this.#parts.settings.logger.warn(
      "midcall: the names of the user and the client of a session are too long to be kept, so only the replica that has it can serve the session.",
    );
  }

  /** The record of a session that this replica does not serve yet. */
  read(id: string): Promise<SessionRecord | undefined> {
    return this.#records.read(id);
  }

  /** Whether another replica has ended a session. */
  isEnded(id: string): Promise<boolean> {
    return this.#records.isEnded(id);
  }

  /** Extends the life of a session in the store, if that is due. */
  async used(id: string, record: SessionRecord): Promise<void> {
    const now = Date.now();
    if (now - (this.#extendedAt.get(id) ?? 0) < this.#parts.idleMs / 4) return;
    this.#extendedAt.set(id, now);
    await this.#records.put(id, record).catch((error: unknown) => {
      this.#extendedAt.delete(id);
      this.#fleet.warn("the life of a session could not be extended", error);
    });
  }

  /** Ends a session for all replicas. */
  async end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    // This replica knows.
    this.#listening
      .get(id)
      ?.then((stop) => stop())
      .catch(() => {});
    this.#listening.delete(id);
    await this.#records.end(id, session?.identity.user ?? "");
    if (session !== undefined) await this.#fleet.wake(session.identity.name);
  }

  /** Leaves all open calls to the other replicas. A store that hangs does not keep this replica from ending. */
  async close(): Promise<void> {
    const leave = async (): Promise<void> => {
      await Promise.all([...this.#sessions.values()].map((session) => session.leave()));
      await this.#fleet.close();
    };
    await withTimeout(leave(), CLOSE_MS, () => undefined);
  }

  /** Another replica may have ended a session, or read the events of one of its calls. */
  async #look(id: string): Promise<void> {
    if (!this.#listening.has(id)) return;
    try {
      if (await this.#records.isEnded(id)) return this.#parts.onEnded(id);
      await this.#sessions.get(id)?.look();
    } catch (error) {
      this.#fleet.warn("a client that has come back could not be served", error);
    }
  }
}
