import { afterAll, expect, it } from "vitest";
import { scaled, seed } from "../../../../test/night.js";
import {
  createRandom,
  createStateLab,
  inBatches,
  open,
  type OpenCall,
  type RawCall,
  REFUSED,
  untouched,
} from "./state-lab.js";

/*
 * A genuine state is good for the person, the client, the request and the time it was made for, and for
 * nothing else. Beside each misuse the same state is accepted where it belongs.
 */

const START = Date.parse("2026-11-21T00:00:00Z");
/** Deadline and time to live, by default ten minutes each. */
const LIFE_MS = 1_200_000;
const BASES = scaled(20, 400);

let time = START;
const lab = createStateLab(
  async (ctx, args) => {
    const answer = await ctx.elicit("Go on?", ["yes", "no"]);
    return `${JSON.stringify(args)} ${answer.action === "accept" ? answer.data : answer.action}`;
  },
  { now: () => time },
);
afterAll(() => lab.close());

const argsOf = (n: number): Record<string, unknown> => ({
  n,
  path: `/home/${n % 13}`,
  flags: { deep: n % 2 === 0, list: [n, "a", null] },
});

async function openAll(
  callOf: (n: number) => RawCall,
  count = BASES,
  at = lab,
): Promise<OpenCall[]> {
  const all: OpenCall[] = [];
  await inBatches(count, async (n) => {
    all[n] = await open(at, callOf(n), { value: "yes" });
  });
  return all;
}

async function expectAllAccepted(bases: readonly OpenCall[]): Promise<void> {
  const said: (string | undefined)[] = [];
  await inBatches(bases.length, async (n) => {
    said[n] = await untouched(lab, bases[n]!);
  });
  expect(said.filter((words) => words?.endsWith(" yes") !== true)).toEqual([]);
}

