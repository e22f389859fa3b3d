import type { ElicitationContext } from "midcall/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestFleet, type TestFleet, until } from "./fleet-lab.js";
import { createHttpHost } from "./http-host.js";

let fleet: TestFleet;
afterEach(() => fleet.close());

describe("a question on a shared session", () => {
  it("is asked although the store was away for a moment", async () => {
    fleet = createTestFleet(2, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    const [owner] = fleet.replicas;
    owner!.failStore(/^put /, new Error("ECONNREFUSED"));
    const stream = await host.call(0, 7);
    await until(() => owner!.operations.filter((one) => one.startsWith("put ")).length > 1);
    owner!.failStore(undefined);
    await stream.next();
    const question = await stream.next();
    expect(question?.message?.params?.["message"]).toBe("Go?");
    await host.answer(1, question?.message?.id);
    const [end] = await stream.rest();
    expect(end?.message?.result?.content?.[0]?.text).toBe("accept");
  });

  it.each([
    ["the store fails", /^put /, /could not use its store/],
    ["its call is too large to be kept", undefined, /over the limit of 7808/],
  ])("ends its call where %s: the host has not left", async (_, which, words) => {
    const seen: unknown[] = [];
    fleet = createTestFleet(1, {
      elicitation: { limits: { stateBytes: 1_024 } },
      handler: async (ctx) => {
        if (which === undefined) await ctx.step("long", () => "x".repeat(20_000));
        seen.push(await ctx.elicit("Go?", ["yes", "no"]));
        return "went on";
      },
    });
    const host = await createHttpHost(fleet);
    fleet.replicas[0]!.failStore(which);
    const events = await (await host.call(0, 7)).rest();
    expect(seen).toEqual([]);
    expect(events.at(-1)?.message?.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(words) }],
    });
    expect(events.filter(({ message }) => message?.method === "elicitation/create")).toEqual([]);
  });
});

describe("a message that comes while the store is away", () => {
  const asking = {
    handler: async (ctx: ElicitationContext) => (await ctx.elicit("Go?", ["yes", "no"])).action,
  };
  afterEach(() => void vi.useRealTimers());

  it("is refused with what is true of it, and is taken when it is sent again", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = await stream.next();
    fleet.replicas[1]!.failStore(/^putIfAbsent/);
    const refused = await host.answer(1, question?.message?.id);
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { error: { message: expect.stringMatching(/response was not taken. Send it again/) } },
    ]);
    fleet.replicas[1]!.failStore(undefined);
    expect((await host.answer(1, question?.message?.id)).status).toBe(202);
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("accept");
  });

  it("is refused after ten seconds, where the store gives no answer at all", async () => {
    fleet = createTestFleet(1, asking);
    const host = await createHttpHost(fleet);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const resume = fleet.replicas[0]!.pauseStore();
    const refused = host.post(0, { jsonrpc: "2.0", id: 9, method: "tools/list" });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await Promise.race([refused, "waiting"])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(3_000);
    expect([(await refused).status, await (await refused).json()]).toMatchObject([
      503,
      { id: 9, error: { message: expect.stringMatching(/this message was not taken/) } },
    ]);
    vi.useRealTimers();
    resume();
  });
});
