import type { Server } from "node:net";
import { join } from "node:path";
import { storeContract } from "midcall/store/contract";
import type { Store } from "midcall/store";
import { migrate } from "midcall/store/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "../../packages/midcall/test/server/state-lab.js";
import { startPostgresServer } from "../engines/postgres-server.mjs";
import { createFleet, type Fleet, type Replica, type Reply, type Round, send } from "./fleet.js";
import { follow, makePlan, type Plan } from "./plan.mjs";
import { connectStore, serveStore } from "./socket-store.mjs";

/*
 * Every round of every call is served by another process than the round before, which has been killed
 * in between. The processes share a secret; in the second half they share a store as well.
 */

const FLOWS = 1000;

interface Flow {
  readonly id: string;
  readonly args: { id: string; plan: Plan; slow: number };
  readonly asked: string[];
  next: Round;
  outcome: unknown;
}

/** What the person says to a question, from its words alone. */
function answerTo(message: string): Record<string, unknown> {
  let sum = 0;
  for (const char of message) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
  if (message.endsWith("!"))
    return sum % 3 === 0
      ? { action: "decline" }
      : { action: "accept", content: { confirm: sum % 2 === 0 } };
  return sum % 9 === 0
    ? { action: "decline" }
    : { action: "accept", content: { value: "abc"[sum % 3] } };
}

async function expected({
  id,
  args,
}: Flow): Promise<{ outcome: unknown; asked: string[]; steps: string[] }> {
  const asked: string[] = [];
  const steps: string[] = [];
  const say = (
    message: string,
  ): { action?: unknown; content?: { value?: string; confirm?: boolean } } => {
    asked.push(message);
    return answerTo(message);
  };
  const outcome = await follow(args.plan, {
    ask: async (name) => say(`${id} ${name}?`).content?.value ?? "decline",
    confirm: async (name) => say(`${id} ${name}!`).content?.confirm === true,
    step: async (name) => (steps.push(`${id} ${name}`), `did ${name}`),
  });
  return { outcome, asked: asked.sort(), steps: steps.sort() };
}

function makeFlows(count: number, seed: number, slow = 0): Flow[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, n) => {
    const id = `flow-${seed}-${n}`;
    return {
      id,
      args: { id, plan: makePlan(random), slow },
      asked: [],
      next: {},
      outcome: undefined,
    };
  });
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

/** Runs all flows in step: one round each, then all processes that served it are killed. */
async function runAll(
  fleet: Fleet,
  flows: readonly Flow[],
): Promise<{ rounds: number; killed: number }> {
  const startPair = (): Promise<Replica[]> => Promise.all([fleet.start(), fleet.start()]);
  let next = startPair();
  let rounds = 0;
  let killed = 0;
  while (flows.some(isOpen)) {
    const replicas = await next;
    next = startPair();
    const open = flows.filter(isOpen);
    let turn = 0;
    const worker = async (replica: Replica): Promise<void> => {
      for (let flow = open[turn++]; flow !== undefined; flow = open[turn++]) {
        take(flow, await send(replica, `person of ${flow.id}`, flow.args, flow.next));
        rounds += 1;
      }
    };
    await Promise.all(
      replicas.flatMap((replica) => Array.from({ length: 4 }, () => worker(replica))),
    );
    for (const replica of replicas) replica.kill();
    killed += replicas.length;
  }
  for (const replica of await next) replica.kill();
  return { rounds, killed };
}

describe("a fleet that shares only the secret", () => {
  const fleet = createFleet();
  afterAll(() => fleet.close());

  it(`completes ${FLOWS} calls, every round in a fresh process, and asks nothing twice`, async () => {
    const flows = makeFlows(FLOWS, 1);
    const { rounds, killed } = await runAll(fleet, flows);
    expect(rounds).toBeGreaterThan(FLOWS * 3);
    expect(killed).toBeGreaterThan(8);
    for (const flow of flows) {
      const right = await expected(flow);
      expect(flow.outcome).toEqual(right.outcome);
      expect(flow.asked.sort()).toEqual(right.asked);
    }
  }, 300_000);
});

interface Shared {
  readonly address: string;
  close(): Promise<void>;
}

