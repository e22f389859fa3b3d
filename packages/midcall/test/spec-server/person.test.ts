import type { AuthInfo } from "@modelcontextprotocol/server";
import { createMemoryStore, type Store } from "midcall/store";
import type { ElicitationOptions } from "midcall/server";
import { knownHosts } from "../../src/server/host/known-hosts.js";
import { accept, createTestHost, type TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { said } from "../server/lab.js";
import { accepting, answering, call, serve, tokenOf } from "./wire.js";

const ada = tokenOf("ada");
const bob = tokenOf("bob");
const invalid = { code: -32602, message: "Invalid or expired requestState" };

/** One question, and what came of it. */
const asks = (options: ElicitationOptions = {}) =>
  serve(async (ctx) => {
    const answer = await ctx.elicit("Whose?", z.object({ name: z.string() }));
    return answer.action === "accept" ? answer.data.name : answer.action;
  }, options);

describe("a 2025-11-25 session", () => {
  /** A person as some authorization layers name them, which only the author's own `principal` reads. */
  const member = (account: string): AuthInfo => ({ ...tokenOf("shared"), extra: { account } });
  const byAccount: ElicitationOptions = {
    principal: ({ http }) => http?.authInfo?.extra?.["account"] as string | undefined,
  };

  it.each([
    ["another person", ada, bob, {}],
    ["the same person through another host", ada, tokenOf("ada", "another client"), {}],
    ["nobody in particular", ada, undefined, {}],
    ["another person, known by other facts than sub", member("ada"), member("bob"), byAccount],
  ])(
    "takes no answer from %s, who knows its id [ELI-25B-29, ELI-25B-30, ELI-25B-40]",
    async (_name, owner, stranger, options) => {
      const { handler } = asks(options);
      let session = "";
      const watched = {
        fetch: async (request: Request, options?: Parameters<typeof handler.fetch>[1]) => {
          const response = await handler.fetch(request, options);
          session = response.headers.get("mcp-session-id") ?? session;
          return response;
        },
      };
      const statuses: number[] = [];
      const host: TestHost = await createTestHost({
        timeoutMs: 120_000,
        protocolVersion: "2025-11-25",
        handler: watched,
        authInfo: owner,
        answers: async () => {
          const { message } = host.transcript.findLast(
            ({ message: { method } }) => method === "elicitation/create",
          )!;
          const forged = {
            jsonrpc: "2.0",
            id: message["id"],
            result: { action: "accept", content: { name: "a stranger's" } },
          };
          const headers = {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-session-id": session,
            "mcp-protocol-version": "2025-11-25",
          };
          const request = new Request("http://localhost/mcp", {
            method: "POST",
            headers,
            body: JSON.stringify(forged),
          });
          statuses.push((await handler.fetch(request, stranger && { authInfo: stranger })).status);
          return accept({ name: "ada's" });
        },
      });
      expect(said(await host.callTool("run"))).toBe("ada's");
      expect(statuses).toEqual([404]);
      await host.close();
      await handler.close();
    },
  );

  /** A second question within a minute is one too many; the count is kept by person. */
  const counted = () => asks({ limits: { questionsPerMinute: 1 } });
  const open = (handler: ReturnType<typeof counted>["handler"], authInfo = ada, name = "host") =>
    createTestHost({
      timeoutMs: 120_000,
      protocolVersion: "2025-11-25",
      handler,
      authInfo,
      clientInfo: { name, version: "1.0.0" },
      answers: () => accept({ name: "x" }),
    });

  it("knows the person by the sub of the verified token, not by the token, the client or the session [ELI-25B-32]", async () => {
    const { handler } = counted();
    await using first = await open(handler);
    expect(said(await first.callTool("run"))).toBe("x");
    await using again = await open(handler, {
      ...tokenOf("ada", "another client"),
      token: "a fresh one",
    });
    expect(said(await again.callTool("run"))).toMatch(/^error: This user was asked/);
    await using other = await open(handler, bob);
    expect(said(await other.callTool("run"))).toBe("x");
    await handler.close();
  });

  it("believes no other name that the host gives the person [ELI-25B-58]", async () => {
    const { handler } = counted();
    await using first = await open(handler);
    expect(said(await first.callTool("run"))).toBe("x");
    await using liar = await open(handler, ada, "bob");
    const result = await liar.client.callTool({
      name: "run",
      arguments: { sub: "bob" },
      _meta: { sub: "bob", user: "bob", principal: "bob" },
    });
    expect(said(result as never)).toMatch(/^error: This user was asked/);
    await handler.close();
  });
});

describe("a 2026-07-28 call", () => {
  it.each([
    ["another person", bob],
    ["the same person through another host", tokenOf("ada", "another client")],
    ["nobody in particular", undefined],
  ])("is not continued by %s [ELI-26-32, MRTR-26-10]", async (_name, stranger) => {
    const { handler, runs } = asks();
    const first = await call(handler, { auth: ada });
    const retry = { state: first.state, responses: answering(first, accepting({ name: "me" })) };
    const before = runs();
    const refused = await call(handler, { ...retry, auth: stranger });
    expect(refused.error).toMatchObject(invalid);
    expect(runs()).toBe(before);
    expect((await call(handler, { ...retry, auth: ada })).said).toBe("me");
  });

  it("knows the person by the sub of the verified token, not by the token or the client [ELI-26-23]", async () => {
    const { handler } = asks();
    const first = await call(handler, { auth: ada });
    const retry = { state: first.state, responses: answering(first, accepting({ name: "me" })) };
    expect((await call(handler, { ...retry, auth: bob })).error).toMatchObject(invalid);
    expect(
      (await call(handler, { ...retry, auth: { ...ada, token: "a fresh one", scopes: ["more"] } }))
        .said,
    ).toBe("me");
  });

  it("believes no name that the host gives the person [ELI-26-49]", async () => {
    const { handler } = asks();
    const first = await call(handler, { auth: ada });
    const retry = { state: first.state, responses: answering(first, accepting({ name: "me" })) };
    const claims = {
      client: "ada",
      meta: { sub: "ada", user: "ada", principal: "ada", "example.org/user": "ada" },
    };
    expect((await call(handler, { ...retry, ...claims, auth: bob })).error).toMatchObject(invalid);
    expect((await call(handler, { ...retry, ...claims })).error).toMatchObject(invalid);
    expect(
      (await call(handler, { ...retry, client: "bob", meta: { sub: "bob" }, auth: ada })).said,
    ).toBe("me");
  });

  it("rests no decision about safety on what the host calls itself [BASE-26-10]", async () => {
    const { handler } = asks();
    const first = await call(handler, { auth: ada, client: "one name" });
    const retry = { state: first.state, responses: answering(first, accepting({ name: "me" })) };
    expect((await call(handler, { ...retry, auth: bob, client: "one name" })).error).toMatchObject(
      invalid,
    );
    expect((await call(handler, { ...retry, auth: ada, client: "another name" })).said).toBe("me");

    const guarded = serve(async (ctx, { secret }) => {
      if (secret === true)
        // @ts-expect-error: the type shows that it is a secret
        return (await ctx.elicit("Sign in", z.object({ password: z.string() }))).action;
      return String(await ctx.confirm("Delete everything?"));
    });
    for (const client of [...knownHosts.map(({ name }) => name), "trusted", "midcall"]) {
      const asked = await call(guarded.handler, { client });
      for (const answer of [
        { action: "decline" },
        { action: "cancel" },
        { action: "accept", content: { confirm: false } },
      ]) {
        const end = await call(guarded.handler, {
          client,
          state: asked.state,
          responses: answering(asked, answer),
        });
        expect(end.said).not.toBe("true");
      }
      const leak = await call(guarded.handler, {
        client,
        params: { name: "run", arguments: { secret: true } },
      });
      expect(leak.said).toMatch(/seems to ask for a secret/);
    }
  });
});

describe("what a store remembers of a 2026-07-28 call", () => {
  it("is given to the person it belongs to and to no one else [ELI-26-21]", async () => {
    const { handler, runs } = asks({ store: createMemoryStore() });
    const first = await call(handler, { auth: ada });
    const retry = {
      state: first.state,
      responses: answering(first, accepting({ name: "for ada's eyes" })),
    };
    expect((await call(handler, { ...retry, auth: ada })).said).toBe("for ada's eyes");
    const before = runs();
    for (const stranger of [bob, tokenOf("ada", "another client"), undefined]) {
      const refused = await call(handler, { ...retry, auth: stranger });
      expect(refused.error).toMatchObject(invalid);
      expect(JSON.stringify(refused)).not.toContain("ada's eyes");
    }
    // Her own host, whose response got lost, is given the result again without a second run.
    expect((await call(handler, { ...retry, auth: ada })).said).toBe("for ada's eyes");
    expect(runs()).toBe(before);
  });

  it("can be read and changed by nobody without the secret, neither there nor on the way [ELI-26-22]", async () => {
    const kept: string[] = [];
    const memory = createMemoryStore();
    const store: Store = {
      ...memory,
      put: (key, value, options) => (kept.push(key, value), memory.put(key, value, options)),
      putIfAbsent: (key, value, options) => (
        kept.push(key, value),
        memory.putIfAbsent(key, value, options)
      ),
    };
    const { handler } = serve(
      async (ctx) => {
        await ctx.elicit("First?", z.object({ name: z.string() }));
        const found = await ctx.step("look", () => "found-in-a-step");
        const second = await ctx.elicit("Second?", ["b"]);
        return `${found} ${second.action}`;
      },
      { store },
    );
    const first = await call(handler, { auth: ada });
    const second = await call(handler, {
      auth: ada,
      state: first.state,
      responses: answering(first, accepting({ name: "typed-by-ada" })),
    });
    const third = {
      auth: ada,
      state: second.state,
      responses: answering(second, accepting({ value: "b" })),
    };
    const end = await call(handler, third);
    expect(end.said).toBe("found-in-a-step accept");
    expect(kept.length).toBeGreaterThan(4);
    for (const text of [...kept, first.state!, second.state!]) {
      for (const plain of [
        text,
        Buffer.from(text.replace(/^mc1\./, ""), "base64url").toString("latin1"),
      ]) {
        expect(plain).not.toMatch(/typed-by-ada|found-in-a-step|First|Second/);
      }
    }
    // Of a call that is still open, as an ended one takes no state at all.
    const other = await call(handler, { auth: ada });
    const state = other.state!;
    const responses = answering(other, accepting({ name: "typed-by-ada" }));
    for (let at = 0; at < state.length; at += 3) {
      const changed = state.slice(0, at) + (state[at] === "A" ? "B" : "A") + state.slice(at + 1);
      const refused = await call(handler, { auth: ada, state: changed, responses });
      expect([at, refused.error]).toMatchObject([at, invalid]);
    }
  });
});
