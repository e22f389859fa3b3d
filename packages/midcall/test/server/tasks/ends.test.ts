import { createMemoryStore } from "midcall/store";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ownerOf, savedCallOf } from "../../../src/server/fallback/saved/saved-calls.js";
import { resolveOptions } from "../../../src/server/options.js";
import { firstState } from "../../../src/server/state/records.js";
import { sealState } from "../../../src/server/state/request-state.js";
import { CallOfTask } from "../../../src/server/tasks/call-of-task.js";
import { SECRET } from "../../client/lab.js";
import { replicas } from "./lab.js";
import { accepted, clientOf, keyOf } from "./requests.js";
import { useVirtualTime } from "../virtual-time.js";
import { createSpiedStore } from "../spied-store.js";

useVirtualTime();

const name = z.object({ name: z.string() });
const isOver = ({ status }: { status: string }) => !["working", "input_required"].includes(status);
const ui = { mimeTypes: ["text/html;profile=mcp-app"] };
const inView = {
  user: "ann",
  canElicit: false,
  extensions: { "io.modelcontextprotocol/tasks": {}, "io.modelcontextprotocol/ui": ui },
};

/** A store that tells what kinds of records are in it. */
function spied() {
  const { store, sizes } = createSpiedStore();
  const count = (about: RegExp) => [...sizes.keys()].filter((key) => about.test(key)).length;
  return { store, count };
}

describe("a task that ends with what the user has to do", () => {
  it("leaves its place to the call that waits, which gives it back when it is over", async () => {
    const { store, count } = spied();
    const { build } = replicas(
      { bake: async (ctx) => (await ctx.elicit("one?", name)).via },
      { store, limits: { openQuestions: 2 } },
    );
    const client = clientOf(build, inView);
    const begin = async (n: number) => {
      const { result } = await client.call("bake", { arguments: { n } });
      const ended =
        result?.taskId === undefined ? result : await client.until(result.taskId, isOver);
      return JSON.stringify(ended);
    };
    const waiting = [await begin(1), await begin(2)];
    for (const text of waiting) expect(text).toContain("in the view");
    expect(await begin(3)).toContain("2 questions open");
    // The same call, made again, waits with the first one.
    expect(await begin(1)).toContain("in the view");
    const places = count(/^midcall:open:/);
    expect(await begin(3)).toContain("2 questions open");
    for (const text of waiting) {
      const [, id] = /"id":"([^"]+)"/.exec(text)!;
      const [, key] = /"key":"([^"]+)"/.exec(text)!;
      const answer = { id, key, action: "accept", content: { name: "Ann" } };
      await client.send("tools/call", { name: "midcall_answer", arguments: answer });
    }
    expect(places).toBe(2);
    expect(await begin(1)).toContain('"text":"app"');
    expect(await begin(2)).toContain('"text":"app"');
    expect(count(/^midcall:open:/)).toBe(0);
    expect(await begin(3)).toContain("in the view");
  });
});

