import { storeContract } from "midcall/store/contract";
import type { Store } from "midcall/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "../engines/random.mjs";
import { isNight, scaled, seed } from "../night.js";
import { answerTo, expected } from "./answers.js";
import { createFleet, type Fleet, type Replica, type Reply, type Round, send } from "./fleet.js";
import { makePlan, type Plan } from "./plan.mjs";
import { type SharedStore, sharePostgres, shareRedis, shareSocket } from "./shared-store.js";
import { connectStore } from "./socket-store.mjs";

/*
 * Every round of every call is served by another process than the round before. Processes are killed between rounds and in
 * the middle of them. They share a secret; in the second half they share a store as well.
 */

interface Flow {
  readonly id: string;
  readonly args: { id: string; plan: Plan; slow: number };
  readonly asked: string[];
  next: Round;
  outcome: unknown;
  /** Requests that a process died with. */
  lost: number;
}

/** Calls without end, the same ones for the same name and seed. */
function* makeFlows(name: string, slow = 0): Generator<Flow, never> {
  const random = createRandom(seed);
  for (let n = 0; ; n++) {
    const id = `${name}-${n}`;
    yield {
      id,
      args: { id, plan: makePlan(random), slow },
      asked: [],
      next: {},
      outcome: undefined,
      lost: 0,
    };
  }
}

function some(count: number, flows: Iterator<Flow, never>): Flow[] {
  return Array.from({ length: count }, () => flows.next().value);
}

/** Takes in a reply: notes what is asked and answers it, or keeps the outcome. */
function take(flow: Flow, { error, result }: Reply): void {
  if (result?.requestState === undefined) {
    const text = result?.content?.[0]?.text;
    flow.outcome =
      error ?? (result?.isError === true ? `error: ${text}` : JSON.parse(text ?? "null"));
    return;
  }
  const requests = Object.entries(result.inputRequests ?? {});
  for (const [, { params }] of requests) flow.asked.push(params.message);
  const responses = Object.fromEntries(
    requests.map(([key, { params }]) => [key, answerTo(params.message)]),
  );
  flow.next = { state: result.requestState, responses };
}

const isOpen = ({ outcome }: Flow): boolean => outcome === undefined;

/**
 * Runs all flows in step: one round each. As long as there are kills left, all processes that served the round are killed after
 * it; then the flows of each process go on in the other one.
 */
async function runAll(
  fleet: Fleet,
  flows: readonly Flow[],
  kills: number,
): Promise<{ rounds: number; killed: number }> {
  const startPair = (): Promise<Replica[]> => Promise.all([fleet.start(), fleet.start()]);
  let replicas = await startPair();
  let rounds = 0;
  let killed = 0;
  for (let round = 0; flows.some(isOpen); round++) {
    const isLast = killed + 2 > kills;
    const next = isLast ? replicas : startPair();
    const serve = async (replica: Replica, queue: Iterator<Flow>): Promise<void> => {
      for (let one = queue.next(); !one.done; one = queue.next()) {
        const { id, args, next } = one.value;
        take(one.value, await send(replica, `person of ${id}`, args, next));
        rounds += 1;
      }
    };
    await Promise.all(
      replicas.flatMap((replica, side) => {
        const queue = flows.filter((flow, n) => isOpen(flow) && (n + round) % 2 === side).values();
        return Array.from({ length: 4 }, () => serve(replica, queue));
      }),
    );
    if (!isLast) for (const replica of replicas) replica.kill();
    killed += isLast ? 0 : 2;
    replicas = await next;
  }
  for (const replica of replicas) replica.kill();
  return { rounds, killed };
}

describe("a fleet that shares only the secret", () => {
  const fleet = createFleet();
  afterAll(() => fleet.close());
  const count = scaled(50, 1_000);

  it(`completes ${count} calls, every round in another process, and asks nothing twice (seed ${seed})`, async () => {
    const flows = some(count, makeFlows("secret"));
    const { rounds, killed } = await runAll(fleet, flows, scaled(6, Infinity));
    expect(rounds).toBeGreaterThan(count * 3);
    expect(killed).toBeGreaterThanOrEqual(scaled(6, 8));
    for (const flow of flows) {
      const right = await expected(flow.id, flow.args.plan);
      expect(flow.outcome).toEqual(right.outcome);
      expect(flow.asked.sort()).toEqual(right.asked);
    }
  });
});

describe("the store at a socket", () => {
  let shared: SharedStore;
  beforeAll(async () => {
    shared = await shareSocket();
  });
  afterAll(() => shared.close());

  it.concurrent.each(
    storeContract({
      create: async () => prefixed(await connectStore(shared.address)),
      connect: async (store) => prefixed(await connectStore(shared.address), store as Prefixed),
      close: (store) => (store as Prefixed).inner.close(),
      timeoutMs: 600_000,
    }).map(({ name, run }) => [name, run] as const),
  )("over a socket: %s", async (_, run) => run());
});

/** On a database whose every write is a transaction a flow takes longer. */
const shares = [
  ["on PostgreSQL", sharePostgres, scaled(30, 200)],
  ...(isNight
    ? ([
        ["at a socket", shareSocket, 1_000],
        ["on Redis", shareRedis, 500],
      ] as const)
    : []),
] as const;

