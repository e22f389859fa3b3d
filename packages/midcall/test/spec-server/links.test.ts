import { UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import type { SchemaInput } from "midcall/server";
import { accept, createTestHost, type ProtocolVersion } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLab, said } from "../server/lab.js";
import { tokenOf } from "./wire.js";

const protocolVersions = ["2025-11-25", "2026-07-28"] as const;
const production = { development: false };

/** Sends the link as a question, and as the link of a refused call. */
const ways = {
  asked: (url: string) =>
    createLab(async (ctx) => (await ctx.elicit("Connect?", url)).action, production),
  thrown: (url: string) =>
    createLab(() => {
      throw new UrlElicitationRequiredError([
        { mode: "url", message: "Connect?", url, elicitationId: "e" },
      ]);
    }, production),
};

/** What the host behind ada's token gets to see of a link. */
async function seen(
  lab: ReturnType<typeof createLab>,
  protocolVersion: ProtocolVersion,
): Promise<{ all: string; said: string }> {
  const handler = lab.elicitation.createHandler(lab.build);
  await using host = await createTestHost({
    timeoutMs: 120_000,
    protocolVersion,
    handler,
    authInfo: tokenOf("ada@example.org"),
    answers: () => accept(),
  });
  const ended = await host
    .callTool("run", {}, { timeoutMs: 120_000 })
    .then(said, (error: Error) => error.message);
  const all = JSON.stringify(host.questions.map(({ params }) => params));
  await handler.close();
  return { all, said: ended };
}

describe.each(protocolVersions)("on %s", (protocolVersion) => {
  it.each([
    ["credentials", "https://ada:hunter2@pages.example/"],
    ["a user name", "https://ada@pages.example/"],
    ["the person's identity", "https://pages.example/connect?user=ada@example.org"],
    ["the person's identity, encoded", "https://pages.example/connect?user=ada%40example.org"],
  ])("a link with %s is never sent [ELI-25B-46, ELI-26-37]", async (_name, url) => {
    for (const make of Object.values(ways)) {
      const { all, said: words } = await seen(make(url), protocolVersion);
      expect(all).toBe("[]");
      expect(words).toMatch(/^error: /);
      expect(words).not.toMatch(/hunter2|ada/);
    }
  });

  it("outside of development only https links are sent, but for this machine [ELI-25B-49, ELI-26-40]", async () => {
    for (const url of [
      "http://pages.example/connect",
      "http://10.0.0.7/connect",
      "http://localhost.example.com/",
    ]) {
      for (const make of Object.values(ways))
        expect(await seen(make(url), protocolVersion)).toMatchObject({ all: "[]" });
    }
    for (const url of [
      "https://pages.example/connect",
      "http://127.0.0.1:8080/connect",
      "http://[::1]:8080/connect",
      "http://localhost:8080/connect",
    ]) {
      const { all, said: words } = await seen(ways.asked(url), protocolVersion);
      expect(words).toBe("accept");
      expect(all).toContain(url);
    }
  });

  it("in development an http link is sent, with a warning [ELI-25B-49, ELI-26-40]", async () => {
    const lab = createLab(
      async (ctx) => (await ctx.elicit("Connect?", "http://pages.example/")).action,
      { development: true },
    );
    await using host = await lab.host({ protocolVersion, answers: [accept()] });
    expect(said(await host.callTool("run"))).toBe("accept");
    expect(lab.log.warnings.join()).toMatch(/not encrypted.*In production it is refused/);
  });

  it("no scheme but the web's is sent [ELI-25B-49, ELI-26-40]", async () => {
    for (const url of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,hi",
      "ftp://pages.example/",
    ]) {
      for (const make of Object.values(ways))
        expect(await seen(make(url), protocolVersion)).toMatchObject({ all: "[]" });
    }
  });

  it.each([
    ["the message", "See https://pages.example/terms", z.object({ ok: z.boolean() })],
    [
      "a title",
      "Agree?",
      z.object({ ok: z.boolean().meta({ title: "I read HTTP://pages.example/terms" }) }),
    ],
    [
      "a description",
      "Agree?",
      z.object({ ok: z.boolean().meta({ description: "https://pages.example/terms" }) }),
    ],
    ["the title of a choice", "Which?", { a: "The one at https://pages.example/a", b: "Another" }],
  ])(
    "an author is warned of a link in %s of a form [ELI-25B-48, ELI-26-39]",
    async (_name, message, schema) => {
      const lab = createLab(
        async (ctx) => (await ctx.elicit(message, schema as SchemaInput)).action,
      );
      await using host = await lab.host({
        protocolVersion,
        answers: () => accept({ ok: true, value: "a" }),
      });
      expect(said(await host.callTool("run"))).toBe("accept");
      expect(lab.log.warnings.join()).toMatch(/puts a link into a form/);
    },
  );

  it("an author is not warned of a form without links", async () => {
    const schema = z.object({
      site: z.url().default("https://pages.example/").meta({ title: "Site" }),
      pick: z.enum(["https://a.example", "b"]),
    });
    const lab = createLab(async (ctx) => (await ctx.elicit("Which?", schema)).action);
    await using host = await lab.host({
      protocolVersion,
      answers: () => accept({ site: "https://x.example/", pick: "b" }),
    });
    expect(said(await host.callTool("run"))).toBe("accept");
    expect(lab.log.warnings).toEqual([]);
  });
});
