import type { ElicitRequest, ElicitResult as SdkResult } from "@modelcontextprotocol/client";
import { type AuditTrailEvent, createAuditTrail, createMemorySink } from "midcall/audit";
import { createAuditEntry } from "../../src/audit/create-entry.js";
import {
  accept,
  cancel,
  cannotAsk,
  createInbox,
  decline,
  NoAnswererError,
  type Inbox,
  type InboxOptions,
  type OnElicitationCallback,
} from "midcall/client";
import { InvalidAnswerError } from "../../src/client/errors.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ownTimers } from "../../../../test/own-timers.js";
import { color, nextShown, until } from "./lab.js";

const ask = (requestedSchema: unknown = color, message = "Which?") => ({
  message,
  requestedSchema,
});
const link = (url: unknown = "https://example.com/a?b=1") => ({
  mode: "url",
  message: "Open?",
  url,
});
const NO_UI = { action: "cancel", content: { "midcall/cannotAsk": "no-ui" } };
const BLOCKED = { action: "cancel", content: { "midcall/cannotAsk": "blocked" } };

/** What an inbox of {@link mounted} reported. Collected, not thrown: it swallows what its listener throws. */
const unexpected: unknown[] = [];
afterEach(() => expect(unexpected.splice(0)).toEqual([]));

/** An inbox with a UI. An error that it reports fails the test, unless the test listens itself. */
function mounted(options: InboxOptions = {}): Inbox & { readonly unmount: () => void } {
  const inbox = createInbox({ onError: (error) => unexpected.push(error), ...options });
  return { ...inbox, unmount: inbox.mount() };
}

describe("the inbox as a store", () => {
  it("gives a new snapshot for a change and the same one otherwise", async () => {
    const inbox = mounted();
    const seen = vi.fn();
    const stop = inbox.subscribe(seen);
    const before = inbox.getSnapshot();
    expect(inbox.getSnapshot()).toBe(before);
    const first = inbox.handle(ask(), { server: "A" });
    const shown = await nextShown(inbox);
    expect(seen).toHaveBeenCalled();
    void inbox.handle(ask(), { server: "A" });
    const { showing, waiting } = inbox.getSnapshot();
    expect(showing[0]).toBe(shown);
    expect(waiting).toHaveLength(1);
    stop();
    seen.mockClear();
    inbox.respond(shown.id, decline());
    expect(await first).toEqual({ action: "decline" });
    expect(seen).not.toHaveBeenCalled();
    expect(inbox.getSnapshot().showing).toHaveLength(1);
  });

  it("shows as many at once as the policy says, taking turns among servers", async () => {
    const inbox = mounted({ policy: { concurrent: 2 } });
    await inbox.ready;
    for (const server of ["A", "A", "A", "B"]) void inbox.handle(ask(), { server });
    const names = (): string[] => {
      const { showing, waiting } = inbox.getSnapshot();
      return [showing, waiting].map((list) => list.map(({ server }) => server).join(""));
    };
    expect(names()).toEqual(["AA", "BA"]);
    inbox.respond(inbox.getSnapshot().showing[0]!.id, cancel());
    expect(names()).toEqual(["AB", "A"]);
  });

  it("survives a listener that throws", async () => {
    const errors: unknown[] = [];
    const inbox = mounted({ onError: (error) => errors.push(error) });
    inbox.subscribe(() => {
      throw new Error("render failed");
    });
    const result = inbox.handle(ask(), { server: "A" });
    inbox.respond((await nextShown(inbox)).id, decline());
    expect(await result).toEqual({ action: "decline" });
    expect(String(errors[0])).toContain("render failed");
  });
});

