import type { ElicitationContext } from "midcall/server";
import { afterEach, describe, expect, it } from "vitest";
import { createTestFleet, type TestFleet } from "./replicas/fleet-lab.js";
import { createHttpHost, type EventReader, type SentEvent } from "./replicas/http-host.js";

/** Over HTTP, the message itself says which question a malformed response names: that one ends, at once, and no other. */

let fleet: TestFleet;
afterEach(() => fleet?.close());

const both = {
  result: { action: "accept", content: { value: "yes" } },
  error: { code: -32_000, message: "No." },
};

/** What the handler gets. A question that stays open is unanswered for another reason, after a minute. */
const BROKEN = { action: "unanswered", reason: "invalid", error: { code: -32_600 } };

const two = async (ctx: ElicitationContext): Promise<string> => {
  const answers = await Promise.all([ctx.elicit("One?", ["yes"]), ctx.elicit("Two?", ["yes"])]);
  return JSON.stringify(answers);
};

/** The next message that is a question or a response. */
async function next(stream: EventReader): Promise<NonNullable<SentEvent["message"]>> {
  for (let event = await stream.next(); event !== undefined; event = await stream.next())
    if (event.message?.id !== undefined) return event.message;
  throw new Error("The stream has ended.");
}

describe.each(["2025-06-18", "2025-11-25"])("a host of %s", (protocolVersion) => {
  describe.each(["local", "shared"] as const)("in a session that is %s", (sessions) => {
    it("gets 400 for a result beside an error, which ends that question and no other", async () => {
      let ended = 0;
      fleet = createTestFleet(1, {
        http: { sessions },
        handler: async (ctx) => {
          const counted: typeof ctx.elicit = ((...given: Parameters<typeof ctx.elicit>) =>
            ctx.elicit(...given).finally(() => ended++)) as never;
          return two({ ...ctx, elicit: counted });
        },
      });
      const host = await createHttpHost(fleet, { protocolVersion });
      const stream = await host.call(0, 7);
      const [one, other] = [await next(stream), await next(stream)];
      const refusal = await host.post(0, { jsonrpc: "2.0", id: one.id, ...both });
      expect(refusal.status).toBe(400);
      expect(await refusal.json()).toMatchObject({
        id: null,
        error: { code: -32_600, message: expect.stringMatching(/either a result/) as string },
      });
      // Before the other is answered.
      await expect.poll(() => ended).toBe(1);
      expect((await host.answer(0, other.id)).status).toBe(202);
      expect(JSON.parse((await next(stream)).result!.content![0]!.text)).toMatchObject([
        BROKEN,
        { action: "accept", data: "yes" },
      ]);
    });

    it.each([
      ["_meta", { result: { action: "accept", content: { value: "yes" }, _meta: null } }],
      ["its error", { result: { action: "accept", content: { value: "yes" } }, error: null }],
    ])("may write null as %s of an answer, which counts", async (_, answer) => {
      fleet = createTestFleet(1, {
        http: { sessions },
        handler: async (ctx) => (await ctx.elicit("One?", ["yes"])).action,
      });
      const host = await createHttpHost(fleet, { protocolVersion });
      const stream = await host.call(0, 7);
      const { id } = await next(stream);
      expect((await host.post(0, { jsonrpc: "2.0", id, ...answer })).status).toBe(202);
      expect((await next(stream)).result?.content?.[0]?.text).toBe("accept");
    });

    it("ends no question with a malformed response to another request", async () => {
      fleet = createTestFleet(1, {
        http: { sessions },
        handler: async (ctx) => (await ctx.elicit("One?", ["yes"])).action,
      });
      const host = await createHttpHost(fleet, { protocolVersion });
      const stream = await host.call(0, 7);
      const question = await next(stream);
      for (const id of [4711, "gone"])
        expect((await host.post(0, { jsonrpc: "2.0", id, ...both })).status).toBe(400);
      await host.answer(0, question.id);
      expect((await next(stream)).result?.content?.[0]?.text).toBe("accept");
    });
  });

  it("may name its question with a text where that is a number, and end it in the same way", async () => {
    fleet = createTestFleet(1, {
      http: { sessions: "local" },
      handler: async (ctx) => JSON.stringify(await ctx.elicit("One?", ["yes"])),
    });
    const host = await createHttpHost(fleet, { protocolVersion });
    const stream = await host.call(0, 7);
    const { id } = await next(stream);
    expect(typeof id).toBe("number");
    await host.post(0, { jsonrpc: "2.0", id: String(id), ...both });
    expect(JSON.parse((await next(stream)).result!.content![0]!.text)).toMatchObject(BROKEN);
  });

  it("may name no question at all, and so ends the only one", async () => {
    fleet = createTestFleet(1, {
      http: { sessions: "local" },
      handler: async (ctx) => JSON.stringify(await ctx.elicit("One?", ["yes"])),
    });
    const host = await createHttpHost(fleet, { protocolVersion });
    const stream = await host.call(0, 7);
    await next(stream);
    const error = { code: -32_600, message: "Invalid request" };
    await host.post(0, { jsonrpc: "2.0", id: null, error });
    expect(JSON.parse((await next(stream)).result!.content![0]!.text)).toMatchObject(BROKEN);
  });
});
