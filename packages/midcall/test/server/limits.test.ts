import type { ElicitationContext } from "midcall/server";
import { createElicitation } from "midcall/server";
import { accept, never } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, protocolVersions, said, tryOut } from "./lab.js";
import { createStateLab, open } from "./state-lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

const ask = (ctx: ElicitationContext, message = "Go?", options = {}): Promise<{ action: string }> =>
  ctx.elicit(message, ["yes", "no"], options);
const yes = (): ReturnType<typeof accept> => accept({ value: "yes" });

describe.each(protocolVersions.map((protocolVersion) => [protocolVersion] as const))(
  "limits on %s",
  (protocolVersion) => {
    it.each([[1], [3], [10]])("a call turns to the person %i times and no more", async (rounds) => {
      const counts: string[] = [];
      const run = (questions: number): Promise<string> =>
        tryOut(
          { protocolVersion },
          async (ctx) => {
            for (let n = 0; n < questions; n++)
              counts.push((await ask(ctx, `Question ${n}?`)).action);
            return "done";
          },
          () => yes(),
          { limits: { rounds } },
        );
      expect(await run(rounds)).toBe("done");
      expect(await run(rounds + 1)).toMatch(
        new RegExp(`^error: This call has asked the user ${rounds} times`),
      );
    });

    it("parallel questions are one turn, and each asking again another", async () => {
      const limits = { rounds: 3 };
      const parallel = (ctx: ElicitationContext): Promise<string> =>
        Promise.all(["a", "b", "c", "d", "e"].map((key) => ask(ctx, `${key}?`))).then(() => "done");
      expect(await tryOut({ protocolVersion }, parallel, () => yes(), { limits })).toBe("done");
      const stubborn = (ctx: ElicitationContext): Promise<unknown> =>
        ask(ctx, "Go?", { maxAttempts: 9 });
      expect(
        await tryOut({ protocolVersion }, stubborn, () => accept({ value: "?" }), { limits }),
      ).toMatch(/3 times, which is the limit/);
    });

    it("a question beyond the limit of entries is not put to anyone", async () => {
      let asked = 0;
      const said = await tryOut(
        { protocolVersion },
        async (ctx) => {
          for (const n of [1, 2, 3]) await ask(ctx, `Question ${n}?`);
          return "done";
        },
        () => (asked++, yes()),
        { limits: { entries: 2 } },
      );
      expect(said).toMatch(/^error: This call has 2 questions and steps/);
      expect(asked).toBe(2);
    });

    it("nor are questions asked side by side that go beyond it", async () => {
      let asked = 0;
      const said = await tryOut(
        { protocolVersion },
        (ctx) => Promise.all([1, 2, 3].map((n) => ask(ctx, `Question ${n}?`))),
        () => (asked++, yes()),
        { limits: { entries: 2 } },
      );
      expect(said).toMatch(/^error: This call has 2 questions and steps/);
      // On 2025 the first two are on their way before the third is refused.
      expect(asked).toBe(protocolVersion === "2026-07-28" ? 0 : 2);
    });

    it("many questions side by side make Node warn of no leak", async () => {
      const warnings: string[] = [];
      const onWarning = ({ name }: Error): void => void warnings.push(name);
      process.on("warning", onWarning);
      const handler = (ctx: ElicitationContext): Promise<string> =>
        Promise.all(Array.from({ length: 20 }, (_, n) => ask(ctx, `${n}?`))).then(() => "done");
      expect(await tryOut({ protocolVersion }, handler, () => yes())).toBe("done");
      process.off("warning", onWarning);
      expect(warnings).not.toContain("MaxListenersExceededWarning");
    });

    it("one person is asked so many questions a minute, over all calls, and another is not held up", async () => {
      let time = 1_000_000;
      let person = "ann";
      const lab = createLab(async (ctx) => (await ask(ctx)).action, {
        limits: { questionsPerMinute: 3 },
        now: () => time,
        principal: () => person,
      });
      const call = async (): Promise<string> => {
        await using host = await lab.host({ protocolVersion, answers: () => yes() });
        return said(await host.callTool("run"));
      };
      for (let turn = 0; turn < 3; turn++) expect(await call()).toBe("accept");
      expect(await call()).toMatch(/^error: This user was asked 3 questions within a minute/);
      person = "bob";
      expect(await call()).toBe("accept");
      person = "ann";
      time += 59_999;
      expect(await call()).toMatch(/^error/);
      time += 1;
      expect(await call()).toBe("accept");
    });

    it("a deadline passes for one question and not for another", async () => {
      const said = await tryOut(
        { protocolVersion },
        async (ctx) => {
          const first = await ask(ctx, "Soon?", { timeoutMs: 30 });
          return [first, (await ask(ctx, "Later?")).action];
        },
        { "Soon?": never({ returnsAfterMs: 60 }), "Later?": yes() },
      );
      const [first, second] = JSON.parse(said) as [
        { action: string; reason: string; elapsedMs: number },
        string,
      ];
      expect(first).toMatchObject({ action: "unanswered", reason: "deadline" });
      expect(first.elapsedMs).toBeGreaterThanOrEqual(29);
      expect(second).toBe("accept");
    });

    it("a very long deadline does not pass at once", async () => {
      const handler = async (ctx: ElicitationContext): Promise<string> =>
        (await ask(ctx, "Go?", { timeoutMs: 2 ** 31 - 1 })).action;
      expect(
        await tryOut({ protocolVersion }, handler, [{ kind: "after", ms: 20, answer: yes() }]),
      ).toBe("accept");
      const tooLong = (ctx: ElicitationContext): Promise<unknown> =>
        ask(ctx, "Go?", { timeoutMs: 2 ** 31 }).catch((error: Error) => error.message);
      expect(await tryOut({ protocolVersion }, tooLong, [])).toMatch(
        /timeoutMs must be a number of milliseconds from 1 to/,
      );
    });
  },
);

