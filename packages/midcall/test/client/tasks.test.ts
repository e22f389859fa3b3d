import type { Client } from "@modelcontextprotocol/client";
import {
  accept,
  createInbox,
  decline,
  type InboxPersistence,
  type SavedInbox,
} from "midcall/client";
import { describe, expect, it, vi } from "vitest";
import { recordTransport, type TranscriptEntry } from "../../src/testing/transcript.js";
import { connect, nextShown, playTimeLimit, said, until } from "./lab.js";
import { asking, completed, createTaskServer, form, questionnaire } from "./task-server.js";
import { useFastClock } from "../fast-clock.js";

useFastClock();

const wire = { protocolVersion: "2026-07-28" } as const;
const named = (name: string) => accept({ name });

function mounted(options: Parameters<typeof createInbox>[0] = {}) {
  const inbox = createInbox(options);
  inbox.mount();
  return inbox;
}

const messages = (inbox: ReturnType<typeof createInbox>): string[] => {
  const { showing, waiting } = inbox.getSnapshot();
  return [...showing, ...waiting].map(({ message }) => message);
};

type To = Parameters<Client["connect"]>[0];

/** Options of `connect` that change how the transport sends, below everything that the inbox does. */
function changingSend(
  change: (message: Record<string, unknown>, to: To, send: () => Promise<void>) => Promise<void>,
): Parameters<typeof connect>[3] {
  let client!: Client;
  return {
    prepare: (made) => (client = made),
    attached() {
      const connectTo = client.connect.bind(client);
      client.connect = (to, options) => {
        const send = to.send.bind(to);
        to.send = (message, more) => change(message as never, to, () => send(message, more));
        return connectTo(to, options);
      };
    },
  };
}

describe.each(["http", "stdio"] as const)(
  "a call that the server runs as a task, over %s",
  (transport) => {
    it("returns the result of the task, and its questions are asked once each", async () => {
      const server = createTaskServer({ bake: () => questionnaire("one", "two") });
      const inbox = mounted();
      await using host = await connect(inbox, { ...wire, transport }, server.build);
      const result = host.client.callTool({ name: "bake" });
      const one = await nextShown(inbox);
      expect(one).toMatchObject({
        message: "one?",
        server: "Lab",
        call: { method: "tools/call", name: "bake" },
      });
      inbox.respond(one.id, named("Ann"));
      const two = await nextShown(inbox, one.id);
      await until(() => server.count("tasks/get") > 5);
      expect(messages(inbox)).toEqual(["two?"]);
      inbox.respond(two.id, decline());
      expect(JSON.parse(said((await result) as never))).toEqual({
        one: { action: "accept", content: { name: "Ann" } },
        two: { action: "decline" },
      });
      expect(server.answers.get("two")).toHaveLength(1);
      expect(server.count("tasks/cancel")).toBe(0);
    });
  },
);

