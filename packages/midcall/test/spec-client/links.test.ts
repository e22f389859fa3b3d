import { Socket } from "node:net";
import { inputRequired, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { accept, cancel, createInbox, decline, type UrlQuestion } from "midcall/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connect, nextShown, said, text } from "../client/lab.js";
import { asking, link, linking, modern, nothingMore, run } from "./wire.js";

afterEach(() => vi.restoreAllMocks());

const LONG = `https://login.example.com/start?next=${"a".repeat(300)}#part`;

function desk(open: (url: string) => unknown = vi.fn()) {
  const opened = vi.fn(open);
  const inbox = createInbox({ open: opened });
  inbox.mount();
  return { inbox, opened };
}

describe.each(linking)("a link on $era", (wire) => {
  it("comes with its host marked, and waits for consent [ELI-25B-06, ELI-25B-52, ELI-26-06, ELI-26-43]", async () => {
    const { inbox, opened } = desk();
    inbox.setRule("Lab", "ask");
    await using host = await connect(inbox, wire, asking(link(), link()));
    const answers = run(host.client);
    const first = (await nextShown(inbox)) as UrlQuestion;
    expect(first.link.parts.highlight).toBe("login.example.com");
    inbox.respond(first.id, accept());
    inbox.setPermission(first.id, "always");
    inbox.markVisible(first.id);
    await nothingMore();
    expect(opened).not.toHaveBeenCalled();
    inbox.respond(first.id, decline());
    const second = await nextShown(inbox, first.id);
    expect(opened).not.toHaveBeenCalled();
    inbox.respond(second.id, accept());
    expect(await answers).toEqual([{ action: "decline" }, { action: "accept" }]);
    expect(opened.mock.calls).toEqual([[first.link.url]]);
  });

  it("is shown in full, in pieces that are all of it [ELI-25B-53, ELI-25B-55, ELI-26-44, ELI-26-46]", async () => {
    const { inbox, opened } = desk();
    await using host = await connect(inbox, wire, asking(link(LONG)));
    const answers = run(host.client);
    const { id, link: shown } = (await nextShown(inbox)) as UrlQuestion;
    const { before, highlight, after } = shown.parts;
    expect([shown.url, before + highlight + after]).toEqual([LONG, LONG]);
    expect(highlight).toBe("login.example.com");
    inbox.respond(id, accept());
    await answers;
    expect(opened.mock.calls).toEqual([[LONG]]);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,hi",
    "file:///etc/passwd",
    "http://example.com/",
    "https://bank.example@evil.example/",
    "https://169.254.169.254/latest",
    "https://router.local/",
    "https://exa\u200Bmple.com/",
    "/relative",
    "",
    7,
  ])("is refused unseen where it is a trap: %j [ELI-25B-50, ELI-26-41]", async (url) => {
    const { inbox, opened } = desk();
    // Whatever is shown after all is declined.
    inbox.subscribe(() => {
      const [shown] = inbox.getSnapshot().showing;
      if (shown) queueMicrotask(() => inbox.respond(shown.id, decline()));
    });
    await using host = await connect(inbox, wire, asking(link(url)));
    expect(await run(host.client)).toMatchObject([
      { unanswered: expect.stringMatching(/^url:/) as string },
    ]);
    expect(opened).not.toHaveBeenCalled();
  });

  it("is not fetched, nor anything about it [ELI-25B-51, ELI-26-42]", async () => {
    const fetching = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
    const connecting = vi.spyOn(Socket.prototype, "connect").mockReturnThis();
    const { inbox } = desk();
    await using host = await connect(
      inbox,
      wire,
      asking(link(), link("https://xn--pple-43d.com/")),
    );
    const answers = run(host.client);
    const { id } = await nextShown(inbox);
    inbox.markVisible(id);
    inbox.respond(id, accept());
    inbox.respond((await nextShown(inbox, id)).id, decline());
    await answers;
    await nothingMore();
    expect(fetching).not.toHaveBeenCalled();
    expect(connecting).not.toHaveBeenCalled();
  });

  it("leaves nothing of its page with the host or the server [ELI-25B-54, ELI-26-45]", async () => {
    const page = { document: "what the person types", postMessage: vi.fn() };
    const { inbox, opened } = desk(() => page);
    await using host = await connect(inbox, wire, asking(link()));
    const answers = run(host.client);
    const { id } = await nextShown(inbox);
    expect(inbox.respond(id, accept({ typed: "what the person types" }))).toEqual({ ok: true });
    expect(opened.mock.calls[0]).toHaveLength(1);
    expect(await answers).toEqual([{ action: "accept" }]);
    expect(page.postMessage).not.toHaveBeenCalled();
  });

  it.each([
    ["https://xn--pple-43d.com/", ["punycode", "mixed-script"]],
    ["https://\u0430pple.com/", ["punycode", "mixed-script"]],
    ["https://paypal.com.secure-login.example/", ["imitation"]],
    ["https://93.184.216.34/", ["address"]],
  ])("warns of what it may pass for: %s [ELI-25B-56, ELI-26-47]", async (url, codes) => {
    const { inbox } = desk();
    await using host = await connect(inbox, wire, asking(link(url)));
    const answers = run(host.client);
    const { id, link: shown } = (await nextShown(inbox)) as UrlQuestion;
    expect(shown.warnings.map(({ code }) => code)).toEqual(codes);
    expect(shown.url).toMatch(/^[\x21-\x7e]+$/);
    inbox.respond(id, decline());
    await answers;
  });
});

describe("a call that waits for a page, on 2026-07-28", () => {
  /** Asks for the page until it is done. */
  const lab = () => {
    const state = { done: false, calls: 0 };
    const build = (): McpServer => {
      const server = new McpServer({ name: "lab", version: "1.0.0" });
      server.registerTool("run", {}, async (ctx: ServerContext) => {
        state.calls++;
        if (state.done) return text("finished");
        const answers = ctx.mcpReq.inputResponses as { page?: { action?: string } } | undefined;
        const action = answers?.page?.action;
        if (action !== undefined && action !== "accept") return text(`gave up: ${action}`);
        const page = { method: "elicitation/create", params: link() };
        return inputRequired({ inputRequests: { page } as never });
      });
      return server;
    };
    return { state, build };
  };

  it("can be retried, again and again, or given up by the person [ELI-26-20]", async () => {
    const { state, build } = lab();
    const { inbox } = desk();
    await using host = await connect(inbox, modern, build);
    let last: string | undefined;
    const agree = async (): Promise<void> => {
      const { id } = await nextShown(inbox, last);
      inbox.respond((last = id), accept());
    };
    const retried = host.client.callTool({ name: "run" });
    await agree();
    await agree();
    const { id } = await nextShown(inbox, last);
    expect(state.calls).toBe(3);
    state.done = true;
    inbox.respond((last = id), accept());
    expect(said(await retried)).toBe("finished");

    state.done = false;
    const left = host.client.callTool({ name: "run" });
    await agree();
    inbox.respond((await nextShown(inbox, last)).id, cancel());
    expect(said(await left)).toBe("gave up: cancel");
  });

  it("can be stopped by the host while its question is open [ELI-26-20]", async () => {
    const { state, build } = lab();
    const { inbox, opened } = desk();
    await using host = await connect(inbox, modern, build);
    const stop = new AbortController();
    const call = host.client.callTool({ name: "run" }, { signal: stop.signal });
    const ended = expect(call).rejects.toThrow();
    await nextShown(inbox);
    stop.abort();
    await ended;
    expect(inbox.getSnapshot().showing).toEqual([]);
    expect([state.calls, opened.mock.calls.length]).toEqual([1, 0]);
  });
});
