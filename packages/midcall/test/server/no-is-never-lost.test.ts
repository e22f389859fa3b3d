import type { ElicitationContext } from "midcall/server";
import { accept, decline, never, type Question } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import { createLab, protocolVersions, said, tryOut } from "./lab.js";
import { createRandom, createStateLab } from "./state-lab.js";
import { seed } from "../../../../test/night.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

const random = createRandom(seed);

const protocolVersion = "2026-07-28";
const yesNo = ["yes", "no"] as const;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A list that is read afresh in each run, and has become shorter in the second. */
function shrinking(): () => number {
  let run = 0;
  return () => (++run === 1 ? 47 : 37);
}

describe("an answer that its question is not there for any more (2026-07-28)", () => {
  it("lets no step begin: 47 files were declined, the next run finds 37 and asks nothing", async () => {
    const count = shrinking();
    let deleted = 0;
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        const files = count();
        if (files > 40 && !(await ctx.confirm(`Delete ${files} files?`))) return "kept";
        await ctx.step("delete", () => (deleted = files), { writes: true });
        return "deleted";
      },
      [decline()],
    );
    expect(end).toMatch(
      /^error: Replay mismatch at "q_[\w-]{12}"\. Recorded: "Delete 47 files\?"\. Now: the step "delete"\./,
    );
    expect(deleted).toBe(0);
  });

  it("lets the run not succeed where the handler acts outside of steps", async () => {
    const count = shrinking();
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        const files = count();
        if (files > 40 && !(await ctx.confirm(`Delete ${files} files?`))) return "kept";
        return "deleted";
      },
      [decline()],
    );
    expect(end).toMatch(
      /^error: Replay mismatch .* Recorded: "Delete 47 files\?"\. Now: the handler ended/,
    );
  });

  it("holds for answers of earlier rounds as well, and past the handler's own catch", async () => {
    let run = 0;
    let acted = 0;
    let caught = 0;
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        try {
          if (run < 3 && !(await ctx.confirm("Delete them?")))
            await ctx.elicit("Archive them?", yesNo);
          await ctx.step("act", () => ++acted);
        } catch {
          caught += 1;
        }
        return "done";
      },
      [decline(), accept({ value: "no" })],
    );
    expect(end).toMatch(
      /^error: Replay mismatch .* Recorded: "Delete them\?"\. Now: the step "act"\./,
    );
    expect([acted, caught]).toEqual([0, 0]);
  });

  it("does not let another question in the same words, or of the same form, pass for it", async () => {
    let run = 0;
    let acted = 0;
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        if (run === 1 && !(await ctx.confirm("Delete 47 files?"))) return "kept";
        await ctx.confirm("Empty the bin?");
        await ctx.step("delete", () => ++acted);
        return "deleted";
      },
      ({ message }) => (message.includes("47") ? decline() : accept({ confirm: true })),
    );
    expect(end).toMatch(/^error: Replay mismatch .* Recorded: "Delete 47 files\?"/);
    expect(acted).toBe(0);
  });

  it("ends a call whose open question the next run does not come to", async () => {
    let run = 0;
    let acted = 0;
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        const other = run === 1 ? ctx.confirm("Delete the other one?") : Promise.resolve(true);
        await ctx.elicit("First?", yesNo);
        await ctx.step("act", () => ++acted);
        return other;
      },
      ({ message }) =>
        message === "First?" ? accept({ value: "yes" }) : never({ returnsAfterMs: 1 }),
    );
    expect(end).toMatch(/^error: Replay mismatch .* Recorded: "Delete the other one\?"/);
    expect(acted).toBe(0);
  });

  it("stops a question whose words and choices are others in every round at the second stale answer", async () => {
    let tick = 0;
    const asked: string[] = [];
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        tick += 1;
        return (await ctx.elicit(`Pick ${tick}`, [`a${tick}`, `b${tick}`])).action;
      },
      ({ message }: Question) => {
        asked.push(message);
        return accept({ value: `a${message.slice(5)}` });
      },
    );
    expect(asked).toEqual(["Pick 1", "Pick 2"]);
    expect(end).toMatch(
      /^error: Replay mismatch .* Recorded: "Pick 2"\. Now: the question "Pick 3"\./,
    );
  });

  it("ends a call whose handler goes on sending notices meanwhile", async () => {
    const count = shrinking();
    const tickers: NodeJS.Timeout[] = [];
    const lab = createLab(async (ctx) => {
      tickers.push(setInterval(() => void ctx.mcpReq.log("info", "still here"), 20));
      const files = count();
      if (files > 40 && !(await ctx.confirm(`Delete ${files} files?`))) return "kept";
      await ctx.step("delete", () => files);
      return "deleted";
    });
    await using host = await lab.host({ protocolVersion, answers: [decline()] });
    expect(said(await host.callTool("run"))).toMatch(/^error: Replay mismatch/);
    tickers.forEach(clearInterval);
  });

  it("counts an answer that came in time, however long the run takes to come to its question", async () => {
    let run = 0;
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        await sleep(++run === 1 ? 1 : 400);
        return (await ctx.elicit("Sure?", yesNo, { timeoutMs: 200 })).action;
      },
      [accept({ value: "yes" })],
    );
    expect(end).toBe("accept");
  });

  it("waits for a branch that is slow in one run, and then goes on", async () => {
    let run = 0;
    const acted: string[] = [];
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        run += 1;
        // The fetches of the first run, and of the second, in which the branches change places.
        const ms: Record<string, number> = run === 1 ? { a: 1, b: 4 } : { a: 60, b: 1 };
        const branch = async (name: string): Promise<boolean> => {
          await sleep(ms[name]!);
          const answer = await ctx.elicit(`Delete ${name}?`, yesNo);
          if (answer.action !== "accept" || answer.data === "no") return false;
          await ctx.step(`delete ${name}`, () => acted.push(name));
          return true;
        };
        return Promise.all([branch("a"), branch("b")]);
      },
      ({ message }) => accept({ value: message === "Delete a?" ? "no" : "yes" }),
    );
    expect(JSON.parse(end)).toEqual([false, true]);
    expect(acted).toEqual(["b"]);
  });
});

