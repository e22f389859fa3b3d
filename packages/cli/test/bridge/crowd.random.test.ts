import fc from "fast-check";
import { protocolVersions } from "midcall/testing";
import { expect, it } from "vitest";
import { scaled } from "../../../../test/night.js";
import { Relay } from "../../src/bridge/relay/relay.js";
import { AnyVersionServer } from "../../src/bridge/translate/any-version-server.js";
import type { Id, Members, Outcome } from "../../src/bridge/wire/messages.js";
import { scriptedAsker } from "./lab.js";
import { RawHost } from "./raw-host.js";
import { rawServer } from "./raw-server.js";

const RUNS = scaled(1, 40);
const SESSIONS = 50;
const CALLS = 20;

interface CallPlan {
  readonly rounds: readonly number[];
  /** When the host gives it up, in milliseconds; 0: never. */
  readonly givesUpAfter: number;
}

interface SessionPlan {
  readonly host: string;
  readonly server: string;
  readonly canAsk: boolean;
  readonly hasStreams: boolean;
  /** When the server crashes, in milliseconds; 0: never. */
  readonly crashesAfter: number;
  /** After how many milliseconds the server sends each response again; 0: it does not. */
  readonly repeats: number;
  readonly calls: readonly CallPlan[];
}

const version = fc.constantFrom(...protocolVersions);
const rarely = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
);
const call = fc.record({
  rounds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  givesUpAfter: rarely,
});
const session: fc.Arbitrary<SessionPlan> = fc.record({
  host: version,
  server: version,
  canAsk: fc.boolean(),
  hasStreams: fc.boolean(),
  crashesAfter: rarely,
  repeats: rarely,
  calls: fc.array(call, { minLength: CALLS, maxLength: CALLS }),
});

const actions = ["accept", "decline", "cancel"] as const;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The answer that its user gives to a question, after some time: no other question has the same. */
async function answerTo({ message }: Members): Promise<Members> {
  const text = String(message);
  const mixed = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  await pause(mixed % 8);
  const action = actions[mixed % 3]!;
  return action === "accept" ? { action, content: { said: text } } : { action };
}

async function runSession(plan: SessionPlan, index: number): Promise<void> {
  const server = rawServer(plan.server, plan);
  const errors: unknown[] = [];
  const asker = scriptedAsker(({ params }) => answerTo(params));
  const asked: string[] = [];
  const host = new RawHost(plan.host, plan.canAsk, (params) => {
    asked.push(String(params["message"]));
    return answerTo(params);
  });
  const relay = new Relay({
    ...{ host: host.end, asker, onError: (error: unknown) => void errors.push(error) },
    server: new AnyVersionServer(() => server),
  });
  await relay.start();
  await host.connect();
  if (plan.crashesAfter > 0) setTimeout(() => server.crash(), plan.crashesAfter);
  const calls = plan.calls.map(async ({ rounds, givesUpAfter }, at) => {
    const name = `session ${index}, call ${at}`;
    let current: Id | undefined;
    const params = { name: "ask", arguments: { call: name, rounds } };
    if (givesUpAfter > 0)
      setTimeout(() => current !== undefined && host.cancel(current), givesUpAfter);
    const outcome = await host.request("tools/call", params, (id) => (current = id));
    await check(name, rounds, outcome, plan, givesUpAfter > 0);
  });
  await Promise.all(calls);
  // Every question is the session's own, and none was asked in both places.
  const own = asker.questions.map(({ params }) => String(params["message"]));
  for (const message of [...asked, ...own]) expect(message).toContain(`session ${index},`);
  expect(asked.filter((message) => own.includes(message))).toEqual([]);
  expect(new Set(own).size).toBe(own.length);
  // Where the call of a question is named, it is the right one: an answer that comes late is kept for it.
  for (const { params, about } of asker.questions) {
    const { call } = (about.call?.arguments ?? {}) as { call?: string };
    if (call !== undefined) expect(params["message"]).toContain(`${call}, `);
  }
  if (plan.canAsk && plan.host === plan.server) expect(own).toEqual([]);
  const { calls: _, ...about } = plan;
  expect(host.strays, JSON.stringify(about)).toEqual([]);
  await relay.close();
}

async function check(
  name: string,
  rounds: readonly number[],
  { result, error }: Outcome,
  { crashesAfter }: SessionPlan,
  mayBeGivenUp: boolean,
): Promise<void> {
  if (error !== undefined) {
    expect(crashesAfter > 0 || mayBeGivenUp, JSON.stringify(error)).toBe(true);
    return;
  }
  const heard = result?.["heard"] as readonly [string, unknown][];
  expect(heard).toHaveLength(rounds.reduce((sum, questions) => sum + questions, 0));
  for (const [message, answer] of heard) {
    expect(message).toContain(`${name}, `);
    expect(answer).toEqual(await answerTo({ message }));
  }
}

/** A thousand calls are too many to be printed: the seed repeats them. */
function reportSeed<T>({ failed, seed, errorInstance }: fc.RunDetails<T>): void {
  if (failed) throw new Error(`Seed ${seed}`, { cause: errorInstance });
}

it(`${SESSIONS} sessions with ${CALLS} calls at once: every answer reaches its own question`, async () => {
  const crowd = fc.array(session, { minLength: SESSIONS, maxLength: SESSIONS });
  await fc.assert(
    fc.asyncProperty(crowd, async (plans) => {
      await Promise.all(plans.map(runSession));
    }),
    { numRuns: RUNS, endOnFailure: true, reporter: reportSeed },
  );
});
