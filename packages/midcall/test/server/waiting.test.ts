import { accept, after, never } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import { createKeepAlive } from "../../src/server/call/keep-alive.js";
import { createLab, said, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** While a person thinks: the host is told that the call is alive, and may take the question back. */

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const pushed = wires.filter(({ protocolVersion }) => protocolVersion !== "2026-07-28");

describe.each(pushed)("while a person thinks on $protocolVersion over $transport", (wire) => {
  it.each([
    ["small", 0, 1],
    ["negative", -5, -4],
    ["huge", 1e15, 1e15 + 1],
    ["backward", 0, 0],
  ])(
    "progress only ever grows, the handler's own %s progress included",
    async (_, before, later) => {
      const seen: number[] = [];
      let isReported = false;
      const lab = createLab(
        async (ctx) => {
          const { progressToken } = ctx.mcpReq._meta ?? {};
          const report = (progress: number): Promise<void> =>
            ctx.mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken: progressToken!, progress },
            });
          await report(before);
          const answer = ctx.elicit("Go?", ["yes"]);
          await sleep(30);
          await report(later);
          isReported = true;
          return (await answer).action;
        },
        { keepAliveMs: 8 },
      );
      await using host = await lab.host({
        ...wire,
        // Nobody answers before there was something to see.
        answers: async () => {
          await vi.waitFor(() => expect(isReported && seen.length > 5).toBe(true));
          return accept({ value: "yes" });
        },
      });
      expect(
        said(await host.callTool("run", {}, { onProgress: ({ progress }) => seen.push(progress) })),
      ).toBe("accept");
      expect(seen.length).toBeGreaterThan(5);
      for (const [at, progress] of seen.entries())
        if (at > 0) expect(progress).toBeGreaterThan(seen[at - 1]!);
      const count = seen.length;
      // Nothing more must come, so there is no event to wait for: five times the pause between two.
      await sleep(40);
      expect(seen).toHaveLength(count);
    },
  );

  it("nothing is sent to a caller that gave no progress token", async () => {
    const lab = createLab(async (ctx) => (await ctx.elicit("Go?", ["yes"])).action, {
      keepAliveMs: 5,
    });
    await using host = await lab.host({ ...wire, answers: [after(40, accept({ value: "yes" }))] });
    expect(said(await host.callTool("run"))).toBe("accept");
    expect(host.received("notifications/progress")).toEqual([]);
  });

  it("a cancelled call takes its question back and tells the handler", async () => {
    const seen: unknown[] = [];
    const lab = createLab(async (ctx) => {
      ctx.defer(() => seen.push("cleaned up"));
      const answer = await ctx.elicit("Go?", ["yes"]);
      seen.push(
        answer.action === "unanswered" && answer.reason,
        ctx.signal.aborted,
        ctx.mcpReq.signal.aborted,
      );
      return "done";
    });
    await using host = await lab.host({ ...wire, answers: [never()] });
    const controller = new AbortController();
    const call = host
      .callTool("run", {}, { signal: controller.signal })
      .catch((error: Error) => error);
    await vi.waitFor(() => expect(host.questions).toHaveLength(1));
    controller.abort("changed my mind");
    expect(await call).toBeInstanceOf(Error);
    await vi.waitFor(() => expect(seen).toHaveLength(4));
    expect(seen).toEqual(["disconnected", true, true, "cleaned up"]);
    const asked = host.transcript.find(
      ({ direction, message }) =>
        direction === "received" && message["method"] === "elicitation/create",
    );
    await vi.waitFor(() =>
      expect(host.received("notifications/cancelled")).toMatchObject([
        { requestId: asked?.message["id"] },
      ]),
    );
  });

  it("a question left behind by a finished handler is taken back", async () => {
    const lab = createLab(async (ctx) => {
      await Promise.race([ctx.elicit("Forgotten?", ["yes"]), sleep(15)]);
      return "done";
    });
    await using host = await lab.host({ ...wire, answers: [never()] });
    expect(said(await host.callTool("run"))).toBe("done");
    await vi.waitFor(() => expect(host.received("notifications/cancelled")).toHaveLength(1));
  });
});

it("a lost connection ends the wait", async () => {
  const seen: unknown[] = [];
  const lab = createLab(async (ctx) => {
    const answer = await ctx.elicit("Go?", ["yes"]);
    seen.push(answer.action === "unanswered" && answer.reason);
    return "done";
  });
  const host = await lab.host({
    protocolVersion: "2025-11-25",
    transport: "stdio",
    answers: [never()],
  });
  const call = host.callTool("run").catch((error: Error) => error);
  await vi.waitFor(() => expect(host.questions).toHaveLength(1));
  await host.close();
  expect(await call).toBeInstanceOf(Error);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen).toEqual(["disconnected"]);
});

it("the host is told nothing more once nobody is asked", async () => {
  let count = 0;
  const notify = async (): Promise<void> => void (count += 1);
  const keepAlive = createKeepAlive({ notify, progressToken: "token" }, 5);
  const [stopFirst, stopSecond] = [keepAlive.start(), keepAlive.start()];
  stopFirst();
  stopFirst();
  await vi.waitFor(() => expect(count).toBeGreaterThan(2));
  stopSecond();
  const told = count;
  await sleep(50);
  expect(count).toBe(told);
});
