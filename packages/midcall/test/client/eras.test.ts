import { accept, cancel, createInbox, decline } from "midcall/client";
import { describe, expect, it } from "vitest";
import { buildServer, color, connect, nextShown, said, wires } from "./lab.js";

const build = buildServer({
  paint: async (ctx) => {
    const answer = await ctx.elicit("Which color?", color);
    if (answer.action === "unanswered") return `unanswered ${answer.reason}`;
    return answer.action === "accept" ? `painted ${answer.data.color}` : answer.action;
  },
});

describe.each(wires)("an inbox on $era over $transport", (wire) => {
  it("shows a question, sends the answer, and is empty again", async () => {
    const inbox = createInbox();
    inbox.mount();
    await using host = await connect(inbox, wire, build);
    const result = host.client.callTool({ name: "paint" });
    const question = await nextShown(inbox);
    expect(question).toMatchObject({ mode: "form", server: "Lab", message: "Which color?" });
    expect(question.call).toEqual(
      wire.protocolVersion === "2026-07-28" ? { method: "tools/call", name: "paint" } : undefined,
    );
    expect(inbox.respond(question.id, accept({ color: "blue" }))).toEqual({ ok: true });
    expect(said(await result)).toBe("painted blue");
    expect(inbox.getSnapshot()).toMatchObject({ showing: [], waiting: [] });
  });

  it("tells a midcall server when there is nobody left to ask", async () => {
    const inbox = createInbox();
    const unmount = inbox.mount();
    await using host = await connect(inbox, wire, build);
    unmount();
    expect(said(await host.client.callTool({ name: "paint" }))).toBe("unanswered unsupported");
  });

  it.each([
    ["decline", decline()],
    ["cancel", cancel()],
  ])("passes a %s on", async (action, answer) => {
    const inbox = createInbox({ onElicitation: () => answer });
    await using host = await connect(inbox, wire, build);
    expect(said(await host.client.callTool({ name: "paint" }))).toBe(action);
  });
});