describe("respond", () => {
  it("does not send what the form rejects, says why, and leaves the question open", async () => {
    const inbox = mounted();
    let sent: unknown;
    void inbox.handle(ask(), { server: "A" }).then((result) => (sent = result));
    const { id } = await nextShown(inbox);
    const outcome = inbox.respond(id, accept({ color: "green" }));
    expect(outcome).toMatchObject({ ok: false, issues: [{ field: "color", code: "option" }] });
    expect(inbox.respond(id, accept())).toMatchObject({ ok: false });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBeUndefined();
    expect(inbox.getSnapshot().showing[0]).toMatchObject({ id, attempts: 2 });
    expect(inbox.respond(id, accept({ color: "red" }))).toEqual({ ok: true });
    await until(() => sent);
    expect(sent).toEqual({ action: "accept", content: { color: "red" } });
    expect(inbox.respond(id, accept({ color: "red" }))).toMatchObject({ ok: false });
  });

  it("sends falsy values, and nothing the form does not name", async () => {
    const inbox = mounted();
    const requestedSchema = {
      type: "object",
      properties: {
        text: { type: "string" },
        number: { type: "number" },
        flag: { type: "boolean" },
        list: { type: "array", items: { type: "string", enum: ["a"] } },
        left: { type: "string", default: "x" },
      },
    };
    const result = inbox.handle(ask(requestedSchema), { server: "A" });
    const content = { text: "", number: 0, flag: false, list: [], extra: "x", _meta: { a: 1 } };
    inbox.respond((await nextShown(inbox)).id, accept(content as never));
    expect(JSON.stringify(await result)).toBe(
      '{"action":"accept","content":{"text":"","number":0,"flag":false,"list":[]}}',
    );
  });

  it("rejects an answer that is none", async () => {
    const inbox = mounted();
    void inbox.handle(ask(), { server: "A" });
    const { id } = await nextShown(inbox);
    for (const answer of [undefined, {}, { action: "yes" }]) {
      expect(inbox.respond(id, answer as never)).toMatchObject({ ok: false });
    }
    expect(inbox.getSnapshot().showing).toHaveLength(1);
  });
});

describe("what is shown", () => {
  it("has no control, bidi or zero-width characters in its message", async () => {
    const inbox = mounted();
    void inbox.handle(ask(color, "Delete\u202E \u001B[2Jgpj.exe?\u200B\n\n\n\nSure?"), {
      server: "A",
    });
    expect((await nextShown(inbox)).message).toBe("Delete [2Jgpj.exe?\n\nSure?");
  });

  it("has all of its message, or is not shown: nobody says yes to text that is not there", async () => {
    const inbox = mounted();
    const longest = `${"x".repeat(16_383)}.`;
    void inbox.handle(ask(color, longest), { server: "A" });
    expect((await nextShown(inbox)).message).toBe(longest);
    expect(await inbox.handle(ask(color, `${longest}!`), { server: "B" })).toMatchObject({
      action: "cancel",
      content: { "midcall/cannotAsk": "message-too-long" },
    });
  });

  it("names fields that seem to ask for a secret", async () => {
    const inbox = mounted();
    const requestedSchema = {
      type: "object",
      properties: {
        githubToken: { type: "string" },
        x: { type: "string", title: "Your PIN" },
        passenger: { type: "string" },
        // As one word, too.
        OPENAI_APIKEY: { type: "string" },
        passwd: { type: "string" },
      },
    };
    void inbox.handle(ask(requestedSchema), { server: "A" });
    expect(await nextShown(inbox)).toMatchObject({
      secretFields: ["githubToken", "x", "OPENAI_APIKEY", "passwd"],
    });
  });

  it("is refused instead where the policy refuses secrets, in nobody's name", async () => {
    const inbox = mounted({ policy: { secrets: "refuse" } });
    const requestedSchema = { type: "object", properties: { password: { type: "string" } } };
    expect(await inbox.handle(ask(requestedSchema), { server: "A" })).toMatchObject(
      cannotAsk("secret-refused"),
    );
  });
});

describe("what cannot be shown", () => {
  const required = { type: "object", properties: { x: { type: "object" } }, required: ["x"] };
  it.each([
    ["params that are none", undefined, "unreadable"],
    ["a message that is no text", { message: 1, requestedSchema: color }, "unreadable"],
    ["a schema that is none", ask("no"), "unreadable"],
    ["a required field of an unknown kind", ask(required), "field"],
    ["an unknown mode", { ...ask(), mode: "voice" }, "mode"],
    ["a javascript: link", link("javascript:alert(1)"), "url:scheme"],
    ["a link to the cloud's metadata", link("http://169.254.169.254/latest"), "url:scheme"],
    ["a link that is none", link(7), "url:not-a-url"],
  ])("is refused with the reason: %s", async (_name, params, reason) => {
    const open = vi.fn();
    const inbox = mounted({ open });
    expect(await inbox.handle(params, { server: "A" })).toMatchObject(cannotAsk(reason));
    expect(inbox.getSnapshot().showing).toEqual([]);
    expect(open).not.toHaveBeenCalled();
  });

  it("reaches the audit with its fields, so that a report can name the one that is in the way", async () => {
    const record = vi.fn<(event: AuditTrailEvent) => void>();
    const inbox = mounted({ audit: { record } });
    const properties = { x: { type: "object", default: {} }, y: { type: "string" } };
    await inbox.handle(ask({ ...required, properties }), { server: "A" });
    await inbox.handle(ask("no"), { server: "A" });
    expect(record.mock.calls.map(([event]) => createAuditEntry(event))).toMatchObject([
      {
        mode: "form",
        fields: [
          { name: "x", kind: "unsupported", required: true },
          { name: "y", kind: "text", required: false },
        ],
        action: "unanswered",
        reason: "field",
        attempts: 0,
      },
      { mode: "form", action: "unanswered", reason: "unreadable" },
    ]);
    expect(JSON.stringify(record.mock.calls)).not.toContain("default");
  });

  it("is refused when nothing can open a link", async () => {
    expect(await mounted().handle(link(), { server: "A" })).toMatchObject(cannotAsk("mode"));
  });
});

