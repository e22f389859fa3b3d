import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isNight, mainVersions } from "../../../../test/night.js";
import { PROTOCOL_VERSIONS, type ProtocolVersion } from "../../src/connect/protocol-version.js";
import { examine, type Examination } from "../../src/doctor/server/examine.js";
import { allFindings } from "../../src/doctor/server/report/json.js";
import type { Target } from "../../src/connect/target.js";

/** The example server of midcall, built. */
const EXAMPLES = fileURLToPath(new URL("../../../../examples/dist/all.js", import.meta.url));

function examineGood(
  target: Target,
  tools: readonly string[],
  protocolVersions: readonly ProtocolVersion[] = PROTOCOL_VERSIONS,
): Promise<Examination> {
  return examine({
    access: {
      target,
      headers: {},
      environment: {},
      cwd: undefined,
      signal: new AbortController().signal,
    },
    named: tools.map((name) => ({ name, args: undefined })),
    allTools: false,
    protocolVersions,
    callMs: 100_000,
    silenceMs: 500,
  });
}

/** Every check was made, on each of the protocol versions, and nothing was found. */
function expectGood(
  examination: Examination,
  protocolVersions: readonly ProtocolVersion[] = PROTOCOL_VERSIONS,
): void {
  expect(allFindings(examination)).toEqual([]);
  expect(examination.versions.map(({ notSpoken }) => notSpoken)).toEqual(
    protocolVersions.map(() => undefined),
  );
  for (const protocolVersion of protocolVersions) {
    const checks = examination.checks.filter((one) => one.protocolVersion === protocolVersion);
    expect(checks.map(({ behaviour }) => behaviour)).toContain("duplicate");
    const skipped = checks.filter(({ skipped }) => skipped !== undefined);
    expect(skipped.map(({ behaviour }) => behaviour)).toEqual(
      protocolVersion === "2026-07-28" ? ["late"] : [],
    );
  }
}

// Each check starts the server; over HTTP, one server is examined on every version.
if (isNight)
  it("finds nothing in midcall's example server over stdio", async () => {
    const target = { kind: "command", command: process.execPath, args: [EXAMPLES] } as const;
    expectGood(await examineGood(target, ["every_field"]));
  });

it("finds nothing in midcall's example server over HTTP", async () => {
  const child = spawn(process.execPath, [EXAMPLES, "--http"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    }
    await expect.poll(() => said).toMatch(/http:\/\/\S+/);
    const url = /http:\/\/[^\s"]+/.exec(said)![0];
    expectGood(
      await examineGood({ kind: "url", url }, ["schedule_standup"], mainVersions),
      mainVersions,
    );
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
});

it("finds that a server over HTTP is gone", async () => {
  const examination = await examineGood({ kind: "url", url: "http://127.0.0.1:9/mcp" }, ["x"]);
  expect(
    allFindings(examination).map(({ fault, protocolVersion }) => [fault, protocolVersion]),
  ).toEqual(PROTOCOL_VERSIONS.map((protocolVersion) => ["cannot-connect", protocolVersion]));
});