describe.each(shares)("a fleet that shares a store %s", (_, share, count) => {
  let shared: SharedStore;
  let fleet: Fleet;
  beforeAll(async () => {
    shared = await share();
    fleet = createFleet(shared.address);
  });
  afterAll(async () => {
    fleet?.close();
    await shared?.close();
  });

  it(`completes ${count} calls and runs no step twice (seed ${seed})`, async () => {
    const flows = some(count, makeFlows("store"));
    await runAll(fleet, flows, scaled(2, Infinity));
    const ran = new Map<string, number>();
    for (const line of fleet.steps()) {
      const step = line.split(" ").slice(0, 2).join(" ");
      ran.set(step, (ran.get(step) ?? 0) + 1);
    }
    for (const flow of flows) {
      const right = await expected(flow.id, flow.args.plan);
      expect(flow.outcome).toEqual(right.outcome);
      expect(flow.asked.sort()).toEqual(right.asked);
      for (const step of right.steps) expect([step, ran.get(step)]).toEqual([step, 1]);
    }
    expect([...ran.values()].every((times) => times === 1)).toBe(true);
  });

  const kills = scaled(4, 60);
  it(`runs no step twice when ${kills} processes die in the middle of rounds and the same answers are sent again (seed ${seed})`, async () => {
    const before = fleet.steps().length;
    const begun: Flow[] = [];
    const source = makeFlows("killed", 100);
    // Those that take the place of the killed are there before, or the calls would have to wait for them.
    const spares = Array.from({ length: Math.min(kills, 6) }, () => fleet.start());
    let replicas = await Promise.all([fleet.start(), fleet.start()]);
    await Promise.all(spares);
    let killed = 0;
    /** Calls that a process died with, and that came to their end nevertheless. */
    let survived = 0;
    /** Calls that a process died with in the middle of a step. */
    const interrupted = (): number =>
      begun.filter((flow) => isStopped(flow)).length + (isRunTwice(fleet.steps()) ? 1 : 0);
    const isKilledEnough = (): boolean => killed >= kills && survived >= 3 && interrupted() > 0;
    const isEnough = (): boolean => begun.length >= kills * 5 && isKilledEnough();

    // After some replies one of the two processes is killed, with whatever it is doing: if possible, a step.
    const random = createRandom(seed);
    let replies = 0;
    let due = 5 + random(20);
    let isReaping = false;
    const reap = async (): Promise<void> => {
      isReaping = true;
      const spare = await (spares.shift() ?? fleet.start());
      const side = killed % 2;
      const victim = replicas[side]!;
      const isAtStep = (line: string): boolean => line.endsWith(` ${victim.pid}`);
      const earlier = fleet.steps().filter(isAtStep).length;
      for (let tries = 0; tries < 100; tries++) {
        if (fleet.steps().filter(isAtStep).length > earlier) break;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      replicas = side === 0 ? [spare, replicas[1]!] : [replicas[0]!, spare];
      victim.kill();
      killed += 1;
      if (killed + spares.length < kills) spares.push(fleet.start());
      due = replies + 5 + random(20);
      isReaping = false;
    };

    const worker = async (side: number): Promise<void> => {
      while (!isEnough()) {
        const flow = source.next().value;
        begun.push(flow);
        while (isOpen(flow)) {
          // The first round has no claims to protect it: it is sent until it gets through, as a new call.
          const replica = replicas[side % 2]!;
          const { id, args, next } = flow;
          const reply = await send(replica, `person of ${id}`, args, next).catch(() => undefined);
          if (reply === undefined) flow.lost += 1;
          else take(flow, reply);
          replies += 1;
          if (replies >= due && !isReaping && !isKilledEnough()) await reap();
        }
        if (flow.lost > 0 && !isStopped(flow)) survived += 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, side) => worker(side)));
    for (const replica of replicas) replica.kill();

    const keys = new Map<string, string[]>();
    for (const line of fleet.steps().slice(before)) {
      const [id, name, key] = line.split(" ");
      keys.set(`${id} ${name}`, [...(keys.get(`${id} ${name}`) ?? []), key!]);
    }
    // Calls whose first round was lost began anew, under a new key; within one call a key runs once.
    for (const [step, ran] of keys) expect([step, new Set(ran).size]).toEqual([step, ran.length]);
    for (const flow of begun) {
      // Only a process that died in a step stops a call.
      if (isStopped(flow)) expect([flow.outcome, flow.lost > 0]).toEqual([flow.outcome, true]);
      else expect(flow.outcome).toEqual((await expected(flow.id, flow.args.plan)).outcome);
    }
  });
});

/** Whether a step was begun twice under one key. */
function isRunTwice(lines: readonly string[]): boolean {
  const steps = lines.map((line) => line.split(" ").slice(0, 3).join(" "));
  return new Set(steps).size < steps.length;
}

const isStopped = ({ outcome }: Flow): boolean =>
  /^error: The step "\w+" was (started before|not run)/.test(String(outcome));

interface Prefixed extends Store {
  readonly inner: Store & { close(): void };
  readonly prefix: string;
}

let stores = 0;

/** A part of the shared store for one case, so that the cases do not meet. */
function prefixed(inner: Store & { close(): void }, like?: Prefixed): Prefixed {
  const prefix = like?.prefix ?? `case ${stores++} `;
  return {
    inner,
    prefix,
    get: (key) => inner.get(prefix + key),
    put: (key, value, options) => inner.put(prefix + key, value, options),
    putIfAbsent: (key, value, options) => inner.putIfAbsent(prefix + key, value, options),
    take: (key) => inner.take(prefix + key),
    delete: (key) => inner.delete(prefix + key),
    publish: (channel, message) => inner.publish(prefix + channel, message),
    subscribe: (channel, listener) => inner.subscribe(prefix + channel, listener),
  };
}