describe("links", () => {
  it("are shown in full, opened after consent only, and answered without content", async () => {
    const open = vi.fn();
    const inbox = mounted({ open });
    const result = inbox.handle(link(), { server: "A" });
    const question = await nextShown(inbox);
    expect(question).toMatchObject({ link: { url: "https://example.com/a?b=1", warnings: [] } });
    expect(open).not.toHaveBeenCalled();
    inbox.respond(question.id, accept({ sneaky: "x" }));
    expect(open.mock.calls).toEqual([["https://example.com/a?b=1"]]);
    expect(JSON.stringify(await result)).toBe('{"action":"accept"}');
  });

  it("stay open when the page could not be opened, and open once for two clicks", async () => {
    const errors: unknown[] = [];
    let fail!: (error: Error) => void;
    const open = vi
      .fn()
      .mockImplementationOnce(() => {
        throw new Error("blocked");
      })
      .mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
      .mockImplementationOnce(async () => {});
    const inbox = mounted({ open, onError: (error) => errors.push(error) });
    const result = inbox.handle(link(), { server: "A" });
    const { id } = await nextShown(inbox);
    expect(inbox.respond(id, accept())).toMatchObject({ ok: false });
    inbox.respond(id, accept());
    inbox.respond(id, accept());
    expect(open).toHaveBeenCalledTimes(2);
    fail(new Error("no browser"));
    await until(() => errors.length === 2);
    expect(inbox.getSnapshot().showing).toMatchObject([{ id, attempts: 2 }]);
    inbox.respond(id, accept());
    expect(await result).toEqual({ action: "accept" });
  });
});

