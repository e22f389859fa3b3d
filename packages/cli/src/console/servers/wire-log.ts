import type { WireEntry } from "../views/api-types.js";
import { type Scrubber, maskMessage } from "./mask-message.js";
import { createBoundedList } from "./bounded-list.js";

/** Every message of one server, the latest ones kept. */
export interface WireLog {
  /** Notes one message; never changes it, never throws. */
  note(direction: WireEntry["direction"], message: unknown): void;
  /** Messages after a sequence number, oldest first. */
  after(seq: number): readonly WireEntry[];
  clear(): void;
  readonly seq: number;
}

export interface WireLogOptions {
  readonly answered: Scrubber;
  /** The protocol version in use, as far as it is known. */
  readonly protocolVersion: () => string;
  readonly onChange: () => void;
  readonly now?: (() => number) | undefined;
}

const MOST = 1_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_PENDING = 1_000;
const VERSION = "io.modelcontextprotocol/protocolVersion";

type Message = Record<string, unknown>;
const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Message)[name] : undefined;

export function createWireLog(options: WireLogOptions): WireLog {
  const { answered, protocolVersion, onChange, now = Date.now } = options;
  let ring = createBoundedList<WireEntry>(MOST, MOST_CHARACTERS);
  // Methods of requests that wait for their response, by the side that asked and the id.
  const pending = new Map<string, string>();
  let seq = 0;
  /** By the handshake that is on its way: the connection knows it only afterwards. */
  let agreed = "";

  const protocolVersionOf = (message: Message): string => {
    const params = member(message, "params");
    const offered = member(member(message, "result"), "protocolVersion");
    if (typeof offered === "string") agreed = offered.slice(0, 40);
    else if (message["method"] === "initialize") agreed = "";
    const own =
      member(member(params, "_meta"), VERSION) ??
      (message["method"] === "initialize" ? member(params, "protocolVersion") : undefined) ??
      offered;
    return typeof own === "string" ? own.slice(0, 40) : protocolVersion() || agreed;
  };

  const add = (direction: WireEntry["direction"], message: Message): void => {
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
    const asker = asks ? direction : direction === "sent" ? "received" : "sent";
    const key = `${asker} ${typeof known} ${String(known)}`;
    let about = asks ? method.slice(0, 200) : (pending.get(key) ?? "");
    if (kind === "request") {
      pending.set(key, about);
      if (pending.size > MOST_PENDING) pending.delete(pending.keys().next().value!);
    } else if (!asks) pending.delete(key);
    about ||= "?";
    const entry: WireEntry = {
      seq: ++seq,
      at: now(),
      direction,
      kind,
      method: about,
      id: typeof known === "string" ? known.slice(0, 100) : known,
      protocolVersion: protocolVersionOf(message),
      ...maskMessage(message, direction, answered),
    };
    ring.add(entry, entry.body.length + 200);
    onChange();
  };

  return {
    note(direction, message) {
      try {
        const messages: unknown[] = Array.isArray(message) ? message.slice(0, 100) : [message];
        for (const one of messages) {
          if (typeof one === "object" && one !== null) add(direction, one as Message);
        }
      } catch {
        // A message that cannot be noted still has to reach whom it is for.
      }
    },
    after: (last) => ring.list().filter((entry) => entry.seq > last),
    clear() {
      ring = createBoundedList(MOST, MOST_CHARACTERS);
      // So that those who look see that something has changed.
      seq += 1;
      onChange();
    },
    get seq() {
      return seq;
    },
  };
}
