import { accept, decline } from "midcall/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLab, said, tryOut } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

const protocolVersion = "2026-07-28";
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const hop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Gives one branch at a time what it holds until it lets go. */
function createLock(): () => Promise<() => void> {
  const line: (() => void)[] = [];
  let isTaken = false;
  return () =>
    new Promise((resolve) => {
      const take = (): void => {
        isTaken = true;
        resolve(() => {
          isTaken = false;
          line.shift()?.();
        });
      };
      if (isTaken) line.push(take);
      else take();
    });
}

describe("a branch that waits outside of steps in some rounds only (2026-07-28)", () => {
  it.each([
    ["a timer of 1 ms", () => sleep(1)],
    ["a timer of 40 ms", () => sleep(40)],
    ["a turn of the event loop", hop],
  ])("never gets the yes of another: %s", async (_, wait) => {
    let run = 0;
    const deleted: string[] = [];
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        const isFirst = ++run === 1;
        await Promise.all(
          ["a", "b"].map(async (id) => {
            if (isFirst === (id === "b")) await wait();
            if (await ctx.confirm("Delete it?"))
              await ctx.step(`delete ${id}`, () => deleted.push(id));
          }),
        );
        return "done";
      },
      ({ index }) => (index === 0 ? accept({ confirm: true }) : decline()),
    );
    expect(end).toMatch(/^error: .*"Delete it\?" is asked twice at the same time/);
    expect(deleted).toEqual([]);
  });

  it("is waited for where its question has a key, though it takes much longer than before", async () => {
    let run = 0;
    const deleted: string[] = [];
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        const isFirst = ++run === 1;
        await Promise.all(
          ["a", "b"].map(async (id) => {
            if (id === "b") await sleep(isFirst ? 1 : 600);
            if (await ctx.confirm(`Delete ${id}?`, { key: id }))
              await ctx.step(`delete ${id}`, () => deleted.push(id));
          }),
        );
        return "done";
      },
      () => accept({ confirm: true }),
    );
    expect(end).toBe("done");
    expect(deleted.sort()).toEqual(["a", "b"]);
  });
});

describe("a lock that outlives the call (2026-07-28)", () => {
  afterEach(() => vi.useRealTimers());

  it("is given back by ctx.defer, also of a branch that gets it after its run has ended", async () => {
    const lock = createLock();
    const deleted: string[] = [];
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        await Promise.all(
          ["a", "b"].map(async (id) => {
            const release = await lock();
            ctx.defer(release);
            if (await ctx.confirm(`Delete ${id}?`, { key: id }))
              await ctx.step(`delete ${id}`, () => deleted.push(id));
            release();
          }),
        );
        return "done";
      },
      () => accept({ confirm: true }),
    );
    expect(end).toBe("done");
    expect(deleted).toEqual(["a", "b"]);
  });

  it("ends the call in an error where it is not given back, and does not hang", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const lock = createLock();
    const lab = createLab(async (ctx) => {
      const release = await lock();
      await ctx.confirm("Delete it?", { key: "delete" });
      release();
      return "done";
    });
    await using host = await lab.host({
      protocolVersion,
      timeoutMs: 60_000,
      answers: () => accept({ confirm: true }),
    });
    const ended = host.callTool("run").then(said);
    let end: string | undefined;
    void ended.then((value) => (end = value));
    for (let turn = 0; turn < 400 && end === undefined; turn += 1) {
      await vi.advanceTimersByTimeAsync(100);
      await hop();
    }
    expect(end).toMatch(
      /^error: Replay mismatch at "delete"\. Recorded: "Delete it\?"\. Now: no question and no step\. This run did not reach it within 2\d{4} ms\./,
    );
  });
});

describe("a question with a key that comes back in other words (2026-07-28)", () => {
  it.each([
    ["a race", (go: Promise<unknown>, act: Promise<unknown>) => Promise.race([go, act])],
    [
      "branches side by side",
      (go: Promise<unknown>, act: Promise<unknown>) => Promise.all([go, act]),
    ],
  ])("holds every step back until it has a new answer: %s", async (_, join) => {
    let left = 4;
    const deployed: string[] = [];
    /** What was asked, and how often the step had run by then. */
    const asked: [string, number][] = [];
    const end = await tryOut(
      { protocolVersion },
      async (ctx) => {
        left = Math.max(2, left - 1);
        const may = ctx.confirm(`Go on? ${left} hosts left.`, { key: "go" }).then((yes) => {
          if (!yes) throw new Error("stopped");
          return new Promise(() => {});
        });
        const deploy = async (): Promise<void> => {
          if (await ctx.confirm("Deploy?", { key: "deploy" }))
            await ctx.step("deploy", () => deployed.push("deployed"));
        };
        await join(may, deploy());
        return "deployed";
      },
      ({ message }) => {
        asked.push([message, deployed.length]);
        return message === "Deploy?" ? accept({ confirm: true }) : decline();
      },
    );
    expect(end).toBe("error: stopped");
    expect(asked).toContainEqual(["Go on? 2 hosts left.", 0]);
  });
});

describe("a key that midcall has for itself", () => {
  it.each(["2025-11-25", protocolVersion] as const)("is refused (%s)", async (protocolVersion) => {
    const key = "midcall link x";
    const ends = [
      await tryOut(
        { protocolVersion },
        async (ctx) => String(await ctx.confirm("Go?", { key })),
        () => decline(),
      ),
      await tryOut(
        { protocolVersion },
        async (ctx) => ctx.elicit("Go?", ["yes"], { key }).then(String),
        () => decline(),
      ),
      await tryOut(
        { protocolVersion },
        async (ctx) => ctx.step(key, () => "x"),
        () => decline(),
      ),
    ];
    for (const end of ends) expect(end).toMatch(/^error: .*must not start with "midcall "/);
  });
});
