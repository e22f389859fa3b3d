import type { ElicitationContext } from "midcall/server";
import { afterEach, describe, expect, it } from "vitest";
import { createTestFleet, type TestFleet, until } from "./fleet-lab.js";
import { createHttpHost, readEvents } from "./http-host.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

let fleet: TestFleet;
afterEach(() => fleet.close());

const asking = {
  handler: async (ctx: ElicitationContext): Promise<string> =>
    (await ctx.elicit("Go?", ["yes", "no"])).action,
};

/** What a reader does to be the one that gets the events, and the owner of the call to let it know that it lives. */
const MARK = /^putIfAbsent midcall:events:/;

describe("the events of a call", () => {
  it("have ids, the first of them before anything is sent", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    const priming = await stream.next();
    expect(priming?.raw).toMatch(/^id: \S+\.0\.[\w-]{22}\ndata: $/);
    const question = await stream.next();
    const withoutProof = (id?: string): string | undefined => id?.slice(0, -23);
    const call = withoutProof(priming!.id)!.replace(/\.0$/, "");
    expect(withoutProof(question?.id)).toBe(`${call}.1`);
    expect(question?.message).toMatchObject({ method: "elicitation/create" });
    expect((await host.answer(1, question?.message?.id)).status).toBe(202);
    const [end] = await stream.rest();
    expect(withoutProof(end?.id)).toBe(`${call}.2.end`);
    expect(end?.message).toMatchObject({ id: 7, result: { content: [{ text: "accept" }] } });
  });

  it("are read from the places that they have had, and not from one that a client makes up", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    const priming = await stream.next();
    const question = await stream.next();
    fleet.replicas[0]!.kill();
    // Whether its last part is the number, or proves it.
    const madeUp = [
      priming!.id!.replace(/\.0(?=$|\.)/, ".9999990"),
      question!.id!.replace(/\.1(?=$|\.)/, ".9999990"),
      priming!.id!.replace(/\.0(?=$|\.)/, ".2"),
    ];
    const before = fleet.replicas[1]!.operations.length;
    for (const id of madeUp) {
      const refused = await host.resume(1, id);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("not one of this session");
    }
    const read = fleet.replicas[1]!.operations.slice(before);
    expect(read.filter((one) => one.includes("midcall:events:"))).toEqual([]);
    const resumed = readEvents(await host.resume(1, question!.id!));
    await resumed.next();
    await host.answer(1, question!.message?.id);
    expect((await resumed.rest()).at(-1)?.message).toMatchObject({ id: 7, result: {} });
  });

  it("begin without an event that has no data on 2025-06-18", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet, { protocolVersion: "2025-06-18", elicitation: {} });
    const stream = await host.call(0, 7);
    const question = await stream.next();
    expect(question?.message).toMatchObject({ method: "elicitation/create" });
    expect(question?.id).toMatch(/\.1\.[\w-]{22}$/);
    const resumed = readEvents(await host.resume(1, question!.id!));
    expect(await resumed.next()).toMatchObject({
      event: "resumable",
      id: question!.id!,
      message: {},
    });
    await host.answer(0, question?.message?.id);
    expect((await resumed.next())?.message).toMatchObject({ id: 7, result: {} });
  });

  it("come on a stream that was asked for again, although the reply to the mark of its reader is lost", async () => {
    let finish = (): void => {};
    const work = new Promise<void>((resolve) => (finish = resolve));
    fleet = createTestFleet(2, { handler: () => work.then(() => "done") });
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    const priming = await stream.next();
    await stream.leave();
    const resumed = readEvents(await host.resume(1, priming!.id!));
    await resumed.next();
    const marks = (replica: number): number =>
      fleet.replicas[replica]!.operations.filter((one) => MARK.test(one)).length;
    await until(() => marks(0) > 0);
    const before = marks(1);
    fleet.replicas[1]!.loseReply(MARK);
    await until(() => marks(1) > before);
    finish();
    expect((await resumed.rest()).at(-1)?.message).toMatchObject({ id: 7, result: {} });
  });

  it("come on the stream of the newest reader, and on no other", async () => {
    fleet = createTestFleet(3, asking);
    const host = await createHttpHost(fleet);
    const first = await host.call(0, 7);
    await first.next();
    const question = await first.next();
    const second = readEvents(await host.resume(1, question!.id!));
    expect((await second.next())?.raw).toBe(`id: ${question!.id}\ndata: `);
    // The stream of the request ends as soon as its owner has seen the reader.
    expect(await first.rest()).toEqual([]);
    // Lost again before anything came: the same id is good for another try.
    const third = readEvents(await host.resume(2, question!.id!));
    await third.next();
    expect(await second.rest()).toEqual([]);
    await host.answer(1, question?.message?.id);
    const [end, ...more] = await third.rest();
    expect(end?.message).toMatchObject({ id: 7, result: { content: [{ text: "accept" }] } });
    expect(more).toEqual([]);
  });

  it("are sent again to a client that lost them, the response included", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const first = await host.call(0, 7);
    const priming = await first.next();
    const question = await first.next();
    await first.leave();
    await host.answer(0, question?.message?.id);
    const resumed = readEvents(await host.resume(1, priming!.id!));
    const events = await resumed.rest();
    const [again, asked] = events;
    expect(again?.id).toBe(priming!.id);
    expect(asked?.id).toBe(question!.id);
    expect(asked?.message).toEqual(question!.message);
    expect(events.at(-1)?.message).toMatchObject({
      id: 7,
      result: { content: [{ text: "accept" }] },
    });
  });

  it("are over with the response: who asks for more gets 405, after which clients do not ask again", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = await stream.next();
    await host.answer(0, question?.message?.id);
    const [end] = await stream.rest();
    expect((await host.resume(1, end!.id!)).status).toBe(405);
    expect((await host.resume(0, end!.id!)).status).toBe(405);
  });

  it("of a call that never asks are not in the store, and its response tells clients that nothing follows", async () => {
    fleet = createTestFleet(2, { handler: () => "done" });
    const host = await createHttpHost(fleet);
    const before = fleet.replicas[0]!.operations.length;
    const stream = await host.call(0, 7);
    await stream.next();
    const [end] = await stream.rest();
    expect(end?.message).toMatchObject({ id: 7, result: { content: [{ text: "done" }] } });
    expect(end?.id).toMatch(/\.0\.end\.[\w-]{22}$/);
    expect(fleet.replicas[0]!.operations.slice(before)).toEqual([
      expect.stringMatching(/^get midcall:session:.*:ended$/),
    ]);
    expect((await host.resume(1, end!.id!)).status).toBe(405);
  });

  it.each([
    ["a number", 7],
    ["too long to be in the ids of events", "x".repeat(200)],
  ])(
    "of a call that has not asked yet are kept once its client has gone: its id is %s",
    async (_, id) => {
      let finish: (value: string) => void = () => {};
      fleet = createTestFleet(2, { handler: () => new Promise((resolve) => (finish = resolve)) });
      const host = await createHttpHost(fleet);
      const stream = await host.call(0, id);
      const priming = await stream.next();
      await stream.leave();
      const resumed = readEvents(await host.resume(1, priming!.id!));
      await resumed.next();
      finish("done");
      const [end] = await resumed.rest();
      expect(end?.message).toMatchObject({ id, result: { content: [{ text: "done" }] } });
    },
  );

  it("of a call that was lost before its journal was stored end with an error", async () => {
    fleet = createTestFleet(2, { handler: () => new Promise(() => {}) });
    const host = await createHttpHost(fleet);
    const priming = await (await host.call(0, "seven")).next();
    fleet.replicas[0]!.kill();
    const [, end] = await readEvents(await host.resume(1, priming!.id!)).rest();
    expect(end?.message).toMatchObject({
      id: "seven",
      error: {
        message: expect.stringMatching(/lost with the replica.*may or may not have taken effect/s),
      },
    });
    expect((await host.resume(1, end!.id!)).status).toBe(405);
  });

  it("of a call whose response got lost on its way end with an error, while its replica lives", async () => {
    let finish: (value: string) => void = () => {};
    fleet = createTestFleet(2, { handler: () => new Promise((resolve) => (finish = resolve)) });
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    const priming = await stream.next();
    finish("done");
    await stream.rest();
    const [, end] = await readEvents(await host.resume(1, priming!.id!)).rest();
    expect(end?.message).toMatchObject({
      id: 7,
      error: { message: expect.stringMatching(/lost/) },
    });
  });

  it("are not shown to another user, nor in another session of the same one", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    const question = await stream.next();
    const other = await createHttpHost(fleet, { at: 1 });
    const eve = await createHttpHost(fleet, { user: "eve" });
    for (const spy of [other, eve]) {
      const seen = await spy.resume(1, question!.id!);
      expect(seen.status).toBe(400);
    }
    eve.session = host.session;
    expect((await eve.resume(1, question!.id!)).status).toBe(404);
    await host.answer(1, question?.message?.id);
    expect((await stream.rest()).at(-1)?.message).toMatchObject({ id: 7, result: {} });
  });

  it("of a call whose response could not be kept end with an error", async () => {
    fleet = createTestFleet(2, asking);
    const host = await createHttpHost(fleet);
    const first = await host.call(0, 7);
    await first.next();
    const question = await first.next();
    await first.leave();
    fleet.replicas[0]!.failStore(/^putIfAbsent midcall:events/);
    await host.answer(1, question?.message?.id);
    await until(() => fleet.replicas[0]!.log.warnings.some((one) => one.includes("kept")));
    fleet.replicas[0]!.failStore(undefined);
    const [, end] = await readEvents(await host.resume(1, question!.id!)).rest();
    expect(end?.message).toMatchObject({
      id: 7,
      error: { message: expect.stringMatching(/lost/) },
    });
  });
});
