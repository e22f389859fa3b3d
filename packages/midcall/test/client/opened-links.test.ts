import { accept, createInbox, type Inbox } from "midcall/client";
import { McpServer } from "@modelcontextprotocol/server";
import { createElicitation } from "midcall/server";
import { describe, expect, it, vi } from "vitest";
import { connect, nextShown, said, SECRET, text, until, wires } from "./lab.js";

const LINK = "https://pages.example/connect/7f3a";
const link = { mode: "url", message: "Open?", url: LINK };

/** A server whose tool asks to open a page, and then waits for something else. */
function lab() {
  const elicitation = createElicitation({ secret: SECRET });
  const build = (): McpServer => {
    const server = elicitation.attach(new McpServer({ name: "lab", version: "1.0.0" }));
    server.registerTool(
      "connect",
      {},
      elicitation.handler(async (ctx) => {
        const { action } = await ctx.elicit("Connect?", LINK, { elicitationId: "link-1" });
        return text(action);
      }),
    );
    return server;
  };
  return { elicitation, build };
}

const wiresWithLinks = wires.filter(({ protocolVersion }) => protocolVersion !== "2025-06-18");

async function opened(inbox: Inbox): Promise<void> {
  inbox.respond((await nextShown(inbox)).id, accept());
  await until(() => inbox.getSnapshot().links.length === 1);
}

describe.each(wiresWithLinks)("an opened page on $era over $transport", (wire) => {
  it("stays until its call ends", async () => {
    const { elicitation, build } = lab();
    const inbox = createInbox({ open: () => true });
    inbox.mount();
    await using host = await connect(inbox, wire, build);
    const result = host.client.callTool({ name: "connect" });
    await opened(inbox);
    expect(inbox.getSnapshot()).toMatchObject({
      showing: [],
      links: [
        { server: "Lab", message: "Connect?", link: { url: LINK }, state: "open", canStop: true },
      ],
    });
    await elicitation.complete("link-1");
    expect(said(await result)).toBe("accept");
    await until(() => inbox.getSnapshot().links.length === 0);
  });

  it("ends with its call when the user stops that", async () => {
    const inbox = createInbox({ open: () => true });
    inbox.mount();
    await using host = await connect(inbox, wire, lab().build);
    const result = host.client.callTool({ name: "connect" });
    result.catch(() => {});
    await opened(inbox);
    inbox.stopCall(inbox.getSnapshot().links[0]!.id);
    await expect(result).rejects.toThrow();
    expect(inbox.getSnapshot().links).toEqual([]);
  });
});

describe("an opened page", () => {
  const asking = async (inbox: Inbox, origin: object = {}): Promise<unknown> => {
    const answer = inbox.handle(link, { server: "A", ...origin });
    inbox.respond((await nextShown(inbox)).id, accept());
    return answer;
  };
  const mounted = (open: (url: string) => unknown): Inbox => {
    const inbox = createInbox({ open, onError: () => {} });
    inbox.mount();
    return inbox;
  };

  it("has the code of its message, before and after it is opened", async () => {
    const inbox = mounted(() => {});
    const message = "Connect?\n\nThe page asks for this code: K7P-Q4M";
    const answer = inbox.handle({ ...link, message }, { server: "A" });
    const question = await nextShown(inbox);
    expect(question).toMatchObject({ mode: "url", code: "K7P-Q4M" });
    inbox.respond(question.id, accept());
    await answer;
    expect(inbox.getSnapshot().links[0]).toMatchObject({ message, code: "K7P-Q4M" });
  });

  it("says so if it does not open again", async () => {
    let isOpen = true;
    const inbox = mounted(() => isOpen);
    await asking(inbox);
    isOpen = false;
    const { id } = inbox.getSnapshot().links[0]!;
    expect(inbox.openAgain(id)).toMatchObject({ ok: false, notOpened: true });
    expect(inbox.getSnapshot().links).toHaveLength(1);
  });

  it("can be opened again, by its id only", async () => {
    const open = vi.fn();
    const inbox = mounted(open);
    await asking(inbox);
    const { id } = inbox.getSnapshot().links[0]!;
    expect(inbox.openAgain(id)).toEqual({ ok: true });
    expect(open.mock.calls).toEqual([[LINK], [LINK]]);
    expect(inbox.openAgain(id, "link")).toEqual({ ok: true });
    expect(inbox.openAgain("other")).toMatchObject({ ok: false });
    expect(open).toHaveBeenCalledTimes(2);
  });

  it("is closed by the user, and then cannot be opened any more", async () => {
    const inbox = mounted(() => {});
    await asking(inbox);
    const { id } = inbox.getSnapshot().links[0]!;
    inbox.closeLink(id);
    expect(inbox.getSnapshot().links).toEqual([]);
    expect(inbox.openAgain(id)).toMatchObject({ ok: false });
  });

  it("is completed when its server says so, and not by another server", async () => {
    const inbox = mounted(() => {});
    const answer = inbox.handle({ ...link, elicitationId: "e1" }, { server: "A" });
    inbox.respond((await nextShown(inbox)).id, accept());
    await answer;
    inbox.complete("B", "e1");
    inbox.complete("A", "e2");
    inbox.complete("A", "e1", "another one of this name");
    expect(inbox.getSnapshot().links[0]).toMatchObject({ state: "open" });
    inbox.complete("A", "e1");
    expect(inbox.getSnapshot().links[0]).toMatchObject({ state: "completed" });
  });

  it("replaces the same page of the same server, and at most twenty are kept", async () => {
    const inbox = mounted(() => {});
    for (let nr = 0; nr < 30; nr++) {
      const url = `https://example.com/${nr % 25}`;
      const answer = inbox.handle({ ...link, url }, { server: "A", ownCall: true });
      inbox.respond((await nextShown(inbox)).id, accept());
      await answer;
    }
    const urls = inbox.getSnapshot().links.map((one) => one.link.url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.length).toBe(20);
  });

  it("is not listed if the call has ended in the meantime", async () => {
    const inbox = mounted(() => {});
    await asking(inbox, { run: { ended: AbortSignal.abort() } });
    expect(inbox.getSnapshot().links).toEqual([]);
  });
});

describe("a page that did not open", () => {
  it.each([
    ["returns false", (): unknown => false],
    ["resolves with false", async (): Promise<unknown> => false],
    [
      "throws",
      (): unknown => {
        throw new Error("blocked");
      },
    ],
  ] as const)("is not accepted: the opener %s", async (_, open) => {
    const inbox = createInbox({ open, onError: () => {} });
    inbox.mount();
    const settled = vi.fn();
    void inbox.handle(link, { server: "A" }).then(settled);
    const { id } = await nextShown(inbox);
    const outcome = inbox.respond(id, accept());
    // An asynchronous opener is heard of later.
    if (!outcome.ok) expect(outcome).toMatchObject({ notOpened: true });
    await until(() => inbox.getSnapshot().showing[0]?.attempts === 1);
    expect(settled).not.toHaveBeenCalled();
    expect(inbox.getSnapshot().links).toEqual([]);
    // The sure way: the user's own click on a plain link.
    expect(inbox.respond(id, accept(), "link")).toEqual({ ok: true });
    await until(() => settled.mock.calls.length === 1);
    expect(settled).toHaveBeenCalledWith({ action: "accept" });
    expect(inbox.getSnapshot().links).toHaveLength(1);
  });
});
