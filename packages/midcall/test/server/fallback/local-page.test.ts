import { createMemoryStore } from "midcall/store";
import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import type { ProtocolVersion, TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { lookAtIt, openAndLook } from "../../local-page/lab.js";
import { Browser, type Seen } from "../../pages/browser.js";
import { createLab, said, text, wires } from "../lab.js";

const local = wires.filter(({ transport }) => transport === "stdio");
const schema = z.object({ city: z.string() });

/** A server on the user's machine, whose host cannot ask, and the browser that it opens. */
function createDesk(
  handler: (ctx: ElicitationContext) => unknown,
  options: ElicitationOptions = {},
): {
  readonly opened: string[];
  host(protocolVersion: ProtocolVersion, more?: object): Promise<TestHost>;
  /** The page that is opened next, or was opened last. */
  arrive(): Promise<{ browser: Browser; page: Seen }>;
  /** Answers the question with one field. */
  answer(value: string): Promise<void>;
} {
  const opened: string[] = [];
  const lab = createLab(handler, {
    openBrowser: async (url) => void opened.push(url),
    keepAliveMs: 50,
    ...options,
  });
  const arrive = async (): Promise<{ browser: Browser; page: Seen }> => {
    await expect.poll(() => opened.length).toBeGreaterThan(0);
    const browser = new Browser({});
    const page = await openAndLook(browser, opened.pop()!);
    return { browser, page };
  };
  return {
    opened,
    arrive,
    host: (protocolVersion, more) =>
      lab.host({ protocolVersion, transport: "stdio", answers: [], capabilities: {}, ...more }),
    async answer(value) {
      const { browser, page } = await arrive();
      await browser.press(page, "answer", { f0: value });
    },
  };
}

const whereTo = async (ctx: ElicitationContext): Promise<unknown> => {
  const where = await ctx.elicit("Where to?", schema);
  return text([where.action, where.via, where.action === "accept" && where.data.city]);
};

describe.each(local)(
  "a page that the server opens itself, on $protocolVersion",
  ({ protocolVersion }) => {
    it("gets the answer while the call waits", async () => {
      const desk = createDesk(whereTo);
      await using host = await desk.host(protocolVersion);
      const call = host.callTool("run");
      await desk.answer("Oslo");
      expect(said(await call)).toBe('["accept","page","Oslo"]');
    });

    it("keeps a late answer for the next identical call, and asks once", async () => {
      let runs = 0;
      const desk = createDesk(
        async (ctx) => {
          const result = await whereTo(ctx);
          runs += 1;
          return result;
        },
        { holdMs: 60 },
      );
      await using host = await desk.host(protocolVersion);
      const first = said(await host.callTool("run"));
      expect(first).toContain("on a page that this server has opened in their browser");
      expect(first).not.toContain("http");
      await desk.answer("Oslo");
      expect(said(await host.callTool("run"))).toBe('["accept","page","Oslo"]');
      expect(runs).toBe(1);
      // Nothing is opened for a question that has its answer.
      expect(desk.opened).toEqual([]);
    });

    it("keeps the answer when the host has given the call up", async () => {
      const desk = createDesk(whereTo);
      await using host = await desk.host(protocolVersion);
      const stop = new AbortController();
      const call = host.callTool("run", {}, { signal: stop.signal }).catch(() => "given up");
      await expect.poll(() => desk.opened.length).toBe(1);
      stop.abort();
      expect(await call).toBe("given up");
      await desk.answer("Oslo");
      expect(said(await host.callTool("run"))).toBe('["accept","page","Oslo"]');
    });

    it("keeps the result of a call that was given up while it went on", async () => {
      let finish: () => void = () => {};
      let goesOn = 0;
      const desk = createDesk(async (ctx) => {
        await ctx.elicit("Where to?", schema);
        goesOn += 1;
        await new Promise<void>((resolve) => (finish = resolve));
        return text("done once");
      });
      await using host = await desk.host(protocolVersion);
      const stop = new AbortController();
      const call = host.callTool("run", {}, { signal: stop.signal }).catch(() => "given up");
      await desk.answer("Oslo");
      await expect.poll(() => goesOn).toBe(1);
      stop.abort();
      await call;
      let isWaiting = false;
      const again = host.callTool("run", {}, { onProgress: () => (isWaiting = true) });
      await expect.poll(() => isWaiting).toBe(true);
      finish();
      expect(said(await again)).toBe("done once");
      expect(goesOn).toBe(1);
    });

    it("asks anew for other arguments", async () => {
      const desk = createDesk(whereTo, { holdMs: 60 });
      await using host = await desk.host(protocolVersion);
      await host.callTool("run");
      await desk.answer("Oslo");
      expect(said(await host.callTool("run", { other: true }))).toContain("“Where to?”");
      expect(said(await host.callTool("run"))).toContain("Oslo");
    });

    it("answers one of two identical calls at once, the later one, and says so in the other", async () => {
      let runs = 0;
      const desk = createDesk(async (ctx) => {
        const result = await whereTo(ctx);
        runs += 1;
        return result;
      });
      await using host = await desk.host(protocolVersion);
      const first = host.callTool("run").then(said);
      await expect.poll(() => desk.opened.length).toBe(1);
      const second = host.callTool("run").then(said);
      expect(await first).toContain("made once more");
      await desk.answer("Oslo");
      expect(await second).toContain("Oslo");
      expect(runs).toBe(1);
    });

    it("asks once for identical calls that come at the same moment", async () => {
      const desk = createDesk(whereTo);
      await using host = await desk.host(protocolVersion);
      const calls = [1, 2, 3].map(() => host.callTool("run").then(said));
      await expect.poll(() => desk.opened.length).toBeGreaterThan(0);
      await desk.answer("Oslo");
      const ends = await Promise.all(calls);
      expect(ends.filter((end) => end === '["accept","page","Oslo"]')).toHaveLength(1);
      expect(ends.filter((end) => end.includes("The same call"))).toHaveLength(2);
    });

    it("goes on after a restart, with the store and the secret that the replicas share", async () => {
      const store = createMemoryStore();
      const first = createDesk(whereTo, { store, holdMs: 60 });
      await using host = await first.host(protocolVersion);
      await host.callTool("run");
      const second = createDesk(whereTo, { store });
      await using later = await second.host(protocolVersion);
      const call = later.callTool("run");
      await second.answer("Oslo");
      expect(said(await call)).toContain("Oslo");
    });

    it("tells the handler a decline and a cancel as such", async () => {
      const desk = createDesk(whereTo);
      await using host = await desk.host(protocolVersion);
      for (const action of ["decline", "cancel"] as const) {
        const call = host.callTool("run");
        const { browser, page } = await desk.arrive();
        await browser.press(page, action);
        expect(said(await call)).toBe(`["${action}","page",false]`);
      }
    });

    it("confirms only what the user confirms", async () => {
      const desk = createDesk(async (ctx) => text(String(await ctx.confirm("Delete it?"))));
      await using host = await desk.host(protocolVersion);
      for (const [button, end] of [
        ["yes", "true"],
        ["no", "false"],
        ["decline", "false"],
      ] as const) {
        const call = host.callTool("run");
        const { browser, page } = await desk.arrive();
        await browser.press(page, button);
        expect(said(await call)).toBe(end);
      }
    });

    it("lets the deadline pass, and tells the next call", async () => {
      let skipped = 0;
      const desk = createDesk(
        async (ctx) => {
          const where = await ctx.elicit("Where to?", schema, { timeoutMs: 3_600_000 });
          return text([where.action, where.action === "unanswered" && where.reason]);
        },
        { holdMs: 60, now: () => Date.now() + skipped },
      );
      await using host = await desk.host(protocolVersion);
      expect(said(await host.callTool("run"))).toContain("“Where to?”");
      skipped = 3_600_001;
      expect(said(await host.callTool("run"))).toBe('["unanswered","deadline"]');
    });

    it("asks again with the reason when the author's schema refuses the answer", async () => {
      const strict = z.object({
        city: z.string().refine((city) => city !== "Nowhere", "No such city."),
      });
      const desk = createDesk(async (ctx) => {
        const where = await ctx.elicit("Where to?", strict);
        return text(where.action === "accept" ? where.data.city : where.action);
      });
      await using host = await desk.host(protocolVersion);
      const call = host.callTool("run");
      const { browser, page } = await desk.arrive();
      const next = await browser.press(page, "answer", { f0: "Nowhere" });
      expect(next.body).toContain("No such city.");
      // A question that takes the place of another takes no answer at first.
      lookAtIt();
      const review = await browser.press(next, "review", { f0: "Oslo" });
      await browser.press(review, "send");
      expect(said(await call)).toBe("Oslo");
    });

    it("ends the call with an explanation when no browser can be opened", async () => {
      const desk = createDesk(whereTo, { openBrowser: () => Promise.reject(new Error("none")) });
      await using host = await desk.host(protocolVersion);
      const end = await host.callTool("run").then(said, ({ code }: { code: number }) => code);
      expect(end === -32021 || String(end).includes("Nothing was asked")).toBe(true);
    });
  },
);

describe.each(local)(
  "a host that does not ask although it says so, on $protocolVersion",
  ({ protocolVersion }) => {
    const capabilities = { elicitation: { form: {} } };

    it("is passed over when it declines faster than a user can", async () => {
      const desk = createDesk(whereTo, { autoDeclineMs: 3_600_000 });
      await using host = await desk.host(protocolVersion, {
        capabilities,
        answers: [{ action: "decline" }],
      });
      const call = host.callTool("run");
      await desk.answer("Oslo");
      expect(said(await call)).toBe('["accept","page","Oslo"]');
    });

    it("keeps the last word with the user's own decline", async () => {
      const desk = createDesk(whereTo);
      await using host = await desk.host(protocolVersion, {
        capabilities,
        answers: [{ action: "decline" }],
      });
      expect(said(await host.callTool("run"))).toBe('["decline","native",false]');
      expect(desk.opened).toEqual([]);
    });

    it("is passed over when all its answers are invalid", async () => {
      const desk = createDesk(whereTo, { maxAttempts: 2 });
      const empty = { action: "accept", content: {} };
      await using host = await desk.host(protocolVersion, {
        capabilities,
        answers: [empty, empty],
      });
      const call = host.callTool("run");
      await desk.answer("Oslo");
      expect(said(await call)).toBe('["accept","page","Oslo"]');
    });
  },
);
