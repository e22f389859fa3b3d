import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLab, protocolVersions, said } from "../server/lab.js";

const LINK = "https://pages.example/key/7f3a";

const forms: readonly (readonly [string, string, z.ZodObject])[] = [
  ["a password", "Sign in", z.object({ password: z.string() })],
  ["an API key", "Connect", z.object({ key: z.string().meta({ title: "API key" }) })],
  [
    "an access token",
    "Connect",
    z.object({ value: z.string().meta({ description: "Paste your access token." }) }),
  ],
  ["a payment card", "Pay", z.object({ cardNumber: z.string() })],
  [
    "a password, in the message alone",
    "Please enter your password.",
    z.object({ answer: z.string() }),
  ],
];

describe.each(protocolVersions)("on %s", (protocolVersion) => {
  it.each(forms)(
    "a form never asks for %s [ELI-25A-01, ELI-25A-06, ELI-25B-01, ELI-25B-60, ELI-26-01, ELI-26-51]",
    async (_name, message, schema) => {
      const lab = createLab((ctx) => ctx.elicit(message, schema));
      await using host = await lab.host({ protocolVersion, answers: () => accept({}) });
      expect(said(await host.callTool("run"))).toMatch(
        /^error: This form seems to ask for a secret/,
      );
      expect(host.questions).toEqual([]);
    },
  );
});

describe.each(["2025-11-25", "2026-07-28"] as const)("on %s", (protocolVersion) => {
  it("a secret goes the URL road: the form is refused and points there, the link is sent [ELI-25B-02, ELI-26-02]", async () => {
    const lab = createLab(async (ctx) => {
      // @ts-expect-error: the type shows that it is a secret
      const refusal = await ctx.elicit("Connect", z.object({ apiKey: z.string() })).then(
        () => "asked in a form",
        (error: Error) => error.message,
      );
      const answer = await ctx.elicit("Enter your API key on our page.", LINK);
      return `${answer.action}; ${refusal}`;
    });
    await using host = await lab.host({ protocolVersion, answers: [accept()] });
    expect(said(await host.callTool("run"))).toMatch(/^accept; .*Use URL mode instead/);
    expect(host.questions.map(({ mode, url }) => [mode, url])).toEqual([["url", LINK]]);
    host.expectNoLeftovers();
  });
});
