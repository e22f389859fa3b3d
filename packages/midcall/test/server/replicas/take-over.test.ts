import { afterEach, describe, expect, it } from "vitest";
import { createAuditTrail, createMemorySink } from "midcall/audit";
import { createTestFleet, type TestFleet, until } from "./fleet-lab.js";
import {
  createHttpHost,
  type EventReader,
  type HttpHost,
  readEvents,
  type SentEvent,
} from "./http-host.js";
import { turns, useVirtualTime } from "../virtual-time.js";

useVirtualTime();

let fleet: TestFleet;
afterEach(() => fleet.close());

/** A call at replica 0, up to its first question. */
async function ask(host: HttpHost, id = 7): Promise<{ stream: EventReader; question: SentEvent }> {
  const stream = await host.call(0, id);
  await stream.next();
  return { stream, question: (await stream.next())! };
}

/** What a replica does to take a call. */
const CLAIM = /^putIfAbsent midcall:run:/;

const textOf = (event: SentEvent | undefined): unknown => {
  const { result, error } = event?.message ?? {};
  return error?.message ?? result?.content?.[0]?.text;
};

describe("when the replica that runs a call is gone", () => {
  it("another one runs it from its journal, waits for the answer to the old question, and runs no step again", async () => {
    const ran: string[] = [];
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        const before = await ctx.step("before", () => `before ${ran.push("before")}`);
        const first = await ctx.elicit("First?", ["yes", "no"]);
        await ctx.step("between", () => ran.push("between"));
        const second = await ctx.elicit("Second?", ["yes", "no"]);
        await ctx.step("after", () => ran.push("after"));
        return [before, first, second]
          .map((one) => (typeof one === "string" ? one : one.action))
          .join(", ");
      },
    });
    const host = await createHttpHost(fleet);
    const { question: first, stream } = await ask(host);
    await host.answer(1, first.message?.id);
    const second = await stream.next();
    expect(second?.message?.params?.["message"]).toBe("Second?");
    fleet.replicas[0]!.kill();
    const resumed = readEvents(await host.resume(1, second!.id!));
    await resumed.next();
    await host.answer(1, second!.message?.id);
    const events = await resumed.rest();
    expect(events.map(textOf)).toEqual(["before 1, accept, accept"]);
    expect(ran).toEqual(["before", "between", "after"]);
  });

  it("an answer that was given meanwhile is used, and the next question is asked", async () => {
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        const first = await ctx.elicit("First?", ["yes", "no"]);
        const second = await ctx.elicit("Second?", ["yes", "no"]);
        return `${first.action}, ${second.action}`;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    expect((await host.answer(1, question.message?.id)).status).toBe(202);
    const resumed = readEvents(await host.resume(1, question.id!));
    await resumed.next();
    const second = await resumed.next();
    expect(second?.message?.params?.["message"]).toBe("Second?");
    await host.answer(1, second?.message?.id);
    expect((await resumed.rest()).map(textOf)).toEqual(["accept, accept"]);
  });

  it("an accept that came faster than it can be read is doubted, however late it is read", async () => {
    let later = 0;
    fleet = createTestFleet(2, {
      elicitation: { now: () => Date.now() + later },
      handler: async (ctx) => String(await ctx.confirm("Delete 47 files?")),
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    const confirm = (id: unknown) =>
      host.post(1, {
        jsonrpc: "2.0",
        id,
        result: { action: "accept", content: { confirm: "Yes" } },
      });
    expect((await confirm(question.message?.id)).status).toBe(202);
    later = 5_000;
    const resumed = readEvents(await host.resume(1, question.id!));
    await resumed.next();
    const second = await resumed.next();
    expect(second?.message?.params?.["message"]).toMatch(/accepted faster than it can be read/);
    later = 10_000;
    await confirm(second?.message?.id);
    expect((await resumed.rest()).map(textOf)).toEqual(["true"]);
  });

  it("before its question was on its way, the question is asked then, once", async () => {
    fleet = createTestFleet(3, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    // The journal is written, and the event is not.
    fleet.replicas[0]!.pauseStore("putIfAbsent");
    const stream = await host.call(0, 7);
    const priming = await stream.next();
    await until(() =>
      fleet.replicas[0]!.operations.some((one) => one.startsWith("putIfAbsent midcall:events")),
    );
    fleet.replicas[0]!.kill();
    const second = readEvents(await host.resume(1, priming!.id!));
    await second.next();
    const question = await second.next();
    expect(question?.message).toMatchObject({ method: "elicitation/create" });
    fleet.replicas[1]!.kill();
    const third = readEvents(await host.resume(2, question!.id!));
    await third.next();
    await host.answer(2, question?.message?.id);
    expect((await third.rest()).map(textOf)).toEqual(["accept"]);
  });

  it("the end of a link is told under the id that the link was sent with", async () => {
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        const completed = async (): Promise<boolean> => true;
        return (await ctx.elicit("Pay.", new URL("https://pay.example.com/1"), { completed }))
          .action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    const { elicitationId } = question.message!.params!;
    expect(elicitationId).toMatch(/./);
    fleet.replicas[0]!.kill();
    const resumed = readEvents(await host.resume(1, question.id!));
    await resumed.next();
    await host.post(1, { jsonrpc: "2.0", id: question.message?.id, result: { action: "accept" } });
    const [notice, end] = await resumed.rest();
    expect(notice?.message).toMatchObject({
      method: "notifications/elicitation/complete",
      params: { elicitationId },
    });
    expect(textOf(end)).toBe("accept");
  });

  it("a step that it had begun is not run again", async () => {
    let begun = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        await ctx.elicit("Go?", ["yes", "no"]);
        await ctx.step("pay", () => ((begun += 1), new Promise(() => {})));
        return "paid";
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    await host.answer(1, question.message?.id);
    await until(() => begun === 1);
    fleet.replicas[0]!.kill();
    const resumed = readEvents(await host.resume(1, question.id!));
    await resumed.next();
    expect((await resumed.rest()).map(textOf)).toEqual([
      expect.stringMatching(/"pay" was started before and left no result/),
    ]);
    expect(begun).toBe(1);
  });

  it("a step that ran beside the question is not run again", async () => {
    let begun = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        const [answer, done] = await Promise.all([
          ctx.elicit("Go?", ["yes", "no"]),
          ctx
            .step("slow", () => ((begun += 1), begun === 1 ? new Promise(() => {}) : "twice"))
            .catch((error: Error) => error.message),
        ]);
        return `${answer.action} ${String(done)}`;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    await host.answer(1, question.message?.id);
    const resumed = readEvents(await host.resume(1, question.id!));
    await resumed.next();
    expect(textOf((await resumed.rest()).at(-1))).toMatch(/"slow" was started before/);
    expect(begun).toBe(1);
  });

  it("it is not run again where its client does not come back", async () => {
    let runs = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        runs += 1;
        return (await ctx.elicit("Go?", ["yes", "no"])).action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    await host.answer(1, question.message?.id);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(runs).toBe(1);
  });

  it("and its client does not come back, the audit says that nobody answered, once, and the call has ended", async () => {
    const sink = createMemorySink();
    let runs = 0;
    fleet = createTestFleet(3, {
      elicitation: { audit: createAuditTrail({ sink }), timeoutMs: 250 },
      http: { sessionLeaseMs: 100 },
      handler: async (ctx) => {
        runs += 1;
        return (await ctx.elicit("Go?", ["yes", "no"])).action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    for (const replica of [1, 2]) await host.answer(replica, question.message?.id);
    await until(() => sink.entries().length > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sink.entries()).toMatchObject([
      { action: "unanswered", reason: "disconnected", tool: "run", principal: "ada" },
    ]);
    const events = await readEvents(await host.resume(1, question.id!)).rest();
    expect(textOf(events.at(-1))).toMatch(/did not come back for it in time/);
    expect(runs).toBe(1);
  });

  it.each([
    ["the claim", CLAIM],
    ["the end", /^putIfAbsent midcall:events:/],
  ])("the audit says so although the reply to the write of %s is lost", async (_, lost) => {
    const sink = createMemorySink();
    fleet = createTestFleet(2, {
      elicitation: { audit: createAuditTrail({ sink }), timeoutMs: 250 },
      http: { sessionLeaseMs: 100 },
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    await host.answer(1, question.message?.id);
    fleet.replicas[1]!.loseReply(lost);
    await until(() => sink.entries().length > 0);
    const events = await readEvents(await host.resume(1, question.id!)).rest();
    expect(textOf(events.at(-1))).toMatch(/did not come back for it in time/);
    expect(sink.entries()).toMatchObject([{ action: "unanswered", reason: "disconnected" }]);
  });

  it("of two replicas that are asked for its events, one runs it", async () => {
    let runs = 0;
    fleet = createTestFleet(3, {
      handler: async (ctx) => {
        runs += 1;
        return (await ctx.elicit("Go?", ["yes", "no"])).action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    const readers = await Promise.all(
      [1, 2].map(async (replica) => readEvents(await host.resume(replica, question.id!))),
    );
    await until(() => runs > 1);
    await host.answer(2, question.message?.id);
    const seen = await Promise.all(
      readers.map(async (reader) => (await reader.rest()).map(textOf)),
    );
    // The response is on one stream, that of the newest reader.
    expect(seen.flat().filter((text) => text !== undefined)).toEqual(["accept"]);
    expect(runs).toBe(2);
  });

  it("and the one after it, too, the call goes on", async () => {
    const ran: string[] = [];
    fleet = createTestFleet(4, {
      handler: async (ctx) => {
        for (const name of ["a", "b", "c"]) {
          await ctx.elicit(`${name}?`, ["yes", "no"]);
          await ctx.step(name, () => ran.push(name));
        }
        return "done";
      },
    });
    const host = await createHttpHost(fleet);
    let { question } = await ask(host);
    for (const owner of [0, 1, 2]) {
      fleet.replicas[owner]!.kill();
      const stream = readEvents(await host.resume(owner + 1, question.id!));
      await stream.next();
      await host.answer(owner + 1, question.message?.id);
      const next = await stream.next();
      if (next?.message?.method === undefined) expect(textOf(next)).toBe("done");
      else question = next;
    }
    expect(ran).toEqual(["a", "b", "c"]);
  });

  it("the one that takes it runs it, although the reply to its claim is lost", async () => {
    fleet = createTestFleet(2, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    const { loseReply, operations } = fleet.replicas[1]!;
    loseReply(CLAIM);
    const resumed = readEvents(await host.resume(1, question.id!));
    await until(() => operations.some((one) => CLAIM.test(one)));
    await host.answer(1, question.message?.id);
    expect((await resumed.rest()).map(textOf).filter(Boolean)).toEqual(["accept"]);
  });

  it("one that cannot find out whether it has taken the call gives it up, and another runs it", async () => {
    const ran: string[] = [];
    fleet = createTestFleet(3, {
      handler: async (ctx) => {
        const { action } = await ctx.elicit("Go?", ["yes", "no"]);
        await ctx.step("act", () => ran.push(action));
        return action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    // With a call of its own it lives on.
    const other = await host.call(1, 8);
    await other.next();
    const otherQuestion = await other.next();
    fleet.replicas[0]!.kill();
    const { loseReply, failStore, log } = fleet.replicas[1]!;
    loseReply(CLAIM, / midcall:run:/);
    const first = readEvents(await host.resume(1, question.id!));
    await until(() => log.warnings.some((one) => one.includes("owner of a call")));
    failStore(undefined);
    await first.leave();
    await host.answer(2, question.message?.id);
    const second = readEvents(await host.resume(2, question.id!));
    expect((await second.rest()).map(textOf).filter(Boolean)).toEqual(["accept"]);
    await host.answer(1, otherQuestion?.message?.id);
    await other.rest();
    expect(ran).toEqual(["accept", "accept"]);
  });

  it("a cancellation that came meanwhile is heeded", async () => {
    const ran: string[] = [];
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        const { action } = await ctx.elicit("Go?", ["yes", "no"]);
        await ctx.step("act", () => ran.push(action));
        return action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    fleet.replicas[0]!.kill();
    await host.post(1, {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 7, reason: "changed my mind" },
    });
    const resumed = readEvents(await host.resume(1, question.id!));
    const events = await resumed.rest();
    expect(events.some(({ message }) => message?.result !== undefined)).toBe(false);
    expect(ran).toEqual([]);
  });
});

describe("when a replica is closed", () => {
  it("its calls go on elsewhere at once, and nobody waits for an answer", async () => {
    fleet = createTestFleet(2, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
      http: { sessionLeaseMs: 3_600_000 },
    });
    const host = await createHttpHost(fleet);
    const { question, stream } = await ask(host);
    await fleet.replicas[0]!.handler.close();
    expect((await stream.rest()).map(({ retry }) => retry)).toEqual(["250"]);
    const resumed = readEvents(await host.resume(1, question.id!));
    await resumed.next();
    await host.answer(1, question.message?.id);
    expect((await resumed.rest()).map(textOf)).toEqual(["accept"]);
  });

  it("none of the handler's code runs for that, and nothing is audited", async () => {
    const sink = createMemorySink();
    const after: string[] = [];
    fleet = createTestFleet(2, {
      elicitation: { audit: createAuditTrail({ sink }) },
      handler: async (ctx) => {
        ctx.signal.addEventListener("abort", () => after.push("aborted"));
        ctx.defer(() => after.push("deferred"));
        try {
          await ctx.elicit("Go?", ["yes", "no"]);
        } finally {
          after.push("finally");
        }
        return "";
      },
    });
    const host = await createHttpHost(fleet);
    await ask(host);
    await fleet.replicas[0]!.handler.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    // What it has put off for the end of this run, as of every run.
    expect(after).toEqual(["deferred"]);
    expect(sink.entries()).toEqual([]);
  });

  it("its readers are told to go elsewhere, wherever their calls run", async () => {
    fleet = createTestFleet(3, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    const reader = readEvents(await host.resume(1, question.id!));
    await reader.next();
    await fleet.replicas[1]!.handler.close();
    expect((await reader.rest()).map(({ retry }) => retry)).toEqual(["250"]);
    const resumed = readEvents(await host.resume(2, question.id!));
    await resumed.next();
    await host.answer(2, question.message?.id);
    expect((await resumed.rest()).map(textOf)).toEqual(["accept"]);
  });

  it("it ends although its store hangs", async () => {
    fleet = createTestFleet(2, {
      handler: async (ctx) => (await ctx.elicit("Go?", ["yes", "no"])).action,
    });
    const host = await createHttpHost(fleet);
    await ask(host);
    const resume = fleet.replicas[0]!.pauseStore();
    await fleet.replicas[0]!.handler.close();
    resume();
  });

  it("a call that has asked nothing ends with an error that says so", async () => {
    fleet = createTestFleet(2, { handler: () => new Promise(() => {}) });
    const host = await createHttpHost(fleet);
    const stream = await host.call(0, 7);
    await stream.next();
    await fleet.replicas[0]!.handler.close();
    expect((await stream.rest()).map(textOf)).toEqual([
      expect.stringMatching(/closed while the call was running/),
    ]);
  });

  it("a step that is running is not run again", async () => {
    let begun = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        await ctx.elicit("Go?", ["yes", "no"]);
        await ctx.step("pay", () => ((begun += 1), new Promise(() => {})));
        return "paid";
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    await host.answer(1, question.message?.id);
    await until(() => begun === 1);
    await fleet.replicas[0]!.handler.close();
    const resumed = readEvents(await host.resume(1, question.id!));
    expect(textOf((await resumed.rest()).at(-1))).toMatch(/"pay" was started before/);
    expect(begun).toBe(1);
  });
});

describe("a replica that stood still", () => {
  it("keeps its calls where no other has taken them", async () => {
    let runs = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        runs += 1;
        return (await ctx.elicit("Go?", ["yes", "no"])).action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question, stream } = await ask(host);
    const resume = fleet.replicas[0]!.pauseStore();
    await new Promise((resolve) => setTimeout(resolve, 800));
    resume();
    await host.answer(1, question.message?.id);
    expect((await stream.rest()).map(textOf)).toEqual(["accept"]);
    expect(runs).toBe(1);
  });

  it("keeps its calls so although the reply to its claim is lost", async () => {
    let runs = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        runs += 1;
        return (await ctx.elicit("Go?", ["yes", "no"])).action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question, stream } = await ask(host);
    const { loseReply, pauseStore, operations } = fleet.replicas[0]!;
    const resume = pauseStore();
    await new Promise((resolve) => setTimeout(resolve, 800));
    loseReply(CLAIM);
    resume();
    await until(() => operations.some((one) => CLAIM.test(one)));
    await host.answer(1, question.message?.id);
    expect((await stream.rest()).map(textOf).filter(Boolean)).toEqual(["accept"]);
    expect(runs).toBe(1);
  });

  it("gives up a call that another has taken: it sends nothing more and runs no step", async () => {
    const ran: string[] = [];
    let runs = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        const run = (runs += 1);
        const { action } = await ctx.elicit("Go?", ["yes", "no"]);
        await ctx.step("act", () => ran.push(`run ${run}`));
        return action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question, stream } = await ask(host);
    const resume = fleet.replicas[0]!.pauseStore();
    const resumed = readEvents(await host.resume(1, question.id!));
    await until(() => runs === 2);
    resume();
    await host.answer(1, question.message?.id);
    expect((await resumed.rest()).map(textOf).filter(Boolean)).toEqual(["accept"]);
    expect((await stream.rest()).map(textOf).filter(Boolean)).toEqual([]);
    expect(ran).toEqual(["run 2"]);
  });

  it("passes no answer on to a call that another may have taken, before it has looked", async () => {
    const went: number[] = [];
    let runs = 0;
    fleet = createTestFleet(2, {
      handler: async (ctx) => {
        const run = (runs += 1);
        const { action } = await ctx.elicit("Go?", ["yes", "no"]);
        went.push(run);
        return action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    // It cannot show that it lives, but still hears of the answer.
    const resume = fleet.replicas[0]!.pauseStore("put");
    const resumed = readEvents(await host.resume(1, question.id!));
    await until(() => runs === 2);
    await host.answer(0, question.message?.id);
    expect((await resumed.rest()).map(textOf).filter(Boolean)).toEqual(["accept"]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(went).toEqual([2]);
    resume();
  });

  it("passes no answer on while its claim of the call is under way", async () => {
    const went: number[] = [];
    let runs = 0;
    fleet = createTestFleet(3, {
      handler: async (ctx) => {
        const run = (runs += 1);
        const { action } = await ctx.elicit("Go?", ["yes", "no"]);
        went.push(run);
        return action;
      },
    });
    const host = await createHttpHost(fleet);
    const { question } = await ask(host);
    const { failStore, pauseStore, operations } = fleet.replicas[0]!;
    failStore(/^put midcall:replica:/);
    const resumed = readEvents(await host.resume(1, question.id!));
    await until(() => runs === 2);
    const resume = pauseStore("putIfAbsent");
    failStore(undefined);
    await until(() => operations.some((one) => CLAIM.test(one)));
    // Where nobody waits for it, so that both are told.
    await host.answer(2, question.message?.id);
    expect((await resumed.rest()).map(textOf).filter(Boolean)).toEqual(["accept"]);
    await turns(500);
    expect(went).toEqual([2]);
    resume();
  });
});
