import { safeJson } from "../../../safe-text.js";
import type { Examination } from "../examine.js";
import type { Finding } from "../judging/finding.js";

/** Every finding of an examination. */
export function allFindings({ findings, checks }: Examination): readonly Finding[] {
  return [...findings, ...checks.flatMap((check) => check.findings)];
}

/** The report as one JSON object. */
export function jsonReport(examination: Examination): string {
  const { server, versions, checks } = examination;
  return safeJson(
    {
      server,
      protocolVersions: versions,
      checks: checks.map(({ findings, seconds, ...check }) => ({
        ...check,
        findings: findings.length,
        seconds: Math.round(seconds * 1_000) / 1_000,
      })),
      findings: allFindings(examination),
    },
    2,
  );
}
