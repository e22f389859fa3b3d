import { Client } from "@modelcontextprotocol/client";
import {
  accept,
  createInbox,
  decline,
  type Inbox,
  type InboxPersistence,
  type SavedInbox,
} from "midcall/client";
import { describe, expect, it, vi } from "vitest";
import { buildServer, color, connect, nextShown, said, until } from "./lab.js";

/** Storage of JSON text that outlives the page. */
function storage(): InboxPersistence & { text: string; saved(): SavedInbox } {
  const self = {
    text: "",
    load: () => (self.text ? (JSON.parse(self.text) as SavedInbox) : undefined),
    save: (saved: SavedInbox) => void (self.text = JSON.stringify(saved)),
    saved: () => JSON.parse(self.text || '{"calls":[]}') as SavedInbox,
  };
  return self;
}

const build = buildServer({
  trip: async (ctx) => {
    const [from, to] = await Promise.all([ctx.elicit("From?", color), ctx.elicit("To?", color)]);
    const sure = await ctx.elicit("Sure?", color);
    return [from, to, sure]
      .map((answer) => ("data" in answer ? answer.data.color : answer.action))
      .join();
  },
});

const wire = { protocolVersion: "2026-07-28" } as const;

function page(persistence: InboxPersistence): Inbox {
  const inbox = createInbox({ persistence });
  inbox.mount();
  return inbox;
}

describe("a reload in the middle of a 2026-07-28 call", () => {
  it("asks what is open, not what was answered, and goes on with the call", async () => {
    const kept = storage();
    const before = page(kept);
    await using first = await connect(before, wire, build);
    first.client.callTool({ name: "trip", arguments: {} }).catch(() => {});
    const from = await nextShown(before);
    before.respond(from.id, accept({ color: "red" }));
    await until(() => Object.keys(kept.saved().calls[0]?.responses ?? {}).length === 1);

    const after = page(kept);
    await using second = await connect(after, wire, build);
    const [resumed, ...others] = await second.attachment.resume();
    expect(others).toEqual([]);
    expect(resumed!.call).toEqual({ method: "tools/call", name: "trip" });
    expect(await second.attachment.resume()).toEqual([]);
    const to = await nextShown(after);
    expect(to).toMatchObject({ message: "To?", server: "Lab", call: resumed!.call });
    after.respond(to.id, accept({ color: "blue" }));
    const sure = await nextShown(after, to.id);
    expect(sure.message).toBe("Sure?");
    after.respond(sure.id, decline());
    expect(said((await resumed!.result) as never)).toBe("red,blue,decline");
    await until(() => kept.saved().calls.length === 0);
  });

  it("goes on at once when everything was answered and only the last request was lost", async () => {
    const kept = storage();
    const before = page(kept);
    await using first = await connect(before, wire, build);
    first.client.callTool({ name: "trip", arguments: {} }).catch(() => {});
    await nextShown(before);
    first.client.transport!.send = () => new Promise(() => {});
    for (let count = 0; count < 2; count++) {
      before.respond((await nextShown(before)).id, accept({ color: "red" }));
    }
    await until(() => Object.keys(kept.saved().calls[0]?.responses ?? {}).length === 2);
    const after = page(kept);
    await using second = await connect(after, wire, build);
    const [resumed] = await second.attachment.resume();
    const sure = await nextShown(after);
    expect(sure.message).toBe("Sure?");
    after.respond(sure.id, accept({ color: "blue" }));
    expect(said((await resumed!.result) as never)).toBe("red,red,blue");
  });

  it("keeps everything when the client is not connected yet", async () => {
    const kept = storage();
    const before = page(kept);
    await using first = await connect(before, wire, build);
    first.client.callTool({ name: "trip", arguments: {} }).catch(() => {});
    await until(() => kept.saved().calls.length === 1);
    const after = page(kept);
    const client = new Client({ name: "host", version: "1.0.0" });
    const attachment = after.attach(client, { server: "Lab" });
    await expect(attachment.resume()).rejects.toThrow(/after client\.connect/);
    expect(after.getSnapshot().showing).toEqual([]);
    expect(kept.saved().calls).toHaveLength(1);
  });

  it("is for the server that asked only", async () => {
    const kept = storage();
    const before = page(kept);
    await using first = await connect(before, wire, build);
    first.client.callTool({ name: "trip", arguments: {} }).catch(() => {});
    await until(() => kept.saved().calls.length === 1);
    const after = page(kept);
    await using second = await connect(after, wire, build, { server: "Another" });
    expect(await second.attachment.resume()).toEqual([]);
    expect(after.getSnapshot().showing).toEqual([]);
  });

  it("forgets a call that nobody came back to for a day", async () => {
    const kept = storage();
    const before = page(kept);
    await using first = await connect(before, wire, build);
    first.client.callTool({ name: "trip", arguments: {} }).catch(() => {});
    await until(() => kept.saved().calls.length === 1);
    const later = (days: number) =>
      createInbox({ persistence: kept, now: () => Date.now() + days * 86_400_000 });
    for (const [days, calls] of [
      [1.1, 0],
      [0.9, 1],
    ] as const) {
      const after = later(days);
      after.mount();
      await using second = await connect(after, wire, build);
      expect(await second.attachment.resume()).toHaveLength(calls);
    }
  });

  it("keeps nothing of calls that ended, or were cancelled", async () => {
    const kept = storage();
    const inbox = page(kept);
    await using host = await connect(inbox, wire, build);
    const abort = new AbortController();
    const call = host.client.callTool({ name: "trip" }, { signal: abort.signal });
    await until(() => kept.saved().calls.length === 1);
    abort.abort();
    await expect(call).rejects.toThrow();
    await until(() => kept.saved().calls.length === 0);
    expect(kept.text).not.toContain("trip");
  });
});

