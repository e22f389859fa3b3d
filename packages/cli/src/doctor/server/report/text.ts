import { type Check, type Examination, type ExaminedVersion, NOTHING_ASKED } from "../examine.js";
import { type Finding, TITLES } from "../judging/finding.js";
import { NO_SUCH_TOOL } from "../tools/choose-tools.js";
import { wrap } from "./wrap.js";

/** How the report is written. */
export interface TextOptions {
  /** The width of the terminal, in characters. */
  readonly width: number;
  readonly color: boolean;
}

/** Below this width a tool has a line for each protocol version. */
const NARROW = 60;
const WIDEST = 100;
const LONGEST_TOOL = 32;

type Paint = (style: "bold" | "dim" | "red" | "yellow" | "green", text: string) => string;

const STYLES = { bold: 1, dim: 2, red: 31, yellow: 33, green: 32 } as const;

/** The report for people: a table of the tools, then every finding. */
export function textReport(
  { server, versions, checks, findings }: Examination,
  { width: given, color }: TextOptions,
): string {
  const width = Math.min(Math.max(given, 30), WIDEST);
  const paint: Paint = (style, text) => (color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
  const all = [...findings, ...checks.flatMap((check) => check.findings)];
  const sections = [
    server && paint("bold", [server.name, server.version].filter(Boolean).join(" ")),
    summary(versions, checks, width, paint),
    ...together(all).map((group) => describeFindings(group, width, paint)),
    skippedChecks(checks, width, paint),
    leftOut(versions, width, paint),
    paint("bold", lastLine(all, checks)),
  ];
  return `${sections.filter((section) => section !== undefined && section !== "").join("\n\n")}\n`;
}

function lastLine(all: readonly Finding[], checks: readonly Check[]): string {
  if (all.length > 0) return `${all.length} ${all.length === 1 ? "finding" : "findings"}.`;
  if (checks.length === 0) return "No tool was called. Name one with --tool, or pass --all-tools.";
  const hasAsked = checks.some(({ behaviour }) => behaviour !== "accept");
  return hasAsked ? "No findings." : "No findings: no tool that was called asked anything.";
}

/** What is said of a tool on a protocol version. */
function verdict(checks: readonly Check[]): string {
  const count = checks.reduce((sum, check) => sum + check.findings.length, 0);
  if (count > 0) return `${count} ${count === 1 ? "finding" : "findings"}`;
  if (checks.length === 0) return "–";
  if (checks.length > 1) return "ok";
  return checks[0]?.skipped === NOTHING_ASKED ? "asks nothing" : "unknown";
}

function summary(
  versions: readonly ExaminedVersion[],
  checks: readonly Check[],
  width: number,
  paint: Paint,
): string {
  const spoken = versions.filter(({ notSpoken }) => notSpoken === undefined);
  const tools = [...new Set(spoken.flatMap((version) => version.tools))];
  const of = (tool: string, { protocolVersion }: ExaminedVersion): string =>
    verdict(
      checks.filter((check) => check.tool === tool && check.protocolVersion === protocolVersion),
    );
  const tint = (text: string, padded: string): string => {
    if (text.includes("finding")) return paint("red", padded);
    return text === "ok" ? paint("green", padded) : paint("dim", padded);
  };
  const lines: string[] = [];
  if (width < NARROW) {
    for (const tool of tools) {
      lines.push(...wrap(tool, width));
      for (const version of spoken) {
        const text = of(tool, version);
        lines.push(`  ${version.protocolVersion}  ${tint(text, text)}`);
      }
    }
  } else if (tools.length > 0) {
    const column = 13;
    const first = Math.min(LONGEST_TOOL, Math.max(...tools.map(({ length }) => length)));
    const head = spoken.map(({ protocolVersion }) => protocolVersion.padEnd(column)).join("");
    lines.push(`${"tool".padEnd(first)}  ${head}`.trimEnd());
    for (const tool of tools) {
      const cells = spoken.map((version) => of(tool, version));
      const row = cells.map((text, at) =>
        tint(text, at === cells.length - 1 ? text : text.padEnd(column)),
      );
      const name = tool.length > first ? `${tool.slice(0, first - 1)}…` : tool.padEnd(first);
      lines.push(`${name}  ${row.join("")}`);
    }
  }
  for (const { protocolVersion, notSpoken } of versions) {
    if (notSpoken === undefined) continue;
    lines.push(...wrap(`${protocolVersion}: not examined: ${notSpoken}`, width));
  }
  return lines.join("\n");
}

/** Findings that differ only in the protocol version are one paragraph. */
function together(all: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of all) {
    const key = JSON.stringify({ ...finding, protocolVersion: undefined });
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

function describeFindings(group: readonly Finding[], width: number, paint: Paint): string {
  const [finding] = group as [Finding];
  const { severity, certainty, fault, tool, behaviour, question } = finding;
  const versions = group.flatMap(({ protocolVersion: version }) => version ?? []).join(", ");
  const mark = paint(severity === "error" ? "red" : "yellow", severity.toUpperCase());
  const suspicion = certainty === "suspect" ? " (suspect)" : "";
  const where = [tool && `tool ${tool}`, behaviour, versions].filter(Boolean).join(" · ");
  const rows: [string, string | undefined][] = [
    ["where", where],
    ["asked", question && `“${question}”`],
    ["seen", finding.seen],
    ["do", finding.advice],
  ];
  const lines = rows.flatMap(([label, text]) => {
    if (!text) return [];
    return wrap(text, width - 8).map(
      (line, at) => `  ${at === 0 ? paint("dim", label.padEnd(6)) : " ".repeat(6)}${line}`,
    );
  });
  const [first = "", ...rest] = wrap(`${TITLES[fault]}${suspicion}`, width - severity.length - 1);
  return [`${mark} ${paint("bold", first)}`, ...rest, ...lines].join("\n");
}

/** Checks of tools that ask, and of which nothing could be said. */
function skippedChecks(checks: readonly Check[], width: number, paint: Paint): string {
  const skipped = checks.filter((one) => one.skipped !== undefined && one.behaviour !== "late");
  const lines = skipped
    .filter(({ skipped: why }) => why !== NOTHING_ASKED)
    .flatMap(({ protocolVersion, tool, behaviour, skipped: why }) =>
      wrap(`${protocolVersion} · ${tool} · ${behaviour}: ${why}`, width - 4).map(
        (line, at) => `${at === 0 ? "  " : "    "}${line}`,
      ),
    );
  return lines.length > 0 ? [paint("dim", "Nothing can be said of:"), ...lines].join("\n") : "";
}

function leftOut(versions: readonly ExaminedVersion[], width: number, paint: Paint): string {
  const reasons = new Map<string, Set<string>>();
  for (const { name, why } of versions.flatMap((version) => version.leftOut)) {
    // The table shows on which protocol versions the server has it.
    if (why === NO_SUCH_TOOL) continue;
    reasons.set(why, (reasons.get(why) ?? new Set()).add(name));
  }
  const lines = [...reasons].flatMap(([why, names]) =>
    wrap(`${why}: ${[...names].join(", ")}`, width - 4).map(
      (line, at) => `${at === 0 ? "  " : "    "}${line}`,
    ),
  );
  if (lines.length === 0) return "";
  const head = wrap("Not called (use --tool NAME or --all-tools):", width);
  return [...head.map((line) => paint("dim", line)), ...lines].join("\n");
}
