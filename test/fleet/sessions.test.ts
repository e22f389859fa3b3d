import { migrate } from "midcall/store/postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "../../packages/midcall/test/server/state-lab.js";
import { type PostgresServer, startPostgresServer } from "../engines/postgres-server.mjs";
import { type RedisServer, startRedisServer } from "../engines/redis-server.mjs";
import { follow, makePlan, type Plan } from "./plan.mjs";
import { createSessionFleet, type SessionFleet } from "./session-fleet.js";
import { type Answer, hosts, reports } from "./session-hosts.js";

/*
 * Three processes behind a proxy without stickiness, with official clients of 2025. Processes are killed all the time, and a
 * call goes on in another one. MIDCALL_RUNS is the number of calls on each engine; 10,000 take half an hour or more.
 */

const RUNS = Number(process.env["MIDCALL_RUNS"] ?? 16);
const report = process.env["MIDCALL_RUNS"] === undefined ? (): void => {} : console.log;
/** Calls at the same time: more where there are many, as most of the time their users think. */
const AT_ONCE = RUNS > 1_000 ? 64 : 16;
/** The longest time a user takes, in milliseconds. */
const SLOW_MS = 1_500;

interface Flow {
  readonly id: string;
  readonly person: string;
  readonly plan: Plan;
  readonly asked: Map<string, number>;
  outcome: string;
}

/** What the user says to a question, from its words alone. */
function sayTo(message: string): Record<string, unknown> {
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

async function expected({ id, plan }: Flow): Promise<string> {
  const say = (message: string): { content?: { value?: string; confirm?: boolean } } =>
    sayTo(message) as never;
  return JSON.stringify(
    await follow(plan, {
      ask: async (name) => say(`${id} ${name}?`).content?.value ?? "decline",
      confirm: async (name) => say(`${id} ${name}!`).content?.confirm === true,
      step: async (name) => `did ${name}`,
    }),
  );
}

/** Ends that are true although the call did not finish. */
const LOST_WITH_A_PROCESS = [
  // A step was running in a process that was killed.
  /^error: The step "\w+" was (started before|not run)/,
  // The process was killed before it had asked anything.
  /lost with the replica that ran it/,
  // The client came back too late, on a machine that is too slow for so many.
  /is gone, and its client did not come back for it in time/,
  // The process was killed with the request on its way.
  /fetch failed|socket hang up|terminated|ECONNRESET|Bad Gateway|502|Connection closed/,
  // The same, and the client had no id yet to come back with: on 2025-06-18 the first one comes with the first question.
  /Request timed out \(.* on 2025-06-18\)/,
];
/** A client that has given up: after two tries to get its stream back, which a process was killed in the middle of. */
const GIVEN_UP = [/Request timed out/];
const gaveUp = (): number =>
  reports.filter((report) => /Maximum reconnection attempts/.test(report)).length;
/** Where the store could not be used for too long, for the call or for an answer. */
const LOST_WITH_THE_STORE = [
  /could not use its store/,
  /unanswered: deadline|^error: No user answered/,
];

interface Result {
  readonly flows: readonly Flow[];
  readonly finished: number;
  readonly others: readonly string[];
}

/** Makes all calls, a few at a time, each from one of the hosts. */
async function run(
  fleet: SessionFleet,
  count: number,
  seed: number,
  slowStep = 0,
): Promise<Result> {
  const random = createRandom(seed);
  const flows: Flow[] = Array.from({ length: count }, (_, n) => ({
    id: `flow-${seed}-${n}`,
    person: `person-${n % AT_ONCE}`,
    plan: makePlan(random),
    asked: new Map(),
    outcome: "",
  }));
  const byId = new Map(flows.map((flow) => [flow.id, flow]));
  const answerAs =
    (person: string): Answer =>
    async (message) => {
      const flow = byId.get(message.split(" ")[0]!)!;
      // Nobody is asked what concerns somebody else.
      expect(flow.person).toBe(person);
      flow.asked.set(message, (flow.asked.get(message) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, random(SLOW_MS)));
      return sayTo(message);
    };
  const worker = async (n: number): Promise<void> => {
    const person = `person-${n}`;
    const { name, open } = hosts[n % hosts.length]!;
    let host = await open(fleet.url, person, answerAs(person)).catch(() => undefined);
    for (const flow of flows.filter((one) => one.person === person)) {
      const args = { id: flow.id, plan: flow.plan, slow: slowStep };
      host ??= await open(fleet.url, person, answerAs(person)).catch(() => undefined);
      if (host === undefined) flow.outcome = "fetch failed";
      else
        flow.outcome = await host
          .call(args)
          .catch((error: unknown) => `${causesOf(error)} (${name})`);
    }
    await host?.close().catch(() => {});
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => worker(n)));
  let finished = 0;
  const others: string[] = [];
  for (const flow of flows) {
    if (flow.outcome === (await expected(flow))) finished += 1;
    else others.push(flow.outcome);
  }
  return { flows, finished, others };
}

function causesOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: unknown };
  return cause === undefined ? String(message) : `${message}: ${causesOf(cause)}`;
}

/** What holds whatever happens. */
function check({ flows, others }: Result, fleet: SessionFleet, truthful: readonly RegExp[]): void {
  for (const { asked } of flows)
    for (const [message, times] of asked) expect([message, times]).toEqual([message, 1]);
  const ran = new Map<string, number>();
  for (const line of fleet.steps()) ran.set(line, (ran.get(line) ?? 0) + 1);
  for (const [step, times] of ran) expect([step, times]).toEqual([step, 1]);
  for (const outcome of others)
    expect(
      truthful.some((pattern) => pattern.test(outcome)),
      outcome,
    ).toBe(true);
}

interface Engine {
  readonly url: string;
  /** Lets it stand still for so many milliseconds. */
  pause(ms: number): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

async function redis(): Promise<Engine> {
  const server: RedisServer = await startRedisServer(["--appendonly", "yes"]);
  const { createClient } = await import("redis");
  const client = await createClient({ url: server.url })
    .on("error", () => {})
    .connect();
  return {
    url: server.url,
    async pause(ms) {
      await client.sendCommand(["CLIENT", "PAUSE", String(ms), "ALL"]);
    },
    restart: () => server.restart(),
    async stop() {
      client.destroy();
      await server.stop();
    },
  };
}

async function postgres(): Promise<Engine> {
  const server: PostgresServer = await startPostgresServer();
  const pool = new pg.Pool({ connectionString: server.url });
  await migrate(pool);
  await pool.end();
  return {
    url: server.url,
    async pause(ms) {
      server.freeze();
      await new Promise((resolve) => setTimeout(resolve, ms));
      server.thaw();
    },
    async restart() {
      await server.halt();
      await server.start();
    },
    stop: () => server.stop(),
  };
}

describe.each([
  ["Redis", redis],
  ["PostgreSQL", postgres],
] as const)("three processes that share their sessions on %s", (_, start) => {
  let engine: Engine;
  let fleet: SessionFleet;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    fleet = await createSessionFleet(engine.url);
  });
  afterEach(() => fleet.close());

  it(`finish calls although one of them is killed every second: nobody is asked twice, no step runs twice`, async () => {
    let isOver = false;
    const random = createRandom(7);
    const killing = (async () => {
      while (!isOver) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        if (!isOver) await fleet.replace(random(3), "SIGKILL");
      }
    })();
    const result = await run(fleet, RUNS, 1);
    isOver = true;
    await killing;
    report(
      `${result.finished} of ${RUNS} finished, ${fleet.killed} killed, ${gaveUp()} gave up`,
      result.others,
    );
    check(result, fleet, [...LOST_WITH_A_PROCESS, ...GIVEN_UP]);
    // On 2025-11-25 the first id comes at once; a few processes are killed just before.
    const waited = result.others.filter((end) => /timed out.*2025-11-25/.test(end)).length;
    expect(waited).toBeLessThanOrEqual(gaveUp() + fleet.killed / 50);
    expect(fleet.killed).toBeGreaterThan(0);
    expect(result.finished).toBeGreaterThan(RUNS * 0.6);
  }, 10_000_000);

  it("end every call truthfully when the store stands still for five seconds and is started again", async () => {
    const running = run(fleet, Math.min(RUNS, 32), 2);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await engine.pause(5_000);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await engine.restart();
    const result = await running;
    report(`${result.finished} finished`, result.others, reports.splice(0));
    check(result, fleet, [...LOST_WITH_A_PROCESS, ...LOST_WITH_THE_STORE]);
    expect(result.finished).toBeGreaterThan(0);
  }, 10_000_000);
});
