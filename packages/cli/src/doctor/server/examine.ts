import { redactHeaders } from "../../connect/headers.js";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../../connect/protocol-version.js";
import { describeError } from "../../describe-error.js";
import { ConnectError } from "../../errors.js";
import { safeLine } from "../../safe-text.js";
import { type Behaviour, BEHAVIOURS } from "./behaviour.js";
import { type Limits, observeCall } from "./calling/observe-call.js";
import { isOtherVersion, openHost } from "./calling/open-host.js";
import { ADVICE, type Finding } from "./judging/finding.js";
import { judge } from "./judging/judge.js";
import { type Observation, successOf, wording } from "./observation.js";
import type { ServerAccess } from "./server-access.js";
import {
  type ChosenTool,
  chooseTools,
  type LeftOut,
  type ToolChoice,
} from "./tools/choose-tools.js";

/** Why a tool was called once only. */
export const NOTHING_ASKED = "it asked nothing";

/** One behaviour that was tried with one tool. */
export interface Check {
  readonly protocolVersion: ProtocolVersion;
  readonly tool: string;
  readonly behaviour: Behaviour;
  readonly findings: readonly Finding[];
  /** Why nothing could be said. */
  readonly skipped?: string | undefined;
  readonly seconds: number;
}

/** What became of one protocol version. */
export interface ExaminedVersion {
  readonly protocolVersion: ProtocolVersion;
  /** Why it was not examined. */
  readonly notSpoken?: string | undefined;
  readonly tools: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** All that the doctor has found out. All texts are safe to print. */
export interface Examination {
  readonly server: { readonly name?: string; readonly version?: string } | undefined;
  readonly versions: readonly ExaminedVersion[];
  readonly checks: readonly Check[];
  /** Of the server as a whole; those of a check are in it. */
  readonly findings: readonly Finding[];
}

/** What is examined, and how. */
export interface ExamineOptions extends ToolChoice, Limits {
  readonly access: ServerAccess;
  readonly protocolVersions?: readonly ProtocolVersion[] | undefined;
  /** Told before each check. */
  readonly onProgress?: (text: string) => void;
}

/** Drives the questions of a server in every way. Ends with an error only when it is interrupted. */
export async function examine(options: ExamineOptions): Promise<Examination> {
  const { access, protocolVersions = PROTOCOL_VERSIONS, onProgress } = options;
  const versions: ExaminedVersion[] = [];
  const checks: Check[] = [];
  const problems: { protocolVersion: ProtocolVersion; error: ConnectError }[] = [];
  let server: Examination["server"];
  for (const protocolVersion of protocolVersions) {
    onProgress?.(`${protocolVersion}: connecting`);
    try {
      await using opened = await openHost(access, protocolVersion, { answers: [] });
      const info = opened.host.client.getServerVersion();
      server ??= info && { name: safeLine(info.name, 100), version: safeLine(info.version, 40) };
      const { chosen, leftOut } = chooseTools(await opened.host.listTools(), options);
      versions.push({
        protocolVersion,
        tools: chosen.map(({ name }) => safeLine(name, 120)),
        leftOut: leftOut.map(({ name, why }) => ({ name: safeLine(name, 120), why })),
      });
      await opened[Symbol.asyncDispose]();
      for (const tool of chosen) {
        checks.push(...(await examineTool(options, protocolVersion, tool)));
      }
    } catch (error) {
      access.signal.throwIfAborted();
      const failure = toConnectError(error);
      const notSpoken = isOtherVersion(failure)
        ? "the server does not speak it"
        : redactHeaders(safeLine(failure.message, 500), access.headers);
      versions.push({ protocolVersion, notSpoken, tools: [], leftOut: [] });
      if (!isOtherVersion(failure)) problems.push({ protocolVersion, error: failure });
    }
  }
  const isSpoken = versions.some(({ notSpoken }) => notSpoken === undefined);
  // Some older programs exit, or say nothing, when they are asked for a newer protocol version.
  const findings = isSpoken
    ? []
    : problems.map(({ protocolVersion, error }) =>
        withoutHeaders(connectFinding(protocolVersion, error), access),
      );
  return { server, versions, checks, findings: isSpoken ? [] : orNoVersion(findings) };
}

const toConnectError = (error: unknown): ConnectError =>
  error instanceof ConnectError
    ? error
    : new ConnectError("failed", safeLine(describeError(error), 500), { cause: error });

function connectFinding(protocolVersion: ProtocolVersion | undefined, error: Error): Finding {
  return {
    fault: "cannot-connect",
    severity: "error",
    certainty: "certain",
    protocolVersion,
    tool: undefined,
    question: undefined,
    behaviour: undefined,
    seen: safeLine(describeError(error), 500),
    advice: ADVICE["cannot-connect"],
  };
}

function orNoVersion(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length > 0) return findings;
  return [
    connectFinding(
      undefined,
      new Error("The server speaks no protocol version that has elicitation."),
    ),
  ];
}

