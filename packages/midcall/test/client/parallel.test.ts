import { accept, cancel, createInbox, decline } from "midcall/client";
import { describe, expect, it } from "vitest";
import { buildServer, color, connect, said, until, wires } from "./lab.js";

const build = buildServer({
  three: async (ctx) => {
    const answers = await Promise.all(
      ["One?", "Two?", "Three?"].map((message) => ctx.elicit(message, color)),
    );
    return answers
      .map((answer) => (answer.action === "accept" ? answer.data.color : answer.action))
      .join();
  },
  two: async (ctx) => {
    const first = await ctx.elicit("First?", color);
    const second = await ctx.elicit("Second?", color);
    return [first, second].map((answer) => "data" in answer && answer.data.color).join();
  },
});

describe.each(wires)("several at once on $era over $transport", (wire) => {
  it("questions of one call are shown one by one; a no to one leaves the others alone", async () => {
    const inbox = createInbox();
    inbox.mount();
    await using host = await connect(inbox, wire, build);
    const result = host.client.callTool({ name: "three" });
    await until(() => inbox.getSnapshot().waiting.length === 2);
    expect(inbox.getSnapshot().showing).toHaveLength(1);
    const by = { "One?": decline(), "Two?": accept({ color: "red" }), "Three?": cancel() };
    for (let count = 0; count < 3; count++) {
      const { id, message } = inbox.getSnapshot().showing[0]!;
      inbox.respond(id, by[message as keyof typeof by]);
    }
    expect(said(await result)).toBe("decline,red,cancel");
  });

  it("calls and servers never mix", async () => {
    const inbox = createInbox();
    inbox.mount();
    await using a = await connect(inbox, wire, build, { server: "A" });
    await using b = await connect(inbox, wire, build, { server: "B" });
    const results = Promise.all([a, b, a, b].map(({ client }) => client.callTool({ name: "two" })));
    let left = 8;
    const stop = inbox.subscribe(() => {
      const [question] = inbox.getSnapshot().showing;
      if (!question) return;
      left--;
      queueMicrotask(() =>
        inbox.respond(question.id, accept({ color: question.server === "A" ? "red" : "blue" })),
      );
    });
    expect((await results).map(said)).toEqual(["red,red", "blue,blue", "red,red", "blue,blue"]);
    stop();
    expect(left).toBeLessThanOrEqual(0);
  });
});
