import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import type { ElicitationContext, UrlAnswer } from "midcall/server";
import { accept, after, cancel, decline } from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, said, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

const LINK = "https://pages.example/connect/7f3a";

function told(answer: UrlAnswer): string {
  if (answer.action === "accept") return `accept, completed ${answer.completed}`;
  return answer.action === "unanswered" ? `unanswered ${answer.reason}` : answer.action;
}

const urlWires = wires.filter(({ protocolVersion }) => protocolVersion !== "2025-06-18");

describe.each(urlWires)("URL mode on $protocolVersion over $transport", (wire) => {
  it("sends the question as the protocol version has it", async () => {
    const lab = createLab(async (ctx) => told(await ctx.elicit("Connect?", LINK)));
    await using host = await lab.host({ ...wire, answers: [accept()] });
    expect(said(await host.callTool("run"))).toBe("accept, completed false");
    const [question] = host.questions;
    expect(question).toMatchObject({ mode: "url", message: "Connect?", url: LINK });
    if (wire.protocolVersion === "2025-11-25")
      expect(question?.elicitationId).toMatch(/^[0-9a-f-]{36}$/);
    else expect(question?.params).not.toHaveProperty("elicitationId");
  });

  it.each([
    ["decline", decline()],
    ["cancel", cancel()],
  ])("passes a %s on", async (action, answer) => {
    const lab = createLab(async (ctx) =>
      told(await ctx.elicit("Connect?", LINK, { completed: async () => true })),
    );
    await using host = await lab.host({ ...wire, answers: [answer] });
    expect(said(await host.callTool("run"))).toBe(action);
  });

  it("waits until completed() says so", async () => {
    let looks = 0;
    const lab = createLab(async (ctx) =>
      told(await ctx.elicit("Connect?", LINK, { completed: async () => ++looks >= 2 })),
    );
    await using host = await lab.host({ ...wire, answers: [accept()] });
    expect(said(await host.callTool("run"))).toBe("accept, completed true");
    expect(looks).toBe(2);
    const noticed = wire.protocolVersion === "2025-11-25" ? [host.questions[0]?.elicitationId] : [];
    expect(
      host.received("notifications/elicitation/complete").map(({ elicitationId }) => elicitationId),
    ).toEqual(noticed);
  });

  it("takes a throwing completed() as not yet", async () => {
    let looks = 0;
    const lab = createLab(async (ctx) =>
      told(
        await ctx.elicit("Connect?", LINK, {
          completed: async () => {
            if (++looks === 1) throw new Error("the network is down");
            return true;
          },
        }),
      ),
    );
    await using host = await lab.host({ ...wire, answers: [accept()] });
    expect(said(await host.callTool("run"))).toBe("accept, completed true");
    expect(lab.log.warnings.join()).toMatch(/the network is down/);
  });

  it("waits for complete(id), and tells a 2025-11-25 host", async () => {
    const lab = createLab(async (ctx) =>
      told(await ctx.elicit("Connect?", LINK, { elicitationId: "link-1" })),
    );
    // Once the question is there it is known whose the end is.
    const ended = (): void => void lab.elicitation.complete("link-1");
    await using host = await lab.host({
      ...wire,
      answers: () => (setTimeout(ended, 60), accept()),
    });
    expect(said(await host.callTool("run"))).toBe("accept, completed true");
    expect(host.received("notifications/elicitation/complete")).toEqual(
      wire.protocolVersion === "2025-11-25" ? [{ elicitationId: "link-1" }] : [],
    );
  });

  it("goes on when the end came before the consent", async () => {
    const lab = createLab(async (ctx) =>
      told(await ctx.elicit("Connect?", LINK, { elicitationId: "link-2" })),
    );
    const ended = (): void => void lab.elicitation.complete("link-2");
    await using host = await lab.host({
      ...wire,
      answers: () => (setTimeout(ended, 20), after(80, accept())),
    });
    expect(said(await host.callTool("run"))).toBe("accept, completed true");
  });

  it("never uses the end of another interaction", async () => {
    const lab = createLab(
      async (ctx) =>
        told(await ctx.elicit("Connect?", LINK, { elicitationId: "mine", timeoutMs: 150 })),
      { holdMs: 50 },
    );
    await using host = await lab.host({ ...wire, answers: () => accept({ finished: true }) });
    setTimeout(() => void lab.elicitation.complete("someone-elses"), 10);
    expect(said(await host.callTool("run"))).toBe("unanswered deadline");
  });

  it("needs no completion to be told no afterwards", async () => {
    const lab = createLab(async (ctx) => (await ctx.elicit("Connect?", LINK)).action);
    await using host = await lab.host({
      ...wire,
      capabilities: { elicitation: { url: {} } },
      answers: [accept()],
    });
    expect(said(await host.callTool("run"))).toBe("accept");
  });
});