/** The calls of an inbox that is left, as a page that was reloaded finds them. */
async function left(kept: ReturnType<typeof storage>): Promise<void> {
  const before = page(kept);
  await using host = await connect(before, wire, build);
  host.client.callTool({ name: "trip", arguments: {} }).catch(() => {});
  before.respond((await nextShown(before)).id, accept({ color: "red" }));
  await until(() => Object.keys(kept.saved().calls[0]?.responses ?? {}).length === 1);
  kept.save = () => {};
}

/** The same storage, for the next page. */
function next(kept: ReturnType<typeof storage>): ReturnType<typeof storage> {
  return Object.assign(storage(), { text: kept.text });
}

describe("a call that runs", () => {
  it("is not gone on with a second time, by whichever connection of its server", async () => {
    let orders = 0;
    const shop = buildServer({
      order: async (ctx) => {
        const answer = await ctx.elicit("Which?", color);
        if (answer.action === "accept") orders += 1;
        return answer.action;
      },
    });
    const kept = storage();
    const inbox = page(kept);
    await using first = await connect(inbox, wire, shop);
    const call = first.client.callTool({ name: "order", arguments: {} });
    const { id } = await nextShown(inbox);
    await until(() => kept.saved().calls.length === 1);
    await using second = await connect(inbox, wire, shop);
    for (const { attachment } of [first, second]) expect(await attachment.resume()).toEqual([]);
    inbox.respond(id, accept({ color: "red" }));
    expect(said(await call)).toBe("accept");
    await until(() => kept.saved().calls.length === 0);
    expect(inbox.getSnapshot()).toMatchObject({ showing: [], waiting: [] });
    expect(orders).toBe(1);
  });

  it("after a reload is resumed by one of two connections", async () => {
    const kept = storage();
    await left(kept);
    const inbox = page(next(kept));
    await using first = await connect(inbox, wire, build);
    await using second = await connect(inbox, wire, build);
    const [one, other] = await Promise.all([first, second].map((it) => it.attachment.resume()));
    expect([...one!, ...other!]).toHaveLength(1);
    await nextShown(inbox);
    expect(inbox.getSnapshot()).toMatchObject({ showing: [{ message: "To?" }], waiting: [] });
  });
});

describe("a call whose connection is lost", () => {
  it("takes its question with it, and goes on with the next connection, once", async () => {
    const kept = storage();
    await left(kept);
    const after = next(kept);
    const inbox = page(after);
    await using first = await connect(inbox, wire, build);
    const [lost] = await first.attachment.resume();
    const { id } = await nextShown(inbox);
    await first.client.close();
    expect(inbox.getSnapshot().showing).toEqual([]);
    expect(inbox.respond(id, accept({ color: "blue" }))).toMatchObject({ ok: false });
    await expect(lost!.result).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(after.saved().calls).toMatchObject([{ call: { name: "trip" } }]);

    await using second = await connect(inbox, wire, build);
    const [resumed, ...others] = await second.attachment.resume();
    expect(others).toEqual([]);
    const to = await nextShown(inbox);
    expect(to.message).toBe("To?");
    inbox.respond(to.id, accept({ color: "blue" }));
    inbox.respond((await nextShown(inbox, to.id)).id, decline());
    expect(said((await resumed!.result) as never)).toBe("red,blue,decline");
    await until(() => after.saved().calls.length === 0);
  });

  it("keeps its answers when they were on their way", async () => {
    const kept = storage();
    const inbox = page(kept);
    await using first = await connect(inbox, wire, build);
    const call = first.client.callTool({ name: "trip", arguments: {} }).catch((error) => error);
    await nextShown(inbox);
    const sent = vi.fn(() => new Promise<void>(() => {}));
    first.client.transport!.send = sent;
    for (let count = 0; count < 2; count++) {
      inbox.respond((await nextShown(inbox)).id, accept({ color: "red" }));
    }
    await until(() => sent.mock.calls.length === 1);
    await first.client.close();
    expect(await call).toMatchObject({ code: "CONNECTION_CLOSED" });

    await using second = await connect(inbox, wire, build);
    const [resumed] = await second.attachment.resume();
    const sure = await nextShown(inbox);
    expect(sure.message).toBe("Sure?");
    inbox.respond(sure.id, accept({ color: "blue" }));
    expect(said((await resumed!.result) as never)).toBe("red,red,blue");
  });

  it("keeps nothing that was cancelled before", async () => {
    const kept = storage();
    const inbox = page(kept);
    await using host = await connect(inbox, wire, build);
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const call = host.client.callTool({ name: "trip", arguments: {} }, options);
    await until(() => kept.saved().calls.length === 1);
    abort.abort();
    await Promise.all([expect(call).rejects.toThrow(), host.client.close()]);
    await until(() => kept.saved().calls.length === 0);
  });
});

