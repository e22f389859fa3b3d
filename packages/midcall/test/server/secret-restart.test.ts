import { type ElicitationContext, PageOutcomeError } from "midcall/server";
import { accept, createTestHost, type Question } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { Browser } from "../pages/browser.js";
import { createLab, said } from "./lab.js";
import { alice, createSite, later } from "./site.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** A process that ends while the person is on the page. What it began lies in the stores, and goes on elsewhere. */

const use = async (ctx: ElicitationContext): Promise<string> => {
  const first = await ctx.elicit("Which one?", ["a"]);
  const key = await ctx.secret("stripe");
  const last = await ctx.elicit("Sure?", ["yes"]);
  return `${first.action} ${key.reveal()} ${last.action}`;
};

describe("a server that is restarted while the person is on the page", () => {
  it.each([
    ["without a store of its own", false],
    ["with the store of the pages", true],
  ])("goes on with the same call on 2026-07-28 %s", async (_name, shared) => {
    const site = createSite({ protocolVersion: "2026-07-28", transport: "http" }, use);
    const { pages } = site;
    const start = (): ReturnType<typeof createLab> =>
      createLab(use, {
        pages: pages.again(),
        now: () => pages.clock.now,
        ...(shared && { store: pages.store }),
      });
    const serve = (): { fetch: (request: Request, options?: object) => Promise<Response> } => {
      const lab = start();
      return lab.elicitation.createHandler(lab.build);
    };
    let server = serve();
    let restarts = 0;
    const restart = (): void => {
      restarts += 1;
      server = serve();
    };
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      protocolVersion: "2026-07-28",
      handler: { fetch: (request, options) => server.fetch(request, options) },
      authInfo: alice,
      answers: {
        "Which one?": () => {
          restart();
          return accept({ value: "a" });
        },
        stripe: async (question: Question) => {
          restart();
          await site.enter(question, "entered before the next round");
          return accept();
        },
        "Sure?": () => {
          restart();
          return accept({ value: "yes" });
        },
      },
    });
    expect(said(await host.callTool("run"))).toBe("accept entered before the next round accept");
    expect(restarts).toBe(3);
  });

  it("lets a process check a secret whose link another has made", async () => {
    const tried: string[] = [];
    const handler = async (ctx: ElicitationContext): Promise<string> => {
      const check = (value: string): boolean => tried.push(value) > 0 && value !== "bad";
      return (await ctx.secret("stripe", { check })).reveal();
    };
    const site = createSite({ protocolVersion: "2026-07-28", transport: "http" }, handler);
    // These pages never saw the check: whoever calls next makes up for it.
    const elsewhere = site.pages.again();
    const other = { ...site.pages, pages: elsewhere };
    for (const value of ["good", "bad"]) {
      await site.pages.vault.delete({ principal: "alice", server: "lab", name: "stripe" });
      await using host = await site.host([
        async (question: Question) => {
          const browser = site.pages.browserOf("alice");
          const there = new Browser({
            "https://mcp.example.org": (request) => elsewhere.fetch(request),
          });
          for (const [name, jar] of browser.cookies) there.cookies.set(name, jar);
          await there.press(await other.enter(there, { url: question.url } as never), "save", {
            f0: value,
          });
          return accept();
        },
      ]);
      expect(said(await host.callTool("run"))).toMatch(
        value === "good"
          ? /^good$/
          : /^error: The page for the secret "stripe" failed \(it was tested/,
      );
    }
    expect(tried).toEqual(["good", "bad"]);
    expect(
      await site.pages.vault.get({ principal: "alice", server: "lab", name: "stripe" }),
    ).toBeUndefined();
  });

  it.each(["stdio", "http"] as const)(
    "finds the secret with the next call on 2025-11-25 over %s",
    async (transport) => {
      const wire = { protocolVersion: "2025-11-25", transport } as const;
      const handler = async (ctx: ElicitationContext): Promise<string> =>
        (await ctx.secret("stripe")).reveal();
      const site = createSite(wire, handler);
      const host = await site.host([accept()]);
      const ended = host.callTool("run").catch((error: Error) => error);
      while (host.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await host.close();
      expect(await ended).toBeInstanceOf(Error);
      await site.enter(host.questions[0]!, "entered after the end");

      const restarted = createSite(wire, handler, {
        site: site.pages,
        pages: site.pages.again(),
      });
      await using next = await restarted.host([]);
      expect(said(await next.callTool("run"))).toBe("entered after the end");
    },
  );

  it("finds what was finished after the call had given up", async () => {
    const wire = { protocolVersion: "2025-11-25", transport: "http" } as const;
    const site = createSite(wire, async (ctx) => {
      try {
        return (await ctx.secret("stripe", { timeoutMs: 120 })).reveal();
      } catch (error) {
        if (error instanceof PageOutcomeError) return error.message;
        throw error;
      }
    });
    await using host = await site.host([later((question) => site.open(question))]);
    expect(said(await host.callTool("run"))).toMatch(
      /^The user opened the page.*the result is found then/,
    );
    await site.enter(host.questions[0]!, "late");
    expect(said(await host.callTool("run"))).toBe("late");
  });
});
