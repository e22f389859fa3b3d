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

const END = "end";

export function eventIdOf(callId: string, n: number, isEnd = false): string {
  return isEnd ? `${callId}.${n}.${END}` : `${callId}.${n}`;
}

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
 * The ids that the server makes in one session, of calls and of its requests. Nobody can guess them, and every replica can tell
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
    const place = `${replica}.${randomName()}.${carried}`;
    return `${place}.${this.#proof("call", place)}`;
  }

  /** Reads the id of an event; `undefined` for one that was not made in this session. */
  readEvent(id: string): EventPlace | undefined {
    const match = /^([\w-]{11})\.([\w-]{16})\.([\w-]{0,256})\.([\w-]{22})\.(\d{1,7})(\.end)?$/.exec(
      id,
    );
    if (match === null) return undefined;
    const [, replica = "", name = "", request = "", proof = "", n = "", end] = match;
    const place = `${replica}.${name}.${request}`;
    if (!this.#proves(proof, "call", place)) return undefined;
    return {
      callId: `${place}.${proof}`,
      replica,
      n: Number(n),
      isEnd: end !== undefined,
    };
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
  #proves(given: string, kind: "call" | "request", place: string): boolean {
    const [one, other] = [Buffer.from(given), Buffer.from(this.#proof(kind, place))];
    return one.length === other.length && timingSafeEqual(one, other);
  }

  #proof(kind: "call" | "request", place: string): string {
    return this.#sealer.name(`id of a ${kind}`, this.#session, place);
  }
}