/** A server may repeat a header that was sent to it; its value may be a secret. */
function withoutHeaders(finding: Finding, { headers }: ServerAccess): Finding {
  const { question } = finding;
  return {
    ...finding,
    seen: redactHeaders(finding.seen, headers),
    question: question === undefined ? undefined : redactHeaders(question, headers),
  };
}

async function examineTool(
  { access, callMs, silenceMs, pingMs, lateMs, onProgress }: ExamineOptions,
  protocolVersion: ProtocolVersion,
  { name: tool, args }: ChosenTool,
): Promise<Check[]> {
  const checks: Check[] = [];
  const others: Observation[] = [];
  const observe = (behaviour: Behaviour): Promise<Observation> =>
    observeCall(access, { protocolVersion, tool, args }, behaviour, {
      callMs,
      silenceMs,
      pingMs,
      lateMs,
    });
  let accepted: Observation | undefined;
  let again: Promise<Observation> | undefined;
  for (const behaviour of BEHAVIOURS) {
    const began = performance.now();
    const add = (findings: readonly Finding[], skipped?: string): void => {
      const seconds = (performance.now() - began) / 1_000;
      const name = safeLine(tool, 120);
      checks.push({ protocolVersion, tool: name, behaviour, findings, skipped, seconds });
    };
    if (behaviour === "late" && protocolVersion === "2026-07-28") {
      add([], "on 2026-07-28 the server keeps no open question");
      continue;
    }
    onProgress?.(`${protocolVersion}: ${safeLine(tool, 60)}: ${behaviour}`);
    try {
      const seen = await observe(behaviour);
      accepted ??= seen;
      const baseline = accepted;
      const isStable = async (): Promise<boolean> => {
        const [one, other] = [successOf(baseline), successOf(await (again ??= observe("accept")))];
        return one !== undefined && other !== undefined && wording(one) === wording(other);
      };
      const judged = await judge(seen, { accepted: baseline, isStable, others });
      const findings = judged.map((finding) => withoutHeaders(finding, access));
      add(findings, findings.length > 0 ? undefined : whySkipped(seen));
      if (behaviour === "accept" && seen.questions.length === 0) return checks;
      others.push(seen);
    } catch (error) {
      access.signal.throwIfAborted();
      add([withoutHeaders(connectFinding(protocolVersion, toConnectError(error)), access)]);
      return checks;
    }
  }
  return checks;
}

/** Why an observation without findings says nothing. */
function whySkipped(seen: Observation): string | undefined {
  const { behaviour, end, questions, skipped, hasAcceptedLink, hasSentInvalid } = seen;
  if (skipped !== undefined) return skipped;
  if (questions.length === 0) {
    return end.kind === "timeout" ? "it asked nothing, and did not end in time" : NOTHING_ASKED;
  }
  if (end.kind === "timeout" && hasAcceptedLink)
    return "it waits for its page, which was not opened";
  if (behaviour === "invalid" && !hasSentInvalid) return "its questions allow no invalid content";
  return undefined;
}
