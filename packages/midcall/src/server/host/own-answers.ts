import { isObject } from "../../internal/is-object.js";
import type { HostCapabilities } from "./capabilities.js";
import type { HostOverride, Mode } from "./overrides.js";
import { overridesOf } from "./overrides-of.js";

/** The settings that say when an answer is the host's own. */
export interface DoubtSettings {
  readonly hostOverrides: readonly HostOverride[];
  /** Declines and cancels that are faster are the host's own, whatever the host. */
  readonly autoDeclineMs: number | undefined;
}

/**
 * Whether a response was made by the host itself and not by its user: a decline, a cancel, or an accept without content,
 * which came faster than a user of this host can answer.
 *
 * @param elapsedMs Milliseconds between the question and the response. A negative number, as from processes whose clocks
 *   differ, says nothing: the response then counts as the user's.
 */
export function isHostsOwn(
  response: unknown,
  mode: Mode,
  elapsedMs: number,
  host: HostCapabilities,
  { hostOverrides, autoDeclineMs }: DoubtSettings,
): boolean {
  if (!isObject(response) || !(elapsedMs >= 0)) return false;
  const { action, content } = response;
  const does = action === "accept" ? "accepts" : "refuses";
  if (does === "accepts" && !isEmpty(content)) return false;
  if (does === "refuses" && !REFUSALS.has(action)) return false;
  if (does === "refuses" && autoDeclineMs !== undefined) return elapsedMs < autoDeclineMs;
  return overridesOf(host, mode, hostOverrides).some(
    (one) => one.does === does && elapsedMs < one.withinMs,
  );
}

const REFUSALS: ReadonlySet<unknown> = new Set(["decline", "reject", "cancel"]);

function isEmpty(content: unknown): boolean {
  return (
    content === undefined ||
    content === null ||
    (isObject(content) && Object.keys(content).length === 0)
  );
}
