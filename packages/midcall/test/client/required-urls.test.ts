import type { AuditTrailEvent } from "midcall/audit";
import {
  accept,
  cancel,
  createInbox,
  decline,
  type ElicitResult,
  type InboxOptions,
} from "midcall/client";
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

  it("asks for a page that is done while another is open, and does not wait for it then", async () => {
    const { state, build } = lab(3);
    const { inbox, opened, host } = await open(build);
    await using _ = host;
    const result = host.client.callTool({ name: "run" });
    const first = await nextShown(inbox);
    inbox.respond(first.id, accept());
    inbox.complete("Lab", "page-1");
    inbox.complete("Lab", "page-0");
    const second = await nextShown(inbox, first.id);
    expect(second).toMatchObject({ message: "Sign in 1", opened: false });
    inbox.respond(second.id, accept());
    const last = await nextShown(inbox, second.id);
    expect(last.message).toBe("Sign in 2");
    state.done = true;
    inbox.respond(last.id, accept());
    inbox.complete("Lab", "page-2");
    expect(said(await result)).toBe("signed in");
    expect(opened).toHaveBeenCalledTimes(3);
  });

  // A server said so again and again: its call was made four times, and the audit had a yes for each, of nobody.
  it.each([
    ["shown", {}],
    ["held back by a limit", { policy: { burst: 1, perMinute: 0.001 } }],
    ["of a server that the user has not allowed yet", { policy: { rule: "ask" } }],
  ] as const)("takes no completion for a yes to a link that is %s", async (_, options) => {
    const { state, build } = lab(2);
    const events: AuditTrailEvent[] = [];
    const audit = { record: (event: AuditTrailEvent) => void events.push(event) };
    const { inbox, opened, host } = await open(build, { audit, ...options });
    await using __ = host;
    const result = host.client.callTool({ name: "run" });
    const refused = expect(result).rejects.toMatchObject({ code: -32042 });
    const { id } = await nextShown(inbox);
    for (const page of ["page-0", "page-1"]) inbox.complete("Lab", page);
    expect(inbox.getSnapshot().showing).toMatchObject([{ id, opened: false }]);
    inbox.respond(id, decline());
    await refused;
    expect([state.calls, opened.mock.calls.length]).toEqual([1, 0]);
    expect(events.map(({ action }) => action).sort()).toEqual(["decline", "unanswered"]);
  });

  it("takes no completion for the yes of a callback that is still at it", async () => {
    const { state, build } = lab(1);
    let answer: (result: ElicitResult) => void = () => {};
    const onElicitation = vi.fn(() => new Promise<ElicitResult>((resolve) => (answer = resolve)));
    const inbox = createInbox({ onElicitation });
    await using host = await connect(inbox, wire, build);
    const declined = host.client.callTool({ name: "run" });
    const refused = expect(declined).rejects.toMatchObject({ code: -32042 });
    await until(() => onElicitation.mock.calls.length === 1);
    inbox.complete("Lab", "page-0");
    answer(decline());
    await refused;
    const accepted = host.client.callTool({ name: "run" });
    await until(() => onElicitation.mock.calls.length === 2);
    inbox.complete("Lab", "page-0");
    state.done = true;
    answer(accept());
    expect(said(await accepted)).toBe("signed in");
  });

  it("goes on by itself when the page is done before its opener says that it is open", async () => {
    const { state, build } = lab(1);
    let isOpen: () => void = () => {};
    const { inbox, host } = await open(build, {
      open: () => new Promise<void>((resolve) => (isOpen = resolve)),
    });
    await using _ = host;
    const result = host.client.callTool({ name: "run" });
    inbox.respond((await nextShown(inbox)).id, accept());
    inbox.complete("Lab", "page-0");
    expect(state.calls).toBe(1);
    state.done = true;
    isOpen();
    expect(said(await result)).toBe("signed in");
  });

  it("takes no completion from another server of the same name", async () => {
    const { state, build } = lab(1);
    const { inbox, host } = await open(build);
    await using _ = host;
    let notify: ((id: string) => Promise<void>) | undefined;
    await using other = await connect(inbox, wire, () => {
      const server = build();
      notify = (id) => server.server.createElicitationCompletionNotifier(id)();
      return server;
    });
    const heard = vi.fn();
    other.client.setNotificationHandler("notifications/elicitation/complete", heard);
    const result = host.client.callTool({ name: "run" });
    const { id } = await nextShown(inbox);
    inbox.respond(id, accept());
    await notify!("page-0");
    await until(() => heard.mock.calls.length > 0);
    expect(inbox.getSnapshot().showing).toMatchObject([{ id, opened: true }]);
    state.done = true;
    inbox.respond(id, accept());
    expect(said(await result)).toBe("signed in");
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
