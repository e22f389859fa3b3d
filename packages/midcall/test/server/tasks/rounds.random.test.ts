import fc from "fast-check";
import { createMemoryStore, type Store } from "midcall/store";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { scaled } from "../../../../../test/night.js";
import { replicas, type Tools } from "./lab.js";
import { accepted, clientOf, type Reply } from "./requests.js";

afterEach(() => void vi.useRealTimers());

const turn = globalThis.setImmediate;
const RENEWAL_MS = 10_000;

const name = z.object({ name: z.string() });

/** A handler: stages in order, each with questions asked at once, and a step after it. */
const stages = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 });
const actions = fc.array(fc.constantFrom("get", "one", "all", "wrong", "stray"), { maxLength: 12 });

/** The answer of the user of this test: the same for a question, however it is asked. */
const answerTo = (message: string) =>
  message.includes("0.") ? { action: "decline" } : accepted(`to ${message.slice(0, 4)}`);

/** What goes wrong in the store: one operation fails, before or after it got through; each takes so many turns; a renewal is due in steps. */
interface Trouble {
  readonly failsAt: number;
  readonly when: "before" | "after";
  readonly turns: readonly number[];
  readonly renews: boolean;
}

const troubles: fc.Arbitrary<Trouble> = fc.record({
  failsAt: fc.nat(150),
  when: fc.constantFrom("before", "after"),
  turns: fc.array(fc.nat(8), { minLength: 1, maxLength: 10 }),
  renews: fc.boolean(),
});

/** Whether a failure is one that the call does not go on after: a step has run, and its result could not be recorded. */
const isLostStep = (operation: string, key: string): boolean =>
  operation === "put" && key.includes(":step:");

function troubled({ failsAt, when, turns }: Trouble): Store {
  const inner = createMemoryStore();
  let count = 0;
  const work = async (operation: keyof Store, args: readonly [string, ...unknown[]]) => {
    const at = count++;
    for (let n = turns[at % turns.length]!; n > 0; n--)
      await new Promise<void>((resolve) => turn(resolve));
    const fails = at === failsAt && !isLostStep(operation, args[0]);
    if (fails && when === "before") throw new Error("The store is away.");
    const done: unknown = await (inner[operation] as (...given: unknown[]) => unknown)(...args);
    if (fails) throw new Error("The store is away.");
    return done;
  };
  const of =
    (operation: keyof Store) =>
    (...args: [string, ...unknown[]]) =>
      work(operation, args) as Promise<never>;
  return {
    ...inner,
    ...{ get: of("get"), put: of("put"), putIfAbsent: of("putIfAbsent"), delete: of("delete") },
  };
}

function labOf(plan: readonly number[], trouble?: Trouble) {
  const steps: string[] = [];
  const tools: Tools = {
    async bake(ctx) {
      const seen: unknown[] = [];
      for (const [stage, count] of plan.entries()) {
        const asked = Array.from({ length: count }, (_, at) => ctx.elicit(`${stage}.${at}?`, name));
        for (const one of await Promise.all(asked))
          seen.push(one.action === "accept" ? one.data.name : one.action);
        seen.push(
          await ctx.step(`step ${stage}`, () => {
            steps.push(`step ${stage}`);
            if (trouble?.renews === true) vi.advanceTimersByTime(RENEWAL_MS);
            return stage;
          }),
        );
      }
      return JSON.stringify(seen);
    },
  };
  // With so short a life, each renewal of a lease keeps the record for longer.
  const options = trouble && { store: troubled(trouble), stateTtlMs: 20_000 };
  return { ...replicas(tools, options), steps };
}

async function byRounds(plan: readonly number[]): Promise<unknown> {
  const client = clientOf(labOf(plan).build, { extensions: {} });
  let more = {};
  for (;;) {
    const { result } = await client.send("tools/call", { name: "bake", arguments: {}, ...more });
    if (result!["resultType"] !== "input_required") return result!["content"];
    const { inputRequests = {}, requestState } = result!;
    more = { requestState, inputResponses: answersTo(inputRequests) };
  }
}

function answersTo(requests: NonNullable<NonNullable<Reply["result"]>["inputRequests"]>) {
  return Object.fromEntries(
    Object.entries(requests).map(([key, { params }]) => [key, answerTo(params.message)]),
  );
}

describe("a task", () => {
  it("ends like the rounds of an ordinary call, in whatever order and parts answers come, and steps run once", async () => {
    await fc.assert(
      fc.asyncProperty(stages, actions, async (plan, order) => {
        const { build, steps } = labOf(plan);
        const client = clientOf(build);
        const { taskId } = (await client.call("bake")).result!;
        const keys = new Map<string, string>();
        const wrong = new Set<string>();
        const end = await (async () => {
          for (let at = 0; at < 500; at++) {
            const result = (await client.get(taskId)).result!;
            if (result.status === "completed") return result;
            expect(["working", "input_required"]).toContain(result.status);
            for (const [key, { params }] of Object.entries(result.inputRequests ?? {})) {
              // A key stands for one question.
              expect(keys.get(key) ?? params.message).toBe(params.message);
              keys.set(key, params.message);
            }
            const answers = Object.entries(answersTo(result.inputRequests ?? {}));
            const action = order[at] ?? "all";
            const [first] = answers;
            if (action === "get" || first === undefined) {
              await new Promise((resolve) => setTimeout(resolve, 1));
              continue;
            }
            const question = keys.get(first[0])!.slice(0, 4);
            if (action === "wrong" && !wrong.has(question)) {
              wrong.add(question);
              await client.update(taskId, { [first[0]]: accepted(1) });
            } else if (action === "stray") await client.update(taskId, { stray: accepted("x") });
            else {
              const given = Object.fromEntries(action === "one" ? [first] : answers);
              await Promise.all([client.update(taskId, given), client.update(taskId, given)]);
            }
          }
          throw new Error("The task has not ended.");
        })();
        expect((end["result"] as { content: unknown }).content).toEqual(await byRounds(plan));
        expect(steps).toEqual(plan.map((_, stage) => `step ${stage}`));
      }),
      { numRuns: scaled(10, 300) },
    );
  });

  it("ends in the same way where an operation of its store has failed or is slow, and steps run once", async () => {
    await fc.assert(
      fc.asyncProperty(stages, troubles, async (plan, trouble) => {
        vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
        const { build, steps } = labOf(plan, trouble);
        const client = clientOf(build);
        let taskId: string | undefined;
        let end: NonNullable<Reply["result"]> | undefined;
        for (let at = 0; end === undefined; at++) {
          expect(at).toBeLessThan(2_000);
          // A request that failed is made again.
          taskId ??= (await client.call("bake")).result?.taskId;
          const result = taskId === undefined ? undefined : (await client.get(taskId)).result;
          if (result === undefined) continue;
          expect(["working", "input_required", "completed"]).toContain(result.status);
          if (result.status === "completed") end = result;
          else if (result.status === "input_required")
            await client.update(taskId!, answersTo(result.inputRequests ?? {}));
        }
        expect((end["result"] as { content: unknown }).content).toEqual(await byRounds(plan));
        expect(steps).toEqual(plan.map((_, stage) => `step ${stage}`));
      }),
      { numRuns: scaled(20, 500) },
    );
  });
});
