import {
  McpServer,
  ProtocolError,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import { createElicitation, type ElicitationContext } from "midcall/server";
import { accept, createTestHost, decline, type ProtocolVersion } from "midcall/testing";
import { describe, expect, it, vi } from "vitest";
import { createLab, createLog, said, SECRET } from "../server/lab.js";
import { tokenOf } from "./wire.js";

const LINK = "https://pages.example/connect/7f3a";
const link = { mode: "url" as const, message: "Connect first", url: LINK, elicitationId: "e-1" };
const COMPLETE = "notifications/elicitation/complete";

describe("the completion notice of 2025-11-25", () => {
  it("goes to the host that was asked and to no other [ELI-25B-21]", async () => {
    const lab = createLab(async (ctx) => {
      const elicitationId = `for ${String(ctx.http?.authInfo?.extra?.["sub"])}`;
      return (await ctx.elicit("Connect?", LINK, { elicitationId })).action;
    });
    const handler = lab.elicitation.createHandler(lab.build);
    const open = (sub: string) =>
      createTestHost({
        timeoutMs: 120_000,
        protocolVersion: "2025-11-25",
        handler,
        authInfo: tokenOf(sub),
        answers: [accept()],
      });
    await using ada = await open("ada");
    await using bob = await open("bob");
    const calls = [ada, bob].map((host) => host.callTool("run"));
    await vi.waitFor(() =>
      expect([ada, bob].map(({ questions }) => questions.length)).toEqual([1, 1]),
    );
    await lab.elicitation.complete("nobody's");
    await lab.elicitation.complete("for ada");
    expect(said((await calls[0])!)).toBe("accept");
    // An exchange of bob's own, so that whatever was sent to him before has arrived.
    await bob.listTools();
    expect(ada.received(COMPLETE)).toEqual([{ elicitationId: "for ada" }]);
    expect(bob.received(COMPLETE)).toEqual([]);
    await lab.elicitation.complete("for bob");
    expect(said((await calls[1])!)).toBe("accept");
    expect(bob.received(COMPLETE)).toEqual([{ elicitationId: "for bob" }]);
    expect(ada.received(COMPLETE)).toHaveLength(1);
    await handler.close();
  });

  it("repeats the id of the question [ELI-25B-22]", async () => {
    const lab = createLab(async (ctx) => {
      await ctx.elicit("Connect?", LINK, { elicitationId: "first" });
      return (await ctx.elicit("And here?", LINK, { elicitationId: "second" })).action;
    });
    await using host = await lab.host({
      protocolVersion: "2025-11-25",
      answers: ({ elicitationId }) => {
        void lab.elicitation.complete(elicitationId ?? "none");
        return accept();
      },
    });
    expect(said(await host.callTool("run"))).toBe("accept");
    expect(host.questions.map(({ elicitationId }) => elicitationId)).toEqual(["first", "second"]);
    await vi.waitFor(() =>
      expect(host.received(COMPLETE)).toEqual([
        { elicitationId: "first" },
        { elicitationId: "second" },
      ]),
    );
  });
});

/** A server whose tool, prompt and resource all do the same. */
function everywhere(fn: (ctx: ElicitationContext) => unknown) {
  const elicitation = createElicitation({
    secret: SECRET,
    logger: createLog(),
    holdMs: 20,
    development: false,
  });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "gated", version: "1.0.0" }));
    server.registerTool(
      "run",
      {},
      elicitation.handler(async (ctx) => (await fn(ctx), { content: [] })),
    );
    server.registerPrompt(
      "run",
      {},
      elicitation.handler(async (ctx) => (await fn(ctx), { messages: [] })),
    );
    server.registerResource(
      "run",
      "run://it",
      {},
      elicitation.handler(
        async (_uri: URL, ctx: ElicitationContext) => (await fn(ctx), { contents: [] }),
      ) as never,
    );
    return server;
  };
  const tried = async (protocolVersion: ProtocolVersion, answers = () => decline()) => {
    await using host = await createTestHost({
      protocolVersion,
      build,
      answers,
      timeoutMs: 120_000,
    });
    const calls = [host.callTool("run"), host.getPrompt("run"), host.readResource("run://it")];
    const ends = await Promise.allSettled(calls);
    const wire = JSON.stringify(
      host.transcript.filter(({ direction }) => direction === "received"),
    );
    const errors = host.transcript.flatMap(({ message }) => {
      const error = message["error"] as { code: number; data?: unknown } | undefined;
      return error === undefined ? [] : [error];
    });
    return { ends, wire, errors, questions: host.questions };
  };
  return { tried };
}

