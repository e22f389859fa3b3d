import { isObject, member } from "../../../json.js";
import type { WireEntry } from "../../views/api-types.js";
import { maskMessage } from "./mask-message.js";
import { maskSecretArguments } from "../secrets/secret-arguments.js";
import type { Scrubber } from "../secrets/scrubber.js";
import { createBoundedList } from "./bounded-list.js";
import { createWireCalls, type OpenEntry } from "./wire-calls.js";

/** The latest messages to and from one server. */
export interface WireLog {
  /** Adds a message. Never changes it, never throws. */
  add(direction: WireEntry["direction"], message: unknown): void;
  /** Messages after a sequence number, oldest first. */
  after(seq: number): readonly WireEntry[];
  clear(): void;
  readonly seq: number;
}

export interface WireLogOptions {
  readonly scrubber: Scrubber;
  /** The protocol version in use, or an empty string while it is unknown. */
  readonly protocolVersion: () => string;
  readonly onChange: () => void;
  /** The call that a message received now belongs to, if that is certain. */
  readonly currentCall?: (() => WireEntry["call"]) | undefined;
  /** The schema of the arguments of a tool, which says which of them are secrets. */
  readonly inputSchemaOf?: ((tool: unknown) => unknown) | undefined;
  readonly now?: (() => number) | undefined;
}

const MOST = 1_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_PENDING = 1_000;
const VERSION = "io.modelcontextprotocol/protocolVersion";

type Message = Record<string, unknown>;

export function createWireLog(options: WireLogOptions): WireLog {
  const { scrubber, protocolVersion, onChange, inputSchemaOf, now = Date.now } = options;
  let ring = createBoundedList<WireEntry>(MOST, MOST_CHARACTERS);
  const calls = createWireCalls(options.currentCall ?? (() => undefined));
  // The pending requests, by sender and id.
  const pending = new Map<string, OpenEntry>();
  let seq = 0;
  /** The version of the handshake in progress, which the connection does not know yet. */
  let offeredVersion = "";

  const protocolVersionOf = (message: Message): string => {
    const params = member(message, "params");
    const offered = member(member(message, "result"), "protocolVersion");
    if (typeof offered === "string") offeredVersion = offered.slice(0, 40);
    else if (message["method"] === "initialize") offeredVersion = "";
    const own =
      member(member(params, "_meta"), VERSION) ??
      (message["method"] === "initialize" ? member(params, "protocolVersion") : undefined) ??
      offered;
    return typeof own === "string" ? own.slice(0, 40) : protocolVersion() || offeredVersion;
  };

  /** The message, with the arguments masked that only the tool's schema says are secrets. */
  const withoutSecretArguments = (message: Message, direction: WireEntry["direction"]): Message => {
    const params = member(message, "params");
    if (direction !== "sent" || message["method"] !== "tools/call" || !isObject(params))
      return message;
    const schema = inputSchemaOf?.(params["name"]);
    const masked = maskSecretArguments(params["arguments"], schema, scrubber.add);
    return { ...message, params: { ...params, arguments: masked } };
  };

  const addOne = (direction: WireEntry["direction"], message: Message): void => {
    const { method, id } = message;
    const known = typeof id === "string" || typeof id === "number" ? id : undefined;
    const asks = typeof method === "string";
    const kind = asks
      ? known === undefined
        ? "notification"
        : "request"
      : message["error"] === undefined
        ? "response"
        : "error";
    const sender = asks ? direction : direction === "sent" ? "received" : "sent";
    const key = `${sender} ${typeof known} ${String(known)}`;
    const request = asks ? undefined : pending.get(key);
    const about = asks ? method.slice(0, 200) : request?.method;
    const entry: OpenEntry = {
      seq: ++seq,
      at: now(),
      direction,
      kind,
      method: about || "?",
      id: typeof known === "string" ? known.slice(0, 100) : known,
      protocolVersion: protocolVersionOf(message),
      ...maskMessage(withoutSecretArguments(message, direction), direction, scrubber),
    };
    if (asks) calls.describe(entry, message);
    else if (request) calls.pair(request, entry);
    if (kind === "request") {
      pending.set(key, entry);
      if (pending.size > MOST_PENDING) pending.delete(pending.keys().next().value!);
    } else if (!asks) pending.delete(key);
    ring.add(entry, entry.body.length + 200);
    onChange();
  };

  return {
    add(direction, message) {
      try {
        const messages: unknown[] = Array.isArray(message) ? message.slice(0, 100) : [message];
        for (const one of messages) {
          if (typeof one === "object" && one !== null) addOne(direction, one as Message);
        }
      } catch {
        // A message that cannot be logged must still be delivered.
      }
    },
    after: (last) => ring.list().filter((entry) => entry.seq > last),
    clear() {
      ring = createBoundedList(MOST, MOST_CHARACTERS);
      // Subscribers compare this number to detect changes.
      seq += 1;
      onChange();
    },
    get seq() {
      return seq;
    },
  };
}
