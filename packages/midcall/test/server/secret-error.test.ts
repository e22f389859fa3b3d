import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import { accept, decline } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import { createFakePages } from "./fake-pages.js";
import { createLab, said, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

/** `ctx.secret(…, { prefer: "error" })`: the call ends with -32042 where the protocol version has it, and is made again. */

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const person = { token: "t", clientId: "app", scopes: [], extra: { sub: "local" } };
const over = (transport: string): object => (transport === "http" ? { authInfo: person } : {});

const both = async (ctx: ElicitationContext): Promise<string> => {
  const [a, b] = await Promise.all([
    ctx.secret("stripe", { prefer: "error" }),
    ctx.secret("mail", { prefer: "error" }),
  ]);
  return `${a.reveal()} ${b.reveal()}`;
};

describe.each(wires.filter(({ protocolVersion }) => protocolVersion === "2025-11-25"))(
  "prefer: error on 2025-11-25 over $transport",
  ({ protocolVersion, transport }) => {
    const start = (
      handler: (ctx: ElicitationContext) => unknown,
      options: ElicitationOptions = {},
    ): { pages: ReturnType<typeof createFakePages>; lab: ReturnType<typeof createLab> } => {
      const pages = createFakePages({ code: "K7Q-2MX" });
      const { secretLink } = pages.pages;
      const slowly: typeof secretLink = async (link) => {
        if (link.name === "mail") await sleep(30);
        return secretLink(link);
      };
      const slow = { ...pages.pages, secretLink: slowly };
      return { pages, lab: createLab(handler, { pages: slow, ...options }) };
    };

    it("ends the call with all links at once, and the next call finds what was given", async () => {
      const { pages, lab } = start(both);
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        answers: ({ message, url }) => {
          pages.finish({ status: "done" }, message.includes("stripe") ? "one" : "two", url);
          return accept();
        },
      });
      expect(said(await host.callTool("run"))).toBe("one two");
      expect(host.questions.map(({ via, round }) => `${via} ${round}`)).toEqual([
        "url_required 1",
        "url_required 1",
      ]);
      expect(host.questions[0]).toMatchObject({
        elicitationId: "visit-1",
        message: expect.stringMatching(/^lab needs the secret "stripe".*K7Q-2MX$/s) as string,
      });
      const errors = host.transcript.filter(({ message }) => "error" in message);
      expect(errors.map(({ message }) => (message["error"] as { code: number }).code)).toEqual([
        -32042,
      ]);
    });

    it("lists only what is missing", async () => {
      const { pages, lab } = start(both);
      pages.secrets.set(JSON.stringify(["local", "lab", "stripe"]), "kept");
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        answers: ({ url }) => {
          pages.finish({ status: "done" }, "two", url);
          return accept();
        },
      });
      expect(said(await host.callTool("run"))).toBe("kept two");
      expect(host.questions).toHaveLength(1);
    });

    it("connects an account anew that the service refuses, once", async () => {
      const { pages, lab } = start(async (ctx) => {
        const kept = await ctx.connect("github", { prefer: "error" });
        const token = kept.accessToken.reveal();
        if (token !== "old") return token;
        return (await ctx.connect("github", { prefer: "error", renew: true })).provider;
      });
      const id = JSON.stringify(["local", "lab", "oauth:github"]);
      pages.secrets.set(id, { access_token: "old" });
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        answers: ({ url }) => {
          pages.finish({ status: "done" }, { access_token: "new" }, url);
          return accept();
        },
      });
      expect(said(await host.callTool("run"))).toBe("new");
      expect(host.questions).toHaveLength(1);
    });

    it("runs none of the handler's own catch and finally", async () => {
      const seen: string[] = [];
      const { lab } = start(async (ctx) => {
        try {
          ctx.defer(() => seen.push("deferred"));
          await both(ctx);
        } catch {
          seen.push("caught");
        } finally {
          seen.push("finally");
        }
      });
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        answers: () => decline(),
      });
      await expect(host.callTool("run")).rejects.toMatchObject({ code: -32042 });
      expect(seen).toEqual(["deferred"]);
    });

    it("tells the host when the page is done, and only then", async () => {
      const { pages, lab } = start((ctx) => ctx.secret("stripe", { prefer: "error" }));
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        answers: () => decline(),
      });
      for (const end of [{ status: "declined" }, { status: "done" }] as const) {
        await expect(host.callTool("run")).rejects.toMatchObject({ code: -32042 });
        pages.finish(end);
        // Nothing must come of it, so there is no event to wait for.
        await sleep(80);
      }
      await vi.waitFor(() => {
        expect(host.received("notifications/elicitation/complete")).toEqual([
          { elicitationId: "visit-2" },
        ]);
      });
    });

    it("explains itself to a host with forms alone", async () => {
      const { lab } = start(both);
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        capabilities: { elicitation: { form: {} } },
        answers: [],
      });
      expect(said(await host.callTool("run"))).toMatch(/^error: "run" has to ask the user with/);
    });

    it("counts as questions to the person", async () => {
      const { lab } = start(both, { limits: { questionsPerMinute: 2 } });
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        answers: () => decline(),
      });
      await expect(host.callTool("run")).rejects.toMatchObject({ code: -32042 });
      expect(said(await host.callTool("run"))).toMatch(/^error: This user was asked 2 questions/);
    });
  },
);

describe.each(wires.filter(({ protocolVersion }) => protocolVersion !== "2025-11-25"))(
  "prefer: error on $protocolVersion over $transport",
  ({ protocolVersion, transport }) => {
    it("is a question where there are links, and an explanation where there are none", async () => {
      const pages = createFakePages();
      const lab = createLab(both, { pages: pages.pages });
      await using host = await lab.host({
        protocolVersion,
        transport,
        ...over(transport),
        answers: ({ message, url }) => {
          pages.finish({ status: "done" }, message.includes("stripe") ? "one" : "two", url);
          return accept();
        },
      });
      const result = said(await host.callTool("run"));
      if (protocolVersion === "2025-06-18")
        expect(result).toMatch(/^error: "run" has to ask the user with/);
      else expect(result).toBe("one two");
      expect(JSON.stringify(host.transcript)).not.toContain("-32042");
    });
  },
);