it("a state beyond its limit ends the call before it is sent", async () => {
  const lab = createStateLab(
    async (ctx, { size }) => {
      await ctx.step("big", () => "x".repeat(size as number));
      return (await ask(ctx)).action;
    },
    { limits: { stateBytes: 8192 } },
  );
  expect((await lab.call({ args: { size: 5000 } })).state?.length).toBeLessThanOrEqual(8192);
  expect((await lab.call({ args: { size: 6500 } })).text).toMatch(
    /The state of this call has \d+ bytes, which is over the limit of 8192/,
  );
});

it("a state beyond its limit is refused before it is opened", async () => {
  const lab = createStateLab(async (ctx) => (await ask(ctx)).action, {
    limits: { stateBytes: 1000 },
  });
  const { state, responses } = await open(lab, {}, { value: "yes" });
  expect((await lab.call({ state: state + "A".repeat(1000), responses })).error?.code).toBe(-32602);
  expect([...lab.refusals.keys()]).toEqual(["too-large"]);
});

it("an answer beyond the limits is refused or asked for again, and harms nothing", async () => {
  const lab = createStateLab(
    async (ctx) =>
      (await ctx.elicit("Say?", { type: "object", properties: { s: { type: "string" } } })).action,
  );
  const { state, requests } = await lab.call({});
  const key = Object.keys(requests)[0]!;
  const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) as unknown;
  const answerWith = (content: unknown): ReturnType<typeof lab.call> =>
    lab.call({ state, responses: { [key]: { action: "accept", content } } });
  for (const content of [{ s: deep }, deep]) {
    const { error, text, state: next } = await answerWith(content);
    expect(error).toEqual({
      code: -32602,
      message: "The answers are nested more than 512 levels deep.",
    });
    expect([text, next]).toEqual([undefined, undefined]);
  }
  for (const [content, hint] of [
    [{ s: "x".repeat(1_000_000) }, "Enter at most 100000 characters."],
    [{ __proto__: null, s: 1 }, "Enter text."],
  ] as const) {
    const { error, text, state: next, requests } = await answerWith(content);
    expect([error, text]).toEqual([undefined, undefined]);
    expect(next).toBeTypeOf("string");
    expect(requests).toMatchObject({ [key]: { params: { message: `Say?\n\n${hint}` } } });
  }
  expect(
    (await lab.call({ state, responses: { [key]: { action: "accept", content: { s: "fine" } } } }))
      .text,
  ).toBe("accept");
});

describe("the options are checked when given", () => {
  it.each([
    [{ timeoutMs: 0 }],
    [{ timeoutMs: Infinity }],
    [{ stateTtlMs: -1 }],
    [{ keepAliveMs: 2 ** 31 }],
    [{ holdMs: Number.NaN }],
    [{ autoDeclineMs: 0 }],
    [{ maxAttempts: 0 }],
    [{ maxAttempts: 1.5 }],
    [{ limits: { rounds: 0 } }],
    [{ limits: { entries: -1 } }],
    [{ limits: { stateBytes: 1.5 } }],
    [{ secret: "too short" }],
    [{ secret: [] }],
    [{ secret: ["long enough to be a secret, this one is", "short"] }],
  ])("%j", (options) => {
    expect(() => createElicitation(options)).toThrow(
      expect.objectContaining({ code: "ERR_MIDCALL_OPTION" }) as Error,
    );
  });
});
