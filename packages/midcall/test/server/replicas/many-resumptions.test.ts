import type { ElicitationContext } from "midcall/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Resumptions } from "../../../src/server/http/shared/events/resumptions.js";
import { createTestFleet, type TestFleet } from "./fleet-lab.js";
import { createHttpHost, readEvents } from "./http-host.js";

let fleet: TestFleet | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await fleet?.close();
  fleet = undefined;
});

const asking = {
  handler: async (ctx: ElicitationContext): Promise<string> =>
    (await ctx.elicit("Go?", ["yes", "no"])).action,
};

describe("many resumptions of one call", () => {
  it.each([
    ["the replica of the call", 0],
    ["another replica", 1],
  ])("cost the store little at %s, and the newest gets the response", async (_, at) => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const call = await host.call(0, 7);
    await call.next();
    const question = await call.next();
    // A replica that knows the session serves its requests in their order.
    await (await host.post(at, { jsonrpc: "2.0", id: "known", method: "ping" })).text();
    const { operations } = fleet.replicas[at]!;
    const before = operations.length;
    const responses = await Promise.all(
      Array.from({ length: 400 }, () => host.resume(at, question!.id!)),
    );
    const served = responses.filter(({ ok }) => ok).map(readEvents);
    expect(served).toHaveLength(20);
    const refused = responses.filter(({ ok }) => !ok);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(refused[0]!.headers.get("retry-after")).toBe("1");
    expect(await refused[0]!.json()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32_000, message: expect.stringMatching(/asked for too often/) },
    });

    const older = await Promise.all(served.slice(0, -1).map((stream) => stream.rest()));
    expect(older.flat().filter(({ message }) => message !== undefined)).toEqual([]);
    expect((await host.answer(0, question?.message?.id)).status).toBe(202);
    const [primed, end, ...more] = await served.at(-1)!.rest();
    expect(primed?.id).toBe(question!.id);
    expect(end?.message).toMatchObject({ id: 7, result: { content: [{ text: "accept" }] } });
    expect(more).toEqual([]);
    // One of each for the session, and what the readers do.
    expect(operations.length - before).toBeLessThan(1_500);
  });

  it("are refused to no client whose replica has died with fifty of its calls", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const questions = await Promise.all(
      Array.from({ length: 50 }, async (_, id) => {
        const call = await host.call(0, id);
        await call.next();
        return call.next();
      }),
    );
    fleet.replicas[0]!.kill();
    const responses = await Promise.all(questions.map((asked) => host.resume(1, asked!.id!)));
    expect(responses.map(({ status }) => status)).toEqual(questions.map(() => 200));
    const streams = responses.map(readEvents);
    for (const asked of questions) await host.answer(1, asked?.message?.id);
    const ends = await Promise.all(streams.map((stream) => stream.rest()));
    expect(ends.map((events) => events.at(-1)?.message)).toMatchObject(
      questions.map((_, id) => ({ id, result: { content: [{ text: "accept" }] } })),
    );
  });
});

describe("the count of the resumptions of a call", () => {
  const admits = (counts: Resumptions, call: string): boolean =>
    !(counts.begin(call) instanceof Response);
  const burst = (counts: Resumptions, call: string): number => {
    let count = 0;
    while (admits(counts, call)) count += 1;
    return count;
  };

  it("refuses no client that comes back once a second, for as long as it likes", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const counts = new Resumptions();
    for (let second = 0; second < 1_000; second++) {
      expect(admits(counts, "a")).toBe(true);
      vi.advanceTimersByTime(1_000);
    }
    expect(burst(counts, "a")).toBe(20);
    vi.advanceTimersByTime(999);
    expect(admits(counts, "a")).toBe(false);
    vi.advanceTimersByTime(1);
    expect(burst(counts, "a")).toBe(1);
    vi.advanceTimersByTime(3_600_000);
    expect(burst(counts, "a")).toBe(20);
  });

  it("is of each call by itself, and forgets the one that was resumed the longest time ago", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const counts = new Resumptions();
    expect(burst(counts, "a")).toBe(20);
    expect(burst(counts, "b")).toBe(20);
    for (let n = 0; n < 9_998; n++) expect(admits(counts, `call ${n}`)).toBe(true);
    expect(admits(counts, "a")).toBe(false);
    expect(admits(counts, "one more")).toBe(true);
    expect(admits(counts, "b")).toBe(false);
    expect(burst(counts, "a")).toBe(20);
  });

  it("remembers the last marks of readers in the log", () => {
    const counts = new Resumptions();
    counts.begin("a");
    expect(counts.skip("a", 0)).toBe(0);
    for (const place of [2, 3, 4, 3]) counts.mark("a", place);
    expect([1, 2, 4, 5].map((place) => counts.skip("a", place))).toEqual([1, 5, 5, 5]);
    // A message came at place 5.
    for (const place of [6, 2, 7]) counts.mark("a", place);
    expect([4, 5, 6, 7, 8].map((place) => counts.skip("a", place))).toEqual([4, 5, 8, 8, 8]);
    counts.mark("of a call that is not counted", 2);
    expect(counts.skip("of a call that is not counted", 2)).toBe(2);
  });

  it("closes the older reader, whichever is ready first, and none of another call", () => {
    const counts = new Resumptions();
    const closed: string[] = [];
    const reader = (name: string) => {
      let end = (): void => {};
      return {
        close: () => (closed.push(name), end()),
        onEnd: (listener: () => void) => void (end = listener),
        leave: () => end(),
      };
    };
    const [first, second, third] = [1, 2, 3].map(() => counts.begin("a") as number);
    counts.replace("a", second!, reader("second"));
    counts.replace("a", first!, reader("first"));
    expect(closed).toEqual(["first"]);
    counts.replace("b", counts.begin("b") as number, reader("other"));
    const newest = reader("third");
    counts.replace("a", third!, newest);
    expect(closed).toEqual(["first", "second"]);
    newest.leave();
    counts.replace("a", first!, reader("late"));
    expect(closed).toEqual(["first", "second"]);
  });
});
