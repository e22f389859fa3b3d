import type { Check, Examination } from "../examine.js";
import { type Finding, TITLES } from "../judging/finding.js";

/** Characters that XML 1.0 has no way to contain. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text for an attribute or an element, from any sender. */
export const xmlText = (text: string): string =>
  text.replace(NOT_XML, "\u{FFFD}").replace(/[&<>"']/g, (found) => ESCAPES[found]!);

/** The report as JUnit XML: a suite for each protocol version, a case for each tool and behaviour. */
export function junitReport({ server, versions, checks, findings }: Examination): string {
  const name = `midcall doctor --server${server?.name === undefined ? "" : `: ${server.name}`}`;
  const suites = versions
    .filter(({ notSpoken }) => notSpoken === undefined)
    .map(({ protocolVersion }) => {
      const own = checks.filter((check) => check.protocolVersion === protocolVersion);
      return suite(protocolVersion, own);
    });
  const connecting = findings.length > 0 ? [connection(findings)] : [];
  const total = checks.length + connecting.length;
  const failures = failed(checks) + connecting.length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xmlText(name)}" tests="${total}" failures="${failures}" errors="0">
${[...connecting, ...suites].join("\n")}
</testsuites>
`;
}

const failed = (checks: readonly Check[]): number =>
  checks.filter(({ findings }) => findings.length > 0).length;

function suite(protocolVersion: string, checks: readonly Check[]): string {
  const skipped = checks.filter(({ skipped: why }) => why !== undefined).length;
  const seconds = checks.reduce((sum, check) => sum + check.seconds, 0).toFixed(3);
  const counts = `tests="${checks.length}" failures="${failed(checks)}" errors="0" skipped="${skipped}"`;
  return `  <testsuite name="${xmlText(protocolVersion)}" ${counts} time="${seconds}">
${checks.map(testCase).join("\n")}
  </testsuite>`;
}

function testCase({ protocolVersion, tool, behaviour, findings, skipped, seconds }: Check): string {
  const className = xmlText(`${protocolVersion}.${tool}`);
  const start = `    <testcase classname="${className}" name="${behaviour}" time="${seconds.toFixed(3)}"`;
  if (findings.length > 0) return `${start}>\n${failure(findings)}\n    </testcase>`;
  if (skipped === undefined) return `${start}/>`;
  return `${start}>\n      <skipped message="${xmlText(skipped)}"/>\n    </testcase>`;
}

/** One element for all findings of a case: JUnit allows no more. */
function failure(findings: readonly Finding[]): string {
  const type = findings.map(({ fault }) => fault).join(" ");
  const message = findings.map(({ fault }) => TITLES[fault]).join("; ");
  const words = findings
    .map(({ fault, severity, certainty, question, seen, advice }) => {
      const asked = question === undefined ? "" : `\nAsked: ${question}`;
      return `${TITLES[fault]} (${severity}, ${certainty})${asked}\nSeen: ${seen}\nDo: ${advice}`;
    })
    .join("\n\n");
  return `      <failure type="${xmlText(type)}" message="${xmlText(message)}">${xmlText(words)}</failure>`;
}

function connection(findings: readonly Finding[]): string {
  return `  <testsuite name="connection" tests="1" failures="1" errors="0" skipped="0" time="0.000">
    <testcase classname="connection" name="connect" time="0.000">
${failure(findings)}
    </testcase>
  </testsuite>`;
}