describe("servers", () => {
  it("that are blocked are refused unseen, and so is what they have open, in nobody's name", async () => {
    const inbox = mounted();
    const open = inbox.handle(ask(), { server: "A" });
    const other = inbox.handle(ask(), { server: "B" });
    await nextShown(inbox);
    inbox.setRule("A", "block");
    expect(await open).toEqual(BLOCKED);
    expect(await inbox.handle(ask(), { server: "A" })).toEqual(BLOCKED);
    inbox.respond((await nextShown(inbox)).id, cancel());
    expect(await other).toEqual({ action: "cancel" });
  });

  it("that are blocked get no further question to the callback, or on the screen", async () => {
    const onElicitation = vi.fn(() => new Promise<never>(() => {}));
    const inbox = createInbox({ onElicitation });
    await inbox.ready;
    const results = [1, 2, 3].map(() => inbox.handle(ask(), { server: "A" }));
    const shown = new Set<string>();
    inbox.subscribe(() => inbox.getSnapshot().showing.forEach(({ id }) => shown.add(id)));
    inbox.setRule("A", "block");
    expect(await Promise.all(results)).toEqual(Array(3).fill(BLOCKED));
    expect(onElicitation).toHaveBeenCalledTimes(1);
    expect(shown.size).toBe(0);
  });

  it("that must ask first are gated until the person lets them in", async () => {
    const inbox = mounted({ policy: { rule: "ask", concurrent: 3 } });
    const results = [1, 2].map(() => inbox.handle(ask(), { server: "A" }));
    const { id, needsApproval } = await nextShown(inbox);
    expect(needsApproval).toBe(true);
    expect(inbox.respond(id, accept({ color: "red" }))).toMatchObject({ ok: false });
    inbox.setPermission(id, "show");
    expect(inbox.getSnapshot().showing.map((question) => question.needsApproval)).toEqual([
      false,
      true,
    ]);
    inbox.respond(id, accept({ color: "red" }));
    inbox.setPermission((await nextShown(inbox)).id, "always");
    expect(inbox.rule("A")).toBe("allow");
    expect((await nextShown(inbox)).needsApproval).toBe(false);
    inbox.respond((await nextShown(inbox)).id, decline());
    expect(await Promise.all(results)).toMatchObject([{ action: "accept" }, { action: "decline" }]);
    const last = inbox.handle(ask(), { server: "B" });
    inbox.setPermission((await nextShown(inbox)).id, "block");
    expect(await last).toEqual(BLOCKED);
    expect(inbox.rule("B")).toBe("block");
  });

  it("that must ask first reach no callback before, and none at all without a UI", async () => {
    const onElicitation = vi.fn(() => accept({ color: "red" }));
    const inbox = createInbox({ onElicitation, policy: { rule: "ask" } });
    expect(await inbox.handle(ask(), { server: "A" })).toEqual(NO_UI);
    inbox.mount();
    const result = inbox.handle(ask(), { server: "A" });
    const { id } = await nextShown(inbox);
    expect(onElicitation).not.toHaveBeenCalled();
    inbox.setPermission(id, "show");
    expect(await result).toMatchObject({ action: "accept" });
  });

  it("keep their rule over a reload", async () => {
    let kept = "";
    const persistence = {
      load: () => (kept ? (JSON.parse(kept) as never) : undefined),
      save: (saved: unknown) => void (kept = JSON.stringify(saved)),
    };
    mounted({ persistence }).setRule("A", "block");
    await until(() => kept !== "");
    expect(await mounted({ persistence }).handle(ask(), { server: "A" })).toEqual(BLOCKED);
  });

  it("have been written when saved() resolves, also those of a moment ago, and an error of the store too", async () => {
    const states: unknown[] = [];
    const save = (state: unknown): void => void states.push(structuredClone(state));
    const inbox = mounted({ persistence: { load: () => undefined, save } });
    await inbox.saved();
    expect(states).toEqual([]);
    inbox.setRule("A", "block");
    await until(() => states.length === 1);
    // The next write waits for a moment.
    inbox.setRule("A", "allow");
    inbox.setRule("B", "block");
    await inbox.saved();
    expect(states.at(-1)).toEqual({ rules: { A: "allow", B: "block" }, calls: [] });

    const errors: unknown[] = [];
    const full = (): never => {
      throw new Error("full");
    };
    const other = mounted({
      persistence: { load: () => undefined, save: full },
      onError: (error) => errors.push(error),
    });
    other.setRule("A", "block");
    await other.saved();
    expect(errors).toHaveLength(1);
  });

  it("keep nothing that cannot be read, and what is stored is not overwritten then", async () => {
    const errors: unknown[] = [];
    const save = vi.fn();
    const load = (): never => {
      throw new Error("locked");
    };
    const inbox = mounted({ persistence: { load, save }, onError: (error) => errors.push(error) });
    inbox.setRule("A", "block");
    expect(await inbox.handle(ask(), { server: "A" })).toEqual(BLOCKED);
    expect(save).not.toHaveBeenCalled();
    expect(errors).toHaveLength(1);
    const odd = { rules: { A: "burn", B: "block" }, calls: [{}, null, 7] } as never;
    const other = mounted({ persistence: { load: () => odd, save } });
    await other.ready;
    expect([other.rule("A"), other.rule("B")]).toEqual(["allow", "block"]);
  });
});

