import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownTimers } from "../../../../test/own-timers.js";
import { createView, type View } from "../../app/src/question/view.js";
import { accept, decline } from "../../src/client/index.js";
import { QUESTION_META } from "../../src/contracts/app.js";
import { type FakeHost, fakeHost, settled } from "./fake-host.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asked = (changes: object = {}): object => ({
  content: [],
  _meta: {
    [QUESTION_META]: {
      id: "q-1",
      key: "the-key",
      tool: "book_table",
      server: "tables",
      message: "For how many?",
      requestedSchema: { type: "object", properties: { people: { type: "integer" } } },
      expiresAt: Date.now() + 60_000,
      ...changes,
    },
  },
});

interface Opened {
  readonly host: FakeHost;
  readonly view: View;
  /** The phase, and what else the state says. */
  readonly state: () => object;
  readonly answerTool: (status: object) => Promise<void>;
}

async function open(capabilities: object = {}): Promise<Opened> {
  const host = fakeHost();
  const view = createView(host.own);
  await host.answer("ui/initialize", { hostCapabilities: capabilities });
  return {
    host,
    view,
    state: () => view.getSnapshot().state,
    answerTool: (structuredContent) => host.answer("tools/call", { structuredContent }),
  };
}

async function openAsked(capabilities?: object): Promise<Opened> {
  const opened = await open(capabilities);
  opened.host.notify("ui/notifications/tool-result", asked());
  await opened.answerTool({ status: "open" });
  expect(opened.state()).toMatchObject({ phase: "asking" });
  return opened;
}

describe("the handshake", () => {
  it("introduces the View, and says that it is ready", async () => {
    const { host } = await open();
    expect(host.sent).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "ui/initialize",
        params: {
          appInfo: { name: "midcall", version: expect.any(String) },
          appCapabilities: { availableDisplayModes: ["inline"], elicitation: {} },
          protocolVersion: "2026-01-26",
        },
      },
      { jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} },
    ]);
  });

  it("a host that is silent is named after a while, and may still come", async () => {
    const host = fakeHost();
    const view = createView(host.own);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(view.getSnapshot().state.phase).toBe("connecting");
    await vi.advanceTimersByTimeAsync(1);
    expect(view.getSnapshot().state.phase).toBe("no-host");
    await host.answer("ui/initialize", {});
    host.notify("ui/notifications/tool-input", {});
    expect(view.getSnapshot().state.phase).toBe("running");
  });

  it("a host that refuses it twice is no host", async () => {
    const host = fakeHost();
    const view = createView(host.own);
    await host.refuse("ui/initialize");
    expect(view.getSnapshot().state.phase).toBe("connecting");
    await host.refuse("ui/initialize");
    expect(view.getSnapshot().state.phase).toBe("no-host");
    expect(host.of("ui/notifications/initialized")).toEqual([]);
  });
});

describe("a question", () => {
  it("waits for the news whether it is open, and not longer than a moment", async () => {
    const { host, state } = await open();
    host.notify("ui/notifications/tool-result", asked());
    expect(state()).toEqual({ phase: "looking" });
    expect(host.of("tools/call").at(-1)?.params).toEqual({
      name: "midcall_answer",
      arguments: { id: "q-1", key: "the-key", action: "look" },
    });
    await vi.advanceTimersByTimeAsync(1500);
    expect(state()).toMatchObject({ phase: "asking" });
  });

  it.each(["answered", "closed", "expired", "unknown"])(
    "that is %s is not asked",
    async (status) => {
      const { host, state, answerTool } = await open();
      host.notify("ui/notifications/tool-result", asked());
      await answerTool({ status });
      expect(state()).toMatchObject({ phase: "over", why: status });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(state()).toMatchObject({ phase: "over" });
    },
  );

  it("whose time is over is looked at again, because clocks differ", async () => {
    const { host, state, answerTool } = await openAsked();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(state()).toMatchObject({ phase: "asking" });
    expect(host.of("tools/call")).toHaveLength(2);
    await answerTool({ status: "expired" });
    expect(state()).toMatchObject({ phase: "over", why: "expired" });
  });

  it("takes the place of another one, whose news come too late", async () => {
    const { host, state } = await open();
    host.notify("ui/notifications/tool-result", asked());
    const first = host.of("tools/call").at(-1)?.id;
    host.notify("ui/notifications/tool-result", asked({ id: "q-2" }));
    host.say({ jsonrpc: "2.0", id: first, result: { structuredContent: { status: "closed" } } });
    await settled();
    expect(state()).toEqual({ phase: "looking" });
  });

  it("of another id in the answer of the server is not shown", async () => {
    const { host, state, answerTool } = await open();
    host.notify("ui/notifications/tool-result", asked());
    const other = asked({ id: "q-9", message: "Another one" }) as { _meta: object };
    await answerTool({
      status: "open",
      question: (other._meta as Record<string, unknown>)[QUESTION_META],
    });
    expect(state()).toMatchObject({
      phase: "asking",
      question: { form: { id: "q-1", message: "For how many?" } },
    });
  });
});