describe("cancel of a resumed call", () => {
  it("withdraws its question, sends nothing, and forgets it", async () => {
    const kept = storage();
    await left(kept);
    const after = next(kept);
    const inbox = page(after);
    await using host = await connect(inbox, wire, build);
    const [resumed] = await host.attachment.resume();
    const { id } = await nextShown(inbox);
    const send = vi.spyOn(host.client.transport!, "send");
    resumed!.cancel();
    expect(inbox.getSnapshot().showing).toEqual([]);
    expect(inbox.respond(id, accept({ color: "blue" }))).toMatchObject({ ok: false });
    await expect(resumed!.result).rejects.toThrow();
    await until(() => after.saved().calls.length === 0);
    expect(await host.attachment.resume()).toEqual([]);
    expect(send).not.toHaveBeenCalled();
  });

  it("tells the server when it is at work", async () => {
    const kept = storage();
    await left(kept);
    const inbox = page(next(kept));
    await using host = await connect(inbox, { ...wire, transport: "stdio" }, build);
    const [resumed] = await host.attachment.resume();
    const sent: unknown[] = [];
    host.client.transport!.send = async (message) => void sent.push(message);
    inbox.respond((await nextShown(inbox)).id, accept({ color: "blue" }));
    await until(() => sent.length === 1);
    resumed!.cancel();
    await expect(resumed!.result).rejects.toThrow();
    expect(sent).toMatchObject([
      { method: "tools/call" },
      { method: "notifications/cancelled", params: { requestId: expect.anything() } },
    ]);
  });
});

describe("storage that never answers", () => {
  it("keeps nobody waiting for longer than ten seconds, and is reported", async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
    const errors: unknown[] = [];
    let found!: (saved: SavedInbox) => void;
    const inbox = createInbox({
      persistence: { load: () => new Promise((resolve) => (found = resolve)), save: () => {} },
      onElicitation: () => accept({ color: "red" }),
      onError: (error) => errors.push(error),
    });
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
    const answer = inbox.handle({ message: "?", requestedSchema: color }, { server: "A" });
    expect(await Promise.race([answer, inbox.ready, "waiting"])).toBe("waiting");
    late.abort();
    expect(await answer).toEqual({ action: "accept", content: { color: "red" } });
    expect(errors).toMatchObject([{ code: "ERR_MIDCALL_OPTION" }]);
    expect(String(errors[0])).toContain("persistence.load timed out after 10 s");
    // Better late than never.
    found({ rules: { B: "block" }, calls: [] });
    await until(() => inbox.rule("B") === "block");
  });
});

describe("a reload on 2025", () => {
  it("leaves what waits for a connection of 2026-07-28 where it is", async () => {
    const kept = storage();
    await left(kept);
    const after = next(kept);
    const inbox = page(after);
    await using older = await connect(inbox, { protocolVersion: "2025-11-25" }, build);
    expect(await older.attachment.resume()).toEqual([]);
    expect(inbox.getSnapshot().showing).toEqual([]);
    await using newer = await connect(inbox, wire, build);
    expect(await newer.attachment.resume()).toHaveLength(1);
    expect(await nextShown(inbox)).toMatchObject({ message: "To?" });
    expect(after.saved().calls).toHaveLength(1);
  });

  it("drops the question with its connection", async () => {
    const kept = storage();
    const before = page(kept);
    await using host = await connect(before, { protocolVersion: "2025-11-25" }, build);
    void host.client.callTool({ name: "trip" }).catch(() => {});
    await nextShown(before);
    expect(kept.text).toBe("");
  });
});