describe("a call that the server runs as a task", () => {
  it("is declared with each request, and only with those that can be a task or are about one", async () => {
    const transcript: TranscriptEntry[] = [];
    let client!: Client;
    const server = createTaskServer({ bake: () => ({ get: () => completed("done") }) });
    await using host = await connect(mounted(), wire, server.build, {
      prepare: (made) => (client = made),
      attached: () => {
        const connectTo = client.connect.bind(client);
        client.connect = (to, options) => {
          recordTransport(to, transcript);
          return connectTo(to, options);
        };
      },
    });
    expect(said((await host.client.callTool({ name: "bake" })) as never)).toBe("done");
    await host.client.listTools();
    const declared = transcript.flatMap(({ direction, message }) => {
      const params = message["params"] as { readonly _meta?: Record<string, object> } | undefined;
      const capabilities = params?._meta?.["io.modelcontextprotocol/clientCapabilities"];
      return direction === "sent" && capabilities && "extensions" in capabilities
        ? [[message["method"], capabilities.extensions, "elicitation" in capabilities]]
        : [];
    });
    const extensions = { "io.modelcontextprotocol/tasks": {} };
    expect(declared).toEqual([
      ["tools/call", extensions, true],
      ["tasks/get", extensions, true],
    ]);
    expect(JSON.stringify(transcript)).not.toContain("midcall/exchange");
  });

  it("is none where the host has put its own listener in the way", async () => {
    const transcript: TranscriptEntry[] = [];
    const server = createTaskServer({ bake: () => questionnaire("one") });
    await using host = await connect(mounted(), wire, server.build, {
      prepare: (client) => {
        const connectTo = client.connect.bind(client);
        client.connect = (to, options) => {
          recordTransport(to, transcript);
          return connectTo(to, options);
        };
      },
    });
    // The server is told so, and creates none that nobody would follow.
    await expect(host.client.callTool({ name: "bake" })).resolves.toMatchObject({ isError: true });
  });

  it("is none where the host does not allow tasks", async () => {
    const server = createTaskServer({ bake: () => questionnaire("one") });
    await using host = await connect(mounted(), wire, server.build, { tasks: false });
    await expect(host.client.callTool({ name: "bake" })).resolves.toMatchObject({ isError: true });
  });

  it("leaves calls alone whose host handles rounds itself", async () => {
    const server = createTaskServer({ bake: () => questionnaire("one") });
    await using host = await connect(mounted(), wire, server.build);
    const given = { allowInputRequired: true } as const;
    const result = await host.client.request(
      { method: "tools/call", params: { name: "bake" } },
      given,
    );
    expect(result).toMatchObject({ isError: true });
  });

  it("fails with the error of the task, as an error of the client", async () => {
    const server = createTaskServer({
      burn: () => ({
        get: () => ({ status: "failed", error: { code: -32050, message: "No gas.", data: [1] } }),
      }),
    });
    await using host = await connect(mounted(), wire, server.build);
    const failed = host.client.callTool({ name: "burn" });
    await expect(failed).rejects.toMatchObject({
      name: "ProtocolError",
      code: -32050,
      message: expect.stringContaining("No gas."),
      data: [1],
    });
  });

  it("is checked like any result", async () => {
    const server = createTaskServer({
      bad: () => ({ get: () => ({ status: "completed", result: { content: "text" } }) }),
      none: () => ({ get: () => ({ status: "completed" }) }),
      round: () => ({
        get: () => ({
          status: "completed",
          result: { resultType: "input_required", requestState: "x", content: [] },
        }),
      }),
    });
    await using host = await connect(mounted(), wire, server.build);
    await expect(host.client.callTool({ name: "bad" })).rejects.toMatchObject({
      code: "INVALID_RESULT",
    });
    await expect(host.client.callTool({ name: "none" })).rejects.toThrow(/has no result/);
    const result = await host.client.callTool({ name: "round" });
    expect(result).toMatchObject({ content: [] });
    expect(result).not.toHaveProperty("resultType");
  });

  it("says that the server has cancelled it", async () => {
    const server = createTaskServer({
      stop: () => ({ get: () => ({ status: "cancelled", statusMessage: "Closed." }) }),
    });
    await using host = await connect(mounted(), wire, server.build);
    await expect(host.client.callTool({ name: "stop" })).rejects.toMatchObject({
      code: "ERR_MIDCALL_TASK_CANCELLED",
      message: expect.stringContaining("Closed."),
    });
    expect(server.count("tasks/cancel")).toBe(0);
  });

  it("is cancelled with the call, and its question is withdrawn", async () => {
    const server = createTaskServer({ bake: () => questionnaire("one") });
    const inbox = mounted();
    await using host = await connect(inbox, wire, server.build);
    const abort = new AbortController();
    const result = host.client.callTool({ name: "bake" }, { signal: abort.signal });
    const { id } = await nextShown(inbox);
    abort.abort();
    await expect(result).rejects.toMatchObject({ code: "REQUEST_TIMEOUT" });
    expect(messages(inbox)).toEqual([]);
    expect(inbox.respond(id, named("late"))).toMatchObject({ ok: false });
    await until(() => server.count("tasks/cancel") === 1);
    expect(server.count("tasks/update")).toBe(0);
  });

  it("is cancelled when its whole time is up", async () => {
    const server = createTaskServer({ bake: () => questionnaire("one") });
    const inbox = mounted();
    await using host = await connect(inbox, wire, server.build);
    const time = playTimeLimit();
    const result = host.client.callTool({ name: "bake" }, { maxTotalTimeout: 150 });
    await nextShown(inbox);
    time.end();
    await expect(result).rejects.toThrow();
    await until(() => server.count("tasks/cancel") === 1);
    expect(messages(inbox)).toEqual([]);
  });

  it("withdraws a question that the server no longer needs, and never answers it", async () => {
    let phase: "ask" | "withdrawn" | "again" | "end" = "ask";
    const server = createTaskServer({
      bake: () => ({
        get: () =>
          phase === "end"
            ? completed("done")
            : phase === "withdrawn"
              ? asking({})
              : asking({ one: form("one?") }),
      }),
    });
    const inbox = mounted();
    await using host = await connect(inbox, wire, server.build);
    const result = host.client.callTool({ name: "bake" });
    const first = await nextShown(inbox);
    phase = "withdrawn";
    await until(() => messages(inbox).length === 0);
    expect(inbox.respond(first.id, named("late"))).toMatchObject({ ok: false });
    phase = "again";
    const again = await nextShown(inbox, first.id);
    inbox.respond(again.id, named("Ann"));
    await until(() => server.answers.has("one"));
    phase = "end";
    await result;
    expect(server.answers.get("one")).toEqual([{ action: "accept", content: { name: "Ann" } }]);
  });

  it("sends every answer at once, with those that the server still waits for", async () => {
    const server = createTaskServer({
      bake: () => ({ get: () => asking({ a: form("a?"), b: form("b?") }) }),
    });
    const inbox = mounted({ policy: { concurrent: 2 } });
    await using host = await connect(inbox, wire, server.build);
    const abort = new AbortController();
    const result = host.client.callTool({ name: "bake" }, { signal: abort.signal });
    await until(() => inbox.getSnapshot().showing.length === 2);
    const [a, b] = inbox.getSnapshot().showing;
    inbox.respond(a!.id, named("A"));
    await until(() => server.count("tasks/update") === 1);
    inbox.respond(b!.id, named("B"));
    await until(() => server.count("tasks/update") === 2);
    const sent = server.requests.flatMap(({ method, params }) =>
      method === "tasks/update" ? [Object.keys(params["inputResponses"] as object)] : [],
    );
    expect(sent).toEqual([["a"], ["a", "b"]]);
    abort.abort();
    await expect(result).rejects.toThrow();
  });

  it("tells the caller what the server says about it, as progress", async () => {
    const words = ["Mixing", "Mixing", "Baking"];
    const server = createTaskServer({
      bake: () => ({
        get: (count) => (count > 3 ? completed("done") : { statusMessage: words[count - 1] }),
      }),
    });
    const onTask = vi.fn();
    await using host = await connect(mounted(), wire, server.build, { onTask });
    const onprogress = vi.fn();
    await host.client.callTool({ name: "bake" }, { onprogress });
    expect(onprogress.mock.calls).toEqual([
      [{ progress: 1, message: "Mixing" }],
      [{ progress: 2, message: "Baking" }],
    ]);
    const states = onTask.mock.calls.map(([task]) => (task as { status: string }).status);
    expect(states).toEqual(["working", "working", "working", "working", "completed"]);
    expect(onTask.mock.calls[0]![1]).toEqual({
      server: "Lab",
      call: { method: "tools/call", name: "bake" },
    });
  });

  it("passes other kinds of input to onInput, and fails without it", async () => {
    const sampling = { method: "sampling/createMessage", params: { maxTokens: 1 } };
    const build = (): ReturnType<typeof createTaskServer> => {
      let isDone = false;
      return createTaskServer({
        think: () => ({
          get: () => (isDone ? completed("done") : asking({ s: sampling })),
          update: () => void (isDone = true),
        }),
      });
    };
    const onInput = vi.fn(() => ({ role: "assistant" }));
    const server = build();
    await using host = await connect(mounted(), wire, server.build, { onInput });
    expect(said((await host.client.callTool({ name: "think" })) as never)).toBe("done");
    expect(onInput).toHaveBeenCalledExactlyOnceWith(
      sampling,
      expect.objectContaining({ server: "Lab", call: { method: "tools/call", name: "think" } }),
    );
    const other = build();
    await using without = await connect(mounted(), wire, other.build);
    await expect(without.client.callTool({ name: "think" })).rejects.toMatchObject({
      code: "ERR_MIDCALL_INPUT_KIND",
    });
    await until(() => other.count("tasks/cancel") === 1);
  });
});

