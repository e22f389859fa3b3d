import { accept, never } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { tryOut, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

describe.each(wires)("the deadline of one question on $protocolVersion over $transport", (wire) => {
  it("aborts nothing while another question is open", async () => {
    let caught = 0;
    const said = await tryOut(
      wire,
      async (ctx) => {
        const work = new Promise((_, reject) => {
          ctx.signal.addEventListener("abort", () => reject(new Error("aborted")));
        }).catch(() => (caught += 1));
        const [short, long] = await Promise.all([
          ctx.elicit("Short?", ["a"], { timeoutMs: 40 }),
          ctx.elicit("Long?", ["b"], { timeoutMs: 5000 }),
        ]);
        void work;
        return `${short.action} ${long.action}`;
      },
      {
        "Short?": never({ returnsAfterMs: 80 }),
        "Long?": { kind: "after", ms: 160, answer: accept({ value: "b" }) },
      },
    );
    expect(said).toBe("unanswered accept");
    expect(caught).toBe(0);
  });

  it("aborts the handler's signal where it was the only one", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const first = await ctx.elicit("First?", ["a"], { timeoutMs: 40 });
        const second = await ctx.elicit("Second?", ["b"]);
        return `${first.action} ${ctx.signal.aborted} ${second.action}`;
      },
      { "First?": never({ returnsAfterMs: 80 }), "Second?": accept({ value: "b" }) },
    );
    expect(said).toBe("unanswered true accept");
  });
});

describe.each(wires)("a step on $protocolVersion over $transport", (wire) => {
  it("is told when it asks after an await", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        await ctx.step("outer", async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return (await ctx.elicit("Inside?", ["a"])).action;
        });
        return "done";
      },
      [],
    );
    expect(said).toMatch(/^error: The step "outer" asked a question/);
  });
});
