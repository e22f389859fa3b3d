import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { resolveOptions } from "../../../src/server/options.js";
import { TaskRecords } from "../../../src/server/tasks/task-records.js";
import { SECRET } from "../../client/lab.js";
import { replicas } from "./lab.js";
import { clientOf } from "./requests.js";
import { useVirtualTime } from "../virtual-time.js";

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
    expect(await records.answers(["one", "two"])).toEqual(new Map([["one", "a"]]));
  });

  it("keep the first end", async () => {
    const records = recordsOf();
    const end = { createdAt: 0, updatedAt: 0, expiresAt: Date.now() + 60_000 };
    expect(await records.end({ ...end, status: "cancelled" })).toBe(true);
    expect(await records.end({ ...end, status: "completed", result: {} })).toBe(false);
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
