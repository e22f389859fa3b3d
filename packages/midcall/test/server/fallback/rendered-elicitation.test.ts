import type { ElicitationOptions } from "midcall/server";
import { accept, type TestHost } from "midcall/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLab, said, text, wires } from "../lab.js";

/** Elicitations that a host has a view of the server's show (experimental, SEP-3118). */

const mimeTypes = ["text/html;profile=mcp-app"];
const UI = "io.modelcontextprotocol/ui";
const declaring = (ui: object | undefined): object => ({
  elicitation: { form: {}, url: {} },
  ...(ui && { extensions: { [UI]: ui } }),
});
const RENDERING = declaring({ mimeTypes, elicitation: {} });
const VIEW = { ui: { resourceUri: "ui://midcall/question.html" } };

const onSessions = wires.filter(
  ({ protocolVersion, transport }) => transport === "stdio" || protocolVersion === "2026-07-28",
);

describe.each(onSessions)("on $protocolVersion over $transport", (wire) => {
  const open = (options: ElicitationOptions, capabilities: object): Promise<TestHost> =>
    createLab(
      async (ctx) => {
        const where = await ctx.elicit("Where to?", z.object({ city: z.string() }));
        const isSure = await ctx.confirm("Sure?");
        return text([where.action, where.via, isSure]);
      },
      { fallback: ["native"], ...options },
    ).host({
      ...{ ...wire, capabilities },
      answers: ({ message }) => accept(message === "Sure?" ? { confirm: true } : { city: "Oslo" }),
    });
  const sentIn = ({ transcript }: TestHost): number =>
    JSON.stringify(transcript).split(JSON.stringify(VIEW).slice(1, -1)).length - 1;

  it("names the view to a host that declares it, and the host's answer is the answer", async () => {
    await using host = await open({ app: { elicitation: true } }, RENDERING);
    expect(said(await host.callTool("run"))).toBe('["accept","native",true]');
    expect(sentIn(host)).toBe(2);
    expect(host.client.getServerCapabilities()?.extensions).toEqual({ [UI]: { elicitation: {} } });
    const [resource] = (await host.client.listResources()).resources;
    expect(resource?.uri).toBe(VIEW.ui.resourceUri);
  });

  it.each([
    ["declares no view", undefined],
    ["renders views of results only", { mimeTypes }],
    ["renders views of another kind", { mimeTypes: ["text/html"], elicitation: {} }],
    ["declares something else", { mimeTypes, elicitation: true }],
  ])("does not name it to a host that %s", async (_title, ui) => {
    await using host = await open({ app: { elicitation: true } }, declaring(ui));
    expect(said(await host.callTool("run"))).toBe('["accept","native",true]');
    expect(sentIn(host)).toBe(0);
  });

  it("does neither by default", async () => {
    await using host = await open({}, RENDERING);
    await host.callTool("run");
    expect(sentIn(host)).toBe(0);
    expect(host.client.getServerCapabilities()?.extensions).toBeUndefined();
  });

  it("keeps ctx.confirm in the host's own form with confirm: false", async () => {
    await using host = await open({ app: { elicitation: true, confirm: false } }, RENDERING);
    expect(said(await host.callTool("run"))).toBe('["accept","native",true]');
    expect(sentIn(host)).toBe(1);
  });
});