/** Two branches that begin with a question of their own and go on in the same words. */
async function twoFolders(
  ctx: ElicitationContext,
  deleted: string[],
  waits: boolean,
): Promise<unknown> {
  const branch = async (n: number): Promise<string> => {
    const folder = await ctx.elicit(`Folder ${n}?`, yesNo);
    if (folder.action !== "accept") return "skipped";
    for (let i = 0; i < (n === 1 ? 2 : 0); i++) await ctx.step(`look ${n} ${i}`, () => i);
    if (waits) await sleep(random(8));
    if (!(await ctx.confirm("Delete it?"))) return "kept";
    await ctx.step(`delete ${n}`, () => deleted.push(`folder ${n}`));
    return "deleted";
  };
  return Promise.all([branch(1), branch(2)]);
}

describe("a yes belongs to the branch it was given to", () => {
  // A question left open ends each round on 2026-07-28 before a wait outside of steps is over.
  it.each([
    ...protocolVersions.map((each) => [each, false] as const),
    ["2025-06-18", true] as const,
    ["2025-11-25", true] as const,
  ])(
    "with answers that arrive one by one, on %s (waits outside of steps: %s)",
    async (each, waits) => {
      const deleted: string[] = [];
      const order = ["Folder 2?", "Delete it?", "Folder 1?", "Delete it?"];
      let turn = 0;
      let confirmed = 0;
      const limits = { rounds: 40 };
      const lab = createLab((ctx) => twoFolders(ctx, deleted, waits), { limits });
      const answer = ({ message }: Question): ReturnType<typeof accept> => {
        turn += 1;
        if (message === "Delete it?") return accept({ confirm: ++confirmed === 1 });
        return accept({ value: "yes" });
      };
      await using host = await lab.host({
        protocolVersion: each,
        answers: async (question) => {
          if (each !== protocolVersion) {
            // Pushed questions are all open at once: each waits until it is its turn.
            await vi.waitFor(() => expect(order[turn]).toBe(question.message));
            return answer(question);
          }
          return order[turn] === question.message ? answer(question) : never({ returnsAfterMs: 2 });
        },
        maxRounds: 50,
      });
      expect(JSON.parse(said(await host.callTool("run")))).toEqual(["kept", "deleted"]);
      expect(deleted).toEqual(["folder 2"]);
    },
  );

  it("is refused to both where nothing but a wait tells them apart, before either has an answer", async () => {
    let run = 0;
    let given = 0;
    const acted: string[] = [];
    const lab = createStateLab(async (ctx) => {
      run += 1;
      const ms: Record<string, number> = run === 1 ? { a: 2, b: 400 } : { a: 30, b: 2 };
      const branch = async (name: string): Promise<void> => {
        await sleep(ms[name]!);
        const isYes = await ctx.confirm("Delete it?");
        given += 1;
        if (isYes) await ctx.step(`delete ${name}`, () => acted.push(name));
      };
      await Promise.all([branch("a"), branch("b")]);
      return "done";
    });
    const first = await lab.call({});
    const [key = ""] = Object.keys(first.requests);
    const responses = { [key]: { action: "accept", content: { confirm: true } } };
    const second = await lab.call({ state: first.state, responses });
    expect(second.text).toMatch(
      /^"Delete it\?" is asked twice at the same time, .* Give each question a key/,
    );
    expect([given, acted]).toEqual([0, []]);
    await lab.close();
  });

  it("is refused where branches wait in line to ask, before the first has done anything with its answer", async () => {
    let run = 0;
    const acted: string[] = [];
    const lab = createStateLab(async (ctx) => {
      run += 1;
      const ms: Record<string, number> = run === 1 ? { a: 1, b: 400 } : { a: 20, b: 1 };
      // One question at a time.
      let last: Promise<unknown> = Promise.resolve();
      const inLine = <T>(ask: () => Promise<T>): Promise<T> => {
        const turn = last.then(ask);
        last = turn;
        return turn;
      };
      const branch = async (name: string): Promise<void> => {
        await sleep(ms[name]!);
        if (await inLine(() => ctx.confirm("Delete it?")))
          await ctx.step(`delete ${name}`, () => acted.push(name));
      };
      await Promise.all([branch("a"), branch("b")]);
      return "done";
    });
    const first = await lab.call({});
    const [key = ""] = Object.keys(first.requests);
    const responses = { [key]: { action: "accept", content: { confirm: true } } };
    const second = await lab.call({ state: first.state, responses });
    expect(second.text).toMatch(/^"Delete it\?" is asked twice at the same time/);
    expect(acted).toEqual([]);
    await lab.close();
  });

  it("reaches branches that wait in line with keys of their own, whoever is first in a run", async () => {
    const acted: string[] = [];
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        let last: Promise<unknown> = Promise.resolve();
        const inLine = <T>(ask: () => Promise<T>): Promise<T> => {
          const turn = last.then(ask);
          last = turn;
          return turn;
        };
        const branch = async (name: string): Promise<void> => {
          await sleep(random(6));
          const isYes = await inLine(() => ctx.confirm(`Delete ${name}?`, { key: name }));
          if (isYes) await ctx.step(`delete ${name}`, () => acted.push(name));
        };
        await Promise.all(["a", "b", "c"].map(branch));
        return "done";
      },
      ({ message }) => accept({ confirm: message !== "Delete b?" }),
      { limits: { rounds: 30 } },
    );
    expect(end).toBe("done");
    expect(acted.sort()).toEqual(["a", "c"]);
  });

  it.each([[false], [true]])(
    "keeps loops that ask the same words one after another, from a function of its own (waits: %s)",
    async (waits) => {
      for (const each of protocolVersions) {
        const end = await tryOut(
          { protocolVersion: each },
          async (ctx) => {
            const ask = async (turn: number): Promise<string> => {
              if (waits) await sleep(2);
              await ctx.step(`look ${turn}`, () => sleep(1));
              const answer = await ctx.elicit("Another one?", ["a", "b", "c", "d"]);
              return answer.action === "accept" ? answer.data : answer.action;
            };
            const all: string[] = [];
            for (let turn = 0; turn < 3; turn++) all.push(await ask(turn));
            return all.join("");
          },
          [accept({ value: "a" }), accept({ value: "b" }), accept({ value: "c" })],
        );
        expect(end).toBe("abc");
      }
    },
  );
});

