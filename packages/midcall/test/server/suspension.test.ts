import type { ElicitationContext } from "midcall/server";
import { accept, after, type Answers } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import { createLab, said, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/*
 * While a question is open a handler waits, and nothing of midcall's makes it do otherwise: no signal
 * fires, no method of its context fails. So a `catch` with a default around the question does not run.
 */

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers late, so that whatever runs beside the question has time to go wrong. */
const LATE: Answers = [after(40, accept({ value: "yes" }))];

/** Something beside the question that uses what the context gives, and fails if that fails. */
const siblings: Readonly<Record<string, (ctx: ElicitationContext) => Promise<unknown>>> = {
  "a timer that ctx.signal would end": (ctx) => untilAborted(ctx.signal, 20),
  "a timer that mcpReq.signal would end": (ctx) => untilAborted(ctx.mcpReq.signal, 20),
  "a listener on ctx.signal": (ctx) => failsOnAbort(ctx.signal),
  "a listener on mcpReq.signal": (ctx) => failsOnAbort(ctx.mcpReq.signal),
  "AbortSignal.any of both": (ctx) =>
    failsOnAbort(AbortSignal.any([ctx.signal, ctx.mcpReq.signal])),
  "a signal kept from before": async ({ signal, mcpReq }) => {
    const kept = [signal, mcpReq.signal];
    await sleep(15);
    for (const one of kept) one.throwIfAborted();
  },
  "throwIfAborted in a loop": async (ctx) => {
    for (let turn = 0; turn < 5; turn++) {
      await sleep(5);
      ctx.signal.throwIfAborted();
      ctx.mcpReq.signal.throwIfAborted();
    }
  },
  "notifications in a loop": async (ctx) => {
    for (let turn = 0; turn < 5; turn++) {
      await sleep(5);
      await ctx.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: "own", progress: turn },
      });
    }
  },
  "a step that begins later": async (ctx) => {
    await sleep(10);
    return ctx.step("late", () => "done");
  },
  "I/O of its own": async (ctx) => {
    const url = `data:text/plain,${"x".repeat(1000)}`;
    for (let turn = 0; turn < 5; turn++) await (await fetch(url, { signal: ctx.signal })).text();
  },
};

