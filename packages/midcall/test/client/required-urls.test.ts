import { accept, cancel, createInbox, decline, type InboxOptions } from "midcall/client";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import { describe, expect, it, vi } from "vitest";
import { buildServer, connect, nextShown, said, until } from "./lab.js";

const page = (nr: number) => ({
  mode: "url" as const,
  message: `Sign in ${nr}`,
  url: `https://example.com/${nr}`,
  elicitationId: `page-${nr}`,
});

/** A tool that works once the pages are done. */
function lab(pages: number, never = false) {
  const state = { calls: 0, done: false };
  const build = buildServer({
    run: async () => {
      state.calls++;
      if (state.done && !never) return "signed in";
      throw new UrlElicitationRequiredError(Array.from({ length: pages }, (_, nr) => page(nr)));
    },
  });
  return { state, build };
}

const wire = { protocolVersion: "2025-11-25", transport: "stdio" } as const;

async function open(build: ReturnType<typeof lab>["build"], options: InboxOptions = {}) {
  const opened = vi.fn();
  const inbox = createInbox({ open: opened, ...options });
  inbox.mount();
  return { inbox, opened, host: await connect(inbox, wire, build) };
}

describe("-32042 on 2025-11-25", () => {
  it("asks for each page, waits for the person's try again, and sends the call again", async () => {
    const { state, build } = lab(2);
    const { inbox, opened, host } = await open(build);
    await using _ = host;
    const result = host.client.callTool({ name: "run" });
    let last: string | undefined;
    for (const nr of [0, 1]) {
      const question = await nextShown(inbox, last);
      expect(question).toMatchObject({
        message: `Sign in ${nr}`,
        opened: false,
        call: { method: "tools/call", name: "run" },
      });
      inbox.respond(question.id, accept());
      expect(opened).toHaveBeenCalledTimes(nr + 1);
      expect(inbox.getSnapshot().showing[0]).toMatchObject({ id: question.id, opened: true });
      expect(state.calls).toBe(1);
      if (nr === 1) state.done = true;
      inbox.respond(question.id, accept());
      last = question.id;
    }
    expect(said(await result)).toBe("signed in");
    expect([state.calls, opened.mock.calls.length]).toEqual([2, 2]);
  });

  it("goes on by itself when the server says that the page is done", async () => {
    const { state, build } = lab(1);
    const { inbox, host } = await open(build);
    await using _ = host;
    const result = host.client.callTool({ name: "run" });
    inbox.respond((await nextShown(inbox)).id, accept());
    inbox.complete("Another server", "page-0");
    inbox.complete("Lab", "page-1");
    expect(inbox.getSnapshot().showing).toHaveLength(1);
    state.done = true;
    inbox.complete("Lab", "page-0");
    expect(said(await result)).toBe("signed in");
  });

  it("asks no more for a page that is done while another is open", async () => {
    const { state, build } = lab(3);
    const { inbox, opened, host } = await open(build);
    await using _ = host;
    const result = host.client.callTool({ name: "run" });
    const first = await nextShown(inbox);
    inbox.respond(first.id, accept());
    inbox.complete("Lab", "page-1");
    inbox.complete("Lab", "page-0");
    const last = await nextShown(inbox, first.id);
    expect(last.message).toBe("Sign in 2");
    state.done = true;
    inbox.respond(last.id, accept());
    inbox.complete("Lab", "page-2");
    expect(said(await result)).toBe("signed in");
    expect(opened.mock.calls).toEqual([["https://example.com/0"], ["https://example.com/2"]]);
  });

  it("takes the server's notification, beside the host's own handler", async () => {
    let notify: ((id: string) => Promise<void>) | undefined;
    const { state, build } = lab(1);
    const inbox = createInbox({ open: () => {} });
    inbox.mount();
    await using host = await connect(inbox, wire, () => {
      const server = build();
      notify = server.server.createElicitationCompletionNotifier
        ? (id) => server.server.createElicitationCompletionNotifier(id)()
        : undefined;
      return server;
    });
    const heard = vi.fn();
    host.client.setNotificationHandler("notifications/elicitation/complete", heard);
    const result = host.client.callTool({ name: "run" });
    inbox.respond((await nextShown(inbox)).id, accept());
    state.done = true;
    await notify!("page-0");
    expect(said(await result)).toBe("signed in");
    expect(heard).toHaveBeenCalledOnce();
  });

  it.each([decline(), cancel()])("hands the error on after a $action", async (answer) => {
    const { state, build } = lab(2);
    const { inbox, opened, host } = await open(build);
    await using _ = host;
    const result = expect(host.client.callTool({ name: "run" })).rejects.toMatchObject({
      code: -32042,
    });
    inbox.respond((await nextShown(inbox)).id, answer);
    await result;
    expect([state.calls, opened.mock.calls.length]).toEqual([1, 0]);
  });

  it("lets the person stop waiting for a page", async () => {
    const { build } = lab(1);
    const { inbox, host } = await open(build);
    await using _ = host;
    const result = expect(host.client.callTool({ name: "run" })).rejects.toMatchObject({
      code: -32042,
    });
    const { id } = await nextShown(inbox);
    inbox.respond(id, accept());
    inbox.respond(id, cancel());
    await result;
  });

  it("ends as any aborted call does when the caller stops it while a page is open", async () => {
    const { state, build } = lab(2);
    const { inbox, host } = await open(build);
    await using _ = host;
    const abort = new AbortController();
    const call = host.client.callTool({ name: "run" }, { signal: abort.signal });
    inbox.respond((await nextShown(inbox)).id, accept());
    abort.abort(new Error("Never mind"));
    const error: unknown = await call.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "REQUEST_TIMEOUT" });
    expect(String(error)).toContain("Never mind");
    expect(inbox.getSnapshot().showing).toEqual([]);
    expect(state.calls).toBe(1);
  });

  it("gives up on a server that is never content", async () => {
    const { state, build } = lab(1, true);
    const { inbox, host } = await open(build);
    await using _ = host;
    const stop = inbox.subscribe(() => {
      const [question] = inbox.getSnapshot().showing;
      if (question) queueMicrotask(() => inbox.respond(question.id, accept()));
    });
    await expect(host.client.callTool({ name: "run" })).rejects.toMatchObject({ code: -32042 });
    stop();
    expect(state.calls).toBe(4);
  });

  it("is left alone when no page can be opened, or far too many are wanted", async () => {
    const none = lab(1);
    const { host } = await open(none.build, { open: undefined });
    await using _ = host;
    expect(said(await host.client.callTool({ name: "run" }))).toMatch(
      /does not support elicitation in URL mode/,
    );
    const many = lab(11);
    const other = await open(many.build);
    await using __ = other.host;
    await expect(other.host.client.callTool({ name: "run" })).rejects.toMatchObject({
      code: -32042,
    });
    expect(other.opened).not.toHaveBeenCalled();
    expect([none.state.calls, many.state.calls]).toEqual([1, 1]);
  });

  it("waits for the notice where a callback opens the pages", async () => {
    const { state, build } = lab(1);
    const inbox = createInbox({ onElicitation: () => accept() });
    await using host = await connect(inbox, wire, build);
    const result = host.client.callTool({ name: "run" });
    await until(() => inbox.getSnapshot().showing.some((one) => "opened" in one && one.opened));
    state.done = true;
    inbox.complete("Lab", "page-0");
    expect(said(await result)).toBe("signed in");
  });
});
