import { isObject } from "../../internal/is-object.js";
import { withoutNulls } from "../../internal/read-message.js";
import { readText } from "../../internal/read-text.js";

/** Marks the error that a request with a malformed response ends with. No host can send it. */
const BROKEN: object = Object.freeze({ reason: "broken_response" });

const MESSAGE =
  "The host's response was malformed: it must have either a result, which is an object, or an error with a code and a message.";

/** Whether a request ended because its response was malformed. */
export function isBrokenResponse(error: unknown): boolean {
  return (error as { data?: unknown } | null | undefined)?.data === BROKEN;
}

/** The error of a request with such a response. */
export function brokenResponse(): Error {
  return Object.assign(new Error(MESSAGE), { code: -32_600, data: BROKEN });
}

type Loose = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
};

/** The part of an SDK's transport that messages pass. */
interface MessageTransport {
  send(message: never, options?: never): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

/** The transports that are watched, with what ends the request that a malformed response names. */
const watched = new WeakMap<object, (message: object) => void>();

/**
 * Ends the request of this server that a malformed response names, if one is open. The SDK does not get the message: its error
 * would have all of it, with what the user entered.
 */
export function endBrokenResponse(transport: object, message: object): void {
  watched.get(transport)?.(message);
}

/** The open request that a response names. A host may have made a string of its number. */
function namedBy(id: unknown, open: ReadonlySet<unknown>): unknown {
  if (typeof id !== "string" || open.has(id)) return id;
  return String(Number(id)) === id ? Number(id) : id;
}

/**
 * Whether the SDK would take a response for that to another request: it compares ids as numbers, so that `""` counts
 * as 0.
 */
function isMistaken(id: unknown, open: ReadonlySet<unknown>): boolean {
  return typeof id === "string" && !open.has(id) && open.has(Number(id));
}

/**
 * Ends requests of this server whose response is malformed (`result: null`, a string, a list, a result beside an error, …).
 * The SDK drops such a message and keeps waiting; transports that check messages themselves report it as an error without
 * the id. It then counts for the one request that is open or, if several are, for those that remain when all
 * others have been answered; so does one whose id is `null`. A response that the SDK would take for that to another request
 * is dropped.
 *
 * @param isResponse - whether the SDK accepts a message as a response
 */
export function endBrokenResponses(
  given: MessageTransport | undefined,
  isResponse: (message: unknown) => boolean,
): void {
  if (given === undefined || watched.has(given)) return;
  const transport = given as LooseTransport;
  const open = new Set<unknown>();
  let unnamed = 0;

  const end = (id: unknown): void => {
    open.delete(id);
    const error = { code: -32_600, message: MESSAGE, data: BROKEN };
    transport.onmessage?.({ jsonrpc: "2.0", id, error });
  };
  const settle = (): void => {
    if (unnamed === 0 || open.size > unnamed) return;
    unnamed = 0;
    for (const id of [...open]) end(id);
  };
  const endNamed = (message: object): void => {
    const { id } = message as Loose;
    if (id === null) {
      unnamed += 1;
      return settle();
    }
    const named = namedBy(id, open);
    if (open.has(named)) end(named);
  };
  watched.set(given, endNamed);

  const send = transport.send.bind(transport);
  const noting: typeof send = (message, options) => {
    const { id, method, params } = message as Loose;
    if (method !== undefined && id !== undefined) open.add(id);
    if (method === "notifications/cancelled") {
      open.delete(params?.requestId);
      settle();
    }
    return send(message, options);
  };
  transport.send = noting;
  const receive = transport.onmessage?.bind(transport);
  const read = (whole: unknown): unknown => (isObject(whole) ? withoutNulls(whole) : whole);
  // Those for programs check messages themselves.
  readText(transport, read);
  const checked: typeof receive = (whole, extra) => {
    const message = read(whole);
    const { id: given, method } = message as Loose;
    const id = namedBy(given, open);
    if (method === undefined && isMistaken(id, open)) return;
    if (method === undefined && (open.has(id) || id === null)) {
      if (!isResponse(message)) return endNamed(message as object);
      open.delete(id);
      settle();
    }
    receive?.(message, extra);
  };
  transport.onmessage = checked;
  const report = transport.onerror?.bind(transport);
  const counted = (error: Error): void => {
    report?.(error);
    if (!isAboutResponse(error)) return;
    unnamed += 1;
    settle();
  };
  transport.onerror = counted;
}

/** A transport whose messages may be anything. */
interface LooseTransport {
  send(message: unknown, options?: unknown): Promise<void>;
  onmessage?: ((message: unknown, extra?: unknown) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

interface Issue {
  readonly code?: unknown;
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

/**
 * Whether the message that a transport refused was meant as a response: it had an `id` and no `method`. The SDK's
 * error shows that by the keys that are unrecognised in each kind of message.
 */
function isAboutResponse(error: unknown): boolean {
  const { issues } = (error ?? {}) as { issues?: readonly Issue[] };
  if (!Array.isArray(issues)) return false;
  const keys = (issues as readonly Issue[])
    .flatMap(({ errors = [] }) => errors.flat())
    .flatMap((issue) => (issue.code === "unrecognized_keys" ? (issue.keys ?? []) : []));
  return keys.includes("id") && !keys.includes("method");
}
