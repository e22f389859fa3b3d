import { accept } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLab, protocolVersions, said } from "../server/lab.js";
import { call, sendRaw, serve } from "./wire.js";

const LINK = "https://pages.example/connect/7f3a";

/** What a host may declare, and the modes it has then. */
const declarations = [
  { elicitation: undefined, form: false, url: false },
  { elicitation: {}, form: true, url: false },
  { elicitation: { form: {} }, form: true, url: false },
  { elicitation: { url: {} }, form: false, url: true },
  { elicitation: { form: {}, url: {} }, form: true, url: true },
] as const;

const cases = declarations.map((declared) => ({
  ...declared,
  name: JSON.stringify(declared.elicitation) ?? "nothing",
}));

describe.each(["2025-11-25", "2026-07-28"] as const)("on %s", (protocolVersion) => {
  it.each(cases)(
    "a host that declares $name gets only what it has [ELI-25B-09, ELI-26-09]",
    async (declared) => {
      const { elicitation } = declared;
      const lab = createLab(async (ctx) => {
        const form = await ctx.elicit("Which?", ["a", "b"], { whenUnavailable: "continue" });
        const url = await ctx.elicit("Connect?", LINK, { whenUnavailable: "continue" });
        return `${form.action} ${url.action} ${ctx.canElicit("form")} ${ctx.canElicit("url")}`;
      });
      await using host = await lab.host({
        protocolVersion,
        capabilities: elicitation === undefined ? {} : { elicitation },
        answers: ({ mode }) => (mode === "form" ? accept({ value: "a" }) : accept()),
      });
      const { form, url } = declared;
      const outcome = (has: boolean): string => (has ? "accept" : "unanswered");
      expect(said(await host.callTool("run"))).toBe(
        `${outcome(form)} ${outcome(url)} ${form} ${url}`,
      );
      expect(host.questions.map(({ mode }) => mode)).toEqual([
        ...(form ? ["form"] : []),
        ...(url ? ["url"] : []),
      ]);
    },
  );
});

it.each(["2025-06-18", "2025-11-25"] as const)(
  "a %s host that announced no elicitation is asked nothing [LIFE-25A-02, LIFE-25B-02]",
  async (protocolVersion) => {
    const lab = createLab((ctx) => ctx.elicit("Which?", ["a", "b"]));
    await using host = await lab.host({
      protocolVersion,
      capabilities: { sampling: {} },
      answers: () => accept({ value: "a" }),
    });
    expect(said(await host.callTool("run"))).toMatch(
      /^error: .*has not declared that it can show one/,
    );
    expect(host.questions).toEqual([]);
  },
);

describe("a 2025-06-18 host", () => {
  const rich = z.object({
    size: z.enum(["s", "m"]).meta({ title: "Size" }).default("m"),
    code: z.string().regex(/^[A-Z]+$/),
    tags: z.array(z.enum(["x", "y"])).optional(),
    count: z.int().default(3),
    sure: z.boolean().default(true),
  });

  it("gets no word of a later protocol version: no mode, no titled or multiple choice, no pattern, no default [LIFE-25A-01]", async () => {
    const lab = createLab(async (ctx) => {
      await ctx.elicit("All?", rich);
      await ctx.elicit("Titled?", { a: "The first", b: "The second" });
      return (await ctx.elicit("Connect?", LINK, { whenUnavailable: "continue" })).action;
    });
    await using host = await lab.host({
      protocolVersion: "2025-06-18",
      answers: () => accept({ code: "A", value: "a" }),
    });
    expect(said(await host.callTool("run"))).toBe("unanswered");
    expect(host.questions).toHaveLength(2);
    const words = new Set([
      "type",
      "title",
      "description",
      "enum",
      "enumNames",
      "minLength",
      "maxLength",
      "format",
      "minimum",
      "maximum",
      "default",
    ]);
    const withDefault: unknown[] = [];
    for (const { params } of host.questions) {
      expect(Object.keys(params).sort()).toEqual(["message", "requestedSchema"]);
      const { properties, ...schema } = params["requestedSchema"] as {
        properties: Record<string, Record<string, unknown>>;
      };
      expect(Object.keys(schema).filter((key) => key !== "type" && key !== "required")).toEqual([]);
      for (const field of Object.values(properties)) {
        expect(Object.keys(field).filter((key) => !words.has(key))).toEqual([]);
        expect(["string", "number", "integer", "boolean"]).toContain(field["type"]);
        if ("default" in field) withDefault.push(field["type"]);
      }
    }
    // The one kind of field that has a default on this protocol version: the two boxes of the choice, and `sure`.
    expect(withDefault).toEqual(["boolean", "boolean", "boolean"]);
  });
});

