import type { HostOverride } from "midcall/server";
import type { Finding } from "../grade/findings.js";
import type { Grading, HostResults } from "./host-results.js";

/** No person reads a question and answers it as fast. */
export const FASTEST_ANSWER_MS = 250;

type Mode = "form" | "url";

/** The findings that say that a mode is not shown at all. */
const HANGS: readonly Finding[] = ["no-answer", "call-cancelled"];

/**
 * The entries for `hostOverrides` that correct what was found. An entry about a mode needs the same finding for all of its
 * questions: one question that was shown refutes that none is.
 */
export function overridesFor(results: HostResults): readonly HostOverride[] {
  const { host } = results;
  const about = { name: host.name, ...rangeOf(host.version) };
  const here = { protocolVersions: [host.protocolVersion] };
  const modes: readonly Mode[] = ["form", "url"];
  const perMode = modes.flatMap((mode): HostOverride[] => {
    const gradings = results
      .examined(mode)
      .flatMap(([, all]) => all.filter(({ finding }) => finding !== "open"));
    const has = (...findings: readonly Finding[]): boolean => hasAny(gradings, findings);
    const isAll = (...findings: readonly Finding[]): boolean =>
      gradings.length > 0 && gradings.every(({ finding }) => findings.includes(finding));
    return [
      ...(has("auto-declined")
        ? [{ ...about, mode, does: "refuses" as const, withinMs: FASTEST_ANSWER_MS }]
        : []),
      ...(has("auto-accepted")
        ? [{ ...about, mode, does: "accepts" as const, withinMs: FASTEST_ANSWER_MS }]
        : []),
      ...(isAll(...HANGS, "round-not-returned")
        ? [{ ...about, ...here, mode, does: "never-answers" as const }]
        : []),
      ...(isAll("error-response")
        ? [{ ...about, ...here, mode, does: "cannot-show" as const }]
        : []),
    ];
  });
  const fields = (["number", "array"] as const).filter((type) => isOmitted(results, type));
  return fields.length === 0
    ? perMode
    : [...perMode, { ...about, mode: "form", does: "omits-fields", fields }];
}

function hasAny(gradings: readonly Grading[], findings: readonly Finding[]): boolean {
  return gradings.some(({ finding }) => findings.includes(finding));
}

/** Whether no field of this type has come back, though text fields do. */
function isOmitted(results: HostResults, type: "number" | "array"): boolean {
  const form = results.examined("form");
  const findingsOf = (wanted: typeof type | undefined): readonly Finding[] =>
    form
      .filter(([probe]) => probe.type === wanted)
      .flatMap(([, gradings]) => gradings.map(({ finding }) => finding));
  const missing = findingsOf(type).filter((finding) => finding === "field-missing");
  const came = findingsOf(type).some((finding) => finding === "right");
  return missing.length > 0 && !came && findingsOf(undefined).includes("right");
}

/** Exactly the version that was examined: nothing is known about the others. */
function rangeOf(version: string | undefined): Pick<HostOverride, "versions"> {
  const numbers = /^v?(\d{1,9}(?:\.\d{1,9}){0,6})(?![\d.])/.exec(version ?? "")?.[1];
  return numbers === undefined ? {} : { versions: { from: numbers, before: `${numbers}.1` } };
}
