import { randomBytes, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Sealer } from "../../../state/sealer.js";

type RequestId = string | number;

/** A name that nobody can guess. */
export function randomName(bytes = 12): string {
  return randomBytes(bytes).toString("base64url");
}

/** A longer id of a request is not carried by the ids of its events. */
const MAX_REQUEST_ID = 128;

/** The part of the id of a call under which it is in the store. */
export function callKeyOf(callId: string): string {
  return callId.split(".").slice(0, 2).join("");
}

/** A call as its id describes it. */
export interface NamedCall {
  readonly callId: string;
  readonly replica: string;
}

/** A place in the events of a call, as the client sends it back. */
export interface EventPlace extends NamedCall {
  readonly n: number;
  /** Whether it was the last event of the call. */
  readonly isEnd: boolean;
}

const END = ".end";

/** The JSON-RPC id of the request behind a call, if its id carries it. */
export function requestIdOf(callId: string): RequestId | undefined {
  return readRequestId(callId.split(".")[2] ?? "");
}

function readRequestId(carried: string): RequestId | undefined {
  try {
    const id: unknown = JSON.parse(Buffer.from(carried, "base64url").toString("utf8"));
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** A request of the server's, as its id describes it. */
export interface SentRequest {
  /** The replica that sent it. */
  readonly replica: string;
  /** See {@link callKeyOf}; empty for one that belongs to no call. */
  readonly callKey: string;
}

/**
 * The ids that the server makes in one session, of events and of its requests. Nobody can guess them, and every replica can tell
 * without the store which ones were made in the session.
 */
export class SessionIds {
  readonly #sealer: Sealer;
  readonly #session: string;

  /** @param session - names the session and its owner */
  constructor(sealer: Sealer, session: string) {
    this.#sealer = sealer;
    this.#session = session;
  }

  /**
   * A new id of a call: the replica that began it, a random name, and the JSON-RPC id of its request. With the last, a call of
   * which nothing else is known can still be ended with an error.
   */
  createCall(replica: string, requestId: RequestId): string {
    const id = JSON.stringify(requestId);
    const carried = id.length <= MAX_REQUEST_ID ? Buffer.from(id).toString("base64url") : "";
    return `${replica}.${randomName()}.${carried}`;
  }

  /** The id of an event: its call, and its place among the events of that, both of which nobody else can make up. */
  createEvent(callId: string, n: number, isEnd = false): string {
    const place = `${callId}.${n}${isEnd ? END : ""}`;
    return `${place}.${this.#proof("event", place)}`;
  }

  /** Reads the id of an event; `undefined` for one that was not made in this session. */
  readEvent(id: string): EventPlace | undefined {
    const match = /^((([\w-]{11})\.[\w-]{16}\.[\w-]{0,256})\.(\d{1,7})(\.end)?)\.([\w-]{22})$/.exec(
      id,
    );
    if (match === null) return undefined;
    const [, place = "", callId = "", replica = "", n = "", end, proof = ""] = match;
    if (!this.#proves(proof, "event", place)) return undefined;
    return { callId, replica, n: Number(n), isEnd: end !== undefined };
  }

  /**
   * A new id of a request.
   *
   * @param replica - the replica that sends the request
   * @param callKey - the call that it belongs to, if it belongs to one that can be continued
   */
  createRequest(replica: string, callKey = ""): string {
    const place = `${replica}.${callKey}.${randomName()}`;
    return `${place}.${this.#proof("request", place)}`;
  }

  /** Reads the id of a request; `undefined` for one that was not made in this session. */
  readRequest(id: unknown): SentRequest | undefined {
    if (typeof id !== "string") return undefined;
    const match = /^([\w-]{11})\.(|[\w-]{27})\.([\w-]{16})\.([\w-]{22})$/.exec(id);
    if (match === null) return undefined;
    const [, replica = "", callKey = "", name = "", proof = ""] = match;
    const isOwn = this.#proves(proof, "request", `${replica}.${callKey}.${name}`);
    return isOwn ? { replica, callKey } : undefined;
  }

  /** Compares in a time that tells nothing of the right proof. */
  #proves(given: string, kind: "event" | "request", place: string): boolean {
    const one = Buffer.from(given);
    return this.#proofs(kind, place).some((proof) => {
      const other = Buffer.from(proof);
      return one.length === other.length && timingSafeEqual(one, other);
    });
  }

  #proof(kind: "event" | "request", place: string): string {
    return this.#proofs(kind, place)[0];
  }

  /** Under each secret of the ring. */
  #proofs(kind: "event" | "request", place: string): readonly [string, ...string[]] {
    return this.#sealer.names(
      `id of ${kind === "event" ? "an event" : "a request"}`,
      this.#session,
      place,
    );
  }
}