describe("URL mode on 2026-07-28, held", () => {
  it("holds the retry, then asks the person whether they have finished", async () => {
    let done = false;
    const lab = createLab(
      async (ctx) => told(await ctx.elicit("Connect?", LINK, { completed: async () => done })),
      { holdMs: 30 },
    );
    await using host = await lab.host({
      protocolVersion: "2026-07-28",
      answers: [
        accept(),
        () => {
          done = true;
          return accept({ finished: true });
        },
      ],
    });
    expect(said(await host.callTool("run"))).toBe("accept, completed true");
    expect(host.questions[1]).toMatchObject({
      mode: "form",
      message: expect.stringMatching(/^Finished at pages\.example\?/) as string,
    });
    expect(host.questions[1]?.round).toBe(5);
  });

  it("gives up when the person does", async () => {
    const lab = createLab(
      async (ctx) => told(await ctx.elicit("Connect?", LINK, { completed: async () => false })),
      { holdMs: 20 },
    );
    await using host = await lab.host({
      protocolVersion: "2026-07-28",
      answers: [accept(), cancel()],
    });
    expect(said(await host.callTool("run"))).toBe("cancel");
  });

  it("does not hold back another open question", async () => {
    const lab = createLab(
      async (ctx) => {
        const [link, form] = await Promise.all([
          ctx.elicit("Connect?", LINK, { elicitationId: "slow" }),
          (async () => {
            await ctx.elicit("First?", ["a"]);
            return ctx.elicit("Second?", ["b"]);
          })(),
        ]);
        return `${told(link)}, ${form.action}`;
      },
      { holdMs: 60_000 },
    );
    await using host = await lab.host({
      protocolVersion: "2026-07-28",
      answers: {
        "Connect?": accept(),
        "First?": accept({ value: "a" }),
        "Second?": () => {
          void lab.elicitation.complete("slow");
          return accept({ value: "b" });
        },
      },
    });
    expect(said(await host.callTool("run"))).toBe("accept, completed true, accept");
  });

  it("completes for the unmodified official client", async () => {
    let done = false;
    const lab = createLab(
      async (ctx) => told(await ctx.elicit("Connect?", LINK, { completed: async () => done })),
      { holdMs: 40 },
    );
    const handler = lab.elicitation.createHandler(lab.build);
    const client = new Client(
      { name: "official", version: "1" },
      {
        capabilities: { elicitation: { form: {}, url: {} } },
        versionNegotiation: { mode: { pin: "2026-07-28" } },
      },
    );
    let asked = 0;
    client.setRequestHandler("elicitation/create", async () => {
      if (++asked === 2) done = true;
      return { action: "accept" as const, ...(asked > 1 && { content: { finished: true } }) };
    });
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
        fetch: (url, init) => handler(new Request(url, init)),
      }),
    );
    const result = await client.callTool({ name: "run", arguments: {} });
    expect(said(result as never)).toBe("accept, completed true");
    await client.close();
    await handler.close();
  });
});

describe.each(wires)(
  "a thrown UrlElicitationRequiredError on $protocolVersion over $transport",
  (wire) => {
    const lab = (state: { connected: boolean }): ReturnType<typeof createLab> =>
      createLab(
        async () => {
          if (!state.connected) {
            throw new UrlElicitationRequiredError([
              { mode: "url", message: "Connect first", url: LINK, elicitationId: "thrown" },
            ]);
          }
          return "connected";
        },
        { holdMs: 30 },
      );

    it("leads to the link, and the call goes on once it is done", async () => {
      const state = { connected: false };
      const { elicitation, ...rest } = lab(state);
      await using host = await rest.host({
        ...wire,
        answers: () => {
          state.connected = true;
          void elicitation.complete("thrown");
          return accept();
        },
      });
      const result = said(await host.callTool("run"));
      if (wire.protocolVersion === "2025-06-18") {
        expect(result).toMatch(
          /^error: The user has to open https:\/\/pages\.example.* does not support elicitation/,
        );
        return;
      }
      expect(result).toBe("connected");
      expect(host.questions[0]).toMatchObject({
        url: LINK,
        via: wire.protocolVersion === "2025-11-25" ? "url_required" : "input_required",
      });
    });

    it("is explained to a host without URL mode", async () => {
      await using host = await lab({ connected: false }).host({
        ...wire,
        capabilities: { elicitation: { form: {} } },
        answers: [],
      });
      const call = host.callTool("run");
      if (wire.protocolVersion === "2026-07-28") {
        await expect(call).rejects.toMatchObject({
          code: -32021,
          data: { requiredCapabilities: { elicitation: { url: {} } } },
        });
      } else {
        expect(said(await call)).toMatch(/^error: The user has to open/);
      }
    });
  },
);