describe("onElicitation", () => {
  it("answers, one question at a time, with what is safe to show", async () => {
    let running = 0;
    let most = 0;
    const onElicitation = vi.fn(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      return accept({ color: "red" });
    });
    const inbox = createInbox({ onElicitation });
    const call = { method: "tools/call", name: "paint" };
    const results = await Promise.all(
      [1, 2, 3].map(() => inbox.handle(ask(color, "a\u200Bb"), { server: "A", call })),
    );
    expect(results).toEqual(Array(3).fill({ action: "accept", content: { color: "red" } }));
    expect(most).toBe(1);
    expect(onElicitation.mock.calls[0]).toEqual([
      { mode: "form", message: "ab", requestedSchema: color },
      { server: "A", call, signal: expect.any(AbortSignal) as AbortSignal },
    ]);
  });

  it("is told when its question is over", async () => {
    let told: AbortSignal | undefined;
    const inbox = createInbox({
      onElicitation: (_params, { signal }) => {
        told = signal;
        return new Promise(() => {});
      },
    });
    const abort = new AbortController();
    const result = inbox.handle(ask(), { server: "A", signal: abort.signal });
    expect((await until(() => told)).aborted).toBe(false);
    abort.abort();
    expect(await result).toEqual(cannotAsk("withdrawn"));
    expect(told!.aborted).toBe(true);
  });

  it("may be declared with the SDK's types, or as OnElicitationCallback", async () => {
    const sdk = async (_params: ElicitRequest["params"]): Promise<SdkResult> => ({
      action: "decline",
    });
    const ours: OnElicitationCallback = () => decline();
    for (const onElicitation of [sdk, ours]) {
      const inbox = createInbox({ onElicitation });
      expect(await inbox.handle(ask(), { server: "A" })).toEqual({ action: "decline" });
    }
  });

  it("goes by its older name as well", async () => {
    const inbox = createInbox({ elicitationCallback: () => decline() });
    expect(await inbox.handle(ask(), { server: "A" })).toEqual({ action: "decline" });
  });

  it("opens links itself", async () => {
    const open = vi.fn();
    const inbox = createInbox({ open, onElicitation: ({ mode }) => (mode ? accept() : decline()) });
    expect(await inbox.handle(link(), { server: "A" })).toEqual({ action: "accept" });
    expect(open).not.toHaveBeenCalled();
  });

  it.each([
    ["returns what the form rejects", () => accept({ color: "green" }), InvalidAnswerError],
    ["returns nothing", () => undefined as never, InvalidAnswerError],
    ["throws", () => Promise.reject(new TypeError("bug")), TypeError],
  ])("that %s is reported, and none of it is sent", async (_name, onElicitation, kind) => {
    const errors: unknown[] = [];
    const inbox = createInbox({ onElicitation, onError: (error) => errors.push(error) });
    expect(await inbox.handle(ask(), { server: "A" })).toEqual(cannotAsk("error"));
    expect(errors[0]).toBeInstanceOf(kind);
  });
});

