import type { AuditAction, AuditEntry, AuditEvent, AuditField, AuditServer } from "./entry.js";
import { isUrl } from "../internal/is-url.js";

// Lengths in UTF-16 code units. Together they keep a line of JSON under 48 KiB in UTF-8.
const MAX_FIELDS = 50;
const MAX_NAME = 128;
const MAX_REASON = 300;
const MAX_POLICY = 20;

/**
 * Creates an entry from an event. Only the members of an {@link AuditEntry} are copied, so nothing else can get into the
 * log. Values of the wrong type are left out, long strings are truncated, and links are reduced to their host. An entry
 * created from an entry equals it.
 *
 * @example
 * ```ts
 * createAuditEntry({ id: "q1", mode: "url", url: "https://example.com/?token=s3cret", action: "accept" });
 * // { v: 1, id: "q1", mode: "url", urlHost: "example.com", action: "accept" }
 * ```
 */
export function createAuditEntry(event: AuditEvent): AuditEntry {
  const fields = Array.isArray(event.fields) ? event.fields : undefined;
  const count = number(event.fieldCount) ?? fields?.length ?? 0;
  const elapsed = time(event.answeredAt, event.askedAt);
  return present({
    v: 1,
    id: text(event.id),
    callId: code(event.callId),
    argumentsDigest: digest(event.argumentsDigest),
    answerDigest: digest(event.answerDigest),
    traceId: traceId(event.traceId),
    principal: text(event.principal, 256),
    server: isObject(event.server) ? server(event.server) : undefined,
    tool: text(event.tool),
    protocolVersion: code(event.protocolVersion),
    mode: oneOf<NonNullable<AuditEntry["mode"]>>(event.mode, ["form", "url", "sampling", "roots"]),
    messageDigest: code(event.messageDigest),
    fields: fields?.slice(0, MAX_FIELDS).map(field),
    fieldCount: fields && count > MAX_FIELDS ? count : undefined,
    urlHost: host(event.url) ?? host(`x://${text(event.urlHost, 300) ?? ""}`),
    action: oneOf<AuditAction>(event.action, ["accept", "decline", "cancel", "unanswered"]),
    confirmed: typeof event.confirmed === "boolean" ? event.confirmed : undefined,
    via: code(event.via),
    reason: text(event.reason, MAX_REASON),
    askedAt: iso(event.askedAt),
    answeredAt: iso(event.answeredAt),
    elapsedMs: number(event.elapsedMs) ?? elapsed,
    visibleMs: number(event.visibleMs),
    attempts: number(event.attempts),
    count: number(event.count),
    policy: codes(event.policy),
  });
}

function server(given: AuditServer): AuditServer {
  return present({
    name: text(given.name) ?? "",
    version: text(given.version, 64),
    url: origin(given.url),
  });
}

function field(given: AuditField): AuditField {
  const { name, kind, required } = isObject(given) ? given : ({} as Partial<AuditField>);
  return present({
    name: text(name) ?? "",
    kind: code(kind) ?? "",
    required: typeof required === "boolean" ? required : undefined,
  });
}

function codes(given: unknown): readonly string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  return given
    .slice(0, MAX_POLICY)
    .map(code)
    .filter((item) => item !== undefined);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A string without line breaks, control characters and characters that change the direction of text. */
function text(value: unknown, maxLength = MAX_NAME): string | undefined {
  if (typeof value !== "string") return undefined;
  const cut = value.length > maxLength ? `${value.slice(0, maxLength - 1)}…` : value;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{FFFD}");
}

/** A machine-readable word: without spaces, so that no sentence can get into the log. */
function code(value: unknown): string | undefined {
  return typeof value === "string" && /^[\w.:+/=-]{1,128}$/.test(value) ? value : undefined;
}

/** A keyed digest. Nothing else, so that no value can take its place. */
function digest(value: unknown): string | undefined {
  return typeof value === "string" && /^hmac-sha256:[\da-f]{64}$/.test(value) ? value : undefined;
}

function traceId(value: unknown): string | undefined {
  return typeof value === "string" && /^[\da-f]{32}$/.test(value) ? value : undefined;
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((item) => item === value);
}

function number(value: unknown): number | undefined {
  // Plus zero, because JSON has no negative zero.
  return Number.isFinite(value) ? Math.round(value as number) + 0 : undefined;
}

function iso(value: unknown): string | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function time(end: unknown, start: unknown): number | undefined {
  const [from, to] = [iso(start), iso(end)];
  return from && to ? Date.parse(to) - Date.parse(from) : undefined;
}

function parse(value: unknown): URL | undefined {
  return typeof value === "string" && value.length <= 8192 && isUrl(value)
    ? new URL(value)
    : undefined;
}

function host(value: unknown): string | undefined {
  return text(parse(value)?.host || undefined, 300);
}

function origin(value: unknown): string | undefined {
  const url = parse(value);
  return url?.host ? text(`${url.protocol}//${url.host}`, 300) : undefined;
}

/** Removes the members that are undefined. */
function present<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
