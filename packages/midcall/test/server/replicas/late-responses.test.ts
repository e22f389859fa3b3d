import { afterEach, describe, expect, it } from "vitest";
import type { ElicitationContext } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { createTestFleet, type TestFleet, until } from "./fleet-lab.js";
import { createHttpHost, type HttpHost } from "./http-host.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

let fleet: TestFleet;
afterEach(() => fleet.close());

const LARGE = "x".repeat(100_000);

/** The keys of the responses that are in the store. */
let keys = new Set<string>();
const keptResponses = (): string[] =>
  [...keys].filter((key) => key.startsWith("midcall:response:") && !key.endsWith(":open"));

function createFleet(handler: (ctx: ElicitationContext) => unknown): TestFleet {
  const inner = createMemoryStore();
  keys = new Set();
  const shared: Store = {
    ...inner,
    async put(key, value, options) {
      await inner.put(key, value, options);
      keys.add(key);
    },
    async putIfAbsent(key, value, options) {
      const isNew = await inner.putIfAbsent(key, value, options);
      if (isNew) keys.add(key);
      return isNew;
    },
    delete(key) {
      keys.delete(key);
      return inner.delete(key);
    },
  };
  return createTestFleet(2, { shared, handler });
}

async function answerAtAll(host: HttpHost, ids: readonly unknown[]): Promise<void> {
  for (const id of ids)
    for (const replica of fleet.replicas.keys()) {
      const response = await host.answer(replica, id, LARGE);
      // To the client it is as if it had come a little earlier.
      expect(response.status).toBe(202);
    }
}

/** Runs the tool at replica 0 and answers each of its questions at the other one. Returns the ids of the questions. */
async function callOnce(host: HttpHost, id: number, value = "yes"): Promise<unknown[]> {
  const stream = await host.call(0, id);
  const asked: unknown[] = [];
  for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
    if (event.message?.method !== "elicitation/create") continue;
    asked.push(event.message.id);
    await host.answer(1, event.message.id, value);
  }
  return asked;
}

describe("a response to a question of a shared session", () => {
  it("is not kept when its call has ended, whichever replica it comes to", async () => {
    fleet = createFleet(async (ctx) => {
      const first = await ctx.elicit("First?", ["yes", "no"]);
      const second = await ctx.elicit("Second?", ["yes", "no"]);
      return `${first.action}, ${second.action}`;
    });
    const host = await createHttpHost(fleet);
    const asked = [...(await callOnce(host, 7)), ...(await callOnce(host, 8))];
    expect(asked).toHaveLength(4);
    await until(() => ![...keys].some((key) => key.startsWith("midcall:run:")));
    await until(() => keptResponses().length === 0);
    await answerAtAll(host, asked);
    expect(keptResponses()).toEqual([]);
  });

  it("is not kept when the time for the question is over", async () => {
    fleet = createFleet(
      async (ctx) => (await ctx.elicit("Go?", ["yes"], { timeoutMs: 100 })).action,
    );
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("unanswered");
    await until(() => fleet.replicas[0]!.operations.at(-1)?.startsWith("delete midcall:response"));
    await until(() => ![...keys].some((key) => key.startsWith("midcall:run:")));
    await answerAtAll(host, [question.message?.id]);
    expect(keptResponses()).toEqual([]);
  });

  it("is kept while the question is open, although the replica that asked is gone", async () => {
    fleet = createFleet(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action);
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    fleet.replicas[0]!.kill();
    expect((await host.answer(1, question.message?.id)).status).toBe(202);
    expect(keptResponses()).toHaveLength(1);
  });

  it("is kept although somebody has changed the record of its call", async () => {
    fleet = createFleet(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action);
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = (await stream.next())!;
    const record = fleet.replicas[0]!.operations.map((operation) => operation.split(" ")[1]!).find(
      (key) => key.startsWith("midcall:run:"),
    )!;
    await fleet.shared.put(record, "mc2.changed");
    await host.answer(1, question.message?.id);
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("accept");
  });
});

describe("a response to another request of the server's", () => {
  it("is not kept when the request has ended, and nothing else is", async () => {
    fleet = createFleet(async (ctx) => {
      await ctx.mcpReq.send({ method: "roots/list" });
      return "done";
    });
    const host = await createHttpHost(fleet, { elicitation: {} });
    const stream = await host.call(0, 7);
    await stream.next();
    const { message: request } = (await stream.next())!;
    const answer = { jsonrpc: "2.0", id: request?.id, result: { roots: [] } };
    await host.post(1, answer);
    expect((await stream.rest()).at(-1)?.message?.result?.content?.[0]?.text).toBe("done");
    await until(() => keptResponses().length === 0);
    await answerAtAll(host, [request?.id]);
    expect(keptResponses()).toEqual([]);
    await until(() => ![...keys].some((key) => key.endsWith(":open")));
  });
});

describe("cancellations of calls that are not there", () => {
  it("are kept in a small number, and harm no call", async () => {
    fleet = createFleet(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action);
    const host = await createHttpHost(fleet);
    for (let n = 0; n < 150; n++) {
      const params = { requestId: `none ${n}`, reason: LARGE };
      const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params };
      expect((await host.post(1, cancelled)).status).toBe(202);
    }
    expect(keptResponses()).toHaveLength(100);
    expect(await callOnce(host, 7)).toHaveLength(1);
  });
});
