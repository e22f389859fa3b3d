import type { ElicitationContext } from "midcall/server";
import { accept, decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, said, tryOut, wires } from "./lab.js";

/**
 * In JavaScript nothing says that the `await` is missing in `if (ctx.confirm(…))`: a promise is always true, and the files
 * are deleted before the user has read the question.
 */

const waitedFor = (what: string): RegExp =>
  new RegExp(
    `^error: The handler ${what}: it is a promise, which is always true. Nothing was decided.`,
  );

describe.each(wires)("on $protocolVersion over $transport", (wire) => {
  const act = async (handler: (ctx: ElicitationContext, acted: string[]) => unknown) => {
    const acted: string[] = [];
    const end = await tryOut(
      wire,
      (ctx) => handler(ctx, acted),
      () => decline(),
    );
    return { end, acted };
  };

  it("a step does not begin while nobody waits for a confirmation", async () => {
    const { end, acted } = await act(async (ctx, acted) => {
      const sure: unknown = ctx.confirm("Delete 47 files?");
      if (sure) await ctx.step("delete", () => acted.push("deleted"), { writes: true });
      return "deleted";
    });
    expect(end).toMatch(
      waitedFor(
        'began the step "delete" without waiting for ctx.confirm\\("Delete 47 files\\?", …\\)',
      ),
    );
    expect(acted).toEqual([]);
  });

  it.each<[string, (ctx: ElicitationContext) => unknown]>([
    ["elicit", (ctx) => ctx.elicit("Which?", ["a"])],
    ["confirm", (ctx) => ctx.confirm("Sure?")],
    ["confirm", (ctx) => ctx.confirm("")],
    ["secret", (ctx) => ctx.secret("stripe")],
    ["connect", (ctx) => ctx.connect("github")],
  ])("a handler that returns while nobody waits for ctx.%s ends in an error", async (name, ask) => {
    const { end } = await act((ctx) => {
      void ask(ctx);
      return "done";
    });
    expect(end).toMatch(waitedFor(`returned without waiting for ctx.${name}\\(.*\\)`));
  });

  it("so does one that has done something else in the meantime, answered or not", async () => {
    const { end, acted } = await act(async (ctx, acted) => {
      const sure: unknown = ctx.confirm("Delete 47 files?");
      await ctx.elicit("Why?", ["full", "old"]);
      await ctx.step("delete", () => acted.push("deleted"), { writes: true });
      return sure ? "deleted" : "kept";
    });
    expect(end).toMatch(waitedFor('began the step "delete" without waiting for ctx.confirm.*'));
    expect(acted).toEqual([]);
  });

  it("what is waited for in any way is waited for", async () => {
    const answers = [
      (ctx: ElicitationContext) => ctx.confirm("1?"),
      async (ctx: ElicitationContext) => await ctx.confirm("2?"),
      (ctx: ElicitationContext) => ctx.confirm("3?").then((ok) => ok),
      (ctx: ElicitationContext) => ctx.confirm("4?").finally(() => {}),
      (ctx: ElicitationContext) => Promise.resolve(ctx.confirm("5?")),
      async (ctx: ElicitationContext) => (await Promise.allSettled([ctx.confirm("6?")])).length > 1,
      async (ctx: ElicitationContext) => {
        const [ok] = await Promise.all([ctx.confirm("7?"), ctx.step("look", () => 1)]);
        return ok;
      },
      async (ctx: ElicitationContext) => {
        const sure = ctx.confirm("8?");
        const look = ctx.step("look", () => 1);
        return (await sure) && (await look) === 1;
      },
    ];
    for (const ask of answers)
      expect(
        await tryOut(
          wire,
          async (ctx) => String(await ask(ctx)),
          () => decline(),
        ),
      ).toBe("false");
  });

  it("a promise of ctx is an ordinary one in all else", async () => {
    const seen = await tryOut(
      wire,
      async (ctx) => {
        const sure = ctx.confirm("Sure?");
        const next = sure.then(() => 1);
        const kinds = [sure instanceof Promise, next.constructor === Promise];
        return JSON.stringify([await sure, await next, ...kinds]);
      },
      () => accept({ confirm: true }),
    );
    expect(JSON.parse(seen)).toEqual([true, 1, true, true]);
  });

  it("ctx rejects once its call has ended, with one line in the log", async () => {
    let kept: ElicitationContext | undefined;
    const lab = createLab((ctx) => {
      kept = ctx;
      return "done";
    });
    await using host = await lab.host({ ...wire, answers: [] });
    expect(said(await host.callTool("run"))).toBe("done");
    const ended = expect.objectContaining({ code: "ERR_MIDCALL_CALL_ENDED" }) as unknown;
    await expect(kept!.confirm("Delete?")).rejects.toEqual(ended);
    await expect(kept!.elicit("Which?", ["a"])).rejects.toEqual(ended);
    await expect(kept!.elicit("Open it.", "https://example.com/x")).rejects.toEqual(ended);
    await expect(kept!.step("delete", () => 1)).rejects.toEqual(ended);
    await expect(kept!.secret("stripe")).rejects.toEqual(ended);
    await expect(kept!.connect("github")).rejects.toEqual(ended);
    expect(host.questions).toEqual([]);
    expect(lab.log.errors).toEqual([
      'midcall: ctx.confirm("Delete?", …) was used after the call of "run" had ended, so it did nothing. ' +
        "Use ctx in the handler alone, and wait there for everything that needs it.",
    ]);
  });

  it("also where the handler has thrown", async () => {
    let kept: ElicitationContext | undefined;
    const lab = createLab((ctx) => {
      kept = ctx;
      throw new Error("no");
    });
    await using host = await lab.host({ ...wire, answers: [] });
    expect(said(await host.callTool("run"))).toBe("error: no");
    await expect(kept!.step("delete", () => 1)).rejects.toMatchObject({
      code: "ERR_MIDCALL_CALL_ENDED",
    });
  });
});
