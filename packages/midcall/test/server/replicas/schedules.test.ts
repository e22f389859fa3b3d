import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { ElicitationContext } from "midcall/server";
import { createTestFleet, type TestFleet, until } from "./fleet-lab.js";
import {
  createHttpHost,
  type EventReader,
  type HttpHost,
  readEvents,
  type SentEvent,
} from "./http-host.js";
import { scaled } from "../../../../../test/night.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

/*
 * Random schedules of what can happen to a call: its client answers at any replica, loses its stream and asks for the rest at
 * any replica, replicas are killed or closed, and the client cancels. Whatever the order, nobody is asked twice, no step runs
 * twice, and the call ends with what its user said, or with an error that says what is not certain.
 */

const REPLICAS = 4;

type Act =
  | { readonly do: "answer"; readonly at: number }
  | { readonly do: "resume"; readonly at: number }
  | { readonly do: "lose" }
  | { readonly do: "kill" }
  | { readonly do: "close" }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "cancel"; readonly at: number };

const at = fc.nat(REPLICAS - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("answer" as const), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("resume" as const), at }) },
  { weight: 2, arbitrary: fc.constant({ do: "lose" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "kill" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "close" as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), at }) },
);

let fleet: TestFleet | undefined;
afterEach(() => fleet?.close());

/** A client that reads its call wherever it can, and notes everything it gets. */
class Client {
  readonly questions = new Map<unknown, string>();
  readonly asked: string[] = [];
  readonly answered = new Set<unknown>();
  readonly withdrawn = new Set<unknown>();
  readonly responses: SentEvent[] = [];
  lastId: string | undefined;
  isCancelled = false;
  #stream: EventReader | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isLeaving = false;

  readonly fleet: TestFleet;
  readonly host: HttpHost;

  constructor(fleet: TestFleet, host: HttpHost) {
    this.fleet = fleet;
    this.host = host;
  }

  get isReading(): boolean {
    return this.#stream !== undefined;
  }

  read(stream: EventReader): void {
    this.#stream = stream;
    this.#isLeaving = false;
    this.#reading = (async () => {
      try {
        for (;;) {
          const event = await stream.next();
          if (event === undefined || this.#isLeaving) return;
          if (event.id !== undefined) this.lastId = event.id;
          const { message } = event;
          if (message?.method === "elicitation/create") {
            this.asked.push(String(message.params?.["message"]));
            this.questions.set(message.id, String(message.params?.["message"]));
          } else if (message?.method === "notifications/cancelled")
            this.withdrawn.add(message.params?.["requestId"]);
          else if (message !== undefined && "id" in message) this.responses.push(event);
        }
      } catch {
        // The connection broke.
      } finally {
        if (this.#stream === stream) this.#stream = undefined;
      }
    })();
  }

  async lose(): Promise<void> {
    this.#isLeaving = true;
    await this.#stream?.leave().catch(() => {});
    await this.#reading;
  }

  alive(from: number): number | undefined {
    for (let n = 0; n < REPLICAS; n++) {
      const replica = (from + n) % REPLICAS;
      if (this.fleet.replicas[replica]!.isAlive && !gone.get(this.fleet)?.has(replica))
        return replica;
    }
    return undefined;
  }

  async resume(from: number): Promise<boolean> {
    const replica = this.alive(from);
    if (replica === undefined || this.lastId === undefined) return false;
    await this.lose();
    const response = await this.host.resume(replica, this.lastId).catch(() => undefined);
    if (response?.status !== 200) return false;
    this.read(readEvents(response));
    return true;
  }

  async answer(from: number): Promise<void> {
    const replica = this.alive(from);
    const open = [...this.questions.keys()].find(
      (id) => !this.answered.has(id) && !this.withdrawn.has(id),
    );
    if (replica === undefined || open === undefined) return;
    const response = await this.host
      .answer(replica, open, this.questions.get(open) === "Third?" ? "no" : "yes")
      .catch(() => undefined);
    if (response?.status === 202) this.answered.add(open);
  }
}

/** Replicas that were closed. */
const gone = new WeakMap<TestFleet, Set<number>>();

async function play(acts: readonly Act[]): Promise<void> {
  const ran = new Map<string, number>();
  const step = (name: string) => (): string => {
    ran.set(name, (ran.get(name) ?? 0) + 1);
    return name;
  };
  const handler = async (ctx: ElicitationContext): Promise<string> => {
    await ctx.step("zero", step("zero"));
    const first = await ctx.elicit("First?", ["yes", "no"]);
    const [second, side] = await Promise.all([
      ctx.elicit("Second?", ["yes", "no"]),
      ctx.step("one", step("one")),
    ]);
    const third = await ctx.elicit("Third?", ["yes", "no"]);
    await ctx.step("two", step("two"));
    const said = [first, second, third].map((one) =>
      one.action === "accept" ? one.data : one.action,
    );
    return [...said, side].join(" ");
  };
  const now = createTestFleet(REPLICAS, { handler, http: { sessionLeaseMs: 120 } });
  fleet = now;
  const closed = new Set<number>();
  gone.set(now, closed);
  const host = await createHttpHost(now);
  const client = new Client(now, host);
  client.read(await host.call(0, 7));
  // Before its first event a client has nothing to go on from.
  await until(() => client.lastId);
  for (const one of acts) {
    if (one.do === "answer") await client.answer(one.at);
    else if (one.do === "resume") await client.resume(one.at);
    else if (one.do === "lose") await client.lose();
    else if (one.do === "wait") await new Promise((resolve) => setTimeout(resolve, one.ms));
    else if (one.do === "cancel") {
      const replica = client.alive(one.at);
      if (replica === undefined || client.isCancelled) continue;
      client.isCancelled = true;
      await host.post(replica, {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 7 },
      });
    } else {
      const living = now.replicas.flatMap(({ isAlive }, n) =>
        isAlive && !closed.has(n) ? [n] : [],
      );
      // The last one stays.
      if (living.length <= 1) continue;
      const [victim] = living;
      if (one.do === "kill") now.replicas[victim!]!.kill();
      else {
        closed.add(victim!);
        await now.replicas[victim!]!.handler.close();
      }
    }
  }
  // The user goes on until the call is over.
  for (let tries = 0; client.responses.length === 0; tries++) {
    if (!client.isReading && !(await client.resume(tries)) && client.isCancelled) break;
    if (client.isCancelled && tries > 40) break;
    await client.answer(tries);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await client.lose();

  const texts = client.responses.map(
    ({ message }) => message?.error?.message ?? message?.result?.content?.[0]?.text,
  );
  // No step runs twice, and nobody is asked twice.
  for (const [name, times] of ran) expect([name, times]).toEqual([name, 1]);
  expect(client.asked).toEqual([...new Set(client.asked)]);
  if (client.isCancelled) expect(texts.length).toBeLessThanOrEqual(1);
  else expect(texts).toHaveLength(1);
  for (const text of texts)
    expect(text).toMatch(
      /^yes yes no one$|lost with the replica|closed while the call|was started before/,
    );
}

describe("whatever happens to a call, and in which order", () => {
  it("nobody is asked twice, no step runs twice, and it ends with what its user said or with a true error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
        try {
          await play(acts);
        } finally {
          await fleet?.close();
        }
      }),
      { numRuns: scaled(10, 500), endOnFailure: true },
    );
  });
});
