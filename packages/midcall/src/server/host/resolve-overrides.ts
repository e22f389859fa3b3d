import { OptionError } from "../../contracts/errors.js";
import { assertOptions, type OptionKinds } from "../../internal/assert-options.js";
import { MAX_TIMER_MS } from "../../internal/max-timer.js";
import { isObject } from "../../internal/is-object.js";
import { type KnownHost, knownHosts } from "./known-hosts.js";
import type { HostOverride } from "./overrides.js";
import { isVersion } from "./version-range.js";

/** The option `hostOverrides`: a list that replaces the built-in one, or a function that makes a list from it. */
export type HostOverridesOption =
  | readonly HostOverride[]
  | ((known: readonly HostOverride[]) => readonly HostOverride[]);

const KINDS: readonly string[] = [
  "refuses",
  "accepts",
  "never-answers",
  "cannot-show",
  "omits-fields",
] satisfies readonly HostOverride["does"][];

/** Those of the built-in list have more, which a function of the author's passes on. */
const OVERRIDE: OptionKinds<
  Extract<KnownHost, { withinMs: number }> & Pick<Extract<KnownHost, { fields: unknown }>, "fields">
> = {
  name: "any",
  versions: "any",
  protocolVersions: "list",
  mode: { oneOf: ["form", "url"] },
  source: "string",
  does: "any",
  withinMs: "any",
  fields: "any",
  product: "string",
  alsoSee: "list",
};

/** What is wrong with an override, as the end of a sentence; `undefined` if nothing is. */
function fault(override: unknown): string | undefined {
  if (!isObject(override)) return "must be an object";
  const { name, versions, does, withinMs, fields } = override;
  if (typeof name !== "string" || name === "") return "needs a name, the host's clientInfo.name";
  if (name === "*" || name.slice(0, -1).includes("*"))
    return 'has a name that cannot be compared: a "*" is allowed at its end, after other characters';
  if (typeof does !== "string" || !KINDS.includes(does))
    return `needs a "does" that is one of ${KINDS.join(", ")}`;
  const isTimed = does === "refuses" || does === "accepts";
  if (isTimed && !(typeof withinMs === "number" && withinMs > 0 && withinMs <= MAX_TIMER_MS))
    return `needs withinMs, a number of milliseconds from 1 to ${MAX_TIMER_MS}`;
  if (does === "omits-fields" && !Array.isArray(fields)) return "needs fields, a list of types";
  return versions === undefined || isRange(versions)
    ? undefined
    : 'has versions that cannot be compared: { from: "1.2", before: "1.4.1" } can be';
}

function isRange(versions: unknown): boolean {
  return (
    isObject(versions) &&
    [versions["from"], versions["before"]].every((one) => one === undefined || isVersion(one))
  );
}

/** @throws OptionError when an override is unusable */
export function resolveOverrides(option: HostOverridesOption | undefined): readonly HostOverride[] {
  const overrides = typeof option === "function" ? option(knownHosts) : (option ?? knownHosts);
  if (!Array.isArray(overrides))
    throw new OptionError("hostOverrides must be a list, or a function that returns one.");
  for (const [at, override] of overrides.entries()) {
    const why = fault(override);
    if (why !== undefined) throw new OptionError(`hostOverrides[${at}] ${why}.`);
    assertOptions(`hostOverrides[${at}]`, override, OVERRIDE);
  }
  return overrides as readonly HostOverride[];
}
