/**
 * `midcall/hosts`: what hosts are known to do in place of asking their users, for programs between a host and a server.
 *
 * @module
 */
import { host, type HostCapabilities } from "../server/host/capabilities.js";
import { knownHosts } from "../server/host/known-hosts.js";
import { omitsField, withNativeModes } from "../server/host/native-modes.js";
import type { HostOverride, Mode } from "../server/host/overrides.js";
import { isHostsOwn } from "../server/host/own-answers.js";

export { knownHosts };
export type { HostDefect, HostOverride } from "../server/host/overrides.js";

/** A host, as it introduces itself. */
export interface KnownHost {
  /** Its `clientInfo.name`. */
  readonly name: string | undefined;
  /** Its `clientInfo.version`. */
  readonly version: string | undefined;
  /** The protocol version that it speaks. */
  readonly protocolVersion: string | undefined;
}

/**
 * The modes in which a host can be asked: those that it declares, without those that it is known not to have.
 *
 * @param about - the host
 * @param declared - the modes that it declares
 * @param overrides - what is known about hosts; default {@link knownHosts}
 *
 * @example
 * ```ts
 * const about = { name: "claude-code", version: "2.1.80", protocolVersion: "2025-11-25" };
 * trustedModes(about, { form: true, url: true }); // { form: true, url: false }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities
 */
export function trustedModes(
  about: KnownHost,
  declared: { readonly form: boolean; readonly url: boolean },
  overrides: readonly HostOverride[] = knownHosts,
): { readonly form: boolean; readonly url: boolean } {
  const { form, url } = withNativeModes({ ...capabilitiesOf(about), ...declared }, overrides);
  return { form, url };
}

/**
 * Whether a host is known to leave out a field of this form.
 *
 * @param about - the host
 * @param requestedSchema - the form, as the host would get it
 * @param overrides - what is known about hosts; default {@link knownHosts}
 *
 * @example
 * ```ts
 * leavesOutFields(codex, { type: "object", properties: { seats: { type: "integer" } } }); // true
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function leavesOutFields(
  about: KnownHost,
  requestedSchema: unknown,
  overrides: readonly HostOverride[] = knownHosts,
): boolean {
  const { properties } = Object(requestedSchema) as { readonly properties?: unknown };
  const fields = Object.entries(Object(properties) as object).map(
    ([name, field]): [string, { readonly type?: unknown }] => [name, Object(field) as object],
  );
  return omitsField(capabilitiesOf(about), { properties: Object.fromEntries(fields) }, overrides);
}

/**
 * Whether a response was made by the host itself and not by its user: this host is known to answer by itself, and the
 * answer came faster than anybody can read.
 *
 * @param about - the host
 * @param question - `mode`, and `elapsedMs`: the milliseconds between the question and the response
 * @param response - the result of `elicitation/create`, untrusted
 * @param overrides - what is known about hosts; default {@link knownHosts}
 *
 * @example
 * ```ts
 * isAnsweredByHost(claudeCode, { mode: "form", elapsedMs: 20 }, { action: "decline" }); // true
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function isAnsweredByHost(
  about: KnownHost,
  question: { readonly mode: Mode; readonly elapsedMs: number },
  response: unknown,
  overrides: readonly HostOverride[] = knownHosts,
): boolean {
  const settings = { hostOverrides: overrides, autoDeclineMs: undefined };
  const { mode, elapsedMs } = question;
  return isHostsOwn(response, mode, elapsedMs, capabilitiesOf(about), settings);
}

function capabilitiesOf({ name, version, protocolVersion = "" }: KnownHost): HostCapabilities {
  const isModern = protocolVersion >= "2026";
  return host(
    isModern ? "multiRoundTrip" : "serverRequest",
    isModern ? "2026-07-28" : protocolVersion >= "2025-11-25" ? "2025-11-25" : "2025-06-18",
    {},
    { name, version },
  );
}
