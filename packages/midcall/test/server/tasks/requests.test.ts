import { describe, expect, it } from "vitest";
import * as z from "zod";
import { replicas } from "./lab.js";
import { accepted, clientOf, keyOf } from "./requests.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

const name = z.object({ name: z.string() });
const asks = (status: string) => (result: { status: string }) => result.status === status;
const isOver = ({ status }: { status: string }) => !["working", "input_required"].includes(status);

/** A client and the id of a task that asks "one?" and "two?" at once. */
async function twoQuestions(options: { user?: string } = {}) {
  const runs = { ends: 0 };
  const lab = replicas({
    async bake(ctx) {
      const answers = await Promise.all([ctx.elicit("one?", name), ctx.elicit("two?", name)]);
      runs.ends += 1;
      return answers.map((one) => (one.action === "accept" ? one.data.name : one.action)).join(" ");
    },
  });
  const client = clientOf(lab.build, options);
  const { result } = await client.call("bake");
  const { taskId } = result!;
  const open = await client.until(taskId, asks("input_required"));
  return { ...lab, client, taskId, open, runs, created: result! };
}

const textOf = (result: object) =>
  (result as { result?: { content: { text: string }[] } }).result?.content[0]?.text;

function signalled() {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe("a task", () => {
  it("is created working", async () => {
    const { created } = await twoQuestions();
    expect(created).toMatchObject({ resultType: "task", status: "working" });
  });

  it("takes a part of the answers, ignores unknown keys, and keeps the key of what is open", async () => {
    const { client, taskId, open } = await twoQuestions();
    const one = keyOf(open, "one?")!;
    const two = keyOf(open, "two?")!;
    expect((await client.update(taskId, { [one]: accepted("Ann"), x: accepted("X") })).error).toBe(
      undefined,
    );
    const left = await client.until(taskId, (task) => keyOf(task, "one?") === undefined);
    expect(Object.keys(left.inputRequests!)).toEqual([two]);
    await client.update(taskId, { [two]: { action: "decline" } });
    expect(textOf(await client.until(taskId, isOver))).toBe("Ann decline");
  });

  it("keeps the first of two answers to a question", async () => {
    const { client, taskId, open, runs } = await twoQuestions();
    const one = keyOf(open, "one?")!;
    const two = keyOf(open, "two?")!;
    await client.update(taskId, { [one]: accepted("Ann") });
    await Promise.all([
      client.update(taskId, { [one]: accepted("Bob") }),
      client.update(taskId, { [two]: accepted("Cid") }),
    ]);
    expect(textOf(await client.until(taskId, isOver))).toBe("Ann Cid");
    expect(runs.ends).toBe(1);
  });

  it("asks again under a new key after an invalid answer", async () => {
    const { client, taskId, open } = await twoQuestions();
    const one = keyOf(open, "one?")!;
    const two = keyOf(open, "two?")!;
    await client.update(taskId, { [one]: accepted(7) });
    const again = await client.until(
      taskId,
      (task) => ![undefined, one].includes(keyOf(task, "one?")),
    );
    const key = keyOf(again, "one?")!;
    expect(keyOf(again, "two?")).toBe(two);
    // An answer to the key that is over is ignored.
    await client.update(taskId, { [one]: accepted("old"), [two]: accepted("Bob") });
    await client.update(taskId, { [key]: accepted("Ann") });
    expect(textOf(await client.until(taskId, isOver))).toBe("Ann Bob");
  });

  it("is unknown to another user", async () => {
    const { client, taskId, open, build } = await twoQuestions({ user: "ann" });
    const other = clientOf(build, { user: "bob" });
    const unknown = await other.get("nothing");
    expect(unknown.error).toMatchObject({ code: -32_602 });
    const one = keyOf(open, "one?")!;
    for (const reply of [
      await other.get(taskId),
      await other.cancel(taskId),
      await other.update(taskId, { [one]: accepted("Bob") }),
    ])
      expect(reply.error).toEqual(unknown.error);
    expect((await client.get(taskId)).result).toEqual(open);
  });

  it("stays cancelled, whatever comes after", async () => {
    const { client, taskId, open, runs } = await twoQuestions();
    const keys = Object.keys(open.inputRequests!);
    expect((await client.cancel(taskId)).error).toBe(undefined);
    const answers = Object.fromEntries(keys.map((key) => [key, accepted("Ann")]));
    expect((await client.update(taskId, answers)).error).toBe(undefined);
    expect((await client.cancel(taskId)).error).toBe(undefined);
    expect((await client.get(taskId)).result!.status).toBe("cancelled");
    expect((await client.get(taskId)).result).not.toHaveProperty("inputRequests");
    expect(runs.ends).toBe(0);
  });

  it("aborts the signal of a handler that works when it is cancelled", async () => {
    const aborted = signalled();
    const begun = signalled();
    const { build } = replicas({
      bake(ctx) {
        ctx.signal.addEventListener("abort", () => aborted.resolve());
        begun.resolve();
        return aborted.promise;
      },
    });
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    await begun.promise;
    await client.cancel(taskId);
    await aborted.promise;
    expect((await client.get(taskId)).result!.status).toBe("cancelled");
  });

  it("is refused to a client that does not declare it, which is asked by rounds", async () => {
    const { taskId, build } = await twoQuestions();
    const client = clientOf(build, { extensions: {} });
    expect((await client.get(taskId)).error).toMatchObject({ code: -32_021 });
    expect((await client.call("bake")).result).toMatchObject({ resultType: "input_required" });
  });
});
