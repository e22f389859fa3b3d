import {
  accept,
  type Answer,
  cancel,
  decline,
  hostError,
  invalidThen,
  never,
} from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { tryOut, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

describe.each(wires)("the same handler on $protocolVersion over $transport", (wire) => {
  it("gets accepted data, typed and validated", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const answer = await ctx.elicit(
          "How many?",
          z.object({ count: z.int().min(1), note: z.string().optional() }),
        );
        return answer.action === "accept"
          ? { data: answer.data, content: answer.content, via: answer.via }
          : answer;
      },
      [accept({ count: 3 })],
    );
    expect(JSON.parse(said)).toEqual({ data: { count: 3 }, content: { count: 3 }, via: "native" });
  });

  it.each([
    ["decline", decline()],
    ["cancel", cancel()],
  ])("gets a %s as one", async (action, answer) => {
    const said = await tryOut(wire, async (ctx) => (await ctx.elicit("Go?", ["a", "b"])).action, [
      answer,
    ]);
    expect(said).toBe(action);
  });

  it("asks questions one after another, each made of the answer before", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const first = await ctx.elicit("First?", ["x", "y"]);
        if (first.action !== "accept") return "stopped";
        const second = await ctx.elicit(`After ${first.data}?`, z.object({ n: z.number() }));
        return second.action === "accept" ? `${first.data}${second.data.n}` : "stopped";
      },
      [accept({ value: "y" }), accept({ n: 2 })],
    );
    expect(said).toBe("y2");
  });

  it("asks parallel questions", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const [a, b] = await Promise.all([
          ctx.elicit("A?", ["1", "2"]),
          ctx.elicit("B?", ["3", "4"]),
        ]);
        return `${a.action === "accept" ? a.data : a.action},${b.action === "accept" ? b.data : b.action}`;
      },
      (question) => accept({ value: question.message === "A?" ? "2" : "4" }),
    );
    expect(said).toBe("2,4");
  });

  it("asks the same question again in a loop", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const all: string[] = [];
        for (;;) {
          const answer = await ctx.elicit("Another?", { more: "Yes", done: "No" });
          if (answer.action !== "accept") return "stopped";
          all.push(answer.data);
          if (answer.data === "done") return all.join(",");
        }
      },
      [accept({ value: "more" }), accept({ value: "more" }), accept({ value: "done" })],
    );
    expect(said).toBe("more,more,done");
  });

  it("asks again after an invalid answer, with the reason", async () => {
    const messages: string[] = [];
    const said = await tryOut(
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Age?", z.object({ age: z.int().min(0) }));
        return answer.action === "accept" ? answer.data.age : answer.action;
      },
      [
        (question) => (messages.push(question.message), accept({ age: -1 })),
        (question) => (messages.push(question.message), accept({ age: 41 })),
      ],
    );
    expect(said).toBe("41");
    expect(messages[0]).toBe("Age?");
    expect(messages[1]).toMatch(/^Age\?\n\n.*0/);
  });

  it("gives up after three invalid answers", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Age?", z.object({ age: z.int() }));
        return answer.action === "unanswered" ? answer.reason : answer.action;
      },
      [accept({ age: "old" }), accept({}), accept({ age: 1.5 })],
    );
    expect(said).toBe("invalid");
  });

  it("asks after a catch", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        try {
          await ctx.step("fails", () => {
            throw new TypeError("no such file");
          });
        } catch (error) {
          const answer = await ctx.elicit(`${(error as Error).name}. Go on?`, ["yes", "no"]);
          return answer.action === "accept" ? answer.data : answer.action;
        }
        return "unreachable";
      },
      [accept({ value: "yes" })],
    );
    expect(said).toBe("yes");
  });

  it("gives unanswered when the deadline passes", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Anyone?", ["a"], { timeoutMs: 40 });
        return answer.action === "unanswered"
          ? `${answer.reason} ${ctx.signal.aborted}`
          : answer.action;
      },
      [never({ returnsAfterMs: 80 })],
    );
    expect(said).toBe("deadline true");
  });

  it("validates with refinements and gives transformed data", async () => {
    const schema = z.object({
      day: z
        .string()
        .refine((day) => day !== "sunday", "We are closed on Sundays.")
        .transform((day) => new Date(day)),
    });
    const said = await tryOut(
      wire,
      async (ctx) => {
        const answer = await ctx.elicit("Day?", schema);
        const more = await ctx.elicit("Sure?", ["y"]);
        if (answer.action !== "accept") return answer.action;
        return `${answer.data.day instanceof Date} ${answer.data.day.toISOString()} ${more.action}`;
      },
      [...invalidThen({ day: "sunday" }, accept({ day: "2026-01-02" })), accept({ value: "y" })],
    );
    expect(said).toBe("true 2026-01-02T00:00:00.000Z accept");
  });

  it("confirms only an explicit yes", async () => {
    const ask = async (answers: Parameters<typeof tryOut>[2]): Promise<string> =>
      tryOut(wire, async (ctx) => String(await ctx.confirm("Sure?")), answers);
    expect(await ask([accept({ confirm: true })])).toBe("true");
    expect(await ask([accept({ confirm: false })])).toBe("false");
    expect(await ask([decline()])).toBe("false");
    expect(await ask([cancel()])).toBe("false");
    expect(
      await ask(
        [hostError(-32601, "Method not found"), hostError(-32601, "no"), hostError(-32601, "no")]
          .slice(0, wire.protocolVersion === "2026-07-28" ? 0 : 1)
          .concat(wire.protocolVersion === "2026-07-28" ? [accept({ confirm: true })] : []),
      ),
    ).toMatch(wire.protocolVersion === "2026-07-28" ? /true/ : /^error: No user answered/);
  });

  it("confirms with a typed word", async () => {
    const ask = async (typed: string, ...answers: Answer[]): Promise<string> =>
      tryOut(wire, async (ctx) => String(await ctx.confirm("Sure?", { typed })), answers);
    const word = (confirm: string): Answer => accept({ confirm });
    expect(await ask("delete", word("delete"))).toBe("true");
    expect(await ask("delete", word(" delete "))).toBe("true");
    expect(await ask("a.b* (c)", word("a.b* (c)"))).toBe("true");
    // Another word is neither a yes nor a no: the user is told, and has another try.
    for (const wrong of ["Delete", "", "yes", "delete delete", "adelete"]) {
      expect(await ask("delete", word(wrong), word("delete"))).toBe("true");
      expect(await ask("delete", word(wrong), decline())).toBe("false");
      expect(await ask("delete", word(wrong), word(wrong), word(wrong))).toMatch(/^error: /);
    }
    expect(await ask("a.b", word("axb"), decline())).toBe("false");
    const long = "w".repeat(500);
    expect(await ask(long, word(long))).toBe("true");
    expect(await ask(long, word("yes"))).toBe("false");
  });

  it("says that a word was wrong when it asks again", async () => {
    const messages: string[] = [];
    await tryOut(
      wire,
      async (ctx) => String(await ctx.confirm("Sure?", { typed: "delete" })),
      ({ message }) => {
        messages.push(message);
        return messages.length === 1 ? accept({ confirm: "yes" }) : decline();
      },
    );
    expect(messages).toEqual(["Sure?", 'Sure?\n\nThis is not "delete".']);
  });

  it("stops a call that asks two identical questions at once", async () => {
    const said = await tryOut(
      wire,
      async (ctx) => {
        try {
          await Promise.all([ctx.elicit("Same?", ["a"]), ctx.elicit("Same?", ["a"])]);
        } catch {
          return "caught and went on";
        }
        return "both";
      },
      () => accept({ value: "a" }),
    );
    expect(said).toMatch(/^error: "Same\?" is asked twice at the same time/);
  });
});
