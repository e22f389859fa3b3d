import type { ElicitationContext } from "midcall/server";
import { accept, never } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, protocolVersions, said, tryOut } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

const protocolVersion = "2026-07-28";

/** A handler whose run number is known, as a re-run that changes its mind would have it. */
function byRun(
  runs: readonly ((ctx: ElicitationContext) => Promise<unknown>)[],
): (ctx: ElicitationContext) => Promise<unknown> {
  let run = 0;
  return async (ctx) => (runs[Math.min(run++, runs.length - 1)] ?? runs[0]!)(ctx);
}

const yes = (): ReturnType<typeof accept> => accept({ value: "yes" });
const go = (ctx: ElicitationContext, key?: string): Promise<{ action: string }> =>
  ctx.elicit(`Go${key ?? ""}?`, ["yes", "no"], { ...(key !== undefined && { key }) });

describe("a changed question", () => {
  /** A handler whose question has other words from its second run on. */
  const changing = async (key?: string): Promise<{ asked: string[]; end: string }> => {
    const asked: string[] = [];
    let run = 0;
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        const words = run === 1 ? "Delete 3 files?" : "Delete 300 files?";
        const answer = await ctx.elicit(words, ["yes", "no"], key === undefined ? {} : { key });
        return answer.action === "accept" ? answer.data : answer.action;
      },
      ({ message }) => {
        asked.push(message);
        return accept({ value: message.includes("300") ? "no" : "yes" });
      },
    );
    return { asked, end };
  };

  it("is asked again under its key, and the answer to the old wording is not taken for it", async () => {
    const { asked, end } = await changing("delete");
    expect(asked).toEqual(["Delete 3 files?", "Delete 300 files?"]);
    expect(end).toBe("no");
  });

  it("without a key ends in an error: nothing tells it from another question", async () => {
    const { asked, end } = await changing();
    expect(asked).toEqual(["Delete 3 files?", "Delete 300 files?"]);
    expect(end).toMatch(
      /^error: Replay mismatch at "q_.*"\. Recorded: "Delete 3 files\?"\. Now: the handler ended/,
    );
  });

  it("is asked again when only its options changed, under the same key", async () => {
    let run = 0;
    const said = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        const answer = await ctx.elicit(
          "Where?",
          run === 1 ? ["here", "there"] : ["there", "nowhere"],
          { key: "where" },
        );
        return answer.action === "accept" ? answer.data : answer.action;
      },
      [accept({ value: "there" }), accept({ value: "nowhere" })],
    );
    expect(said).toBe("nowhere");
  });

  it("is asked again even when its old wording was answered rounds ago", async () => {
    let run = 0;
    const asked: string[] = [];
    const said = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        const answer = await ctx.elicit(
          run < 3 ? "Delete 3 files?" : "Delete 300 files?",
          ["yes", "no"],
          { key: "delete" },
        );
        await go(ctx);
        return answer.action === "accept" ? answer.data : answer.action;
      },
      ({ message }) => {
        asked.push(message);
        return accept({ value: message.includes("300") ? "no" : "yes" });
      },
    );
    expect(asked.filter((message) => message.startsWith("Delete"))).toEqual([
      "Delete 3 files?",
      "Delete 300 files?",
    ]);
    expect(said).toBe("no");
  });

  it.each([[undefined], ["mine"]])(
    "with a clock in it is stopped at the second stale answer, both wordings shown (key %s)",
    async (key) => {
      let tick = 0;
      const asked: string[] = [];
      const said = await tryOut(
        { protocolVersion },
        async (ctx) => {
          const answer = await ctx.elicit(`It is ${++tick} o'clock. Go?`, ["yes", "no"], {
            ...(key && { key }),
          });
          return answer.action;
        },
        ({ message }) => (asked.push(message), yes()),
      );
      expect(asked).toEqual(["It is 1 o'clock. Go?", "It is 2 o'clock. Go?"]);
      expect(said).toMatch(/^error: Replay mismatch at/);
      expect(said).toContain('"It is 2 o\'clock. Go?"');
      expect(said).toContain('"It is 3 o\'clock. Go?"');
      expect(said).toContain("ctx.step");
    },
  );

  it("with a clock is no matter when the clock is read in a step", async () => {
    for (const each of protocolVersions) {
      let tick = 0;
      const said = await tryOut(
        { protocolVersion: each },
        async (ctx) => {
          const time = await ctx.step("clock", () => ++tick);
          const answer = await ctx.elicit(`It is ${time} o'clock. Go?`, ["yes", "no"]);
          return `${time} ${answer.action}`;
        },
        [yes()],
      );
      expect(said).toBe("1 accept");
    }
  });

  it("is not seen in questions of one shape whose branches are slow by turns", async () => {
    let run = 0;
    const said = await tryOut(
      { protocolVersion },
      async (ctx) => {
        const slow = ++run > 1 && run < 4;
        const branch = async (name: string): Promise<string> => {
          if (slow) await new Promise((resolve) => setTimeout(resolve, 10));
          return (await ctx.elicit(`${name}?`, ["yes", "no"])).action;
        };
        const quick = async (): Promise<string> => {
          for (const n of [1, 2, 3]) await ctx.elicit(`Quick ${n}?`, ["yes", "no"]);
          return "quick";
        };
        return (await Promise.all([branch("A"), branch("B"), branch("C"), quick()])).join(" ");
      },
      () => yes(),
    );
    expect(said).toBe("accept accept accept quick");
  });
});