describe("a task that is cancelled", () => {
  it("leaves no record of the rounds and steps of its call, nor its place", async () => {
    const { store, count } = spied();
    const { build } = replicas(
      {
        async bake(ctx) {
          await ctx.elicit("one?", name);
          await ctx.step("list", () => "x".repeat(1_000));
          await ctx.elicit("two?", name);
        },
      },
      { store },
    );
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    const open = await client.until(taskId, (task) => keyOf(task, "one?") !== undefined);
    await client.update(taskId, { [keyOf(open, "one?")!]: accepted("Ann") });
    await client.until(taskId, (task) => keyOf(task, "two?") !== undefined);
    expect(count(/^midcall:flow:.*:(?:use|step):/)).toBeGreaterThan(1);
    await client.cancel(taskId);
    expect(count(/^midcall:flow:.*:(?:use|step):/)).toBe(0);
    expect(count(/^midcall:open:/)).toBe(0);
  });

  it("leaves none of a round that ran, nor the place it has taken, when it was cancelled", async () => {
    const { store, count } = spied();
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let goOn!: () => void;
    const released = new Promise<void>((resolve) => (goOn = resolve));
    const { build } = replicas(
      {
        async bake(ctx) {
          await ctx.step("list", () => "x");
          begin();
          await released;
          await ctx.elicit("one?", name);
        },
      },
      { store },
    );
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    await begun;
    await client.cancel(taskId);
    expect(count(/^midcall:flow:.*:step:/)).toBe(1);
    goOn();
    await expect
      .poll(() => count(/^midcall:flow:.*:(?:use|step):|^midcall:(?:open|task:[^:]*:run)/))
      .toBe(0);
  });

  it("is not gone on with as a call without a task", async () => {
    const steps: string[] = [];
    const { build } = replicas(
      {
        async bake(ctx) {
          await ctx.elicit("one?", name, { key: "one" });
          await ctx.elicit("two?", name, { key: "two" });
          await ctx.step("write", () => void steps.push("write"));
        },
      },
      { task: "after-input" },
    );
    const client = clientOf(build);
    const { requestState } = (await client.call("bake")).result!;
    const round = { requestState, inputResponses: { one: accepted("Ann") } };
    const { taskId } = (await client.call("bake", round)).result!;
    await client.until(taskId, (task) => keyOf(task, "two?") !== undefined);
    await client.cancel(taskId);
    const { error } = await clientOf(build, { extensions: {} }).call("bake", round);
    expect(error).toMatchObject({ code: -32_602 });
    expect(steps).toEqual([]);
  });

  it("takes back what is saved of its call, and not what is saved of an identical one", async () => {
    const settings = resolveOptions({ secret: SECRET, store: createMemoryStore() });
    const user = { server: "lab", principal: "ann", client: undefined };
    const params = { name: "bake", arguments: {} };
    const binding = { ...user, method: "tools/call", params };
    const saved = savedCallOf(binding, ownerOf(binding, undefined)!, settings.callStore, settings);
    const state = { ...firstState(), flow: "mine", round: 2 };
    const expiresAt = Date.now() + 60_000;
    const lease = (await saved.claim())!;
    await lease.save({ state }, expiresAt);
    await lease.release();
    const record = {
      ...{ createdAt: 0, updatedAt: 0, expiresAt, params, envelope: {}, open: {} },
      requestState: sealState(state, binding, settings),
    };
    const other = new CallOfTask({ ...record, call: { flow: "other" } }, user, settings);
    await other.end();
    expect(await other.isSaved()).toBe(false);
    expect(await saved.load()).toMatchObject({ state: { flow: "mine" } });
    const mine = new CallOfTask({ ...record, call: { flow: "mine" } }, user, settings);
    expect(await mine.isSaved()).toBe(true);
    await mine.end();
    expect(await saved.load()).toBe(undefined);
  });
});

describe.each(["with", "without"])("a state that is accepted for long, %s a store", (which) => {
  it("makes one task, however late it is sent again", async () => {
    let time = Date.now();
    const now = (): number => time;
    const steps: string[] = [];
    const { build } = replicas(
      {
        async bake(ctx) {
          await ctx.elicit("one?", name, { key: "one", timeoutMs: 3_600_000 });
          await ctx.step("write", () => void steps.push("write"));
          return "done";
        },
      },
      {
        ...{ task: "after-input" as const, count: 1, now },
        store: which === "with" ? createMemoryStore({ now }) : "none",
      },
    );
    const client = clientOf(build);
    const { requestState } = (await client.call("bake")).result!;
    const round = { requestState, inputResponses: { one: accepted("Ann") } };
    const { taskId } = (await client.call("bake", round)).result!;
    await client.until(taskId, isOver);
    for (let minutes = 0; minutes < 65; minutes += 5) {
      time += 300_000;
      const again = (await client.call("bake", round)).result;
      expect(again).toMatchObject({ taskId, status: "completed" });
    }
    expect(steps).toEqual(["write"]);
  });
});