describe("a 2025-11-25 host", () => {
  it("gets no word of 2026-07-28: no interim result, no state, no -32021 [LIFE-25B-01]", async () => {
    const lab = createLab(async (ctx) => (await ctx.elicit("Which?", ["a", "b"])).action);
    await using host = await lab.host({
      protocolVersion: "2025-11-25",
      answers: [accept({ value: "a" })],
    });
    expect(said(await host.callTool("run"))).toBe("accept");
    await using bare = await lab.host({ protocolVersion: "2025-11-25", capabilities: {} });
    expect(said(await bare.callTool("run"))).toMatch(/^error: /);
    const seen = JSON.stringify(
      [...host.transcript, ...bare.transcript].filter(({ direction }) => direction === "received"),
    );
    expect(seen).toContain("elicitation/create");
    expect(seen).not.toMatch(/resultType|inputRequests|requestState|-32021|2026-07-28/);
  });
});

describe("on 2026-07-28", () => {
  const either = serve(async (ctx, { mode, gently }) => {
    const options = gently === true ? ({ whenUnavailable: "continue" } as const) : {};
    const answer =
      mode === "url"
        ? await ctx.elicit("Connect?", LINK, options)
        : await ctx.elicit("Which?", ["a", "b"], options);
    return `${answer.action} ${ctx.canElicit(mode as "form" | "url")}`;
  });
  const params = (mode: "form" | "url", gently = false): Record<string, unknown> => ({
    name: "run",
    arguments: { mode, gently },
  });

  it.each([
    ["form", null],
    ["form", { url: {} }],
    ["url", null],
    ["url", {}],
    ["url", { form: {} }],
  ] as const)(
    "no %s question goes into a result for a host that declares %j [MRTR-26-15, MRTR-26-16, BASE-26-06]",
    async (mode, elicitation) => {
      const reply = await call(either.handler, { params: params(mode), elicitation });
      expect(reply.keys).toEqual([]);
      expect(reply.result).toBeUndefined();
      // Where the author asks for it, the handler learns that nobody can be asked, and goes on.
      expect((await call(either.handler, { params: params(mode, true), elicitation })).said).toBe(
        "unanswered false",
      );
    },
  );

  it.each([
    ["form", null],
    ["form", { url: {} }],
    ["url", null],
    ["url", { form: {} }],
  ] as const)(
    "a call that has to ask by %s and cannot says -32021 and what it misses, with status 400 (host: %j) [BASE-26-07, BASE-26-08]",
    async (mode, elicitation) => {
      const reply = await call(either.handler, { params: params(mode), elicitation });
      expect(reply.error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { elicitation: { [mode]: {} } } },
      });
      expect(reply.status).toBe(400);
    },
  );

  it.each(["stdio", "http"] as const)(
    "goes by what this request declares, whatever others on the connection (%s) did [BASE-26-03]",
    async (transport) => {
      const lab = createLab((ctx) => String(ctx.canElicit("form")));
      await using host = await lab.host({ protocolVersion: "2026-07-28", transport });
      expect(said(await host.callTool("run"))).toBe("true");
      expect((await sendRaw(host, "less", {}))["result"]).toMatchObject({
        content: [{ text: "false" }],
      });
      expect((await sendRaw(host, "more", { elicitation: {} }))["result"]).toMatchObject({
        content: [{ text: "true" }],
      });
    },
  );
});

it.each(protocolVersions)(
  "on %s, a tool that never asks runs on any host",
  async (protocolVersion) => {
    const lab = createLab(() => "done");
    await using host = await lab.host({ protocolVersion, capabilities: {} });
    expect(said(await host.callTool("run"))).toBe("done");
  },
);