/** A store in a process of its own, at a socket. */
async function shareSocket(): Promise<Shared> {
  const home = createFleet();
  const address = join(home.folder, "store.sock");
  const server: Server = await serveStore(address);
  return {
    address,
    close: async () => {
      server.close();
      home.close();
    },
  };
}

async function sharePostgres(): Promise<Shared> {
  const server = await startPostgresServer();
  const pool = new pg.Pool({ connectionString: server.url });
  await migrate(pool);
  await pool.end();
  return { address: server.url, close: () => server.stop() };
}

describe("the store at a socket", () => {
  let shared: Shared;
  beforeAll(async () => {
    shared = await shareSocket();
  });
  afterAll(() => shared.close());

  it.each(
    storeContract({
      create: async () => prefixed(await connectStore(shared.address)),
      connect: async (store) => prefixed(await connectStore(shared.address), store as Prefixed),
      close: (store) => (store as Prefixed).inner.close(),
    }).map(({ name, run }) => [name, run] as const),
  )("over a socket: %s", async (_, run) => run());
});

/** On a database whose every write is a transaction a flow takes longer. */
const shares = [
  ["at a socket", shareSocket, FLOWS, 150],
  ["on PostgreSQL", sharePostgres, 100, 40],
] as const;

describe.each(shares)("a fleet that shares a store %s", (_, share, all, interrupted) => {
  let shared: Shared;
  let fleet: Fleet;
  beforeAll(async () => {
    shared = await share();
    fleet = createFleet(shared.address);
  });
  afterAll(async () => {
    fleet.close();
    await shared.close();
  });

  it(`completes ${all} calls and runs no step twice`, async () => {
    const flows = makeFlows(all, 2);
    await runAll(fleet, flows);
    const ran = new Map<string, number>();
    for (const line of fleet.steps()) {
      const step = line.split(" ").slice(0, 2).join(" ");
      ran.set(step, (ran.get(step) ?? 0) + 1);
    }
    for (const flow of flows) {
      const right = await expected(flow);
      expect(flow.outcome).toEqual(right.outcome);
      expect(flow.asked.sort()).toEqual(right.asked);
      for (const step of right.steps) expect([step, ran.get(step)]).toEqual([step, 1]);
    }
    expect([...ran.values()].every((times) => times === 1)).toBe(true);
  }, 600_000);

  it("runs no step twice when processes die in the middle of rounds and the same answers are sent again", async () => {
    const flows = makeFlows(interrupted, 3, 15);
    const before = fleet.steps().length;
    let replicas = await Promise.all([fleet.start(), fleet.start()]);
    let lost = 0;
    let over = false;
    const reaper = (async () => {
      for (let turn = 0; !over; turn++) {
        const spare = await fleet.start();
        const victim = replicas[turn % 2]!;
        replicas = turn % 2 === 0 ? [spare, replicas[1]!] : [replicas[0]!, spare];
        victim.kill();
      }
    })();
    let turn = 0;
    const worker = async (side: number): Promise<void> => {
      for (let flow = flows[turn++]; flow !== undefined; flow = flows[turn++]) {
        while (isOpen(flow)) {
          // The first round has no claims to protect it: it is sent until it gets through, as a new call.
          const reply = await send(
            replicas[side % 2]!,
            `person of ${flow.id}`,
            flow.args,
            flow.next,
          ).catch(() => undefined);
          if (reply === undefined) lost += 1;
          else take(flow, reply);
        }
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, side) => worker(side)));
    over = true;
    await reaper;
    for (const replica of replicas) replica.kill();

    const keys = new Map<string, string[]>();
    for (const line of fleet.steps().slice(before)) {
      const [id, name, key] = line.split(" ");
      keys.set(`${id} ${name}`, [...(keys.get(`${id} ${name}`) ?? []), key!]);
    }
    // Calls whose first round was lost began anew, under a new key; within one call a key runs once.
    for (const [step, ran] of keys) expect([step, new Set(ran).size]).toEqual([step, ran.length]);
    let stopped = 0;
    for (const flow of flows) {
      if (/^error: The step "\w+" was (started before|not run)/.test(String(flow.outcome)))
        stopped += 1;
      else expect(flow.outcome).toEqual((await expected(flow)).outcome);
    }
    expect(lost).toBeGreaterThan(0);
    expect(stopped).toBeLessThan(flows.length / 2);
  }, 600_000);
});

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
