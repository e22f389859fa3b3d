import { protocolVersions } from "midcall/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isObject } from "../../../src/json.js";
import { DEFAULT_TIMES } from "../../../src/doctor/host/settings.js";
import { createExamination, faultsOf, findingOf } from "./examination.js";

const answersItself = (action: "accept" | "decline" | "cancel", afterMs = 15) =>
  ({ does: "answers-itself", action, afterMs }) as const;

afterEach(() => void vi.useRealTimers());

describe.each(protocolVersions)("the doctor on %s", (protocolVersion) => {
  const isRounds = protocolVersion === "2026-07-28";
  const modes = protocolVersion === "2025-06-18" ? ["form"] : ["form", "url"];
  const about = { name: "simulated", versions: { from: "1.0.0", before: "1.0.0.1" } };

  it("finds a host without defects right in everything that it has", async () => {
    await using examination = await createExamination({ traits: { protocolVersion } });
    const report = await examination.examine();
    expect(faultsOf(report)).toEqual({});
    expect(report.overrides).toEqual([]);
    expect(report.counts.right).toBe(protocolVersion === "2025-06-18" ? 18 : 33);
    const left = report.rows.filter(({ status }) => status === "not examined");
    expect(left.every(({ finding }) => finding === "not-in-version")).toBe(true);
  });

  it.each(["decline", "cancel"] as const)(
    "finds a host that sends %s by itself",
    async (action) => {
      const traits = { protocolVersion, onQuestion: answersItself(action) };
      await using examination = await createExamination({ traits });
      const report = await examination.examine();
      expect(new Set(Object.values(faultsOf(report)))).toEqual(new Set(["auto-declined"]));
      expect(report.overrides).toEqual(
        modes.map((mode) => ({ ...about, mode, does: "refuses", withinMs: 250 })),
      );
      expect(examination.host.deeds).toEqual([]);
    },
  );

  it("finds a host that accepts by itself", async () => {
    const traits = { protocolVersion, onQuestion: answersItself("accept") };
    await using examination = await createExamination({ traits });
    const report = await examination.examine();
    expect(new Set(Object.values(faultsOf(report)))).toEqual(new Set(["auto-accepted"]));
    expect(report.overrides).toEqual(
      modes.map((mode) => ({ ...about, mode, does: "accepts", withinMs: 250 })),
    );
  });

  it("calls a slow decline of a host what it may be: the person's", async () => {
    const traits = { protocolVersion, onQuestion: answersItself("decline", 3_000) };
    await using examination = await createExamination({ traits });
    const report = await examination.examine();
    expect(findingOf(report, "string")).toBe("declined-instead");
    expect(report.rows.find(({ probe }) => probe === "string")?.status).toBe("unclear");
    expect(report.overrides).toEqual([]);
  });

  it.each([true, false])("finds a host that hangs; it tells of it: %s", async (notifies) => {
    const callTimeout = { ms: 30_000, notifies };
    const traits = { protocolVersion, onQuestion: { does: "hangs" } as const, callTimeout };
    const times = notifies ? {} : { answerMs: 300 };
    await using examination = await createExamination({ traits, times });
    await examination.examine(3);
    const finding = isRounds ? "round-not-returned" : notifies ? "call-cancelled" : "no-answer";
    await vi.waitFor(async () =>
      expect(findingOf(await examination.results(), "string")).toBe(finding),
    );
    const report = await examination.results();
    expect(report.notes[0]).toContain("A guess");
    expect(report.overrides).toEqual([
      { ...about, protocolVersions: [protocolVersion], mode: "form", does: "never-answers" },
    ]);
  });

  it("finds a host that drops rounds", async () => {
    const traits = { protocolVersion, onQuestion: { does: "drops-rounds" } as const };
    await using examination = await createExamination({ traits });
    const report = await examination.examine(3);
    expect(findingOf(report, "string")).toBe(isRounds ? "round-not-returned" : "call-cancelled");
    expect(report.overrides).toMatchObject([{ mode: "form", does: "never-answers" }]);
  });

  it("finds a host that answers with an error", async () => {
    const traits = { protocolVersion, onQuestion: { does: "fails", code: -32601 } as const };
    await using examination = await createExamination({ traits });
    const report = await examination.examine(isRounds ? 3 : 12);
    // On 2026-07-28 there is no such answer: the round does not come back.
    expect(findingOf(report, "string")).toBe(isRounds ? "round-not-returned" : "error-response");
    expect(report.overrides[0]).toMatchObject({
      mode: "form",
      does: isRounds ? "never-answers" : "cannot-show",
    });
  });

  it("finds a host that empties what was filled in", async () => {
    await using examination = await createExamination({
      traits: { protocolVersion, emptiesAccepts: true },
    });
    const faults = faultsOf(await examination.examine());
    expect(faults).toMatchObject({
      string: "field-missing",
      integer: "field-missing",
      default_true: "default-lost",
      default_false: "falsy-default-lost",
    });
    expect(faults["decline"]).toBeUndefined();
  });

  it("finds a host that reports closing as declining, and the reverse", async () => {
    await using closes = await createExamination({
      traits: { protocolVersion, cancelIsDecline: true },
    });
    const report = await closes.examine();
    expect(faultsOf(report)["cancel"]).toBe("cancel-as-decline");
    expect(report.overrides).toEqual([]);
    await using declines = await createExamination({
      traits: { protocolVersion },
      user: (_, act) => (act.does === "declines" ? { does: "closes", afterMs: 4_000 } : act),
    });
    const reverse = faultsOf(await declines.examine());
    expect(reverse["decline"]).toBe("decline-as-cancel");
    expect(reverse["cancel"]).toBeUndefined();
  });

  it("finds a host that sends unasked answers, and answers late", async () => {
    await using strays = await createExamination({
      traits: { protocolVersion, straysAnswers: true },
    });
    expect(faultsOf(await strays.examine())).toEqual({ stray_answers: "stray-answers" });
    await using late = await createExamination({
      traits: { protocolVersion, answersLate: true, callTimeout: { ms: 1_000, notifies: true } },
      times: isRounds ? { answerMs: 1 } : {},
    });
    await late.host.callTool("examine");
    await late.host.settled();
    if (!isRounds) expect(faultsOf(await late.results())["late_answers"]).toBe("late-answers");
  });

  it("asks nothing in a mode that is not declared", async () => {
    await using none = await createExamination({ traits: { protocolVersion, declares: "none" } });
    const report = await none.examine(1);
    expect(report.counts).toMatchObject({ right: 0, defect: 0, unclear: 0 });
    expect(findingOf(report, "string")).toBe("not-declared");
    expect(none.host.deeds).toEqual([]);
    await using bare = await createExamination({ traits: { protocolVersion, declares: "bare" } });
    const formOnly = await bare.examine();
    expect(findingOf(formOnly, "string")).toBe("right");
    expect(findingOf(formOnly, "link")).not.toBe("right");
  });

  it("finds fields that are omitted or of another type", async () => {
    const broken: Readonly<Record<string, (value: unknown) => unknown>> = {
      number: () => undefined,
      boolean: String,
    };
    await using examination = await createExamination({
      traits: { protocolVersion },
      user: (_, act) => {
        if (act.does !== "accepts" || act.content === undefined) return act;
        const entries = Object.entries(act.content).map(([name, value]) => [
          name,
          (broken[typeof value] ?? ((same: unknown) => same))(value),
        ]);
        return { ...act, content: Object.fromEntries(entries) as Record<string, unknown> };
      },
    });
    const report = await examination.examine();
    expect(faultsOf(report)).toMatchObject({
      number: "field-missing",
      integer: "field-missing",
      boolean: "wrong-type",
      default_true: "wrong-type",
    });
    expect(report.overrides).toEqual([
      { ...about, mode: "form", does: "omits-fields", fields: ["number"] },
    ]);
  });

  const links = async (): Promise<void> => {
    await using never = await createExamination({ traits: { protocolVersion }, opens: "never" });
    expect(faultsOf(await never.examine())).toEqual({ link: "link-not-opened" });
    await using atOnce = await createExamination({ traits: { protocolVersion }, opens: "at-once" });
    expect(faultsOf(await atOnce.examine())).toEqual({
      link: "link-opened-without-consent",
      link_decline: "link-opened-without-consent",
      link_cancel: "link-opened-without-consent",
    });
  };
  if (modes.includes("url")) it("finds what is wrong with links", links);

  const changedRounds = async (): Promise<void> => {
    const changing = (change: (params: Record<string, unknown>) => Record<string, unknown>) =>
      createExamination({
        traits: { protocolVersion },
        sends: (message) =>
          isObject(message.params?.["inputResponses"])
            ? { ...message, params: change(message.params) }
            : message,
      });
    await using changed = await changing((params) => ({ ...params, requestState: "other" }));
    expect(findingOf(await changed.examine(), "string")).toBe("state-changed");
    await using missing = await changing(({ requestState: _, ...params }) => params);
    expect(findingOf(await missing.examine(), "string")).toBe("state-changed");
    await using partial = await changing((params) => {
      const [first] = Object.entries(params["inputResponses"] as object);
      return { ...params, inputResponses: Object.fromEntries([first!]) };
    });
    expect(findingOf(await partial.examine(), "two_at_once")).toBe("answer-left-out");
  };
  if (isRounds) it("finds rounds that come back changed", changedRounds);

  it.each([
    ["extends", "progress-extends"],
    ["ignored", "progress-ignored"],
    ["unwanted", "progress-unwanted"],
  ] as const)("finds out what progress does to a time limit: %s", async (progress, finding) => {
    await using examination = await createExamination({
      traits: { protocolVersion, progress, callTimeout: { ms: 60_000, notifies: true } },
    });
    const { host, clock } = examination;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const limit = host.callTool("examine_time_limit", { seconds: 600 });
    await clock.pass(61_000);
    expect(await limit).toEqual({ kind: "timed-out" });
    expect(findingOf(await examination.results(), "time_limit")).toBe("time-limit-met");
    const call = host.callTool("examine_progress", { seconds: 600 });
    const reported = () =>
      host.wire.filter(({ message }) => message.method === "notifications/progress").length;
    for (let count = 0; count < 2; count++) {
      const before = reported();
      while (progress !== "unwanted" && reported() === before) {
        vi.advanceTimersByTime(DEFAULT_TIMES.progressMs);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await clock.pass(50_000);
    }
    vi.advanceTimersByTime(progress === "extends" ? 600_000 : 0);
    expect((await call).kind).toBe(progress === "extends" ? "result" : "timed-out");
    await host.settled();
    expect(findingOf(await examination.results(), "progress")).toBe(finding);
  });

  it("finds out whether views are rendered, and get what is for them", async () => {
    const apps = { meta: "hidden", hidesTools: true, messages: true } as const;
    await using without = await createExamination({ traits: { protocolVersion } });
    await without.host.callTool("examine_view");
    expect(findingOf(await without.results(), "views")).toBe("views-undeclared");
    await using host = await createExamination({ traits: { protocolVersion, apps } });
    const shown = await host.host.callTool("examine_view");
    expect(findingOf(await host.results(), "views")).toBe("views-not-rendered");
    await host.host.callTool("view_opened");
    expect(findingOf(await host.results(), "views")).toBe("views-without-meta");
    const { _meta } = (shown as unknown as { result: { _meta: Record<string, unknown> } }).result;
    await host.host.callTool("view_opened", { key: _meta["midcall/doctor-key"] });
    expect(findingOf(await host.results(), "views")).toBe("views-rendered");
    expect((await host.host.tools()).map(({ name }) => name)).not.toContain("view_opened");
  });
});
