import { isObject } from "../../internal/is-object.js";
import { changeReceived, type Message, type Transport } from "./change-received.js";
import { readText } from "../../internal/read-text.js";
import { isId, readForClient, readMessage } from "../../internal/read-message.js";

type Id = string | number;
type Loose = Readonly<Record<string, unknown>>;

const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;

/** As a request that was open when the connection closed. */
const CONNECTION_CLOSED = -32_000;
const NO_RESPONSE =
  "Connection closed before the server responded to this request. Nobody knows how far it got.";
const NOT_SENT =
  "Connection closed: the answer to a question of the server could not be sent, so this call has ended.";

const watched = new WeakSet<Transport>();

/**
 * Lets no message of a server leave somebody waiting because it breaks the rules. The official SDK drops such a message: its
 * request would hang. What is `null` and may be absent is read as absent; a request that cannot be read is answered with an
 * error, and a response ends its request with one, which names what is wrong. `inbox.attach` does this for its client.
 *
 * @param transport - of the official SDK or of your own, before a client connects to it
 */
export function endMalformedMessages(transport: Transport): void {
  // A library may have its client connect with what is not a whole transport.
  if (watched.has(transport) || typeof transport.send !== "function") return;
  watched.add(transport);
  /** The ids of the client's requests that have no response yet. */
  const open = new Set<unknown>();
  /** Responses that nobody knows the requests of. */
  let unnamed = 0;
  const send = transport.send.bind(transport) as (
    message: Loose,
    options?: object,
  ) => Promise<void>;

  const closed = (id: unknown): void => {
    open.delete(id);
    if (unnamed === 0 || open.size > unnamed) return;
    unnamed = 0;
    for (const left of [...open]) receiver()?.(failure(left as Id, "was malformed") as never);
  };
  const countUnnamed = (): void => {
    unnamed += 1;
    closed(undefined);
  };
  /** The message for the client; `undefined` if it gets none. */
  const read = (given: unknown): unknown => {
    const { message, problem } = readForClient(given);
    if (!isObject(message)) return given;
    const { id, method, error } = message;
    if (method !== undefined) {
      if (problem === undefined) return onlyKnown(message, ["id", "method", "params"]);
      if (!isId(id)) return given;
      const why = `The request ${problem}.`;
      void send({ jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message: why } }).catch(
        () => {},
      );
      return undefined;
    }
    const named = namedBy(id, open);
    if (problem === undefined) {
      closed(named);
      return onlyKnown(message, ["id", "result", "error"]);
    }
    if (named === undefined) {
      if (!isId(id)) countUnnamed();
      return undefined;
    }
    closed(named);
    // An error that names no request is the error of the only one.
    const isSound = !isId(id) && readMessage({ ...message, id: 0 }).problem === undefined;
    return isSound ? { jsonrpc: "2.0", id: named, error } : failure(named, problem);
  };
  const { receiver } = changeReceived(transport, (message) => read(message) as Message | undefined);
  readText(transport, read);

  const end = (id: Id, why: string): void => {
    if (!open.has(id)) return;
    closed(id);
    receiver()?.({ jsonrpc: "2.0", id, error: { code: CONNECTION_CLOSED, message: why } });
  };
  transport.send = async (message, options) => {
    const { id, method, params } = message as Loose;
    const isRequest = method !== undefined && isId(id);
    if (method === "notifications/cancelled" && isObject(params)) closed(params["requestId"]);
    if (isRequest) {
      open.add(id);
      options?.requestSignal?.addEventListener("abort", () => closed(id), { once: true });
    }
    const onRequestStreamEnd = (): void => end(id as Id, NO_RESPONSE);
    try {
      await send(message as Loose, { ...(isRequest && { onRequestStreamEnd }), ...options });
    } catch (error) {
      if (isRequest) closed(id);
      // The server waits for this answer, and whoever called it waits for the server.
      else if (method === undefined && isGone(error))
        for (const one of [...open] as Id[]) end(one, `${NOT_SENT} ${(error as Error).message}`);
      throw error;
    }
  };
  const before = transport.onerror;
  transport.onerror = (error) => {
    before?.(error);
    if (isAboutResponse(error)) countUnnamed();
  };
}

/** The open request that a response names: by its id, also as text; by no id, if it is the only one. */
function namedBy(id: unknown, open: ReadonlySet<unknown>): Id | undefined {
  if (id === null || id === undefined) return open.size === 1 ? ([...open][0] as Id) : undefined;
  if (open.has(id)) return id as Id;
  const number = typeof id === "string" && String(Number(id)) === id ? Number(id) : undefined;
  return open.has(number) ? number : undefined;
}

function failure(id: Id, problem: string): Loose {
  const message = `The server's response ${problem}, so it was not used. This has to be fixed in the server.`;
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } };
}

/** Without members that no message has: the SDK refuses those that have others. */
function onlyKnown(message: Loose, known: readonly string[]): Loose {
  const names = ["jsonrpc", ...known];
  if (Object.keys(message).every((name) => names.includes(name))) return message;
  return Object.fromEntries(Object.entries(message).filter(([name]) => names.includes(name)));
}

/**
 * Whether there is no server any more, or not this session, for which servers respond with 400 or 404: `fetch` throws a TypeError
 * when there is no response.
 */
function isGone(error: unknown): boolean {
  const { status, message } = Object(error) as { readonly status?: unknown; message?: unknown };
  if (status === 400) return /session/i.test(String(message));
  return error instanceof TypeError || status === 404 || Number(status) >= 500;
}

interface Issue {
  readonly code?: unknown;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

/**
 * Whether a message that the SDK's transport has refused was meant as a response: it had an `id` and no `method`. The SDK's
 * error shows that by the keys that are unrecognised in each kind of message.
 */
function isAboutResponse(error: unknown): boolean {
  const { issues } = (error ?? {}) as { readonly issues?: readonly Issue[] };
  if (!Array.isArray(issues)) return false;
  const keys = (issues as readonly Issue[])
    .flatMap(({ errors = [] }) => errors.flat())
    .flatMap((issue) => (issue.code === "unrecognized_keys" ? (issue.keys ?? []) : []));
  return keys.includes("id") && !keys.includes("method");
}