describe("in development, a question that follows a wait outside of steps", () => {
  it.each(protocolVersions)("draws a warning, once, on %s", async (each) => {
    const lab = createLab(
      async (ctx) => {
        await sleep(2);
        await ctx.elicit("First?", yesNo);
        await sleep(2);
        await ctx.elicit("Second?", yesNo);
        return "done";
      },
      { development: true },
    );
    await using host = await lab.host({
      protocolVersion: each,
      answers: () => accept({ value: "yes" }),
    });
    expect(said(await host.callTool("run"))).toBe("done");
    const warnings = lab.log.warnings.filter((one) =>
      one.includes("after a wait outside of ctx.step"),
    );
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings[0]).toContain('"run" asks "First?"');
  });

  it.each(protocolVersions)(
    "draws none after steps, answers, notices and other questions, on %s",
    async (each) => {
      const lab = createLab(
        async (ctx) => {
          await ctx.elicit("First?", yesNo);
          await ctx.step("work", () => sleep(3));
          await ctx.elicit("Second?", yesNo);
          await ctx.mcpReq.log("info", "half way");
          await Promise.all([ctx.elicit("Third?", yesNo), ctx.step("more", () => sleep(1))]);
          await ctx.elicit("Fourth?", yesNo);
          return "done";
        },
        { development: true },
      );
      const answers = (): Promise<ReturnType<typeof accept>> =>
        sleep(15).then(() => accept({ value: "yes" }));
      await using host = await lab.host({ protocolVersion: each, answers });
      expect(said(await host.callTool("run"))).toBe("done");
      expect(lab.log.warnings.filter((one) => one.includes("after a wait"))).toEqual([]);
    },
  );
});