describe("links", () => {
  it.each([
    ["not a link", "not-a-url"],
    ["a relative one", "/connect"],
    ["javascript:", "javascript:alert(1)"],
    ["file:", "file:///etc/passwd"],
    ["data:", "data:text/html,hi"],
    ["embedded credentials", "https://user:secret@pages.example/"],
  ])("refuses %s", async (_name, url) => {
    const lab = createLab((ctx) => ctx.elicit("Connect?", url));
    await using host = await lab.host({ protocolVersion: "2025-11-25", answers: [] });
    expect(said(await host.callTool("run"))).toMatch(/^error: /);
    expect(host.questions).toHaveLength(0);
  });
});

describe("an interaction of one person", () => {
  it.each(["2025-11-25", "2026-07-28"] as const)(
    "never counts for another on %s",
    async (protocolVersion) => {
      const lab = createLab(async (ctx) =>
        told(await ctx.elicit("Connect?", LINK, { elicitationId: "reused" })),
      );
      const person = (sub: string) => ({
        authInfo: { token: "t", clientId: "app", scopes: [], extra: { sub } },
        transport: "http" as const,
      });
      await using ada = await lab.host({
        protocolVersion,
        ...person("ada-lovelace"),
        answers: [accept()],
      });
      await using bob = await lab.host({
        protocolVersion,
        ...person("bob-ross-1"),
        answers: () => accept(),
      });
      void lab.elicitation.complete("reused", { principal: "ada-lovelace" });
      expect(said(await ada.callTool("run"))).toBe("accept, completed true");
      expect(said(await bob.callTool("run"))).toMatch(
        /^error: This elicitationId belongs to another user's/,
      );
    },
  );
});

describe("waiting for the end on 2026-07-28", () => {
  it("is bounded by the deadline, not by the rounds", async () => {
    let time = 1_000_000;
    const lab = createLab(
      async (ctx) =>
        told(await ctx.elicit("Connect?", LINK, { completed: async () => false, timeoutMs: 400 })),
      { holdMs: 5, now: () => time },
    );
    await using host = await lab.host({
      protocolVersion: "2026-07-28",
      maxRounds: 100,
      // Only the person takes time: thirty milliseconds a question.
      answers: () => {
        time += 30;
        return accept({ finished: true });
      },
    });
    expect(said(await host.callTool("run"))).toBe("unanswered deadline");
    expect(host.questions).toHaveLength(14);
  });
});

describe("a question that is another one in every round", () => {
  it.each([
    ["a link", (n: number, ctx: ElicitationContext) => ctx.elicit("Connect?", `${LINK}/${n}`)],
    ["a list", (n: number, ctx: ElicitationContext) => ctx.elicit("Which?", [`a${n}`, `b${n}`])],
    ["words", (n: number, ctx: ElicitationContext) => ctx.elicit(`At ${n}?`, ["a"])],
  ])("is noticed when %s changes", async (_what, ask) => {
    let round = 0;
    const lab = createLab(async (ctx) => (await ask(++round, ctx)).action);
    await using host = await lab.host({
      protocolVersion: "2026-07-28",
      answers: () => accept({ value: `a${round}` }),
    });
    expect(said(await host.callTool("run"))).toMatch(
      /^error: Replay mismatch at "q_[\w-]{12}"\. Recorded: "(Connect\?|Which\?|At 2\?)"\. Now: (the same words with other fields, another link or in another place|the question "At 3\?")\./,
    );
    expect(host.questions).toHaveLength(2);
  });
});
