import type { ElicitationContext } from "midcall/server";
import { accept, cannotAsk, hostError, rawResult } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, said, tryOut, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

const LINK = "https://pages.example/connect";
const MARK = "midcall/cannotAsk";

const ask = async (ctx: ElicitationContext): Promise<string> => {
  const answer = await ctx.elicit("Go?", ["yes", "no"]);
  return answer.action === "unanswered" ? `unanswered ${answer.reason}` : answer.action;
};

const REASONS = [
  ["deadline", "deadline"],
  ["rate-limit", "busy"],
  ["queue-full", "busy"],
  ["blocked", "blocked"],
  ["secret-refused", "blocked"],
  ["withdrawn", "disconnected"],
  ["no-ui", "unsupported"],
  ["url:scheme", "unsupported"],
  ["something of tomorrow", "unsupported"],
] as const;

describe.each(wires)(
  "a question no person answered, on $protocolVersion over $transport",
  (wire) => {
    it.each(REASONS)("is unanswered with the reason: %s is %s", async (word, reason) => {
      expect(await tryOut(wire, ask, [cannotAsk(word)])).toBe(`unanswered ${reason}`);
      if (wire.protocolVersion === "2026-07-28") return;
      // What an inbox sends on 2025; the answer is the same, so there is no error in it.
      const error = hostError(-32603, "No user answered.", { [MARK]: word });
      const answer = JSON.parse(
        await tryOut(wire, (ctx) => ctx.elicit("Go?", ["yes", "no"]), [error]),
      ) as object;
      expect(answer).toMatchObject({ action: "unanswered", reason });
      expect(answer).not.toHaveProperty("error");
      if (/ /.test(word)) return;
      // Some client libraries drop the data, or put something before the words.
      for (const before of ["", "MCP error -32603: "]) {
        const bare = hostError(-32603, `${before}No user answered (${word}).`);
        expect(await tryOut(wire, ask, [bare])).toBe(`unanswered ${reason}`);
      }
      // Others send what they refuse to send as it is: midcall/integrations/claude-agent names it like this.
      const listed = JSON.stringify(
        [{ path: ["content", `No user answered (${word}).`] }],
        null,
        2,
      );
      const refused = hostError(-32602, `Invalid elicitation result: ${listed}`);
      expect(await tryOut(wire, ask, [refused])).toBe(`unanswered ${reason}`);
    });

    it("is none where a host writes null as the _meta of its answer", async () => {
      const answer = rawResult({ action: "accept", content: { value: "yes" }, _meta: null });
      // The SDK's transport over HTTP refuses it, where it is not createHandler that reads the body.
      const isRefused = wire.transport === "http" && wire.protocolVersion !== "2026-07-28";
      expect(await tryOut(wire, ask, [answer])).toBe(isRefused ? "unanswered invalid" : "accept");
    });

    it("is unsupported where the mark is no word, and a cancel without a mark", async () => {
      for (const word of [null, 7, {}, ["deadline"], "__proto__", "x".repeat(100_000)]) {
        const marked = rawResult({ action: "cancel", content: { [MARK]: word } });
        expect(await tryOut(wire, ask, [marked])).toBe("unanswered unsupported");
      }
      const other = rawResult({ action: "cancel", content: [MARK] });
      expect(await tryOut(wire, ask, [other])).toBe("cancel");
    });

    it.each(["deadline", "busy", "blocked"])("ends a confirmation: %s", async (reason) => {
      const word = reason === "busy" ? "rate-limit" : reason;
      const lab = createLab((ctx) => ctx.confirm("Delete?").then(String, () => "caught"));
      await using host = await lab.host({ ...wire, answers: [cannotAsk(word)] });
      expect(said(await host.callTool("run"))).toMatch(
        new RegExp(
          `^error: No user answered "Delete\\?" \\(${reason}\\), so nothing was confirmed`,
        ),
      );
    });

    it("stays a no where it says no, and is no yes where it says yes", async () => {
      const content = { value: "yes", [MARK]: "deadline" };
      const no = rawResult({ action: "decline", content });
      expect(await tryOut(wire, ask, [no])).toBe("decline");
      const yes = rawResult({ action: "accept", content });
      expect(await tryOut(wire, ask, [yes, yes, yes])).toBe("unanswered invalid");
      expect(await tryOut(wire, ask, [yes, accept({ value: "yes" })])).toBe("accept");
    });
  },
);

it.each(wires.filter(({ protocolVersion }) => protocolVersion !== "2025-06-18"))(
  "is no consent to a link either, on $protocolVersion over $transport",
  async (wire) => {
    const yes = rawResult({ action: "accept", content: { [MARK]: "no-ui" } });
    const open = async (ctx: ElicitationContext): Promise<string> =>
      (await ctx.elicit("Open it?", LINK)).action;
    expect(await tryOut(wire, open, [yes, yes, yes])).toBe("unanswered");
  },
);

describe("a link whose end is waited for on 2026-07-28", () => {
  it("is unanswered, and not called off, where nobody answers whether it has ended", async () => {
    const lab = createLab(
      async (ctx) => {
        const answer = await ctx.elicit("Connect?", LINK, { completed: async () => false });
        return answer.action === "unanswered" ? `unanswered ${answer.reason}` : answer.action;
      },
      { holdMs: 20 },
    );
    const answers = [accept(), cannotAsk("deadline")];
    await using host = await lab.host({ protocolVersion: "2026-07-28", answers });
    expect(said(await host.callTool("run"))).toBe("unanswered deadline");
  });
});
