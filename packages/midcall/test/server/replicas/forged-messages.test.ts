import type { ElicitationContext } from "midcall/server";
import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, describe, expect, it } from "vitest";
import { createTestFleet, type TestFleet, until } from "./fleet-lab.js";
import { createHttpHost, readEvents } from "./http-host.js";

let fleet: TestFleet | undefined;
afterEach(async () => {
  await fleet?.close();
  fleet = undefined;
});

/** A store whose messages somebody else reads, and sends. */
function spiedStore(): {
  readonly store: Store;
  readonly channels: Set<string>;
  readonly seen: string[];
  readonly publishEverywhere: (message: unknown) => Promise<void>;
} {
  const inner = createMemoryStore();
  const channels = new Set<string>();
  const seen: string[] = [];
  const store: Store = {
    ...inner,
    put: (key, value, options) => (seen.push(key, value), inner.put(key, value, options)),
    putIfAbsent: (key, value, options) => (
      seen.push(key, value),
      inner.putIfAbsent(key, value, options)
    ),
    publish: (channel, message) => (seen.push(channel, message), inner.publish(channel, message)),
    subscribe: (channel, listener) => (channels.add(channel), inner.subscribe(channel, listener)),
  };
  const publishEverywhere = async (message: unknown): Promise<void> => {
    for (const channel of channels) await inner.publish(channel, JSON.stringify(message));
  };
  return { store, channels, seen, publishEverywhere };
}

describe("a call that its client reads on another replica", () => {
  const FORGED = "nobody has said this";

  it("shows nothing of what somebody else publishes: no result, no question, no progress", async () => {
    const { store, publishEverywhere } = spiedStore();
    fleet = createTestFleet(2, {
      shared: store,
      handler: async (ctx: ElicitationContext) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    const call = await host.call(0, 7);
    await call.next();
    const question = await call.next();
    const reader = readEvents(await host.resume(1, question!.id!));
    // Its own stream ends when the reader has the call.
    await call.rest();
    const content = [{ type: "text", text: FORGED }];
    await publishEverywhere({ jsonrpc: "2.0", id: 7, result: { content } });
    const params = { message: FORGED, requestedSchema: { type: "object", properties: {} } };
    await publishEverywhere({ jsonrpc: "2.0", id: "q", method: "elicitation/create", params });
    const progress = { progressToken: 1, progress: 1, message: FORGED };
    await publishEverywhere({ jsonrpc: "2.0", method: "notifications/progress", params: progress });
    await host.answer(1, question?.message?.id);
    const events = await reader.rest();
    expect(JSON.stringify(events)).not.toContain(FORGED);
    expect(events.at(-1)?.message).toMatchObject({
      id: 7,
      result: { content: [{ text: "accept" }] },
    });
  });

  it("shows its progress there, which nobody reads in the store", async () => {
    const PROGRESS = "counting the secret files";
    const { store, seen } = spiedStore();
    let arrived = (): void => {};
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    fleet = createTestFleet(2, {
      shared: store,
      handler: async (ctx: ElicitationContext) => {
        await ctx.elicit("Go?", ["yes", "no"]);
        const params = { progressToken: "p", progress: 1, message: PROGRESS };
        await ctx.mcpReq.notify({ method: "notifications/progress", params });
        // The next event takes its place, whether it was read or not.
        await ctx.step("shown", () => hasArrived);
        return (await ctx.elicit("Further?", ["yes", "no"])).action;
      },
    });
    const host = await createHttpHost(fleet);
    const call = await host.call(0, 7);
    await call.next();
    const question = await call.next();
    const reader = readEvents(await host.resume(1, question!.id!));
    await call.rest();
    await host.answer(1, question?.message?.id);
    const messages: Record<string, unknown>[] = [];
    for (let event = await reader.next(); event !== undefined; event = await reader.next()) {
      const { message } = event;
      if (message === undefined) continue;
      messages.push(message as never);
      if (message.method === "notifications/progress") arrived();
      if (message.method === "elicitation/create") await host.answer(1, message.id);
    }
    expect(messages).toMatchObject([
      { method: "notifications/progress", params: { message: PROGRESS } },
      { method: "elicitation/create" },
      { id: 7, result: { content: [{ text: "accept" }] } },
    ]);
    expect(seen.length).toBeGreaterThan(0);
    for (const one of seen) expect(one).not.toContain(PROGRESS);
  });

  it("ends for no message that says so", async () => {
    const { store, publishEverywhere } = spiedStore();
    fleet = createTestFleet(2, {
      shared: store,
      handler: async (ctx: ElicitationContext) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    const call = await host.call(0, 7);
    await call.next();
    const question = await call.next();
    const { operations } = fleet.replicas[0]!;
    const before = operations.length;
    await publishEverywhere({ ended: host.session, by: "somebody" });
    // The replica has looked whether it is so.
    await until(() => operations.slice(before).some((one) => one.startsWith("get ")));
    await host.answer(0, question?.message?.id);
    expect((await call.rest()).at(-1)?.message).toMatchObject({ id: 7, result: {} });
  });
});
