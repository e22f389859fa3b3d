import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationOptions } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { resolveOptions } from "../../../src/server/options.js";
import { TaskRecords } from "../../../src/server/tasks/task-records.js";
import { SECRET } from "../../client/lab.js";
import { createLog, type Log, text } from "../lab.js";
import { runTask } from "../../../src/server/tasks/run-task.js";
import { replicas } from "./lab.js";
import { accepted, clientOf, keyOf } from "./requests.js";
import { useVirtualTime } from "../virtual-time.js";
import { createSpiedStore } from "../spied-store.js";

useVirtualTime();

const binding = {
  ...{ server: "lab", principal: "ann", client: undefined },
  ...{ method: "tools/call", params: {} },
};

function recordsOf(): TaskRecords {
  const settings = resolveOptions({ secret: SECRET, store: createMemoryStore() });
  return new TaskRecords("task", binding, settings);
}

describe("the records of a task", () => {
  it("keep the first answer to a question, however many come at once", async () => {
    const records = recordsOf();
    const expiresAt = Date.now() + 60_000;
    await Promise.all(["a", "b", "c"].map((answer) => records.answer("one", answer, expiresAt)));
    await records.answer("one", "d", expiresAt);
    const found = await records.answers(["one", "two"]);
    expect([...found].map(([key, { response }]) => [key, response])).toEqual([["one", "a"]]);
  });

  it("keep the first end", async () => {
    const records = recordsOf();
    const end = { createdAt: 0, updatedAt: 0, expiresAt: Date.now() + 60_000 };
    const record = { open: {}, call: { flow: "one" } };
    expect(await records.end({ ...end, status: "cancelled" }, record)).toBe(true);
    expect(await records.end({ ...end, status: "completed", result: {} }, record)).toBe(false);
    expect(await records.ended()).toMatchObject({ status: "cancelled" });
  });

  it("are run by one of several", async () => {
    const records = recordsOf();
    const leases = await Promise.all([records.claim(), records.claim(), records.claim()]);
    const held = leases.filter((lease) => lease !== undefined);
    expect(held).toHaveLength(1);
    await held[0]!.release();
    const next = await records.claim();
    expect(next).toBeDefined();
    await next!.release();
  });
});

it("a task that cannot go on says so, and does not reject, whatever was thrown", async () => {
  for (const thrown of [Object.create(null), undefined, Symbol("s")]) {
    const settings = resolveOptions({ secret: SECRET, logger: createLog() });
    const records = recordsOf();
    records.claim = () => Promise.reject(thrown as Error);
    const user = { server: "lab", principal: "ann", client: undefined };
    await runTask({ settings, records, user, call: () => undefined });
    expect((settings.logger as Log).errors).toEqual([
      expect.stringMatching(/^midcall: a task could not go on: /),
    ]);
  }
});

describe("the tasks of one user", () => {
  it("are bounded by the user's share of the store, and others can go on", async () => {
    const { build } = replicas(
      {
        async bake(ctx) {
          await ctx.elicit("one?", z.object({ name: z.string() }));
        },
      },
      { store: createMemoryStore({ maxEntriesPerOwner: 20 }) },
    );
    const ann = clientOf(build, { user: "ann" });
    const made = [];
    for (let at = 0; at < 40; at++) made.push(await ann.call("bake"));
    const tasks = made.filter(({ result }) => result?.resultType === "task");
    expect(tasks.length).toBeGreaterThan(3);
    expect(tasks.length).toBeLessThanOrEqual(20);
    // Whoever gets no task is told so.
    expect(JSON.stringify(made.at(-1))).toMatch(/could not use its store/);
    const bob = clientOf(build, { user: "bob" });
    expect((await bob.call("bake")).result).toMatchObject({ resultType: "task" });
  });
});

