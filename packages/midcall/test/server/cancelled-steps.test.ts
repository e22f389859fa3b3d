import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, text, wires } from "./lab.js";
import { replicas } from "./tasks/lab.js";
import { clientOf } from "./tasks/requests.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** A step that goes on until it is released. */
function slowStep() {
  let begin!: () => void;
  let release!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    begun,
    release,
    run: () => {
      begin();
      return released;
    },
  };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

describe.each(wires)("a call that is cancelled, on $protocolVersion over $transport", (wire) => {
  it("begins no further step", async () => {
    const slow = slowStep();
    let deleted = 0;
    let ended = 0;
    const lab = createLab(async (ctx) => {
      ctx.defer(() => void (ended += 1));
      if (!(await ctx.confirm("Delete it?"))) return text("Kept.");
      await ctx.step("slow", slow.run);
      await ctx.step("delete", () => void (deleted += 1), { writes: true });
      return text("Deleted.");
    });
    await using host = await lab.host({ ...wire, answers: [accept({ confirm: true })] });
    const stop = new AbortController();
    const call = host.callTool("run", {}, { signal: stop.signal }).catch(() => "cancelled");
    await slow.begun;
    stop.abort();
    expect(await call).toBe("cancelled");
    await soon();
    const before = ended;
    slow.release();
    await expect.poll(() => ended).toBeGreaterThan(before);
    expect(deleted).toBe(0);
  });
});

describe("a task that is cancelled", () => {
  it("begins no further step", async () => {
    const slow = slowStep();
    let deleted = 0;
    let ended = 0;
    const { build } = replicas({
      async bake(ctx) {
        ctx.defer(() => void (ended += 1));
        await ctx.step("slow", slow.run);
        await ctx.step("delete", () => void (deleted += 1), { writes: true });
      },
    });
    const client = clientOf(build);
    const { taskId } = (await client.call("bake")).result!;
    await slow.begun;
    await client.cancel(taskId);
    slow.release();
    await expect.poll(() => ended).toBe(1);
    expect(deleted).toBe(0);
    expect((await client.get(taskId)).result!.status).toBe("cancelled");
  });
});
