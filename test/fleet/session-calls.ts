import { expect } from "vitest";
import { createRandom } from "../engines/random.mjs";
import { seed } from "../night.js";
import { answerTo, expected } from "./answers.js";
import { makePlan, type Plan } from "./plan.mjs";
import type { SessionFleet } from "./session-fleet.js";
import { type Answer, hosts, reports } from "./session-hosts.js";

/** Calls of the official clients of 2025 in a fleet of processes, and what holds for them whatever happens. */

interface Flow {
  readonly id: string;
  readonly person: string;
  readonly plan: Plan;
  readonly asked: Map<string, number>;
  outcome: string | undefined;
}

/** Ends that are true although the call did not finish. */
export const LOST_WITH_A_PROCESS: readonly RegExp[] = [
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
export const GIVEN_UP: readonly RegExp[] = [/Request timed out/];
export const gaveUp = (): number =>
  reports.filter((report) => /Maximum reconnection attempts/.test(report)).length;
/** Where the store could not be used for too long, for the call or for an answer. */
export const LOST_WITH_THE_STORE: readonly RegExp[] = [
  /could not use its store/,
  /unanswered: deadline|^error: No user answered/,
];

/** What has come of the calls so far. */
export interface Calls {
  readonly begun: readonly Flow[];
  /** Calls that ended as they should. */
  readonly finished: ReadonlySet<string>;
  /** The ends of the other ones. */
  readonly others: readonly string[];
}

export interface CallsOptions {
  /** In the names of the calls. */
  readonly name: string;
  /** How many are made at the same time, each by a host and a person of its own. */
  readonly atOnce: number;
  /** Whether enough of them were made. Those that still run are left alone then. */
  readonly isEnough: (calls: Calls) => boolean;
  /** The longest time a user takes, in milliseconds. */
  readonly slowMs: (calls: Calls) => number;
  /** Called for each question, while it is open. */
  readonly onQuestion?: () => void;
}

/** Makes calls until there are enough. */
export async function makeCalls(fleet: SessionFleet, options: CallsOptions): Promise<Calls> {
  const { name: kind, atOnce, isEnough, slowMs, onQuestion } = options;
  const random = createRandom(seed);
  const begun: Flow[] = [];
  const byId = new Map<string, Flow>();
  const finished = new Set<string>();
  const others: string[] = [];
  const strangers: string[] = [];
  const calls: Calls = { begun, finished, others };
  let settle = (): void => {};
  const settled = new Promise<void>((resolve) => (settle = resolve));

  const answerAs =
    (person: string): Answer =>
    async (message) => {
      const flow = byId.get(message.split(" ")[0]!);
      // Nobody is asked what concerns somebody else.
      if (flow?.person !== person) strangers.push(`${person} was asked ${message}`);
      else flow.asked.set(message, (flow.asked.get(message) ?? 0) + 1);
      onQuestion?.();
      await new Promise((resolve) => setTimeout(resolve, random(slowMs(calls))));
      return answerTo(message);
    };
  const opened: { close(): Promise<void> }[] = [];
  const worker = async (n: number): Promise<void> => {
    const person = `person-${n}`;
    const { name, open } = hosts[n % hosts.length]!;
    const connect = async (): Promise<Awaited<ReturnType<typeof open>> | undefined> => {
      const host = await open(fleet.url, person, answerAs(person)).catch(() => undefined);
      if (host !== undefined) opened.push(host);
      return host;
    };
    let host = await connect();
    while (!isEnough(calls)) {
      const id = `${kind}-${begun.length}`;
      const flow: Flow = {
        ...{ id, person, plan: makePlan(random), asked: new Map(), outcome: undefined },
      };
      begun.push(flow);
      byId.set(id, flow);
      host ??= await connect();
      const args = { id, plan: flow.plan, slow: 0 };
      flow.outcome =
        host === undefined
          ? "fetch failed"
          : await host.call(args).catch((error: unknown) => `${causesOf(error)} (${name})`);
      const right = JSON.stringify((await expected(id, flow.plan)).outcome);
      if (flow.outcome === right) finished.add(id);
      else others.push(flow.outcome);
    }
    settle();
  };
  const workers = Array.from({ length: atOnce }, (_, n) => worker(n));
  await Promise.race([settled, Promise.all(workers)]);
  const result = {
    begun: begun.map((flow) => ({ ...flow, asked: new Map(flow.asked) })),
    finished: new Set(finished),
    others: [...others],
  };
  for (const host of opened) void host.close().catch(() => {});
  expect(strangers).toEqual([]);
  return result;
}

function causesOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: unknown };
  return cause === undefined ? String(message) : `${message}: ${causesOf(cause)}`;
}

/** What holds whatever happens. */
export function check(
  { begun, others }: Calls,
  fleet: SessionFleet,
  truthful: readonly RegExp[],
): void {
  for (const { asked } of begun)
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