describe.each(["with", "without"])("the tasks of one user %s a store", (which) => {
  /** A tool that asks, as a task; with what is in its store. */
  function bakery(limits: ElicitationOptions["limits"]) {
    const { store, sizes } = createSpiedStore();
    const elicitation = createElicitation({
      ...{ secret: SECRET, logger: createLog(), ...(limits && { limits }) },
      ...(which === "with" && { store }),
    });
    const build = () => {
      const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
      const run = elicitation.handler(
        async (ctx) => {
          const answer = await ctx.elicit("one?", z.object({ name: z.string() }));
          const name = answer.action === "accept" ? answer.data.name : "";
          return text(name === "long" ? "x".repeat(50_000) : answer.action);
        },
        { task: true },
      );
      server.registerTool("bake", {}, run);
      return server;
    };
    // Whoever has run a task gives its lease back a little later.
    const records = () => [...sizes.keys()].filter((key) => !key.endsWith(":run")).sort();
    return { build, records };
  }

  it("are no more than the questions that one user may have open: another call has no task and asks nobody", async () => {
    const { build, records } = bakery({ openQuestions: 3 });
    const ann = clientOf(build, { user: "ann" });
    const begin = async () => (await ann.call("bake")).result;
    const isAsking = ({ status }: { status: string }) => status === "input_required";
    const tasks = [await begin(), await begin(), await begin()];
    for (const task of tasks) {
      expect(task).toMatchObject({ resultType: "task" });
      await ann.until(task!.taskId, isAsking);
    }
    const before = records();
    const more = await begin();
    if (which === "with") expect(JSON.stringify(more)).toContain("3 questions open");
    // Without records there is nothing to count.
    else expect(more).toMatchObject({ resultType: "input_required" });
    expect(records()).toEqual(before);
    const bob = clientOf(build, { user: "bob" });
    expect((await bob.call("bake")).result).toMatchObject({ resultType: "task" });
    const [one, two] = tasks;
    const open = await ann.until(one!.taskId, isAsking);
    await ann.update(one!.taskId, { [keyOf(open, "one?")!]: accepted("Ann") });
    await ann.until(one!.taskId, ({ status }) => status === "completed");
    await ann.cancel(two!.taskId);
    // Both have made room, each for one.
    expect(await begin()).toMatchObject({ resultType: "task" });
    expect(await begin()).toMatchObject({ resultType: "task" });
    expect(await begin()).not.toMatchObject({ resultType: "task" });
  });

  it("say that what they have ended with is too large to be kept", async () => {
    const { build } = bakery({ stateBytes: 4_096 });
    const ann = clientOf(build, { user: "ann" });
    const { taskId } = (await ann.call("bake")).result!;
    const open = await ann.until(taskId, ({ status }) => status === "input_required");
    await ann.update(taskId, { [keyOf(open, "one?")!]: accepted("long") });
    const ended = await ann.until(taskId, ({ status }) => status === "failed");
    expect(JSON.stringify(ended)).toMatch(/which is too large to be kept. Do not call it again/);
  });
});

describe("a task whose client cannot ask", () => {
  it("ends with what the user has to do, and the same call goes on with the answer", async () => {
    const ui = { mimeTypes: ["text/html;profile=mcp-app"] };
    const extensions = { "io.modelcontextprotocol/tasks": {}, "io.modelcontextprotocol/ui": ui };
    const { build } = replicas({
      async bake(ctx) {
        const { via } = await ctx.elicit("one?", z.object({ name: z.string() }));
        return via;
      },
    });
    const client = clientOf(build, { user: "ann", canElicit: false, extensions });
    const isOver = ({ status }: { status: string }) => status === "completed";
    const ended = async () => {
      const { taskId } = (await client.call("bake")).result!;
      return JSON.stringify((await client.until(taskId, isOver))["result"]);
    };
    const waiting = await ended();
    expect(waiting).toContain("in the view");
    const [, id] = /"id":"([^"]+)"/.exec(waiting)!;
    const [, key] = /"key":"([^"]+)"/.exec(waiting)!;
    await client.send("tools/call", {
      name: "midcall_answer",
      arguments: { id, key, action: "accept", content: { name: "Ann" } },
    });
    expect(await ended()).toContain('"text":"app"');
  });
});
