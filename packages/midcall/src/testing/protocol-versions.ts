/**
 * A protocol version with its own wire behaviour: how a session starts, and how a server asks.
 *
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export type ProtocolVersion = "2025-06-18" | "2025-11-25" | "2026-07-28";

/**
 * Every protocol version that midcall serves, oldest first; intended for `describe.each(protocolVersions)`.
 *
 * @example
 * ```ts
 * describe.each(protocolVersions)("clean_up on %s", (protocolVersion) => { … });
 * ```
 */
export const protocolVersions: readonly ProtocolVersion[] = Object.freeze([
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
]);

/**
 * Calls `fn` once per protocol version, oldest first.
 *
 * A synchronous `fn` (one that registers tests) is called three times in a row. An asynchronous one is awaited before
 * the next protocol version starts, and the first rejection ends the loop.
 *
 * @param fn - receives the protocol version.
 * @returns nothing, or a promise when `fn` returns one.
 * @example
 * ```ts
 * import test from "node:test";
 * forEachProtocolVersion((protocolVersion) => test(`asks before it deletes, on ${protocolVersion}`, async () => { … }));
 * ```
 */
export function forEachProtocolVersion(
  fn: (protocolVersion: ProtocolVersion) => Promise<void>,
): Promise<void>;
export function forEachProtocolVersion(fn: (protocolVersion: ProtocolVersion) => void): void;
export function forEachProtocolVersion(
  fn: (protocolVersion: ProtocolVersion) => void | Promise<void>,
): void | Promise<void> {
  return walk(fn, 0);
}

function walk(
  fn: (protocolVersion: ProtocolVersion) => void | Promise<void>,
  from: number,
): void | Promise<void> {
  for (let index = from; index < protocolVersions.length; index += 1) {
    const done = fn(protocolVersions[index]!);
    if (done !== undefined) return done.then(() => walk(fn, index + 1));
  }
}
