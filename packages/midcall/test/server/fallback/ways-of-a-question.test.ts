import { createMemoryStore } from "midcall/store";
import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { openAndLook } from "../../local-page/lab.js";
import { Browser } from "../../pages/browser.js";
import { createLab, said, text, wires } from "../lab.js";

const local = wires.filter(({ transport }) => transport === "stdio");
const schema = z.object({ city: z.string() });
const views = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

/** A server whose pages a scripted browser answers, one field each. */
function createDesk(
  handler: (ctx: ElicitationContext) => unknown,
  options: ElicitationOptions = {},
): { readonly lab: ReturnType<typeof createLab>; readonly opened: string[] } {
  const opened: string[] = [];
  const lab = createLab(handler, {
    async openBrowser(url) {
      opened.push(url);
      const browser = new Browser({});
      const page = await openAndLook(browser, url);
      void browser.press(page, "answer", { f0: "Oslo" });
    },
    keepAliveMs: 50,
    ...options,
  });
  return { lab, opened };
}

describe.each(local)("fallback of a question, on $protocolVersion", (wire) => {
  it("changes the order: a page, although the host can ask", async () => {
    const { lab, opened } = createDesk(async (ctx) => {
      const first = await ctx.elicit("Where to?", schema, { fallback: ["page", "native"] });
      const second = await ctx.elicit("And then?", schema);
      return text([first.via, second.via]);
    });
    await using host = await lab.host({
      ...wire,
      answers: [{ action: "accept", content: { city: "Rome" } }],
    });
    expect(said(await host.callTool("run"))).toBe('["page","native"]');
    expect(opened).toHaveLength(1);
  });

  it("leaves ways out, and the error names those that are left", async () => {
    const { lab, opened } = createDesk(
      async (ctx) => {
        const answer = await ctx.elicit("Where to?", schema, {
          fallback: ["app"],
          whenUnavailable: "continue",
        });
        const reason = answer.action === "unanswered" && answer.reason;
        await ctx.elicit("Where to now?", schema, { fallback: ["app"] });
        return text(String(reason));
      },
      { fallback: ["native", "app", "page"], store: createMemoryStore() },
    );
    await using host = await lab.host({ ...wire, answers: [] });
    const result = await host.callTool("run");
    expect(result.isError).toBe(true);
    expect(said(result)).toMatch(/allows only these ways for it: app\. None of them is possible/);
    expect(opened).toEqual([]);
  });

  it("goes to the model in a host that can ask, with the tool that passes the answer on", async () => {
    const { lab } = createDesk(
      async (ctx) => text((await ctx.elicit("Where to?", schema, { fallback: ["relay"] })).via),
      { fallback: ["native", "relay"], store: createMemoryStore() },
    );
    await using host = await lab.host({ ...wire, answers: [] });
    const asked = said(await host.callTool("run"));
    const [, continuation] = /continuation "([^"]+)"/.exec(asked) ?? [];
    expect(continuation, asked).toBeDefined();
    const tools = await host.listTools();
    expect(tools.map(({ name }) => name)).toContain("midcall_relay_answer");
    const answer = { continuation, action: "accept", content: { city: "Oslo" } };
    expect(said(await host.callTool("midcall_relay_answer", answer))).toBe("relay");
  });

  it("does not make relay possible for ctx.confirm", async () => {
    const { lab, opened } = createDesk(
      async (ctx) => text(String(await ctx.confirm("Delete it?", { fallback: ["relay"] }))),
      { fallback: ["page", "relay"], store: createMemoryStore() },
    );
    await using host = await lab.host({ ...wire, answers: [], capabilities: {} });
    expect(said(await host.callTool("run"))).toMatch(/only these ways for it: relay\. None/);
    expect(opened).toEqual([]);
  });

  it("is an error where it names a way that the server does not use", async () => {
    const errors: string[] = [];
    const { lab } = createDesk(async (ctx) => {
      for (const fallback of [["relay"], [], ["native", "native"], "page", ["mail"]]) {
        await ctx
          .elicit("Where to?", schema, { fallback: fallback as never })
          .catch((error: Error) => errors.push(`${error.name}: ${error.message}`));
      }
      return text("done");
    });
    await using host = await lab.host({ ...wire, answers: [] });
    expect(said(await host.callTool("run"))).toBe("done");
    expect(errors).toHaveLength(5);
    expect(errors[0]).toMatch(
      /^QuestionError: .*"relay".*its own ways are native, page\. Add "relay"/,
    );
    for (const error of errors.slice(1))
      expect(error).toMatch(/^QuestionError: fallback must be a list of "native", "app", "page"/);
  });

  it("and human are errors where they cannot be kept", async () => {
    const { lab } = createDesk(async (ctx) => {
      const options = { human: "required" } as never;
      const error = await ctx.elicit("Go there", "https://example.com", options).catch(String);
      return text(error);
    });
    await using host = await lab.host({ ...wire, answers: [] });
    expect(said(await host.callTool("run"))).toContain("QuestionError: human is for forms only");
  });

  it("moves a question that the host declined by itself along its own ways only", async () => {
    const { lab, opened } = createDesk(
      async (ctx) => {
        const answer = await ctx.elicit("Where to?", schema, { fallback: ["native"] });
        return text([answer.action, answer.via]);
      },
      { autoDeclineMs: 3_600_000 },
    );
    await using host = await lab.host({ ...wire, answers: [{ action: "decline" }] });
    expect(said(await host.callTool("run"))).toBe('["unanswered","native"]');
    expect(opened).toEqual([]);
  });
});

describe.each(local)(
  "a host without elicitation and a machine without a browser, on $protocolVersion",
  (wire) => {
    it("is told that no browser could be opened", async () => {
      const { lab } = createDesk(
        async (ctx) => text((await ctx.elicit("Where to?", schema)).action),
        {
          openBrowser: () => Promise.reject(new Error("no display")),
          logger: { warn() {}, error() {} },
        },
      );
      await using host = await lab.host({ ...wire, answers: [], capabilities: {} });
      const told = await host
        .callTool("run")
        .then(said)
        .catch(({ message }: Error) => message);
      expect(told).toContain("no browser could be opened on this machine");
    });

    it("gives the handler no answer, once, where it continues without one", async () => {
      let tries = 0;
      const { lab } = createDesk(
        async (ctx) => {
          const answer = await ctx.elicit("Where to?", schema, { whenUnavailable: "continue" });
          return text([answer.action, answer.action === "unanswered" && answer.reason]);
        },
        {
          openBrowser: () => Promise.reject(new Error(`no display ${(tries += 1)}`)),
          logger: { warn() {}, error() {} },
        },
      );
      await using host = await lab.host({ ...wire, answers: [], capabilities: {} });
      expect(said(await host.callTool("run"))).toBe('["unanswered","unsupported"]');
      expect(tries).toBe(1);
    });
  },
);

describe.each(local)("a view for one question only, on $protocolVersion", (wire) => {
  it("is used for that question, where the server names it after the page", async () => {
    const { lab, opened } = createDesk(
      async (ctx) => text((await ctx.elicit("Where to?", schema, { fallback: ["app"] })).action),
      { fallback: ["page", "app"], store: createMemoryStore() },
    );
    await using host = await lab.host({ ...wire, answers: [], capabilities: views });
    expect(said(await host.callTool("run"))).toContain("in the view");
    expect(opened).toEqual([]);
  });
});
