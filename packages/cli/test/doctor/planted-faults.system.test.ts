import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isNight, mainVersions } from "../../../../test/night.js";
import type { ProtocolVersion } from "../../src/connect/protocol-version.js";
import { examine, type Examination } from "../../src/doctor/server/examine.js";
import { ADVICE, type Finding } from "../../src/doctor/server/judging/finding.js";
import { allFindings } from "../../src/doctor/server/report/json.js";

const BAD_SERVER = fileURLToPath(new URL("fixtures/bad-server.mjs", import.meta.url));
const PUSHED: readonly ProtocolVersion[] = ["2025-11-25"];
const BOTH: readonly ProtocolVersion[] = ["2025-11-25", "2026-07-28"];
/** One of both in `npm test`, in turn: the doctor finds these faults in the same way on each. */
const ONE: readonly ProtocolVersion[] = isNight ? BOTH : ["2025-11-25"];
const OTHER: readonly ProtocolVersion[] = isNight ? BOTH : ["2026-07-28"];

function examineBad(
  fault: string,
  protocolVersions: readonly ProtocolVersion[],
  more: readonly string[] = [],
): Promise<Examination> {
  return examine({
    access: {
      target: { kind: "command", command: process.execPath, args: [BAD_SERVER, fault, ...more] },
      headers: {},
      environment: {},
      cwd: undefined,
      signal: new AbortController().signal,
    },
    named: [{ name: "book_room", args: undefined }],
    allTools: false,
    protocolVersions,
    // What is waited for in full is short; anything else ends before its limit.
    callMs: fault === "hangs" || fault === "blocked-by-call" ? 8_000 : 100_000,
    pingMs: fault === "blocked" ? undefined : 100_000,
    lateMs: fault === "uses-late-answer" ? 100_000 : undefined,
    // Of the others, only how long the test takes depends on it.
    silenceMs: fault === "silence-as-yes" ? 60_000 : 500,
  });
}

/** The findings of a protocol version, in short. */
const short = (examination: Examination, protocolVersion: ProtocolVersion): string[] =>
  allFindings(examination)
    .filter((one) => one.protocolVersion === protocolVersion)
    .map(({ fault, behaviour, certainty }) => `${fault}: ${behaviour}, ${certainty}`);

it.concurrent.each<[string, readonly ProtocolVersion[], string]>([
  ["hangs", ONE, "hangs: decline, certain"],
  ["loops", OTHER, "loops: decline, certain"],
  ["crashes", ONE, "crashes: cancel, certain"],
  ["blocked", PUSHED, "blocked: silence, certain"],
  ["blocked-by-call", PUSHED, "blocked: silence, certain"],
  ["asks-for-secret", OTHER, "asks-for-secret: accept, certain"],
  ["decline-as-yes", OTHER, "decline-as-yes: decline, suspect"],
  ["cancel-as-yes", ONE, "cancel-as-yes: cancel, suspect"],
  ["silence-as-yes", PUSHED, "silence-as-yes: silence, suspect"],
  ["accepts-invalid", BOTH, "accepts-invalid: invalid, certain"],
  ["uses-late-answer", PUSHED, "uses-late-answer: late, certain"],
  ["uses-answer-twice", BOTH, "uses-answer-twice: duplicate, suspect"],
  ["responds-twice", OTHER, "responds-twice: accept, certain"],
])("finds what is planted: %s", async (fault, versions, expected) => {
  const examination = await examineBad(fault, versions);
  for (const version of versions) expect(short(examination, version)).toEqual([expected]);
  for (const finding of allFindings(examination)) {
    expect(finding).toMatchObject<Partial<Finding>>({
      tool: "book_room",
      question: "Which room?",
      advice: ADVICE[finding.fault],
    });
  }
});

it.concurrent("finds nothing in a good server", async () => {
  const examination = await examineBad("good", mainVersions);
  expect(allFindings(examination)).toEqual([]);
  expect(examination.checks).toHaveLength(7 * mainVersions.length);
  expect(examination.checks.filter(({ skipped }) => skipped !== undefined)).toEqual([
    expect.objectContaining({ protocolVersion: "2026-07-28", behaviour: "late" }),
  ]);
});

it.concurrent("names the protocol versions that a server does not speak, without calling that a fault", async () => {
  const examination = await examineBad("good", BOTH, ["--only", "2026-07-28"]);
  expect(allFindings(examination)).toEqual([]);
  expect(examination.versions.map(({ notSpoken }) => notSpoken)).toEqual([
    "the server does not speak it",
    undefined,
  ]);
});

it.concurrent("finds that a server cannot be started", async () => {
  const examination = await examineBad("exits", PUSHED);
  expect(allFindings(examination).map(({ fault, seen }) => [fault, seen])).toEqual([
    ["cannot-connect", expect.stringContaining("exited with code 9")],
  ]);
});
