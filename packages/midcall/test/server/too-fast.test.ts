import { createAuditTrail, createMemorySink } from "midcall/audit";
import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import { accept, decline, type Answer, type Question } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, protocolVersions, said } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/**
 * Some hosts preselect the first choice, so that a key that is held down, or was meant for something else, accepts a
 * question that nobody has read.
 */

const capabilities = { elicitation: { form: {} }, experimental: {} };

/** Plays a call with a host that answers each question after so many milliseconds of a clock of its own. */
async function play(
  protocolVersion: (typeof protocolVersions)[number],
  handler: (ctx: ElicitationContext) => unknown,
  answers: readonly (readonly [afterMs: number, answer: Answer])[],
  options: ElicitationOptions = {},
) {
  let time = 1_000_000;
  const asked: Question[] = [];
  const sink = createMemorySink();
  const audit = createAuditTrail({ sink });
  const lab = createLab(handler, { now: () => time, audit, fallback: ["native"], ...options });
  await using host = await lab.host({
    protocolVersion,
    capabilities,
    answers: (question) => {
      const [afterMs, answer] = answers[asked.length] ?? [];
      asked.push(question);
      if (afterMs === undefined || answer === undefined) throw new Error("asked once too often");
      time += afterMs;
      return answer;
    },
  });
  const end = said(await host.callTool("run"));
  await audit.flush();
  return { end, asked, audited: sink.entries() };
}

const confirm = (ctx: ElicitationContext) => ctx.confirm("Delete 47 files?").then(String);
const yes = accept({ confirm: "Yes" });
const no = accept({ confirm: "No" });

describe.each(protocolVersions)("a confirmation that is accepted on %s", (version) => {
  it("faster than it can be read is asked once more, with the reason, and both are audited", async () => {
    const { end, asked, audited } = await play(version, confirm, [
      [140, yes],
      [2_000, yes],
    ]);
    expect(end).toBe("true");
    expect(asked.map(({ message }) => message)).toEqual([
      "Delete 47 files?",
      expect.stringMatching(/^Delete 47 files\?\n\nThis was accepted faster than it can be read/),
    ]);
    expect(audited).toMatchObject([
      { action: "unanswered", reason: "auto-declined" },
      { action: "accept", confirmed: true },
    ]);
  });

  it("too fast twice is answered by nobody", async () => {
    const { end, asked, audited } = await play(version, confirm, [
      [140, yes],
      [30, yes],
    ]);
    expect(end).toMatch(/^error: No user answered "Delete 47 files\?" \(auto-declined\)/);
    expect(asked).toHaveLength(2);
    expect(audited.map(({ action, reason }) => [action, reason])).toEqual([
      ["unanswered", "auto-declined"],
      ["unanswered", "auto-declined"],
    ]);
  });

  it("and asked again can be refused", async () => {
    expect(
      (
        await play(version, confirm, [
          [0, yes],
          [900, decline()],
        ])
      ).end,
    ).toBe("false");
    expect(
      (
        await play(version, confirm, [
          [0, yes],
          [900, no],
        ])
      ).end,
    ).toBe("false");
  });

  it("with a No is doubted, too: a preselected No is no choice", async () => {
    const { end, asked } = await play(version, confirm, [
      [0, no],
      [900, yes],
    ]);
    expect(end).toBe("true");
    expect(asked).toHaveLength(2);
  });

  it("in the time that reading takes counts at once", async () => {
    expect((await play(version, confirm, [[410, yes]])).end).toBe("true");
    const long = (ctx: ElicitationContext) =>
      ctx.confirm(`Delete ${"x".repeat(500)}?`).then(String);
    expect((await play(version, long, [[1_000, yes]])).end).toBe("true");
  });

  it("does not use up the attempts of an invalid answer", async () => {
    const { end, asked } = await play(
      version,
      confirm,
      [
        [0, yes],
        [900, accept({ confirm: "maybe" })],
        [900, yes],
      ],
      { maxAttempts: 2 },
    );
    expect(end).toBe("true");
    expect(asked).toHaveLength(3);
  });

  it("at once is believed where every host is trusted", async () => {
    const sure = accept({ confirm: true });
    const { end, asked } = await play(version, confirm, [[0, sure]], { hostOverrides: [] });
    expect(end).toBe("true");
    expect(asked).toHaveLength(1);
  });
});

