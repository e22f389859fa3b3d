import { isObject } from "../internal/is-object.js";
import { isTooDeep } from "../internal/json-depth.js";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { interceptTransport } from "./intercept.js";

/** One JSON-RPC message as it was sent. */
export interface TranscriptEntry {
  /** `sent` by the host to the server, or `received` from it. */
  readonly direction: "sent" | "received";
  readonly message: Readonly<Record<string, unknown>>;
}

/**
 * Records every message of a client transport, including the negotiation, without changing any. One that is nested so deep that it
 * cannot be copied is recorded without its data.
 */
export function recordTransport(transport: Transport, transcript: TranscriptEntry[]): void {
  const note = (direction: TranscriptEntry["direction"], message: JSONRPCMessage): void => {
    const copied = isTooDeep(message) ? withoutData(message) : structuredClone(message);
    transcript.push({ direction, message: copied as unknown as Record<string, unknown> });
  };
  interceptTransport(transport, {
    send(message, pass) {
      note("sent", message);
      return pass(message);
    },
    receive(message, pass) {
      note("received", message);
      pass(message);
    },
  });
}

function withoutData(message: JSONRPCMessage): object {
  const kept = Object.entries(message).map(([name, value]: [string, unknown]) =>
    isObject(value) ? [name, { tooDeep: true }] : [name, value],
  );
  return Object.fromEntries(kept) as object;
}

const HANDSHAKE = new Set(["initialize", "notifications/initialized", "server/discover"]);

/**
 * Formats a transcript as text, with one line for each message. Two runs of the same conversation give the same text:
 * request ids, progress tokens and the 2026 envelope are left out, `requestState` and ids created at run time get
 * stable names, and the opening handshake is skipped.
 *
 * @param transcript - the entries, such as `host.transcript`
 * @returns the text
 *
 * @example
 * ```ts
 * expect(formatTranscript(host.transcript)).toMatchSnapshot();
 * ```
 */
export function formatTranscript(transcript: readonly TranscriptEntry[]): string {
  const methods = new Map<string, string>();
  const rename = createRenamer();
  const lines: string[] = [];
  for (const { direction, message } of transcript) {
    const { method, id, params, result, error } = message;
    // Each side counts its own ids, so a response belongs to the other direction's request.
    const requester = direction === "sent" ? "received" : "sent";
    if (typeof method === "string" && id !== undefined) methods.set(`${direction} ${id}`, method);
    const about = typeof method === "string" ? method : methods.get(`${requester} ${id}`);
    if (about !== undefined && HANDSHAKE.has(about)) continue;
    const arrow = direction === "sent" ? "host   →" : "server →";
    if (typeof method === "string") lines.push(`${arrow} ${method} ${rename(params ?? {})}`);
    else if (error !== undefined) lines.push(`${arrow} error ${rename(error)}`);
    else lines.push(`${arrow} result ${rename(result)}`);
  }
  return lines.join("\n");
}

const VOLATILE = new Set(["requestState", "elicitationId", "progressToken", "requestId"]);

function createRenamer(): (value: unknown) => string {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  const nameOf = (field: string, value: unknown): string => {
    const known = `${field} ${JSON.stringify(value)}`;
    const number = (seen.get(field) ?? 0) + 1;
    if (!names.has(known)) {
      seen.set(field, number);
      names.set(known, `<${field} ${number}>`);
    }
    return names.get(known)!;
  };
  return (value) =>
    JSON.stringify(value, function (field, inner: unknown) {
      if (VOLATILE.has(field)) return nameOf(field, inner);
      if (field === "_meta" && isObject(inner)) return withoutBookkeeping(inner);
      return inner;
    });
}

function withoutBookkeeping(meta: Record<string, unknown>): Record<string, unknown> | undefined {
  const own = Object.entries(meta).filter(
    ([name]) => name !== "progressToken" && !name.startsWith("io.modelcontextprotocol/"),
  );
  return own.length === 0 ? undefined : Object.fromEntries(own);
}
