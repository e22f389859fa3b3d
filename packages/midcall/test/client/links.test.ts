import { createElicitation } from "midcall/server";
import { McpServer } from "@modelcontextprotocol/server";
import { accept, createInbox, decline } from "midcall/client";
import { describe, expect, it, vi } from "vitest";
import { connect, nextShown, said, SECRET, text, wires } from "./lab.js";
import { useFastClock } from "../fast-clock.js";

useFastClock();

const LINK = "https://pages.example/connect/7f3a";

/** A midcall server that waits until the page is done. */
function lab() {
  const elicitation = createElicitation({ secret: SECRET });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    server.registerTool(
      "connect",
      {},
      elicitation.handler(async (ctx) => {
        const answer = await ctx.elicit("Connect?", LINK, { elicitationId: "link-1" });
        return text(answer.action === "accept" ? `done ${answer.completed}` : answer.action);
      }),
    );
    return server;
  };
  return { elicitation, build };
}

describe.each(wires.filter(({ protocolVersion }) => protocolVersion !== "2025-06-18"))(
  "a link on $era over $transport",
  (wire) => {
    it("is opened after consent, and the call ends when its page does", async () => {
      const { elicitation, build } = lab();
      const open = vi.fn();
      const inbox = createInbox({ open });
      inbox.mount();
      await using host = await connect(inbox, wire, build);
      const result = host.client.callTool({ name: "connect" });
      const question = await nextShown(inbox);
      expect(question).toMatchObject({ mode: "url", message: "Connect?", link: { url: LINK } });
      expect(open).not.toHaveBeenCalled();
      inbox.respond(question.id, accept());
      expect(open.mock.calls).toEqual([[LINK]]);
      setTimeout(() => void elicitation.complete("link-1"), 30);
      expect(said(await result)).toBe("done true");
      expect(inbox.getSnapshot().showing).toEqual([]);
    });

    it("is not opened after a no", async () => {
      const open = vi.fn();
      const inbox = createInbox({ open });
      inbox.mount();
      await using host = await connect(inbox, wire, lab().build);
      const result = host.client.callTool({ name: "connect" });
      inbox.respond((await nextShown(inbox)).id, decline());
      expect(said(await result)).toBe("decline");
      expect(open).not.toHaveBeenCalled();
    });
  },
);
