import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { scaled } from "../../../../../test/night.js";
import { replicas } from "./lab.js";
import { accepted, clientOf, type Reply } from "./requests.js";

const name = z.object({ name: z.string() });

/** A handler: stages in order, each with questions asked at once, and a step after it. */
const stages = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 });
const actions = fc.array(fc.constantFrom("get", "one", "all", "wrong", "stray"), { maxLength: 12 });

/** The answer of the user of this test: the same for a question, however it is asked. */
const answerTo = (message: string) =>
  message.includes("0.") ? { action: "decline" } : accepted(`to ${message.slice(0, 4)}`);

function labOf(plan: readonly number[]) {
  const steps: string[] = [];
  const lab = replicas({
    async bake(ctx) {
      const seen: unknown[] = [];
      for (const [stage, count] of plan.entries()) {
        const asked = Array.from({ length: count }, (_, at) => ctx.elicit(`${stage}.${at}?`, name));
        for (const one of await Promise.all(asked))
          seen.push(one.action === "accept" ? one.data.name : one.action);
        seen.push(
          await ctx.step(`step ${stage}`, () => {
            steps.push(`step ${stage}`);
            return stage;
          }),
        );
      }
      return JSON.stringify(seen);
    },
  });
  return { ...lab, steps };
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
});