describe("an answer", () => {
  it("is sent with the key, without what is no part of it", async () => {
    const { host, view, state, answerTool } = await openAsked();
    const outcome = view.respond({ ...decline("a reason"), content: { people: 4 } } as never);
    expect(host.of("tools/call").at(-1)?.params).toEqual({
      name: "midcall_answer",
      arguments: { id: "q-1", key: "the-key", action: "decline" },
    });
    await answerTool({ status: "received" });
    expect(await outcome).toEqual({ ok: true });
    expect(state()).toMatchObject({ phase: "done", action: "decline", next: "chat" });
  });

  it("that is not confirmed can be sent again, and a late confirmation counts", async () => {
    const { host, view, state } = await openAsked();
    const outcome = view.respond(accept({ people: 4 }));
    const first = host.of("tools/call").at(-1)?.id;
    await vi.advanceTimersByTimeAsync(90_000);
    expect(await outcome).toMatchObject({
      ok: false,
      errors: [expect.stringContaining("only one answer counts")],
    });
    void view.respond(accept({ people: 4 }));
    expect(host.of("tools/call").filter(({ id }) => id! >= first!)).not.toHaveLength(1);
    host.say({ jsonrpc: "2.0", id: first, result: { structuredContent: { status: "received" } } });
    await settled();
    expect(state()).toMatchObject({ phase: "done", action: "accept" });
  });

  it("is not sent when no question is shown", async () => {
    const { host, view } = await open();
    expect(await view.respond(accept({}))).toEqual({ ok: true });
    expect(host.of("tools/call")).toEqual([]);
  });

  it.each([
    [undefined, "This app did not pass your answer on"],
    [{ structuredContent: { status: "fine" } }, "This app did not pass your answer on"],
    [{ content: [{ type: "text", text: "{" }] }, "This app did not pass your answer on"],
    [{ structuredContent: { status: "invalid" } }, "The server did not accept this answer."],
    [{ structuredContent: { status: "invalid", reason: "Too \u202Emany." } }, "Too many."],
  ])("that comes back as %j keeps the question open", async (result, error) => {
    const { host, view, state } = await openAsked();
    const outcome = view.respond(accept({ people: 4 }));
    await host.answer("tools/call", result);
    expect(await outcome).toMatchObject({ ok: false, errors: [expect.stringContaining(error)] });
    expect(state()).toMatchObject({ phase: "asking" });
  });

  it("the model is told by the first way that works, in the user's words and without the answer", async () => {
    const { host, view, state, answerTool } = await openAsked({
      message: {},
      updateModelContext: {},
    });
    void view.respond(accept({ people: 4 }));
    await answerTool({ status: "received" });
    expect(state()).toMatchObject({ phase: "done", next: undefined });
    const content = [
      {
        type: "text",
        text: "I have answered the question of the tool “book_table”. Please call it again with the same arguments.",
      },
    ];
    expect(host.of("ui/message").at(-1)?.params).toEqual({ role: "user", content });
    await host.answer("ui/message", { isError: true });
    expect(host.of("ui/update-model-context").at(-1)?.params).toEqual({ content });
    await host.answer("ui/update-model-context", {});
    expect(state()).toMatchObject({ next: "context" });
    expect(JSON.stringify(host.sent.filter(({ method }) => method !== "tools/call"))).not.toMatch(
      /the-key|people/,
    );
  });
});

it("nothing runs after the View is closed", async () => {
  const waiting = ownTimers();
  const { host, view } = await openAsked();
  view.close();
  expect(waiting()).toBe(0);
  host.notify("ui/notifications/tool-result", asked({ id: "q-2" }));
  expect(host.of("tools/call")).toHaveLength(1);
});
