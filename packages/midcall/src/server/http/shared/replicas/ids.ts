import { randomBytes } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Sealer } from "../../../state/sealer.js";

type RequestId = string | number;

/** A name that nobody can guess. */
export function randomName(bytes = 12): string {
  return randomBytes(bytes).toString("base64url");
}

/** A longer id of a request is not carried by the ids of its events. */
const MAX_REQUEST_ID = 128;

/**
 * The id of a call: the replica that began it, a random name, and the JSON-RPC id of its request. With the last, a call of
 * which nothing else is known can still be ended with an error.
 */
export function callIdOf(replica: string, requestId: RequestId): string {
  const id = JSON.stringify(requestId);
  const carried = id.length <= MAX_REQUEST_ID ? Buffer.from(id).toString("base64url") : "";
  return `${replica}.${randomName()}.${carried}`;
}

/** The part of the id of a call under which it is in the store. */
export function callKeyOf(callId: string): string {
  return callId.split(".").slice(0, 2).join("");
}

/** A call as its id describes it. Nothing of that is proven. */
export interface NamedCall {
  readonly callId: string;
  readonly replica: string;
  readonly requestId: RequestId | undefined;
}

/** A place in the events of a call, as the client sends it back. Nothing of it is proven. */
export interface EventPlace extends NamedCall {
  readonly n: number;
  /** Whether it was the last event of the call. */
  readonly isEnd: boolean;
}

const END = "end";

export function eventIdOf(callId: string, n: number, isEnd = false): string {
  return isEnd ? `${callId}.${n}.${END}` : `${callId}.${n}`;
}

/** Reads the id of an event; `undefined` for one that is not of this form. */
export function readEventId(id: string): EventPlace | undefined {
  const match = /^([\w-]{11})\.([\w-]{16})\.([\w-]{0,256})\.(\d{1,7})(\.end)?$/.exec(id);
  if (match === null) return undefined;
  const [, replica = "", name = "", request = "", n = "", end] = match;
  return {
    callId: `${replica}.${name}.${request}`,
    replica,
    requestId: readRequestId(request),
    n: Number(n),
    isEnd: end !== undefined,
  };
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
 * The ids of the server's requests in one session: nobody can guess them, and every replica can tell without the store
 * which ones belong to the session.
 */
export class RequestIds {
  readonly #sealer: Sealer;
  readonly #session: string;

  /** @param session - names the session and its owner */
  constructor(sealer: Sealer, session: string) {
    this.#sealer = sealer;
    this.#session = session;
  }

  /**
   * @param replica - the replica that sends the request
   * @param callKey - the call that it belongs to, if it belongs to one that can be continued
   */
  create(replica: string, callKey = ""): string {
    const place = `${replica}.${callKey}.${randomName()}`;
    return `${place}.${this.#proof(place)}`;
  }

  /** Reads an id; `undefined` for one that was not made in this session. */
  read(id: unknown): SentRequest | undefined {
    if (typeof id !== "string") return undefined;
    const match = /^([\w-]{11})\.(|[\w-]{27})\.([\w-]{16})\.([\w-]{22})$/.exec(id);
    if (match === null) return undefined;
    const [, replica = "", callKey = "", name = "", proof] = match;
    const isOwn = this.#proof(`${replica}.${callKey}.${name}`) === proof;
    return isOwn ? { replica, callKey } : undefined;
  }

  #proof(place: string): string {
    return this.#sealer.name("request id", this.#session, place);
  }
}