describe("somebody to answer", () => {
  it("that never was there is an error that names the fix", async () => {
    const inbox = createInbox();
    expect(inbox.capability()).toBeUndefined();
    const asking = inbox.handle(ask(), { server: "A" });
    await expect(asking).rejects.toBeInstanceOf(NoAnswererError);
    await expect(asking).rejects.toThrow(/onElicitation.*inbox\.mount/);
  });

  it("decides what may be declared", () => {
    expect(mounted().capability()).toEqual({ form: {} });
    expect(mounted({ open: () => {} }).capability()).toEqual({ form: {}, url: {} });
    const inbox = createInbox({ onElicitation: () => decline() });
    expect(inbox.capability()).toEqual({ form: {}, url: {} });
  });

  it("may be gone for a moment; then what is open ends unanswered, and so does what comes", async () => {
    vi.useFakeTimers();
    try {
      const inbox = mounted();
      await inbox.ready;
      const result = inbox.handle(ask(), { server: "A" });
      inbox.unmount();
      inbox.unmount();
      const again = inbox.mount();
      await vi.advanceTimersByTimeAsync(5000);
      expect(inbox.getSnapshot().showing).toHaveLength(1);
      again();
      await vi.advanceTimersByTimeAsync(1000);
      expect(await result).toEqual(NO_UI);
      expect(await inbox.handle(ask(), { server: "A" })).toEqual(NO_UI);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a UI that comes and goes", () => {
  it("has a whole second each time to come back", async () => {
    vi.useFakeTimers();
    const waiting = ownTimers();
    try {
      const inbox = createInbox();
      const first = inbox.mount();
      await inbox.ready;
      const result = inbox.handle(ask(), { server: "A" });
      first();
      await vi.advanceTimersByTimeAsync(900);
      inbox.mount()();
      await vi.advanceTimersByTimeAsync(999);
      expect(inbox.getSnapshot().showing).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await result).toEqual(NO_UI);
      expect(waiting()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a callback, once the UI beside it is gone", () => {
  it("goes on answering, but no question waits for a UI to let it in", async () => {
    vi.useFakeTimers();
    try {
      let answer!: (result: ReturnType<typeof decline>) => void;
      const onElicitation = () =>
        new Promise<ReturnType<typeof decline>>((resolve) => (answer = resolve));
      const inbox = mounted({ onElicitation, policy: { concurrent: 2 } });
      await inbox.ready;
      inbox.setRule("B", "ask");
      const open = inbox.handle(ask(), { server: "A" });
      const gated = inbox.handle(ask(), { server: "B" });
      inbox.unmount();
      await vi.advanceTimersByTimeAsync(1000);
      expect(await gated).toEqual(NO_UI);
      answer(decline());
      expect(await open).toEqual({ action: "decline" });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("audit", () => {
  it("tells how each question ended, and never what was answered", async () => {
    const events: AuditTrailEvent[] = [];
    const inbox = mounted({
      audit: { record: (event) => void events.push(event) },
      open: () => {},
      policy: { burst: 5, held: 1 },
    });
    const call = { method: "tools/call", name: "paint" };
    const first = inbox.handle(ask(), { server: "A", call });
    const { id } = await nextShown(inbox);
    inbox.respond(id, accept({ color: "canary" }));
    inbox.respond(id, accept({ color: "red" }), "terminal");
    await first;
    const no = inbox.handle(link("https://xn--80ak6aa92e.com/"), { server: "A" });
    inbox.respond((await nextShown(inbox)).id, decline("Not now."));
    await no;
    const abort = new AbortController();
    const gone = inbox.handle(ask(), { server: "A", signal: abort.signal });
    await nextShown(inbox);
    abort.abort();
    await gone;
    await inbox.handle(ask("no"), { server: "A" });
    inbox.setRule("A", "block");
    await inbox.handle(ask(), { server: "A" });
    inbox.setRule("A", "allow");
    for (let count = 0; count < 3; count++) void inbox.handle(ask(), { server: "A" });
    expect(
      events.map(({ action, via, reason, policy }) => [action, via, reason, policy?.join()]),
    ).toEqual([
      ["accept", "terminal", undefined, ""],
      ["decline", "ui", "Not now.", "url:punycode"],
      ["unanswered", "server", "withdrawn", ""],
      ["unanswered", "policy", "unreadable", "unreadable"],
      ["unanswered", "policy", "blocked", "blocked"],
      ["unanswered", "policy", "rate-limit", "rate-limit"],
    ]);
    expect(events[0]).toMatchObject({
      id,
      server: { name: "A" },
      tool: "paint",
      mode: "form",
      message: "Which?",
      fields: [{ name: "color", kind: "select" }],
      attempts: 2,
    });
    expect(JSON.stringify(events.slice(1))).not.toContain("canary");
    expect(JSON.stringify(events)).not.toMatch(/canary|"content"/);
  });

  it("names the mode and the host of what was refused unseen", async () => {
    const events: AuditTrailEvent[] = [];
    const inbox = mounted({
      audit: { record: (event) => void events.push(event) },
      open: () => {},
      policy: { secrets: "refuse" },
    });
    await inbox.handle(link("https://ann:key@10.0.0.1/x"), { server: "A" });
    const secret = { type: "object", properties: { password: { type: "string" } } };
    await inbox.handle(ask(secret), { server: "A" });
    inbox.setRule("A", "block");
    await inbox.handle(link("https://example.com/x"), { server: "A" });
    expect(events.map(createAuditEntry)).toMatchObject([
      { mode: "url", urlHost: "10.0.0.1", policy: ["url:credentials"], attempts: 0 },
      { mode: "form", fields: [{ name: "password" }], policy: ["secret-refused"], attempts: 0 },
      { mode: "url", urlHost: "example.com", policy: ["blocked"], attempts: 0 },
    ]);
  });

  it("written by an audit trail has neither message, default nor answer", async () => {
    const sink = createMemorySink();
    const trail = createAuditTrail({ sink });
    const inbox = mounted({ audit: trail });
    const requestedSchema = {
      type: "object",
      properties: { note: { type: "string", default: "CANARY", title: "Note" } },
    };
    const result = inbox.handle(ask(requestedSchema, "CANARY?"), { server: "A" });
    inbox.respond((await nextShown(inbox)).id, accept({ note: "CANARY!" }));
    await result;
    await trail.flush();
    const [entry] = sink.entries();
    expect(entry).toMatchObject({
      server: { name: "A" },
      action: "accept",
      via: "ui",
      fields: [{ name: "note", kind: "text", required: false }],
    });
    expect(entry!.messageDigest).toMatch(/^sha256:/);
    expect(JSON.stringify(entry)).not.toContain("CANARY");
  });

  it("that fails keeps no answer back", async () => {
    const errors: unknown[] = [];
    const inbox = mounted({
      audit: {
        record: () => {
          throw new Error("disk full");
        },
      },
      onError: (error) => errors.push(error),
    });
    const result = inbox.handle(ask(), { server: "A" });
    inbox.respond((await nextShown(inbox)).id, decline());
    expect(await result).toEqual({ action: "decline" });
    expect(errors).toHaveLength(1);
  });
});
