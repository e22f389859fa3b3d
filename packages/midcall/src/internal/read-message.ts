import { isObject } from "./is-object.js";
import { isTooDeep, MAX_JSON_DEPTH } from "./json-depth.js";

type Members = Readonly<Record<string, unknown>>;

/** A JSON-RPC message as it is understood, and what is wrong with it. */
export interface ReadMessage {
  /** The same message without members that are `null` and may be absent; the very same where it has none. */
  readonly message: unknown;
  /** Why it cannot be used, as the rest of a sentence that begins with the message; `undefined` for a sound one. */
  readonly problem: string | undefined;
}

const RELATED_TASK = "io.modelcontextprotocol/related-task";

/**
 * Reads a JSON-RPC message of MCP. Servers in some languages write `null` for what they leave out (`"_meta": null`), which is
 * read as absent. What else breaks the rules of a message is named: the official SDK drops such a message without a word to
 * whoever waits for it.
 *
 * @param given - JSON data, untrusted
 *
 * @example
 * ```ts
 * readMessage({ jsonrpc: "2.0", id: 1, result: { content: [], _meta: null } }).message;
 * // { jsonrpc: "2.0", id: 1, result: { content: [] } }
 * readMessage({ jsonrpc: "2.0", id: 1, result: "done" }).problem;
 * // "has a result that is text and not an object"
 * ```
 */
export function readMessage(given: unknown): ReadMessage {
  return readWith(given, true);
}

/** As {@link readMessage}, for a client that does not look into results: they may be nested as deep as they are. */
export function readForClient(given: unknown): ReadMessage {
  const { method, result } = Object(given) as Members;
  const isPlain = method === undefined && isObject(result) && isComplete(result);
  return readWith(given, !isPlain);
}

/** Whether a result requires nothing more of the client. That of a task has no type of its own. */
const isComplete = ({ resultType = "complete", inputRequests }: Members): boolean =>
  resultType === "complete" && inputRequests === undefined;

function readWith(given: unknown, isFlat: boolean): ReadMessage {
  if (!isObject(given)) return { message: given, problem: "is not an object" };
  const message = withoutNulls(given);
  const isDeep = isFlat && isTooDeep(message);
  const problem = isDeep ? `is nested more than ${MAX_JSON_DEPTH} levels deep` : problemOf(message);
  return { message, problem };
}

/** A message without members that are `null` and may be absent; the very same where it has none. */
export function withoutNulls(given: Members): Members {
  const { error } = given;
  const isError = error !== undefined && error !== null;
  let message = without(given, ["method", "params", isError ? "result" : "error"]);
  const { method } = message;
  // As JSON-RPC 1.0 had it.
  if (typeof method === "string" && method.startsWith("notifications/"))
    message = without(message, ["id"]);
  message = changed(message, "params", (params) =>
    changed(without(params, ["_meta"]), "_meta", (meta) =>
      without(meta, ["progressToken", RELATED_TASK]),
    ),
  );
  return changed(message, "result", (result) => without(result, ["_meta"]));
}

function problemOf(message: Members): string | undefined {
  const { jsonrpc, id, method, params, result, error } = message;
  if (jsonrpc !== "2.0") return 'does not have "2.0" as its jsonrpc';
  if (method !== undefined) {
    if (typeof method !== "string") return `has a method that is ${kindOf(method)} and not text`;
    if (id !== undefined && !isId(id)) return `has an id that is ${kindOf(id)}`;
    return notObject("params", params) ?? problemOfMeta("params._meta", params);
  }
  if (result === undefined && error === undefined) return "has neither a result nor an error";
  if (result !== undefined && error !== undefined) return "has both a result and an error";
  if (!isId(id) && !(error !== undefined && id === undefined))
    return `has an id that is ${kindOf(id)}`;
  if (result !== undefined)
    return notObject("result", result) ?? problemOfMeta("result._meta", result);
  if (!isObject(error)) return notObject("error", error);
  if (!Number.isSafeInteger(error["code"])) return "has an error without a code that is an integer";
  return typeof error["message"] === "string" ? undefined : "has an error without a message";
}

function problemOfMeta(name: string, holder: unknown): string | undefined {
  const meta = isObject(holder) ? holder["_meta"] : undefined;
  if (meta === undefined || name === "result._meta" || !isObject(meta))
    return notObject(name, meta);
  const { progressToken, [RELATED_TASK]: task } = meta;
  if (progressToken !== undefined && !isId(progressToken))
    return `has a progressToken that is ${kindOf(progressToken)}`;
  const isTask = task === undefined || (isObject(task) && typeof task["taskId"] === "string");
  return isTask ? undefined : `has a ${RELATED_TASK} without a taskId`;
}

const notObject = (name: string, value: unknown): string | undefined =>
  value === undefined || isObject(value)
    ? undefined
    : `has a ${name} that is ${kindOf(value)} and not an object`;

export const isId = (id: unknown): id is string | number =>
  typeof id === "string" || Number.isSafeInteger(id);

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return value === null ? "null" : "missing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "text";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function without(given: Members, names: readonly string[]): Members {
  if (!names.some((name) => given[name] === null)) return given;
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !names.includes(name)),
  );
}

/** The same object, with a member changed, if that is an object. */
function changed(given: Members, name: string, change: (member: Members) => Members): Members {
  const member = given[name];
  if (!isObject(member)) return given;
  const next = change(member);
  return next === member ? given : { ...given, [name]: next };
}
