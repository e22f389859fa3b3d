import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { countChecks, findProblems, type Counts } from "./counts.mjs";
import { runConformance } from "./run-conformance.js";

const fixtureClient = fileURLToPath(
  new URL("../../examples/dist/conformance/client.js", import.meta.url),
);

describe("the official conformance suite", () => {
  // All of them, and other servers: more-servers.peers.test.ts.
  it.each([
    ["elicitation", 17],
    ["multi", 2],
  ])("passes the server scenarios with %s in their name", async (name, least) => {
    const { code, output } = await runConformance("--only", name);
    const [, successes] = /(\d+) SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED/.exec(output) ?? [];
    expect(Number(successes), output).toBeGreaterThanOrEqual(least);
    expect(code).toBe(0);
  });

  it("passes every elicitation and multi-round client scenario", async () => {
    const { code, output } = await runConformance("--client");
    expect(output).toContain("18 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(code).toBe(0);
  });

  it("fails the run when the client calls nothing", async () => {
    const { code, output } = await runConformance(
      "--client",
      "--command",
      "exec true",
      "--only",
      "request-state",
    );
    expect(output).toContain("sep-2322-client-request-state on 2026-07-28: 5 FAILURE");
    expect(code).toBe(1);
  });

  it("fails the run when the client crashes after its last check", async () => {
    const crash = 'data:text/javascript,process.on("exit",()=>{process.exitCode=3})';
    const { code, output } = await runConformance(
      "--client",
      "--command",
      `exec node --import '${crash}' '${fixtureClient}'`,
      "--only",
      "request-state",
    );
    expect(output).toContain("5 SUCCESS, 0 FAILURE, 0 WARNING, 0 SKIPPED");
    expect(output).toContain("✗ sep-2322-client-request-state on 2026-07-28: the suite ended with");
    expect(code).toBe(1);
  });

  it("fails the run when the server is not there", async () => {
    const { code, output } = await runConformance(
      "--url",
      "http://127.0.0.1:1/mcp",
      "--only",
      "defaults",
    );
    expect(output).toContain("elicitation-sep1034-defaults on 2025-11-25: 1 FAILURE");
    expect(code).toBe(1);
  });
});

describe("the verdict on a run", () => {
  const outcome = (
    statuses: string[],
  ): { protocolVersion: string; scenario: string; counts: Counts } => ({
    protocolVersion: "2026-07-28",
    scenario: "s",
    counts: countChecks(statuses.map((status) => ({ status }))),
  });

  it("is good when everything succeeded", () => {
    expect(findProblems([outcome(["SUCCESS", "SUCCESS", "INFO"])], 2)).toEqual([]);
  });

  it.each([
    ["a failure", ["SUCCESS", "FAILURE"]],
    ["a warning, which the suite's own summary hides", ["SUCCESS", "WARNING"]],
    ["a status nobody knows", ["SUCCESS", "PASSED?"]],
    ["a scenario that checked nothing, which the suite ticks", []],
    ["a scenario that only informed", ["INFO"]],
  ])("is bad on %s", (_what, statuses) => {
    const others = outcome(["SUCCESS", "SUCCESS"]);
    expect(findProblems([others, outcome(statuses)], 2)).toHaveLength(1);
  });

  it("is bad when too little was checked in all", () => {
    expect(findProblems([outcome(["SUCCESS"])], 2)).toEqual([
      "only 1 checks succeeded, at least 2 must",
    ]);
  });
});
