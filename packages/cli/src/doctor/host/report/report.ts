import type { HostOverride } from "midcall/server";
import { safeLine } from "../../../safe-text.js";
import type { HostResults, Row } from "./host-results.js";
import { overridesFor } from "./overrides.js";

/** What was found out about a host, as JSON. */
export interface HostReport {
  readonly host: {
    readonly name: string;
    readonly version?: string;
    readonly protocolVersion: string;
    readonly declares: { readonly form: boolean; readonly url: boolean; readonly views: boolean };
  };
  /** How many rows have each status. */
  readonly counts: Readonly<Record<Row["status"], number>>;
  readonly rows: readonly Row[];
  /** For `hostOverrides`. */
  readonly overrides: readonly HostOverride[];
  /** What the figures do not say. */
  readonly notes: readonly string[];
}

const STATUSES = ["right", "defect", "unclear", "not examined"] as const;

/** @param fastestMs - 0 if a script answers, so that the speed of an answer says nothing */
export function createReport(results: HostResults, fastestMs: number): HostReport {
  const rows = results.rows();
  const { name, version, protocolVersion, form, url, views } = results.host;
  const overrides = overridesFor(results);
  const count = (status: Row["status"]): number =>
    rows.filter((row) => row.status === status).length;
  return {
    host: { name, ...(version && { version }), protocolVersion, declares: { form, url, views } },
    counts: Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Record<
      Row["status"],
      number
    >,
    rows,
    overrides,
    notes: [
      ...(overrides.some(({ does }) => does === "never-answers" || does === "cannot-show")
        ? [
            "A guess: nothing came back for what was asked. Use never-answers or cannot-show only if you saw no question.",
          ]
        : []),
      ...(fastestMs === 0
        ? ["Not examined: whether a person answers. The answers are said to be a script's."]
        : []),
      ...(url
        ? ["Not examined: whether the host shows that a link was completed. Only you can see it."]
        : []),
    ],
  };
}

/** The report as a table and what to do. */
export function formatReport(report: HostReport, left: number): string {
  const { host, counts, rows, overrides, notes } = report;
  const title = `${host.name} ${host.version ?? "(no version)"} on ${host.protocolVersion}`;
  const widest = Math.max(...rows.map(({ probe }) => probe.length), 5);
  const line = ({ probe, status, finding, tookMs, received }: Row): string =>
    [
      probe.padEnd(widest),
      status.padEnd(12),
      finding.padEnd(21),
      tookMs === undefined ? "" : `${tookMs} ms`,
      status === "right" || received === undefined ? "" : safeLine(received, 80),
    ]
      .join("  ")
      .trimEnd();
  const found = rows.filter(({ status }) => status === "defect" || status === "unclear");
  const findings = [...new Set(found.map(({ finding }) => finding))];
  const meanings = findings.map((finding) => {
    const those = found.filter((row) => row.finding === finding);
    const { means, todo } = those[0]!;
    return `- ${finding} (${those.map(({ probe }) => probe).join(", ")}): ${means} ${todo}`.trimEnd();
  });
  return [
    title,
    STATUSES.map((status) => `${counts[status]} ${status}`).join(", "),
    "",
    ...rows.map(line),
    ...(meanings.length > 0 ? ["", "What it means, and what to do:", ...meanings] : []),
    ...(notes.length > 0 ? ["", ...notes] : []),
    "",
    overrides.length === 0
      ? "No override is needed for what was examined, or none can correct it."
      : `The override, for createElicitation:\n${formatOverrides(overrides)}`,
    ...(left > 0 ? ["", `${left} questions are left: call examine again to go on.`] : []),
  ].join("\n");
}

/** The overrides as TypeScript that can be pasted. */
export function formatOverrides(overrides: readonly HostOverride[]): string {
  const entries = overrides.map((one) => `    ${JSON.stringify(one)},`);
  return ["hostOverrides: (known) => [", "    ...known,", ...entries, "],"]
    .map((text, at) => (at === 0 ? text : text.replace(/^ {2}/, "")))
    .join("\n");
}
