import { SpanKind } from "@opentelemetry/api";
import { afterEach, expect, it } from "vitest";
import { createTestFleet, type TestFleet } from "../server/replicas/fleet-lab.js";
import { createHttpHost, readEvents } from "../server/replicas/http-host.js";
import { createSdk } from "./lab.js";

let fleet: TestFleet;
afterEach(() => fleet.close());

it("a call that another replica continues is counted, and its span says so", async () => {
  const sdk = createSdk();
  fleet = createTestFleet(2, {
    elicitation: { telemetry: sdk.telemetry },
    handler: async (ctx) => {
      await ctx.step("before", () => 1);
      return (await ctx.elicit("Go?", ["yes", "no"])).action;
    },
  });
  const host = await createHttpHost(fleet);
  const stream = await host.call(0, 7);
  await stream.next();
  const question = await stream.next();
  fleet.replicas[0]!.kill();
  const resumed = readEvents(await host.resume(1, question!.id!));
  await resumed.next();
  await host.answer(1, question?.message?.id);
  expect((await resumed.rest()).at(-1)?.message).toMatchObject({ id: 7, result: {} });

  expect((await sdk.metrics()).get("midcall.failovers")).toEqual([{ attributes: {}, value: 1 }]);
  const calls = sdk.spans().filter(({ kind }) => kind === SpanKind.SERVER);
  expect(calls.map(({ attributes }) => attributes)).toEqual([
    expect.objectContaining({ "midcall.failover": true, "midcall.replayed": true }),
  ]);
});

it("a call that stays where it is has no failover", async () => {
  const sdk = createSdk();
  fleet = createTestFleet(2, {
    elicitation: { telemetry: sdk.telemetry },
    handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
  });
  const host = await createHttpHost(fleet);
  const stream = await host.call(0, 7);
  await stream.next();
  await host.answer(1, (await stream.next())?.message?.id);
  await stream.rest();
  expect((await sdk.metrics()).get("midcall.failovers")).toBeUndefined();
  const [call] = sdk.spans().filter(({ kind }) => kind === SpanKind.SERVER);
  expect(call?.attributes).not.toHaveProperty("midcall.failover");
});
