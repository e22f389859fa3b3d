import type { CallToolResult } from "@modelcontextprotocol/server";
import { createMemoryStore } from "midcall/store";
import type { TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AppQuestion, QUESTION_META } from "../../../src/contracts/app.js";
import { createLab, said, text, wires } from "../lab.js";

const capabilities = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};
const schema = z.object({ city: z.string().min(2) });

/** The question in a result, as the host passes it to the view. */
function questionIn({ _meta }: CallToolResult): AppQuestion {
  return _meta![QUESTION_META] as AppQuestion;
}

/** Calls the answer tool, as the view does through its host. */
async function fromView(
  host: TestHost,
  { id, key }: Pick<AppQuestion, "id" | "key">,
  answer: object,
): Promise<unknown> {
  const result = await host.callTool("midcall_answer", { id, key, ...answer });
  return result.structuredContent;
}

/** On HTTP, nobody knows the user: a session is enough, and without one there is no view. */
const withIdentity = wires.filter(
  ({ protocolVersion, transport }) => protocolVersion !== "2026-07-28" || transport === "stdio",
);

describe.each(withIdentity)("a view in the host, on $protocolVersion over $transport", (wire) => {
  const app = () => ({ fallback: ["native", "app"], store: createMemoryStore() }) as const;

  it("shows the question, takes the answer with its key, and goes on when the call comes again [ELI-26-53]", async () => {
    const lab = createLab(async (ctx) => {
      const where = await ctx.elicit("Where to?", schema);
      return text([where.action, where.via, where.action === "accept" && where.data.city]);
    }, app());
    await using host = await lab.host({ ...wire, capabilities });
    const first = await host.callTool("run");
    expect(said(first)).toMatch(
      /“Where to\?” in the view.*call "run" again with the same arguments/s,
    );
    const question = questionIn(first);
    expect(question).toMatchObject({ message: "Where to?", tool: "run" });
    // The key is nowhere that the model reads.
    expect(JSON.stringify(first.content)).not.toContain(question.key);
    const short = await fromView(host, question, { action: "accept", content: { city: "O" } });
    expect(short).toMatchObject({ status: "invalid", reason: "Enter at least 2 characters." });
    expect(await fromView(host, question, { action: "look" })).toMatchObject({ status: "open" });
    const answer = { action: "accept", content: { city: "Oslo" } };
    expect(await fromView(host, question, answer)).toEqual({ status: "received" });
    expect(await fromView(host, question, { action: "decline" })).toEqual({ status: "closed" });
    expect(await fromView(host, question, { action: "look" })).toEqual({ status: "answered" });
    expect(said(await host.callTool("run"))).toBe('["accept","app","Oslo"]');
  });

  it("refuses an answer without the key", async () => {
    const lab = createLab(async (ctx) => text(String(await ctx.confirm("Delete it?"))), app());
    await using host = await lab.host({ ...wire, capabilities });
    const { id, key } = questionIn(await host.callTool("run"));
    const yes = { action: "accept", content: { confirm: true } };
    for (const wrong of ["", "x", key.slice(1), `${key}x`, id])
      expect(await fromView(host, { id, key: wrong }, yes)).toEqual({ status: "unknown" });
    expect(said(await host.callTool("run"))).toContain("in the view");
    expect(await fromView(host, { id, key }, yes)).toEqual({ status: "received" });
    expect(said(await host.callTool("run"))).toBe("true");
  });

  it("does not serve ctx.confirm where the author does not trust it", async () => {
    const lab = createLab(async (ctx) => text(String(await ctx.confirm("Delete it?"))), {
      ...app(),
      app: { confirm: false },
    });
    await using host = await lab.host({ ...wire, capabilities });
    const asking = host.callTool("run").then(said);
    expect(await asking.catch(({ code }: { code: number }) => code)).toSatisfy(
      (end: unknown) => end === -32021 || String(end).includes("Nothing was asked"),
    );
  });

  it("lists the tool of the view for hosts that render views, and for no others", async () => {
    const lab = createLab(
      async (ctx) => text((await ctx.elicit("Where to?", schema)).action),
      app(),
    );
    await using host = await lab.host({ ...wire, capabilities });
    const tools = await host.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["run", "midcall_answer"]);
    expect(tools[0]!._meta).toEqual({
      ui: { resourceUri: "ui://midcall/question.html" },
      "ui/resourceUri": "ui://midcall/question.html",
    });
    await using other = await lab.host({ ...wire, capabilities: {} });
    expect((await other.listTools()).map(({ name, _meta }) => [name, _meta])).toEqual([
      ["run", undefined],
    ]);
    expect((await other.client.listResources()).resources).toEqual([]);
  });
});

describe("the model as the way of an answer", () => {
  const options = { fallback: ["native", "relay"] } as const;
  const local = wires.filter(({ transport }) => transport === "stdio");

  it.each(local)("is asked to ask the user, on $protocolVersion", async (wire) => {
    const lab = createLab(async (ctx) => {
      const where = await ctx.elicit("Where to?", schema);
      return text([where.action, where.via, where.action === "accept" && where.data.city]);
    }, options);
    await using host = await lab.host({ ...wire, capabilities: {} });
    const first = said(await host.callTool("run"));
    expect(first).toContain("“Where to?”");
    const continuation = /continuation "([^"]+)"/.exec(first)![1];
    const relay = (args: object): Promise<CallToolResult> =>
      host.callTool("midcall_relay_answer", { continuation, ...args });
    expect(said(await relay({ action: "accept", content: { city: "O" } }))).toContain(
      "not accepted",
    );
    const done = await relay({ action: "accept", content: { city: "Oslo" } });
    expect(said(done)).toBe('["accept","relay","Oslo"]');
    expect(said(await relay({ action: "decline" }))).toContain("No open question");
  });

  it.each(local)("never answers for ctx.confirm, on $protocolVersion", async (wire) => {
    const lab = createLab(async (ctx) => text(String(await ctx.confirm("Delete it?"))), options);
    await using host = await lab.host({ ...wire, capabilities: {} });
    const end = await host.callTool("run").then(said, ({ code }: { code: number }) => code);
    expect(end === -32021 || String(end).includes("Nothing was asked")).toBe(true);
  });
});
