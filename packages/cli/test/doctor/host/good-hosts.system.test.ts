import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  accept,
  after,
  type Answer,
  cancel,
  createTestHost,
  decline,
  type ProtocolVersion,
  type Question,
  type TestHost,
} from "midcall/testing";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { isNight, mainVersions } from "../../../../../test/night.js";
import { createProbes } from "../../../src/doctor/host/probes/probes.js";
import type { ProbeQuestion } from "../../../src/doctor/host/probes/probe.js";
import type { HostReport } from "../../../src/doctor/host/report/report.js";
import type { DoctorTimes } from "../../../src/doctor/host/settings.js";
import { openTerminal } from "../../pseudo-terminal.js";
import { MIDCALL, midcall, ownFolder } from "../../run-midcall.js";
import { actionFor, contentFor, faultsOf } from "./examination.js";

const fixture = fileURLToPath(new URL("doctor.fixture.mjs", import.meta.url));
const STAYS_OPEN_MS = 1_000;
const times = { fastestMs: 0, staysOpenMs: STAYS_OPEN_MS };
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGTERM");
});

/** Starts the doctor on HTTP. @returns its address */
async function startDoctor(
  changed: Partial<DoctorTimes> = {},
  files: readonly string[] = [],
): Promise<string> {
  const all = JSON.stringify({ ...times, ...changed });
  const child = spawn(process.execPath, [fixture, all, "0", ...files], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  started.push(child);
  for await (const line of createInterface({ input: child.stderr! })) {
    const url = /http:\S+\/mcp/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error("The doctor did not start.");
}

async function answer({ mode, message, requestedSchema, url }: Question): Promise<Answer> {
  const does = actionFor(message);
  if (does !== "accepts") return does === "declines" ? decline() : cancel();
  if (mode === "url") {
    await fetch(url!);
    return accept();
  }
  const accepted = accept(contentFor({ message, requestedSchema }));
  return message.startsWith("Do nothing") ? after(STAYS_OPEN_MS + 100, accepted) : accepted;
}

async function examine(host: TestHost): Promise<HostReport> {
  for (let count = 0; count < 20; count++) {
    const { structuredContent } = await host.callTool("examine");
    const report = structuredContent as unknown as HostReport;
    if (!report.rows.some(({ finding }) => finding === "not-asked")) return report;
  }
  throw new Error("The examination does not end.");
}

const rightOn = (version: ProtocolVersion): number => (version === "2025-06-18" ? 18 : 33);

it("serves no web page, not even one of its own origin", async () => {
  const url = await startDoctor();
  const { origin } = new URL(url);
  const ask = async (headers: Record<string, string>): Promise<number> => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  const pages: Record<string, string>[] = [
    { origin },
    { origin: "http://localhost:5173" },
    { "sec-fetch-site": "same-origin" },
  ];
  for (const page of pages) expect([page, await ask(page)]).toEqual([page, 403]);
  expect(await ask({})).toBe(200);
});

describe.each(mainVersions)("on %s, the doctor in a process of its own", (protocolVersion) => {
  it.each(["stdio", "http"])("finds the official client right in everything: %s", async (kind) => {
    using folder = ownFolder();
    const files = [`${folder.path}/report.json`, `${folder.path}/overrides.ts`];
    const connection =
      kind === "stdio"
        ? new StdioClientTransport({
            command: process.execPath,
            args: [fixture, JSON.stringify(times), "-", ...files],
          })
        : new StreamableHTTPClientTransport(new URL(await startDoctor({}, files)));
    await using host = await createTestHost({
      protocolVersion,
      connection,
      answers: answer,
      timeoutMs: 60_000,
    });
    const report = await examine(host);
    expect(faultsOf(report)).toEqual({});
    expect(report.counts.right).toBe(rightOn(protocolVersion));
    expect(report.overrides).toEqual([]);
    expect(report.notes[0]).toContain("whether a person answers");
    const completed = host.received("notifications/elicitation/complete");
    expect(completed).toHaveLength(protocolVersion === "2025-11-25" ? 1 : 0);
    const { reports } = JSON.parse(readFileSync(files[0]!, "utf8")) as { reports: HostReport[] };
    expect(reports).toEqual([report]);
    expect(readFileSync(files[1]!, "utf8")).toContain("hostOverrides");
  });

  it("finds midcall call right in everything but a link that its script does not name", async () => {
    const url = await startDoctor({ staysOpenMs: 0 });
    using folder = ownFolder();
    let left = createProbes(0).filter(({ since = "" }) => since <= protocolVersion);
    let report: HostReport | undefined;
    for (let count = 0; left.length > 0 && count < 10; count++) {
      const questions = left.flatMap(({ rounds }) => rounds.flat());
      const file = folder.write(`answers-${count}.json`, questions.map(entryFor));
      const run = await midcall([
        ...["call", "--json", "--answers", file, "--protocol-version", protocolVersion],
        ...["examine", url],
      ]);
      if (!run.stdout.includes("structuredContent")) throw new Error(run.stdout + run.stderr);
      const { result } = JSON.parse(run.stdout) as { result: { structuredContent: HostReport } };
      report = result.structuredContent;
      const { rows } = report;
      left = left.filter(({ name }) =>
        rows.some(({ probe, finding }) => probe === name && finding === "not-asked"),
      );
    }
    const { link, ...others } = faultsOf(report!);
    expect(others).toEqual({});
    // A file of answers cannot know the port of the page, and midcall opens no link that it does not name.
    const refused = { "2025-11-25": "error-response", "2026-07-28": "cancelled-instead" };
    expect(link).toBe(protocolVersion === "2025-06-18" ? undefined : refused[protocolVersion]);
    expect(report!.counts.right).toBe(rightOn(protocolVersion) - (link === undefined ? 0 : 1));
    expect(report!.overrides).toEqual([]);
  });
});

/** What a file of answers says to a question. */
function entryFor({ mode, message, expected, schema }: ProbeQuestion): object {
  const content = contentFor({ message, requestedSchema: schema });
  return {
    message,
    action: expected.action,
    ...(expected.action === "accept" && mode === "form" && { content }),
  };
}

/** The terminal asks in the same way on each: `packages/cli/test/call/terminal.system.test.ts`. */
const terminalVersions = isNight ? mainVersions : (["2026-07-28"] as const);

it.each(terminalVersions)("finds the terminal right on %s", async (protocolVersion) => {
  const ask = (tool: string) =>
    openTerminal([
      ...[process.execPath, MIDCALL, "call", "--protocol-version", protocolVersion, tool],
      ...["--", process.execPath, fixture, JSON.stringify(times)],
    ]);
  using string = ask("probe_string");
  await string.sees("Enter the word Ada");
  await string.sees("Value (required)");
  string.type("Ada");
  await string.sees("Ada");
  string.type("\r");
  await string.sees("1 right, 0 defect, 0 unclear");

  using declined = ask("probe_decline");
  await declined.sees("Press Decline");
  await declined.sees("Note");
  declined.type("\u001b");
  await declined.sees("Stop answering?");
  declined.type("d");
  await declined.sees("1 right, 0 defect, 0 unclear");

  using closed = ask("probe_cancel");
  await closed.sees("Do not decline");
  await closed.sees("Note");
  closed.type("\u001b");
  await closed.sees("Stop answering?");
  closed.type("n");
  await closed.sees("1 right, 0 defect, 0 unclear");
});

it("is a command with help, which refuses what it does not know", async () => {
  const help = await midcall(["doctor", "--help"]);
  expect(help.stdout).toContain("mcpServers");
  expect((await midcall(["doctor", "more"])).code).toBe(2);
  expect((await midcall(["doctor", "--json", "/nowhere/report.json"])).code).toBe(2);
  // Its input ends at once: it ends, too.
  expect(await midcall(["doctor"])).toMatchObject({ code: 0, stdout: "" });
});