describe("a call refused with -32042 on 2025-11-25", () => {
  const required = everywhere(() => {
    throw new UrlElicitationRequiredError([
      link,
      { ...link, elicitationId: "e-2", url: `${LINK}/2` },
    ]);
  });

  it("says so for tools, prompts and resources, where a link has to be opened first [ELI-25B-38]", async () => {
    const { errors } = await required.tried("2025-11-25");
    expect(errors.map(({ code }) => code)).toEqual([-32042, -32042, -32042]);
  });

  it("lists every link that is needed, each a URL question with an elicitationId [ELI-25B-26, ELI-25B-27, ELI-25B-28]", async () => {
    const { errors } = await required.tried("2025-11-25");
    expect(errors).toHaveLength(3);
    for (const { data } of errors) {
      expect(data).toEqual({
        elicitations: [link, { ...link, elicitationId: "e-2", url: `${LINK}/2` }],
      });
    }
  });

  it.each([
    ["an empty list", new UrlElicitationRequiredError([])],
    ["no list", new ProtocolError(-32042, "Log in first")],
    ["no list but other data", new ProtocolError(-32042, "Log in first", { elicitations: "soon" })],
  ])(
    "is not passed on with %s, as then there is no link to open [ELI-25B-25, ELI-25B-26]",
    async (_name, error) => {
      const { wire, ends } = await everywhere(() => {
        throw error;
      }).tried("2025-11-25");
      expect(wire).not.toContain("-32042");
      expect(JSON.stringify(ends[0])).toContain("must list at least one link");
    },
  );

  it.each([
    [
      "a form",
      { mode: "form", message: "Name?", requestedSchema: { type: "object", properties: {} } },
    ],
    ["a link without an id", { mode: "url", message: "Connect", url: LINK }],
    ["a link with an empty id", { ...link, elicitationId: "" }],
    ["a link without a message", { mode: "url", url: LINK, elicitationId: "e" }],
    ["null", null],
  ])("is not passed on when it lists %s [ELI-25B-27, ELI-25B-28]", async (_name, listed) => {
    const { wire } = await everywhere(() => {
      throw new UrlElicitationRequiredError([link, listed as never]);
    }).tried("2025-11-25");
    expect(wire).not.toContain("-32042");
  });

  it("comes of nothing but a thrown link: not of other errors, questions or limits [ELI-25B-25]", async () => {
    for (const fn of [
      () => Promise.reject(new Error("broken")),
      () => Promise.reject(new ProtocolError(-32602, "No such dir")),
      (ctx: ElicitationContext) => ctx.elicit("Connect?", LINK),
      (ctx: ElicitationContext) => ctx.elicit("Connect?", "javascript:alert(1)"),
    ]) {
      expect((await everywhere(fn as never).tried("2025-11-25")).wire).not.toContain("-32042");
    }
  });
});

describe("-32042 on 2026-07-28", () => {
  it.each([
    ["a link", new UrlElicitationRequiredError([link])],
    ["no list", new ProtocolError(-32042, "Log in first")],
    ["an empty list", new UrlElicitationRequiredError([])],
  ])(
    "is never said, thrown with %s in a tool, a prompt or a resource [BASE-26-02]",
    async (name, error) => {
      const { wire, questions, ends } = await everywhere(() => {
        throw error;
      }).tried("2026-07-28");
      expect(wire).not.toContain("-32042");
      expect(ends).toHaveLength(3);
      expect(questions.map(({ url }) => url)).toEqual(name === "a link" ? [LINK, LINK, LINK] : []);
    },
  );
});