function storage(): InboxPersistence & { text: string; saved(): SavedInbox } {
  const self = {
    text: "",
    load: () => (self.text ? (JSON.parse(self.text) as SavedInbox) : undefined),
    save: (saved: SavedInbox) => void (self.text = JSON.stringify(saved)),
    saved: () => JSON.parse(self.text || '{"calls":[]}') as SavedInbox,
  };
  return self;
}

describe("a task after a reload", () => {
  it("is followed on, and what was answered is not asked again", async () => {
    const server = createTaskServer({ bake: () => questionnaire("one", "two") });
    const kept = storage();
    const before = mounted({ persistence: kept });
    await using first = await connect(before, wire, server.build);
    first.client.callTool({ name: "bake", arguments: { size: 2 } }).catch(() => {});
    const one = await nextShown(before);
    before.respond(one.id, named("Ann"));
    await until(() => Object.keys(kept.saved().calls[0]?.responses ?? {}).length === 1);
    await first.client.close();
    expect(server.count("tasks/cancel")).toBe(0);
    const { text } = kept;
    const after = mounted({ persistence: Object.assign(storage(), { text }) });
    await using second = await connect(after, wire, server.build);
    const [resumed, ...others] = await second.attachment.resume();
    expect(others).toEqual([]);
    expect(resumed).toMatchObject({
      call: { method: "tools/call", name: "bake" },
      params: { name: "bake", arguments: { size: 2 } },
      isLookedUp: true,
    });
    const two = await nextShown(after);
    expect(two.message).toBe("two?");
    after.respond(two.id, named("Bob"));
    expect(JSON.parse(said((await resumed!.result) as never))).toEqual({
      one: { action: "accept", content: { name: "Ann" } },
      two: { action: "accept", content: { name: "Bob" } },
    });
  });

  it("sends an answer that may not have arrived, to the question that it was given to only", async () => {
    let message = "one?";
    const server = createTaskServer({
      bake: () => ({
        get: () => (server.answers.size > 0 ? completed("done") : asking({ one: form(message) })),
      }),
    });
    const kept = storage();
    const before = mounted({ persistence: kept });
    await using first = await connect(before, wire, server.build);
    first.client.callTool({ name: "bake" }).catch(() => {});
    const one = await nextShown(before);
    first.client.transport!.send = () => new Promise(() => {});
    before.respond(one.id, named("Ann"));
    await until(() => Object.keys(kept.saved().calls[0]?.responses ?? {}).length === 1);
    const { text } = kept;

    message = "Delete everything?";
    const other = mounted({ persistence: Object.assign(storage(), { text }) });
    await using wrong = await connect(other, wire, server.build);
    const [refused] = await wrong.attachment.resume();
    await expect(refused!.result).rejects.toMatchObject({ code: "ERR_MIDCALL_INVALID_TASK" });
    expect(server.answers.size).toBe(0);

    message = "one?";
    const after = mounted({ persistence: Object.assign(storage(), { text }) });
    await using second = await connect(after, wire, server.build);
    const [resumed] = await second.attachment.resume();
    expect(said((await resumed!.result) as never)).toBe("done");
    expect(server.answers.get("one")).toEqual([{ action: "accept", content: { name: "Ann" } }]);
  });

  it("that a resumed round has led to knows nothing of the keys of that round", async () => {
    const server = createTaskServer({
      bake: () => ({ before: { one: form("Sure?") }, ...questionnaire("one") }),
    });
    const kept = storage();
    const before = mounted({ persistence: kept });
    await using first = await connect(before, wire, server.build);
    first.client.callTool({ name: "bake" }).catch(() => {});
    await nextShown(before);
    await until(() => kept.saved().calls.length === 1);
    const after = mounted({ persistence: Object.assign(storage(), { text: kept.text }) });
    await using second = await connect(after, wire, server.build);
    const [resumed] = await second.attachment.resume();
    const sure = await nextShown(after);
    expect(sure.message).toBe("Sure?");
    after.respond(sure.id, named("Yes"));
    const one = await nextShown(after, sure.id);
    expect(one.message).toBe("one?");
    after.respond(one.id, named("Ann"));
    expect(said((await resumed!.result) as never)).toContain("Ann");
  });

  it("is over when the server no longer knows it", async () => {
    const server = createTaskServer({ bake: () => questionnaire("one") });
    const kept = storage();
    const before = mounted({ persistence: kept });
    await using first = await connect(before, wire, server.build);
    first.client.callTool({ name: "bake" }).catch(() => {});
    await nextShown(before);
    await until(() => Object.keys(kept.saved().calls[0]?.inputRequests ?? {}).length === 1);
    const { text } = kept;
    const another = createTaskServer({ bake: () => questionnaire("one") });
    const after = mounted({ persistence: Object.assign(storage(), { text }) });
    await using second = await connect(after, wire, another.build);
    const [resumed] = await second.attachment.resume();
    await expect(resumed!.result).rejects.toMatchObject({ code: "ERR_MIDCALL_CALL_OVER" });
    expect(messages(after)).toEqual([]);
  });

  it("is not resumed where the host no longer allows tasks", async () => {
    const server = createTaskServer({ bake: () => questionnaire("one") });
    const kept = storage();
    const before = mounted({ persistence: kept });
    await using first = await connect(before, wire, server.build);
    first.client.callTool({ name: "bake" }).catch(() => {});
    await until(() => kept.saved().calls.length === 1);
    const { text } = kept;
    const after = mounted({ persistence: Object.assign(storage(), { text }) });
    await using second = await connect(after, wire, server.build, { tasks: false });
    expect(await second.attachment.resume()).toEqual([]);
  });

  it("is forgotten when it has ended", async () => {
    const server = createTaskServer({ bake: () => ({ get: () => completed("done") }) });
    const kept = storage();
    await using host = await connect(mounted({ persistence: kept }), wire, server.build);
    await host.client.callTool({ name: "bake" });
    await until(() => kept.text !== "" && kept.saved().calls.length === 0);
  });
});

