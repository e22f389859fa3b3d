import { createMemoryStore, type Store } from "midcall/store";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { replicas } from "./lab.js";
import { accepted, clientOf, keyOf } from "./requests.js";
import { turns, useVirtualTime } from "../virtual-time.js";

useVirtualTime();

const name = z.object({ name: z.string() });
const isOver = ({ status }: { status: string }) => !["working", "input_required"].includes(status);
const resultOf = (result: object) =>
  (result as { result?: { isError?: boolean; content: { text: string }[] } }).result;
const textOf = (result: object) => resultOf(result)?.content[0]?.text;

function signalled() {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

type Operation = "get" | "put" | "putIfAbsent";

/** A store in which one operation on one kind of record fails once, before or after it got through. */
function failingOnce(operation: Operation, about: RegExp, when: "before" | "after") {
  const inner = createMemoryStore();
  const seen = { failed: 0 };
  const store: Store = {
    ...inner,
    async [operation](key: string, ...rest: [never, never]) {
      const fails = about.test(key) && seen.failed === 0;
      if (fails) seen.failed += 1;
      const done =
        fails && when === "before"
          ? undefined
          : await (inner[operation] as (...args: unknown[]) => unknown)(key, ...rest);
      if (fails) throw new Error("The store is away.");
      return done as never;
    },
  };
  return { store, seen };
}

describe("a task whose store fails once", () => {
  it.each<[Operation, RegExp, "before" | "after", string]>([
    ["putIfAbsent", /:use:2$/, "before", "when a round uses its answers"],
    ["putIfAbsent", /:use:2$/, "after", "when a round has used its answers"],
    ["putIfAbsent", /:step:/, "before", "when a step is claimed"],
    ["putIfAbsent", /:step:/, "after", "when a step has been claimed"],
    ["get", /:flow:[^:]*:end$/, "before", "when a round looks for the end of its call"],
    ["put", /^midcall:open:/, "before", "when the call is counted for longer, after a step"],
    ["get", /^midcall:open:/, "before", "when the place of the call is looked for, after a step"],
  ])("goes on with its answers (%s of %s, %s: %s)", async (operation, about, when) => {
    const { store, seen } = failingOnce(operation, about, when);
    const steps: string[] = [];
    const { build } = replicas(
      {
        async bake(ctx) {
          const one = await ctx.elicit("one?", name);
          await ctx.step("write", () => void steps.push("write"));
          const two = await ctx.elicit("two?", name);
          return [one, two].map((a) => (a.action === "accept" ? a.data.name : a.action)).join(" ");
        },
      },
      { store },
    );
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    const first = await client.until(taskId, (task) => keyOf(task, "one?") !== undefined);
    const reply = await client.update(taskId, { [keyOf(first, "one?")!]: accepted("Ann") });
    expect(reply.error).toBe(undefined);
    const second = await client.until(
      taskId,
      (task) => isOver(task) || keyOf(task, "two?") !== undefined,
    );
    expect(textOf(second)).toBe(undefined);
    await client.update(taskId, { [keyOf(second, "two?")!]: accepted("Bob") });
    const ended = await client.until(taskId, isOver);
    expect(resultOf(ended)).toMatchObject({ content: [{ text: "Ann Bob" }] });
    expect(steps).toEqual(["write"]);
    expect(seen.failed).toBe(1);
  });

  it("ends where what is kept of its call was changed by somebody, and says so", async () => {
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      get: async (key) => (/:use:2$/.test(key) ? "garbage" : inner.get(key)),
      putIfAbsent: async (key, ...rest) =>
        /:use:2$/.test(key) ? false : inner.putIfAbsent(key, ...rest),
    };
    const { build } = replicas(
      { bake: async (ctx) => (await ctx.elicit("one?", name)).action },
      { store },
    );
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    const open = await client.until(taskId, (task) => keyOf(task, "one?") !== undefined);
    await client.update(taskId, { [keyOf(open, "one?")!]: accepted("Ann") });
    expect(JSON.stringify(await client.until(taskId, isOver))).not.toContain('"accept"');
  });
});

describe("a run of a task that has lost its lease", () => {
  it("does not end the task, which another one goes on with", async () => {
    const inner = createMemoryStore();
    const lease: string[] = [];
    const store: Store = {
      ...inner,
      putIfAbsent(key, ...rest) {
        if (key.endsWith(":run")) lease.push(key);
        return inner.putIfAbsent(key, ...rest);
      },
    };
    const begun = signalled();
    const goOn = signalled();
    const over = signalled();
    let runs = 0;
    const { build } = replicas(
      {
        async bake(ctx) {
          const one = await ctx.elicit("one?", name);
          runs += 1;
          if (runs === 1) {
            ctx.defer(() => over.resolve());
            begun.resolve();
            await goOn.promise;
          }
          await ctx.step("write", () => {});
          const two = await ctx.elicit("two?", name);
          return [one, two].map((a) => (a.action === "accept" ? a.data.name : a.action)).join(" ");
        },
      },
      { store },
    );
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    const first = await client.until(taskId, (task) => keyOf(task, "one?") !== undefined);
    await client.update(taskId, { [keyOf(first, "one?")!]: accepted("Ann") });
    await begun.promise;
    // As if the process had been stopped for as long as a lease lasts.
    await inner.delete(lease.at(-1)!);
    const second = await client.until(taskId, (task) => keyOf(task, "two?") !== undefined);
    // The next renewal notices it.
    vi.advanceTimersByTime(10_000);
    await turns();
    goOn.resolve();
    await over.promise;
    await client.update(taskId, { [keyOf(second, "two?")!]: accepted("Bob") });
    expect(textOf(await client.until(taskId, isOver))).toBe("Ann Bob");
  });
});

describe("an answer to a task that came in time", () => {
  it("counts, however long the round takes that runs when it comes", async () => {
    let time = Date.now();
    const now = (): number => time;
    const begun = signalled();
    const goOn = signalled();
    const { build } = replicas(
      {
        async bake(ctx) {
          const work = async () => {
            const one = await ctx.elicit("one?", name, { key: "one" });
            await ctx.step("work", () => {
              begun.resolve();
              return goOn.promise;
            });
            return one;
          };
          const answers = await Promise.all([work(), ctx.elicit("two?", name, { key: "two" })]);
          return answers.map(({ action }) => action).join(" ");
        },
      },
      { now, store: createMemoryStore({ now }) },
    );
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    const open = await client.until(taskId, (task) => keyOf(task, "two?") !== undefined);
    await client.update(taskId, { [keyOf(open, "one?")!]: accepted("Ann") });
    await begun.promise;
    const reply = await client.update(taskId, { [keyOf(open, "two?")!]: accepted("Bob") });
    expect(reply.error).toBe(undefined);
    // The questions had ten minutes.
    time += 700_000;
    goOn.resolve();
    expect(textOf(await client.until(taskId, isOver))).toBe("accept accept");
  });
});
