import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { replicas } from "./lab.js";
import { accepted, clientOf, keyOf } from "./requests.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

const name = z.object({ name: z.string() });

/** A clock and a store that replicas share; each replica can be cut off from it, as if it had died. */
function world() {
  let time = Date.now();
  const now = (): number => time;
  const shared = createMemoryStore({ now });
  const dead = new Set<number>();
  const storeOf = (replica: number): Store =>
    new Proxy(shared, {
      get:
        (target, property: keyof Store) =>
        async (...args: never[]) => {
          if (dead.has(replica)) return new Promise(() => {});
          return (target[property] as (...args: never[]) => unknown)(...args);
        },
    });
  return {
    now,
    storeOf,
    die: (replica: number) => dead.add(replica),
    pass: (ms: number) => (time += ms),
  };
}

const over = ({ status }: { status: string }) => !["working", "input_required"].includes(status);

describe("a task whose replica dies", () => {
  it("goes on at the next tasks/get once the lease is over, and no recorded step runs twice", async () => {
    const { now, storeOf, die, pass } = world();
    const steps: string[] = [];
    let isFirst = true;
    const bake = async (ctx: Parameters<Parameters<typeof replicas>[0][string]>[0]) => {
      const one = await ctx.elicit("one?", name);
      await ctx.step("count", () => void steps.push("count"));
      if (isFirst) {
        isFirst = false;
        die(0);
        await new Promise(() => {});
      }
      const two = await ctx.elicit("two?", name);
      return [one, two].map((answer) => answer.action === "accept" && answer.data.name).join(" ");
    };
    const [a, b] = [0, 1].map((replica) =>
      clientOf(replicas({ bake }, { count: 1, store: storeOf(replica), now }).build),
    ) as [ReturnType<typeof clientOf>, ReturnType<typeof clientOf>];
    const { taskId } = (await a.call("bake")).result!;
    const open = await a.until(taskId, ({ status }) => status === "input_required");
    void a.update(taskId, { [keyOf(open, "one?")!]: accepted("Ann") });
    await b.until(taskId, ({ status }) => status === "working");
    await until(() => !isFirst);
    expect((await b.get(taskId)).result!.status).toBe("working");
    pass(31_000);
    const again = await b.until(taskId, ({ status }) => status === "input_required");
    await b.update(taskId, { [keyOf(again, "two?")!]: accepted("Bob") });
    expect(await b.until(taskId, over)).toMatchObject({
      status: "completed",
      result: { content: [{ text: "Ann Bob" }] },
    });
    expect(steps).toEqual(["count"]);
  });
});

describe("a task that nobody answers", () => {
  it("ends without an answer at the deadline, and is unknown once it has expired", async () => {
    const { now, storeOf, pass } = world();
    const client = clientOf(
      replicas(
        {
          async bake(ctx) {
            const answer = await ctx.elicit("one?", name);
            return answer.action === "unanswered" ? answer.reason : answer.action;
          },
        },
        { store: storeOf(0), now, timeoutMs: 1_000, stateTtlMs: 60_000 },
      ).build,
    );
    const { taskId } = (await client.call("bake")).result!;
    await client.until(taskId, ({ status }) => status === "input_required");
    pass(2_000);
    expect(await client.until(taskId, over)).toMatchObject({
      status: "completed",
      result: { content: [{ text: "deadline" }] },
    });
    pass(1_000_000);
    expect((await client.get(taskId)).error).toMatchObject({ code: -32_602 });
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