it("reads a late answer once: an invalid one is asked again, and the new answer counts", async () => {
  let run = 0;
  const asked: string[] = [];
  const said = await tryOut(
    { protocolVersion },
    async (ctx) => {
      run += 1;
      const late = async (): Promise<unknown> => {
        // In the round its answer arrives in, this branch comes too late to meet it.
        if (run === 2) await new Promise((resolve) => setTimeout(resolve, 15));
        const answer = await ctx.elicit("Late?", ["yes", "no"]);
        return answer.action === "accept" ? answer.data : answer;
      };
      const quick = async (): Promise<void> => {
        for (const n of [1, 2]) await ctx.elicit(`Quick ${n}?`, { a: "A", b: "B" });
      };
      return (await Promise.all([late(), quick()]))[0];
    },
    ({ message }) => {
      asked.push(message);
      if (message.startsWith("Quick")) return accept({ value: "a" });
      return accept({ value: message === "Late?" ? "neither" : "no" });
    },
  );
  expect(said).toBe("no");
  expect(asked.filter((message) => message.startsWith("Late?"))).toHaveLength(2);
});

describe("a re-run that goes another way", () => {
  it("is stopped when a step's key has become a question's", async () => {
    const said = await tryOut(
      { protocolVersion },
      byRun([
        async (ctx) => (await ctx.step("x", () => 1), (await go(ctx)).action),
        async (ctx) => (await ctx.elicit("Now x?", ["yes"], { key: "x" })).action,
      ]),
      [yes(), yes()].slice(0, 1),
    );
    expect(said).toMatch(/^error: Replay mismatch at "x"\. Recorded: a step\. Now: a question\./);
  });

  it("is stopped when a question's key has become a step's, before the step runs", async () => {
    let ran = 0;
    const said = await tryOut(
      { protocolVersion },
      byRun([
        async (ctx) => go(ctx, "x"),
        async (ctx) => (await go(ctx, "x"), (await go(ctx)).action),
        async (ctx) => ctx.step("x", () => void ran++),
      ]),
      [yes(), yes()],
    );
    expect(said).toMatch(/^error: Replay mismatch at "x"\. Recorded: a question\. Now: a step\./);
    expect(ran).toBe(0);
  });

  it.each([
    [
      '"Gox\\?"',
      byRun([
        async (ctx) => go(ctx, "x"),
        async (ctx) => (await go(ctx, "x"), go(ctx)),
        async () => "skipped",
      ]),
    ],
    [
      "a finished step",
      byRun([async (ctx) => (await ctx.step("x", () => 1), go(ctx)), async () => "skipped"]),
    ],
  ])("is stopped when it never comes to %s", async (what, handler) => {
    const said = await tryOut({ protocolVersion }, handler, () => yes());
    expect(said).toMatch(
      new RegExp(`^error: Replay mismatch at "x"\\. Recorded: ${what}\\. Now: the handler ended`),
    );
  });

  it("is stopped past the handler's own catch", async () => {
    let caught = 0;
    let run = 0;
    const said = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        if (run === 1) return ctx.step("x", () => 1).then(() => go(ctx));
        try {
          return (await ctx.elicit("Now x?", ["yes"], { key: "x" })).action;
        } catch {
          caught += 1;
          return "went on";
        }
      },
      [yes()],
    );
    expect(said).toMatch(/^error: Replay mismatch/);
    expect(caught).toBe(0);
  });

  it("is stopped when the schema no longer accepts what it accepted", async () => {
    let checks = 0;
    const moody = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        jsonSchema: {
          input: () => ({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }),
          output: () => ({ type: "object" }),
        },
        validate: (value: unknown) =>
          ++checks === 1
            ? { value: new Date((value as { n: number }).n) }
            : { issues: [{ message: "not any more" }] },
      },
    };
    const said = await tryOut(
      { protocolVersion },
      async (ctx) => {
        await ctx.elicit("When?", moody as never);
        return (await go(ctx)).action;
      },
      [accept({ n: 1 }), yes()],
    );
    expect(said).toMatch(/^error: Replay mismatch at .* the same answer refused by the schema/);
  });
});

it("ignores answers to what was not asked, and keeps asking what is open", async () => {
  const lab = createLab(async (ctx) => {
    const first = await go(ctx, "first");
    const second = await ctx.elicit("Second?", ["yes", "no"], { key: "second" });
    return `${first.action} ${second.action === "accept" ? second.data : second.action}`;
  });
  await using host = await lab.host({
    protocolVersion,
    answers: { first: [never({ returnsAfterMs: 5 }), yes()], second: [accept({ value: "no" })] },
  });
  expect(said(await host.callTool("run"))).toBe("accept no");
  expect(host.questions.map(({ key }) => key)).toEqual(["first", "first", "second"]);
});