/** Sends every state `times` times with something about its request changed; the twins go before and after. */
async function expectRefused(
  bases: readonly OpenCall[],
  times: number,
  misuse: (call: RawCall, n: number) => RawCall,
  reason: string,
): Promise<void> {
  await expectAllAccepted(bases);
  const runs = lab.runs();
  const before = lab.refusals.get(reason) ?? 0;
  const wrong: string[] = [];
  const count = bases.length * times;
  await inBatches(count, async (n) => {
    const { call, state, responses } = bases[n % bases.length]!;
    const misused = misuse(call, n);
    const { status, error } = await lab.call({ ...misused, state, responses });
    if (status !== 200 || JSON.stringify(error) !== REFUSED) {
      wrong.push(`${JSON.stringify(misused)}: ${status} ${JSON.stringify(error)}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(lab.runs()).toBe(runs);
  expect((lab.refusals.get(reason) ?? 0) - before).toBe(count);
  await expectAllAccepted(bases);
}

it("refuses states of another person behind the same client", async () => {
  const bases = await openAll((n) => ({ args: argsOf(n), sub: `user-${n}` }));
  const strangers: ((sub: string, n: number) => string | null)[] = [
    (sub) => `${sub} `,
    (sub) => sub.toUpperCase(),
    (sub) => `${sub}\u0000`,
    (sub) => sub.normalize("NFD") + "\u0301",
    (sub) => sub.slice(0, -1),
    () => "",
    () => null,
  ];
  await expectRefused(
    bases,
    16,
    (call, n) => {
      const turn = Math.floor(n / BASES);
      const stranger = strangers[turn] ?? (() => `user-${(n % BASES) + turn}`);
      return { ...call, sub: stranger(call.sub ?? "", n) };
    },
    "principal",
  );
});

it("refuses states of another client", async () => {
  const bases = await openAll((n) => ({ args: argsOf(n), sub: `user-${n}`, client: `app ${n}` }));
  await expectRefused(
    bases,
    10,
    (call, n) => ({ ...call, client: `app ${n + 1 + Math.floor(n / BASES)}x` }),
    "principal",
  );
});

it("refuses states of another tool", async () => {
  const bases = await openAll(
    (n) => ({ name: n % 2 === 0 ? "one" : "two", args: argsOf(n) }),
    10 * BASES,
  );
  await expectRefused(
    bases,
    1,
    (call) => ({ ...call, name: call.name === "one" ? "two" : "one" }),
    "request",
  );
});

it("refuses states of a tool, prompt or resource of the same name", async () => {
  const methods = ["tools/call", "prompts/get", "resources/read"] as const;
  const bases = await openAll((n) => ({ method: methods[n % 3]!, args: {} }), 3 * BASES);
  await expectRefused(
    bases,
    2,
    (call, n) => ({ ...call, method: methods[(n + 1 + Math.floor(n / (3 * BASES))) % 3]! }),
    "request",
  );
});

it("refuses states of other arguments, however little they differ", async () => {
  const bases = await openAll((n) => ({ args: argsOf(n) }));
  const changes: ((args: Record<string, unknown>, n: number) => Record<string, unknown>)[] = [
    (args, n) => ({ ...args, n: n + BASES }),
    (args) => ({ ...args, n: String(args["n"]) }),
    (args) => ({ ...args, n: (args["n"] as number) + Number.EPSILON * 1000 }),
    (args) => ({ ...args, path: `${String(args["path"])}/` }),
    (args) => ({ ...args, path: [args["path"]] }),
    (args) => ({ ...args, more: null }),
    (args) => ({ ...args, "": 0 }),
    ({ n, path }) => ({ n, path }),
    ({ n, path, flags }) => ({ n, path, flags: { ...(flags as object), deep: null } }),
    ({ n, path, flags }) => ({ n, path, flags: { ...(flags as object), list: ["a", n, null] } }),
    ({ n, path, flags }) => ({ n, path, flags: { ...(flags as object), list: [n, "a"] } }),
    ({ n, path, flags }) => ({ n, path, flags: { flags, deep: n } }),
    ({ n, path, flags }) => ({ n, Path: path, flags }),
    ({ n, path, flags }) => ({ n, path: JSON.stringify({ path, flags }) }),
    ({ n, path, flags }) => ({ n, path, flags: JSON.stringify(flags) }),
    ({ n, path, flags }) => ({ n, path, flags: [flags] }),
    (args) => ({ ...args, "n ": 1 }),
    () => ({}),
    (args) => ({ args }),
    (args) => ({ ...args, constructor: 1 }),
  ];
  await expectRefused(
    bases,
    20,
    (call, n) => ({ ...call, args: changes[Math.floor(n / BASES)]!(call.args ?? {}, n % BASES) }),
    "request",
  );
});

it("tells numbers apart that JSON.stringify writes alike, and takes keys in any order", async () => {
  const numbers = ["0", "-0", "null", "1e308", "5e-324"].map(
    (text) => JSON.parse(`{"n":${text}}`) as { n: unknown },
  );
  for (const [mine, args] of numbers.entries()) {
    const one = await open(lab, { args }, { value: "yes" });
    for (const [other, otherArgs] of numbers.entries()) {
      const { error } = await lab.call({
        args: otherArgs,
        state: one.state,
        responses: one.responses,
      });
      expect(JSON.stringify(error)).toBe(mine === other ? undefined : REFUSED);
    }
    // As no text of JSON has them, no call is begun with them either: see http-bodies.test.ts.
    for (const n of [Infinity, -Infinity]) {
      const { state, responses } = one;
      const { error } = await lab.call({ args: { n }, state, responses });
      expect(error?.message).toMatch(/out of range/);
    }
  }
  const { state, responses } = await open(
    lab,
    { args: { a: 1, b: { c: 2, d: 3 } } },
    { value: "yes" },
  );
  const turned = await lab.call({ args: { b: { d: 3, c: 2 }, a: 1 }, state, responses });
  expect(turned.text).toMatch(/ yes$/);
});

it("refuses states whose time is over", async () => {
  const random = createRandom(seed);
  const bases = await openAll((n) => ({ args: argsOf(n) }));
  await expectAllAccepted(bases);
  const runs = lab.runs();
  const wrong: string[] = [];
  for (let turn = 0; turn < 16; turn++) {
    time = START + LIFE_MS + [1, 2, 1000, 60_000, 86_400_000, 1e12][turn % 6]! + random(1000);
    await inBatches(BASES, async (n) => {
      const { call, state, responses } = bases[n]!;
      const { error } = await lab.call({ ...call, state, responses });
      if (JSON.stringify(error) !== REFUSED)
        wrong.push(`after ${time - START} ms: ${JSON.stringify(error)}`);
    });
  }
  expect(wrong).toEqual([]);
  expect(lab.runs()).toBe(runs);
  // To the very last moment, which is long after the last deadline, they are good.
  time = START + LIFE_MS;
  const late = await lab.call({
    ...bases[0]!.call,
    state: bases[0]!.state,
    responses: bases[0]!.responses,
  });
  expect(late.text).toMatch(/ unanswered$/);
  time = START;
  await expectAllAccepted(bases);
});

it("refuses states sealed with another secret", async () => {
  const others = createStateLab(async (ctx) => (await ctx.elicit("Go on?", ["yes", "no"])).action, {
    secret: "another secret that is long enough for this",
    now: () => time,
  });
  const bases = await openAll((n) => ({ args: argsOf(n) }));
  const theirs = await openAll((n) => ({ args: argsOf(n) }), 10 * BASES, others);
  await expectAllAccepted(bases);
  const runs = lab.runs();
  const wrong: (string | undefined)[] = [];
  await inBatches(theirs.length, async (n) => {
    const { call, state, responses } = theirs[n]!;
    const { error } = await lab.call({ ...call, state, responses });
    if (JSON.stringify(error) !== REFUSED) wrong.push(JSON.stringify(error));
  });
  expect(wrong).toEqual([]);
  expect(lab.runs()).toBe(runs);
  expect(await untouched(others, theirs[0]!)).toBe("accept");
  await others.close();
});
