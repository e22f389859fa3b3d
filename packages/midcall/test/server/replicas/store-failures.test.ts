import { afterEach, describe, expect, it } from "vitest";
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
    ["its call is too large to be kept", undefined, /over the limit of 8192/],
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