describe("a server that misuses tasks", () => {
  const refused = async (task: Parameters<typeof createTaskServer>[0][string], why: RegExp) => {
    const server = createTaskServer({ bad: task });
    const inbox = mounted();
    await using host = await connect(inbox, wire, server.build);
    await expect(host.client.callTool({ name: "bad" })).rejects.toMatchObject({
      code: "ERR_MIDCALL_INVALID_TASK",
      message: expect.stringMatching(why),
    });
    expect(messages(inbox)).toEqual([]);
    return server;
  };

  it.each([
    ["no id", { created: { taskId: "" }, get: () => ({}) }, /taskId/],
    ["a long id", { created: { taskId: "x".repeat(2_000) }, get: () => ({}) }, /taskId/],
    ["an unknown status", { get: () => ({ status: "thinking" }) }, /status/],
    ["another task", { get: () => ({ taskId: "task-9" }) }, /another task/],
    ["an end that is none", { created: { status: "completed" }, get: () => ({}) }, /was completed/],
    [
      "a key for two requests",
      { get: (count: number) => asking({ a: form(count > 3 ? "Pay?" : "Name?") }) },
      /key "a" for two requests/,
    ],
    [
      "thousands of requests",
      {
        get: () =>
          asking(Object.fromEntries(Array.from({ length: 1_001 }, (_, nr) => [nr, form("a?")]))),
      },
      /too many/,
    ],
  ])("by %s fails the call", async (_, task, why) => {
    await refused(() => task, why);
  });

  it("cannot give two calls one task", async () => {
    const server = createTaskServer({
      a: () => ({ created: { taskId: "same" }, get: () => asking({ one: form("one?") }) }),
      b: () => ({ created: { taskId: "same" }, get: () => asking({ one: form("one?") }) }),
    });
    const inbox = mounted();
    await using host = await connect(inbox, wire, server.build);
    const abort = new AbortController();
    const first = host.client.callTool({ name: "a" }, { signal: abort.signal });
    await nextShown(inbox);
    await expect(host.client.callTool({ name: "b" })).rejects.toThrow(/the task of another call/);
    expect(messages(inbox)).toEqual(["one?"]);
    expect(server.count("tasks/cancel")).toBe(0);
    abort.abort();
    await expect(first).rejects.toThrow();
  });

  it("cannot make a task of anything but a tool call", async () => {
    const server = createTaskServer({});
    const build = () => {
      const built = server.build();
      built.registerPrompt(
        "p",
        {},
        () => ({ resultType: "task", taskId: "t", messages: [] }) as never,
      );
      return built;
    };
    await using host = await connect(mounted(), wire, build);
    await expect(host.client.getPrompt({ name: "p" })).rejects.toThrow();
    expect(server.count("tasks/get")).toBe(0);
  });

  it("by input_required without requests is polled on", async () => {
    const server = createTaskServer({
      odd: () => ({
        get: (count) =>
          count > 6
            ? completed("done")
            : { status: "input_required", ...(count % 2 && { inputRequests: [1] }) },
      }),
    });
    await using host = await connect(mounted(), wire, server.build);
    expect(said((await host.client.callTool({ name: "odd" })) as never)).toBe("done");
  });

  it.each([
    [
      "a round instead of its state fails the call, and asks nobody",
      { resultType: "input_required", requestState: "x", inputRequests: { a: form("Sneaky?") } },
      { error: { code: "ERR_MIDCALL_INVALID_TASK" } },
    ],
    [
      "its state as a task is followed, as in examples of the specification",
      { resultType: "task", taskId: "task-1", ...completed("done") },
      { result: { content: [{ text: "done" }] } },
    ],
  ])("by %s", async (_, result, end) => {
    const server = createTaskServer({ odd: () => ({ get: () => ({}) }) });
    const inbox = mounted();
    await using host = await connect(
      inbox,
      wire,
      server.build,
      changingSend((message, to, send) => {
        if (message["method"] !== "tasks/get") return send();
        queueMicrotask(() =>
          to.onmessage?.({ jsonrpc: "2.0", id: message["id"], result } as never),
        );
        return Promise.resolve();
      }),
    );
    const called = host.client.callTool({ name: "odd" });
    const ended = await called.then(
      (received) => ({ result: received }),
      (error: unknown) => ({ error }),
    );
    expect(ended).toMatchObject(end);
    expect(messages(inbox)).toEqual([]);
  });

  it("is polled again after an error that may pass, and not for ever", async () => {
    let failing = 2;
    const error = Object.assign(new Error("Busy"), { code: -32603 });
    const server = createTaskServer({
      busy: () => ({
        get: () => {
          if (failing-- > 0) throw error;
          return completed("done");
        },
      }),
    });
    await using host = await connect(mounted(), wire, server.build);
    expect(said((await host.client.callTool({ name: "busy" })) as never)).toBe("done");
    failing = 3;
    await expect(host.client.callTool({ name: "busy" })).rejects.toMatchObject({ code: -32603 });
  });
});
