import type { CallKind, WireEntry } from "../../../../src/console/views/api-types.js";
import { isObject, type JsonObject, ownValue, setOwn } from "../../data/arguments/json-data.js";

/** A call that was sent, as the timeline has it. */
export interface RecordedCall {
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** What the user has added to the request. */
  readonly meta: JsonObject;
  readonly asTask: boolean;
  /** Whether masked values were left out. */
  readonly isPartial: boolean;
}

const KINDS: Readonly<Record<string, CallKind>> = {
  "tools/call": "tool",
  "prompts/get": "prompt",
  "resources/read": "resource",
};
/** What the console puts in the place of a likely secret, or of an answer of the user. */
const MASK = "••••••";
/** The client sets these itself, for each request. */
const OF_CLIENT = /^(?:progressToken$|io\.modelcontextprotocol\/)/;

/** A copy without masked values; `undefined` for one that is masked itself. */
function withoutMasks(value: unknown, onMasked: () => void): unknown {
  if (typeof value === "string") {
    if (!value.includes(MASK)) return value;
    onMasked();
    return undefined;
  }
  if (Array.isArray(value)) {
    return value.map((item) => withoutMasks(item, onMasked)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const one = withoutMasks(member, onMasked);
    if (one !== undefined) setOwn(kept, key, one);
  }
  return kept;
}

/** Any other request that was sent, as the timeline has it. */
export interface RecordedRequest {
  readonly method: string;
  readonly params: JsonObject;
}

/** Requests that cannot be made twice, or that carry answers. */
const ONCE = /^(?:initialize|server\/discover|tasks\/update)$/;

/** The request that a message is, without masked values; `undefined` for a call, and for one that is not complete. */
export function readRecordedRequest(entry: WireEntry): RecordedRequest | undefined {
  const { method, direction, kind, cut, body } = entry;
  if (Object.hasOwn(KINDS, method) || ONCE.test(method)) return undefined;
  if (direction !== "sent" || kind !== "request" || cut) return undefined;
  try {
    const kept = withoutMasks(ownValue(JSON.parse(body), "params"), () => {});
    if (!isObject(kept)) return { method, params: {} };
    const { _meta: meta, ...params } = kept;
    const own = Object.entries(isObject(meta) ? meta : {}).filter(([key]) => !OF_CLIENT.test(key));
    if (own.length > 0) setOwn(params, "_meta", Object.fromEntries(own));
    return { method, params };
  } catch {
    return undefined;
  }
}

/**
 * The call that a message has made; `undefined` for any other message, and for one that is not complete. Only the call
 * is read: answers that were sent with a later round of it are never sent again.
 */
export function readRecordedCall(entry: WireEntry): RecordedCall | undefined {
  const kind = Object.hasOwn(KINDS, entry.method) ? KINDS[entry.method] : undefined;
  if (!kind || entry.direction !== "sent" || entry.kind !== "request" || entry.cut)
    return undefined;
  let params: unknown;
  try {
    params = ownValue(JSON.parse(entry.body), "params");
  } catch {
    return undefined;
  }
  const name = ownValue(params, kind === "resource" ? "uri" : "name");
  if (typeof name !== "string" || name.includes(MASK)) return undefined;
  let isPartial = false;
  const read = (key: string): JsonObject => {
    const kept = withoutMasks(ownValue(params, key), () => (isPartial = true));
    return isObject(kept) ? kept : {};
  };
  const meta = Object.entries(read("_meta")).filter(([key]) => !OF_CLIENT.test(key));
  return {
    kind,
    name,
    arguments: read("arguments"),
    meta: Object.fromEntries(meta),
    asTask: isObject(ownValue(params, "task")),
    isPartial,
  };
}
