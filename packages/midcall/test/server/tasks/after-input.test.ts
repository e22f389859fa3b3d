import { createElicitation } from "midcall/server";
import type { Store } from "midcall/store";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { replicas } from "./lab.js";
import { accepted, clientOf, keyOf } from "./requests.js";
import { useVirtualTime } from "../virtual-time.js";
import { createSpiedStore } from "../spied-store.js";

useVirtualTime();

const name = z.object({ name: z.string() });
const isOver = ({ status }: { status: string }) => !["working", "input_required"].includes(status);
const textOf = (result: object) =>
  (result as { result?: { content: { text: string }[] } }).result?.content[0]?.text;

/** A tool that asks "one?", works, asks "two?", and works again. */
function bakery(options: { store?: Store } = {}) {
  const steps: string[] = [];
  const lab = replicas(
    {
      async bake(ctx) {
        const one = await ctx.elicit("one?", name, { key: "one" });
        await ctx.step("first", () => void steps.push("first"));
        const two = await ctx.elicit("two?", name);
        await ctx.step("second", () => void steps.push("second"));
        return [one, two].map((a) => (a.action === "accept" ? a.data.name : a.action)).join(" ");
      },
      plain: () => "no question",
    },
    { task: "after-input", ...options },
  );
  return { ...lab, steps };
}

