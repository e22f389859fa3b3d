import type { HostFacts } from "./host-facts.js";
import { createProbes } from "./probes/probes.js";
import type { Probe } from "./probes/probe.js";
import { HostResults } from "./report/host-results.js";
import { createReport, formatReport, type HostReport } from "./report/report.js";
import type { DoctorTimes } from "./settings.js";
import { type Visits, serveVisits } from "./visits.js";

/** What all connections share: the probes, the pages of links, and what was found out about each host. */
export interface Doctor {
  readonly probes: readonly Probe[];
  readonly times: DoctorTimes;
  readonly visits: Visits;
  resultsOf(host: HostFacts): HostResults;
  /** A tool's result with what was found out about this host. */
  show(results: HostResults): Record<string, unknown>;
  /** Notes that something was found out. */
  changed(): void;
  reports(): readonly HostReport[];
}

const MOST_HOSTS = 50;

/** @param onChange - called with every report when something was found out */
export async function createDoctor(
  times: DoctorTimes,
  onChange: (reports: readonly HostReport[]) => void,
): Promise<Doctor> {
  const probes = createProbes(times.staysOpenMs);
  const known = new Map<string, HostResults>();
  const visits = await serveVisits(times.now);
  const reports = (): readonly HostReport[] =>
    [...known.values()].map((results) => createReport(results, times.fastestMs));
  return {
    probes,
    times,
    visits,
    resultsOf(host) {
      const key = JSON.stringify(host);
      const before = known.get(key);
      if (before !== undefined) return before;
      const results = new HostResults(host, probes);
      const oldest = known.size >= MOST_HOSTS ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      known.set(key, results);
      return results;
    },
    show(results) {
      const report = createReport(results, times.fastestMs);
      const text = formatReport(report, results.left().length);
      return { content: [{ type: "text", text }], structuredContent: { ...report } };
    },
    changed: () => onChange(reports()),
    reports,
  };
}
