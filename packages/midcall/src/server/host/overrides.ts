import type { ProtocolVersion } from "../../schema/versions/to-version.js";
import type { VersionRange } from "./version-range.js";

/** A question's mode. */
export type Mode = "form" | "url";

/** Which hosts an override is about. */
interface AboutHosts {
  /** The host's `clientInfo.name`, exactly; or how it begins, with a `*` at the end: `"acme-*"`. */
  readonly name: string;
  /** The versions it is about, by `clientInfo.version`. Default: every version. */
  readonly versions?: VersionRange;
  /** The protocol versions it is about. Default: all. */
  readonly protocolVersions?: readonly ProtocolVersion[];
  /** The mode it is about. Default: both. */
  readonly mode?: Mode;
  /** Where this is known from; errors that it leads to name it. */
  readonly source?: string;
}

/**
 * What a host does in place of asking its user. `does` is one of:
 *
 * - `refuses`: it declines or cancels by itself, within `withinMs` milliseconds. An answer as fast as that counts as
 *   `unanswered` (`auto-declined`).
 * - `accepts`: it accepts by itself, without content, within `withinMs` milliseconds. This counts as the same.
 * - `never-answers`, `cannot-show`: it lets the question hang, or has no user interface for it. Its declaration of the
 *   mode is ignored.
 * - `omits-fields`: it shows no fields of the JSON types in `fields`. It is not asked with a form that has one if there
 *   is another way to ask.
 */
export type HostDefect =
  | { readonly does: "refuses" | "accepts"; readonly withinMs: number }
  | { readonly does: "never-answers" | "cannot-show" }
  | { readonly does: "omits-fields"; readonly fields: readonly ("number" | "array")[] };

/**
 * A host that declares a capability it does not have. An override never makes an answer: it can only turn one into
 * `unanswered`, or have the host not be asked.
 */
export type HostOverride = AboutHosts & HostDefect;