describe.each(protocolVersions)("in a host that selects by itself, on %s", (version) => {
  const sent = (asked: readonly Question[]): unknown =>
    (asked[0]?.requestedSchema as { properties: unknown } | undefined)?.properties;

  it("a confirmation is a choice in words, whose first is neither a yes nor a no", async () => {
    const { asked } = await play(version, confirm, [[2_000, yes]]);
    expect(sent(asked)).toEqual({
      confirm: { type: "string", title: "Your choice", enum: ["Nothing chosen yet", "No", "Yes"] },
    });
    const named = (ctx: ElicitationContext) =>
      ctx.confirm("Sure?", { title: "Delete 47 files" }).then(String);
    const other = await play(version, named, [[2_000, accept({ confirm: "Delete 47 files" })]]);
    expect(other.end).toBe("true");
    expect(sent(other.asked)).toMatchObject({
      confirm: { enum: ["Nothing chosen yet", "No", "Delete 47 files"] },
    });
  });

  it.each([0, 150, 2_000])(
    "an accept without a choice after %i ms is asked again, with the reason",
    async (ms) => {
      const nothing = accept({ confirm: "Nothing chosen yet" });
      const { end, asked } = await play(version, confirm, [
        [ms, nothing],
        [2_000, yes],
      ]);
      expect(end).toBe("true");
      expect(asked[1]?.message).toBe(
        'Delete 47 files?\n\nNothing was chosen. Choose "Yes" or "No".',
      );
      const never = await play(version, confirm, [
        [ms, nothing],
        [ms, nothing],
        [ms, nothing],
      ]);
      expect(never.end).toMatch(
        /^error: There was no valid answer to "Delete 47 files\?" \(invalid\)/,
      );
    },
  );

  it.each([true, false, "yes", "YES", "", null, 1, ["Yes"]])(
    "%j is no choice",
    async (confirmed) => {
      const { end } = await play(
        version,
        confirm,
        [[2_000, accept({ confirm: confirmed as never })]],
        {
          maxAttempts: 1,
        },
      );
      expect(end).toMatch(/^error: There was no valid answer/);
    },
  );

  it("a word to type is asked for as a text", async () => {
    const typed = (ctx: ElicitationContext) =>
      ctx.confirm("Sure?", { typed: "delete" }).then(String);
    const { end, asked } = await play(version, typed, [[2_000, accept({ confirm: "delete" })]]);
    expect(end).toBe("true");
    expect(sent(asked)).toMatchObject({ confirm: { title: 'Type "delete" to confirm' } });
  });
});

describe("ctx.confirm", () => {
  it.each(["No", " No ", "Nothing chosen yet", "", 7])(
    "refuses %j as the words of a yes",
    async (title) => {
      const ask = (ctx: ElicitationContext) => ctx.confirm("Sure?", { title: title as string });
      const { end } = await play("2025-11-25", ask, []);
      expect(end).toMatch(/^error: title must be a string that says what a yes is for, not /);
    },
  );
});

describe.each(protocolVersions)("a form for a person alone on %s", (version) => {
  it("is doubted like a confirmation", async () => {
    const ask = (ctx: ElicitationContext) =>
      ctx.elicit("Which branch?", ["main", "next"], { human: "required" });
    const { end, asked } = await play(version, ask, [
      [100, accept({ value: "main" })],
      [900, accept({ value: "next" })],
    ]);
    expect(JSON.parse(end)).toMatchObject({ action: "accept", data: "next" });
    expect(asked).toHaveLength(2);
  });
});

describe.each(protocolVersions)("a form that was accepted too fast on %s", (version) => {
  const acted: string[] = [];
  const remove = async (ctx: ElicitationContext) => {
    const answer = await ctx.elicit("Delete 47 files?", {
      type: "object",
      properties: { sure: { type: "boolean" }, folder: { type: "string" } },
      required: ["sure"],
    });
    if (answer.action !== "accept" || answer.data.sure !== true) return answer.action;
    await ctx.step("look", () => acted.push("look"));
    await ctx.step("delete", () => acted.push("delete"), { writes: true });
    await ctx.step("log", () => acted.push("log"), { writes: true });
    return "deleted";
  };
  const sure = accept({ sure: true });
  const fast = async (...answers: Parameters<typeof play>[2]) => {
    acted.length = 0;
    return play(version, remove, answers);
  };

  it("is asked again before the first step that writes, once", async () => {
    const { end, asked, audited } = await fast([150, sure], [2_000, sure]);
    expect(end).toBe("deleted");
    expect(acted).toEqual(["look", "delete", "log"]);
    expect(asked.map(({ message }) => message)).toEqual([
      "Delete 47 files?",
      expect.stringMatching(/^Delete 47 files\?\n\nThis was accepted faster than it can be read/),
    ]);
    expect(asked[1]?.requestedSchema).toEqual(asked[0]?.requestedSchema);
    expect(audited.map(({ action }) => action)).toEqual(["accept", "accept"]);
  });

  it.each<[what: string, again: readonly [number, Answer], why: string]>([
    ["accepted too fast again", [100, sure], "had no answer \\(auto-declined\\)"],
    ["declined", [2_000, decline()], "was answered with decline"],
    ["given another answer", [2_000, accept({ sure: true, folder: "tmp" })], "had another answer"],
    ["answered with No", [2_000, accept({ sure: false })], "had another answer"],
  ])("and is then %s lets no step begin that writes", async (_, again, why) => {
    const { end, asked } = await fast([150, sure], again);
    expect(end).toMatch(
      new RegExp(
        `^error: "Delete 47 files\\?" was accepted faster than it can be read. Asked again, it ${why}, ` +
          'so the step "delete", which writes, was not begun',
      ),
    );
    expect(acted).toEqual(["look"]);
    expect(asked).toHaveLength(2);
  });

  it("is asked once where nothing is written", async () => {
    const read = async (ctx: ElicitationContext) => {
      const answer = await ctx.elicit("Which folder?", ["a", "b"]);
      return ctx.step("read", () => answer.action);
    };
    const { end, asked } = await play(version, read, [[0, accept({ value: "a" })]]);
    expect(end).toBe("accept");
    expect(asked).toHaveLength(1);
  });

  it("guards the steps of branches that run side by side with one question", async () => {
    const branches = async (ctx: ElicitationContext) => {
      const answer = await ctx.elicit("Which folder?", ["a", "b"]);
      const done = ["x", "y"].map((key) => ctx.step(key, () => key, { writes: true }));
      return `${answer.action} ${(await Promise.all(done)).join()}`;
    };
    const b = accept({ value: "b" });
    const { end, asked } = await play(version, branches, [
      [0, b],
      [2_000, b],
    ]);
    expect(end).toBe("accept x,y");
    expect(asked).toHaveLength(2);
  });
});