function untilAborted(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

function failsOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

describe.each(wires)("while a question is open on $protocolVersion over $transport", (wire) => {
  it.each(Object.entries(siblings))("%s does not run the catch", async (_, sibling) => {
    let caught = 0;
    let finished = 0;
    const lab = createLab(async (ctx) => {
      try {
        // The sibling runs beside the question, and may be outlived by it.
        const beside = sibling(ctx).then(() => new Promise(() => {}));
        const answer = await Promise.race([ctx.elicit("Delete it?", ["yes", "no"]), beside]);
        return (answer as { data: string }).data;
      } catch {
        caught += 1;
        return "the default";
      } finally {
        finished += 1;
      }
    });
    await using host = await lab.host({ ...wire, answers: LATE });
    expect(said(await host.callTool("run"))).toBe("yes");
    // Nothing must come of it, so there is no event to wait for.
    await sleep(30);
    expect(caught).toBe(0);
    expect(finished).toBe(1);
    expect(lab.log.errors).toEqual([]);
  });

  it("runs deferred clean-ups once a run, last in first out, and never the finally of a suspended run", async () => {
    const order: string[] = [];
    const lab = createLab(async (ctx) => {
      ctx.defer(() => order.push("first"));
      ctx.defer(async () => {
        await sleep(1);
        order.push("second");
      });
      ctx.defer(() => {
        throw new Error("broken clean-up");
      });
      try {
        return (await ctx.elicit("Go?", ["yes"])).action;
      } finally {
        order.push("finally");
      }
    });
    await using host = await lab.host({ ...wire, answers: [accept({ value: "yes" })] });
    expect(said(await host.callTool("run"))).toBe("accept");
    const once = ["second", "first"];
    expect(order).toEqual(
      wire.protocolVersion === "2026-07-28" ? [...once, "finally", ...once] : ["finally", ...once],
    );
    const told = expect.stringContaining("broken clean-up") as string;
    expect(lab.log.errors).toEqual(wire.protocolVersion === "2026-07-28" ? [told, told] : [told]);
  });

  it("replies whatever a clean-up throws, also where the logger fails", async () => {
    const lab = createLab(async (ctx) => {
      ctx.defer(() => {
        // Nothing can make a text of it.
        throw Object.create(null);
      });
      ctx.defer(() => {
        throw new Error("broken clean-up");
      });
      return (await ctx.elicit("Go?", ["yes"])).action;
    });
    lab.log.error = () => {
      throw new Error("The disk is full.");
    };
    await using host = await lab.host({ ...wire, answers: [accept({ value: "yes" })] });
    expect(said(await host.callTool("run"))).toBe("accept");
  });

  it("lets a clean-up send a last word", async () => {
    const lab = createLab(async (ctx) => {
      ctx.defer(() =>
        ctx.mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken: "own", progress: 1 },
        }),
      );
      return (await ctx.elicit("Go?", ["yes"])).action;
    });
    await using host = await lab.host({ ...wire, answers: [accept({ value: "yes" })] });
    expect(said(await host.callTool("run"))).toBe("accept");
    expect(lab.log.errors).toEqual([]);
  });

  it("does not run the catch of a question that ends the call", async () => {
    let caught = 0;
    const lab = createLab(async (ctx) => {
      try {
        await ctx.elicit("Go?", ["yes"]);
        return "asked";
      } catch {
        caught += 1;
        return "the default";
      }
    });
    await using host = await lab.host({ ...wire, capabilities: {} });
    const result = await host.callTool("run").then(said, (error: Error) => error.message);
    expect(result).toMatch(/has to ask the user/);
    expect(caught).toBe(0);
  });

  it("ends a call that asks or steps inside a step, instead of waiting for itself", async () => {
    const asks = createLab((ctx) => ctx.step("outer", () => ctx.elicit("Inside?", ["yes"])));
    const steps = createLab((ctx) => ctx.step("outer", () => ctx.step("inner", () => 1)));
    await using one = await asks.host({
      ...wire,
      answers: () => accept({ value: "yes" }),
    });
    await using two = await steps.host({
      ...wire,
      answers: () => accept({ value: "yes" }),
    });
    expect(said(await one.callTool("run"))).toMatch(/^error: The step "outer" asked a question/);
    expect(said(await two.callTool("run"))).toMatch(
      /^error: The step "outer" ran the step "inner"/,
    );
  });
});

it("does nothing with the default a sibling's own failure leads to, as long as the question is open", async () => {
  let caught = 0;
  let acted = 0;
  let isAsked = (): void => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const lab = createLab(async (ctx) => {
    const failsLater = async (): Promise<never> => {
      await asked;
      throw new Error("my own failure");
    };
    try {
      const [answer] = await Promise.all([ctx.elicit("Delete it?", ["yes", "no"]), failsLater()]);
      return answer.action;
    } catch {
      caught += 1;
      await ctx.step("act", () => void acted++);
      return "the default";
    }
  });
  const whileOpen: unknown[] = [];
  await using host = await lab.host({
    protocolVersion: "2026-07-28",
    answers: async () => {
      isAsked();
      await vi.waitFor(() => expect(caught).toBe(1));
      // The step would begin in the same breath.
      await sleep(40);
      whileOpen.push({ caught, acted });
      return accept({ value: "yes" });
    },
  });
  // The language runs the catch; nothing it asks of ctx happens. Answered, the failure is the handler's to deal with.
  expect(said(await host.callTool("run"))).toBe("the default");
  expect(whileOpen).toEqual([{ caught: 1, acted: 0 }]);
  expect(acted).toBe(1);
});