describe('a handler with task: "after-input"', () => {
  it("asks its first question in a round, and becomes a task with the answer", async () => {
    const { build, steps } = bakery();
    const client = clientOf(build);
    const { result: round } = await client.call("bake");
    expect(round).toMatchObject({ resultType: "input_required" });
    expect(round).not.toHaveProperty("taskId");
    const { requestState } = round!;
    const inputResponses = { one: accepted("Ann") };
    const { result: task } = await client.call("bake", { requestState, inputResponses });
    expect(task).toMatchObject({ resultType: "task", status: "working" });
    expect(task).not.toHaveProperty("requestState");
    const open = await client.until(task!.taskId, ({ status }) => status === "input_required");
    await client.update(task!.taskId, { [keyOf(open, "two?")!]: accepted("Bob") });
    expect(textOf(await client.until(task!.taskId, isOver))).toBe("Ann Bob");
    expect(steps).toEqual(["first", "second"]);
  });

  it("asks again in the task after an invalid answer in the round", async () => {
    const { build } = bakery();
    const client = clientOf(build);
    const { requestState } = (await client.call("bake")).result!;
    const inputResponses = { one: accepted(7) };
    const { result } = await client.call("bake", { requestState, inputResponses });
    const open = await client.until(result!.taskId, (task) => keyOf(task, "one?") !== undefined);
    await client.update(result!.taskId, { [keyOf(open, "one?")!]: { action: "decline" } });
    await client.until(result!.taskId, (task) => keyOf(task, "two?") !== undefined);
  });

  it("makes one task of a state, however often it is sent with the same answers", async () => {
    const { build, steps } = bakery();
    const client = clientOf(build);
    const { requestState } = (await client.call("bake")).result!;
    const send = async (more: object = {}) => {
      const inputResponses = { one: accepted("Ann"), ...more };
      return (await client.call("bake", { requestState, inputResponses })).result;
    };
    const tasks = await Promise.all([send(), send(), send({ other: accepted("x") })]);
    const { taskId } = tasks[0]!;
    for (const task of tasks) expect(task).toMatchObject({ resultType: "task", taskId });
    const open = await client.until(taskId, ({ status }) => status === "input_required");
    expect(await send()).toMatchObject({ taskId, status: "working" });
    await client.update(taskId, { [keyOf(open, "two?")!]: accepted("Bob") });
    expect(textOf(await client.until(taskId, isOver))).toBe("Ann Bob");
    expect(await send()).toMatchObject({ taskId, status: "completed" });
    expect(steps).toEqual(["first", "second"]);
  });

  it("makes no task of a state that has made one with other answers, and keeps nothing for it", async () => {
    const { store, sizes } = createSpiedStore();
    const { build } = bakery({ store });
    const client = clientOf(build);
    const { requestState } = (await client.call("bake")).result!;
    const send = (name: string) =>
      client.call("bake", { requestState, inputResponses: { one: accepted(name) } });
    const { taskId } = (await send("Ann")).result!;
    // Whoever runs it gives its lease back a little later.
    const records = () => [...sizes.keys()].filter((key) => !key.endsWith(":run")).sort();
    const refuseOthers = async (): Promise<void> => {
      const before = records();
      for (let n = 0; n < 20; n++) {
        const { result, error } = await send(`Bob ${n} ${"x".repeat(10_000)}`);
        expect([result, error?.code]).toEqual([undefined, -32_602]);
      }
      expect(records()).toEqual(before);
    };
    const open = await client.until(taskId, ({ status }) => status === "input_required");
    await refuseOthers();
    await client.update(taskId, { [keyOf(open, "two?")!]: accepted("Bob") });
    expect(textOf(await client.until(taskId, isOver))).toBe("Ann Bob");
    await refuseOthers();
  });

  it("leaves none of its answers when it has ended", async () => {
    const { store, sizes } = createSpiedStore();
    const { build } = bakery({ store });
    const client = clientOf(build);
    for (const how of ["answered", "cancelled"]) {
      const { requestState } = (await client.call("bake", { arguments: { how } })).result!;
      const inputResponses = { one: accepted("x".repeat(10_000)) };
      const given = { requestState, inputResponses, arguments: { how } };
      const { taskId } = (await client.call("bake", given)).result!;
      const open = await client.until(taskId, ({ status }) => status === "input_required");
      const key = keyOf(open, "two?")!;
      if (how === "answered") await client.update(taskId, { [key]: accepted("y") });
      else await client.cancel(taskId);
      await client.until(taskId, isOver);
    }
    await expect
      .poll(() => [...sizes.keys()].filter((key) => key.includes(":answer:")))
      .toEqual([]);
  });

  it("is served without a task where it asks nothing, and to clients without the extension", async () => {
    const { build } = bakery();
    expect((await clientOf(build).call("plain")).result).toMatchObject({
      content: [{ text: "no question" }],
    });
    const client = clientOf(build, { extensions: {} });
    const { requestState } = (await client.call("bake")).result!;
    const inputResponses = { one: accepted("Ann") };
    const { result } = await client.call("bake", { requestState, inputResponses });
    expect(result).toMatchObject({ resultType: "input_required" });
  });

  it("does not become a task with the state of another user or call, or a forged one", async () => {
    const { build, steps } = bakery();
    const ann = clientOf(build, { user: "ann" });
    const { requestState } = (await ann.call("bake")).result!;
    const inputResponses = { one: accepted("Ann") };
    const bob = clientOf(build, { user: "bob" });
    const given = [
      await bob.call("bake", { requestState, inputResponses }),
      await ann.call("plain", { requestState, inputResponses }),
      await ann.call("bake", { requestState, inputResponses, arguments: { more: 1 } }),
      await ann.call("bake", { requestState: `${requestState}x`, inputResponses }),
    ];
    for (const { result, error } of given) {
      expect(result).toBe(undefined);
      expect(error).toMatchObject({ code: -32_602 });
    }
    expect(steps).toEqual([]);
  });

  it("is served without a task to a client that declares tasks and no elicitation", async () => {
    const { build, steps } = bakery();
    const client = clientOf(build, { user: "ann", canElicit: false });
    const { result, error } = await client.call("bake");
    // The question cannot be asked, and the client is told what it has to declare.
    expect(result).toBe(undefined);
    expect(error).toMatchObject({ code: -32_021 });
    expect(steps).toEqual([]);
  });

  it("is an error with any other value", () => {
    const { handler } = createElicitation();
    expect(() => handler(() => "x", { task: "later" as never })).toThrow(
      'task must be true, false or "after-input", not "later".',
    );
  });
});
