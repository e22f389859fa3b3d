import type { ElicitationContext } from "midcall/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestFleet, type TestFleet, URL_OF_FLEET } from "../server/replicas/fleet-lab.js";
import {
  createHttpHost,
  type EventReader,
  type HttpHost,
  readEvents,
  type SentEvent,
} from "../server/replicas/http-host.js";
import { nothingMore } from "../spec-client/wire.js";

/** Sessions and streams of 2025-11-25 that all replicas serve. */

let fleet: TestFleet;
afterEach(() => fleet.close());

const handler = async (ctx: ElicitationContext): Promise<string> =>
  (await ctx.elicit("Go?", ["yes", "no"])).action;

async function ask(
  host: HttpHost,
  id: number,
): Promise<{ stream: EventReader; priming: SentEvent; question: SentEvent }> {
  const stream = await host.call(0, id);
  return { stream, priming: (await stream.next())!, question: (await stream.next())! };
}

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("the streams of calls", () => {
  it("begin with an event id and no data [HTTP-25B-03]", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    expect((await ask(host, 7)).priming.raw).toMatch(/^id: \S+\ndata: $/);
  });

  it("end with the response, which goes out on one of them [HTTP-25B-05] [HTTP-25B-07] [HTTP-25B-08]", async () => {
    fleet = createTestFleet(3, { handler });
    const host = await createHttpHost(fleet);
    const { stream, question } = await ask(host, 7);
    const second = readEvents(await host.resume(1, question.id!));
    await second.next();
    const third = readEvents(await host.resume(2, question.id!));
    await third.next();
    await host.answer(1, question.message?.id);
    const seen = await Promise.all([stream.rest(), second.rest(), third.rest()]);
    const responses = seen.map((events) => events.filter(({ message }) => message?.result).length);
    expect(responses).toEqual([0, 0, 1]);
  });

  it("close with the time after which to come back, where the call goes on elsewhere [HTTP-25B-04]", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const { stream } = await ask(host, 7);
    await fleet.replicas[0]!.handler.close();
    expect((await stream.rest()).at(-1)?.raw).toMatch(/^retry: \d+$/);
  });

  it("are not the call: it goes on when its client has lost one [HTTP-25B-06]", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const { stream, question } = await ask(host, 7);
    await stream.leave();
    expect((await host.answer(1, question.message?.id)).status).toBe(202);
    const [, end] = await readEvents(await host.resume(1, question.id!)).rest();
    expect(end?.message).toMatchObject({ id: 7, result: { content: [{ text: "accept" }] } });
  });

  it("have ids of events that occur once and name their call [HTTP-25B-09] [HTTP-25B-10] [HTTP-25B-11]", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const calls = [await ask(host, 7), await ask(host, 8)];
    const ids = calls.flatMap(({ priming, question }) => [priming.id!, question.id!]);
    expect(new Set(ids).size).toBe(4);
    for (const { question, priming } of calls) {
      const resumed = readEvents(await host.resume(1, priming.id!));
      await resumed.next();
      // Its own question again, and nothing of the other call.
      expect((await resumed.next())?.message?.id).toBe(question.message?.id);
      await host.answer(1, question.message?.id);
      expect((await resumed.rest()).filter(({ message }) => message?.result)).toHaveLength(1);
    }
  });
});

describe("responses of the host", () => {
  it("are confirmed with 202 once they are in the store [HTTP-25B-01]", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host, 7);
    const resume = fleet.replicas[1]!.pauseStore("putIfAbsent");
    let isConfirmed = false;
    const sent = host.answer(1, question.message?.id).then(({ status }) => {
      isConfirmed = true;
      return status;
    });
    const isKept = (one: string): boolean => one.startsWith("putIfAbsent midcall:response");
    await vi.waitFor(() => expect(fleet.replicas[1]!.operations.some(isKept)).toBe(true));
    await nothingMore();
    expect(isConfirmed).toBe(false);
    resume();
    expect(await sent).toBe(202);
    const kept = fleet.replicas[1]!.operations.filter(isKept);
    expect(kept).toHaveLength(1);
  });

  it("that are none are refused with an HTTP error [HTTP-25B-02]", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host, 7);
    const broken = { jsonrpc: "2.0", id: question.message?.id, result: "yes" };
    expect((await host.post(1, broken)).status).toBe(400);
  });
});

describe("sessions", () => {
  it("have unique ids of visible ASCII characters [HTTP-25B-12] [HTTP-25B-13]", async () => {
    fleet = createTestFleet(2, { handler });
    const hosts = await Promise.all([0, 1, 0, 1].map((at) => createHttpHost(fleet, { at })));
    expect(new Set(hosts.map(({ session }) => session)).size).toBe(4);
    for (const { session } of hosts) expect(session).toMatch(/^[\x21-\x7e]{20,}$/);
  });

  it("are asked for with 400 where a request names none [HTTP-25B-14]", async () => {
    fleet = createTestFleet(2, { handler });
    const response = await fleet.replicas[0]!.fetch(
      new Request(URL_OF_FLEET, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(list),
      }),
    );
    expect(response.status).toBe(400);
  });

  it("that have ended are answered with 404 by every replica [HTTP-25B-15]", async () => {
    fleet = createTestFleet(2, { handler });
    const host = await createHttpHost(fleet);
    expect((await host.post(1, list)).status).toBe(200);
    await host.end(0);
    for (const replica of [0, 1]) expect((await host.post(replica, list)).status).toBe(404);
  });
});
