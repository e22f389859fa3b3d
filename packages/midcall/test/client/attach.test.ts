import { Client } from "@modelcontextprotocol/client";
import { inputRequired, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { accept, createInbox, decline } from "midcall/client";
import {
  InboxAttachError,
  InputKindError,
  InvalidStateError,
  RoundLimitError,
} from "../../src/client/errors.js";
import { OptionError } from "../../src/contracts/errors.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { recordTransport, type TranscriptEntry } from "../../src/testing/transcript.js";
import { serve } from "../../src/testing/serve.js";
import { buildGuardServer } from "../testing/guard-server.js";
import {
  buildServer,
  color,
  connect,
  protocolVersions,
  nextShown,
  said,
  text,
  until,
  wires,
} from "./lab.js";

const modern = { protocolVersion: "2026-07-28" } as const;
const old = { protocolVersion: "2025-11-25" } as const;
const client = (): Client => new Client({ name: "host", version: "1.0.0" });
const named = (name: string) => accept({ name });

/** Every message of the connections made after this call. */
function tap(target: Client): TranscriptEntry[] {
  const transcript: TranscriptEntry[] = [];
  const connectTo = target.connect.bind(target);
  target.connect = (transport, options) => {
    recordTransport(transport, transcript);
    return connectTo(transport, options);
  };
  return transcript;
}

const sent = (transcript: TranscriptEntry[], method: string): Record<string, unknown>[] =>
  transcript
    .filter(({ direction, message }) => direction === "sent" && message["method"] === method)
    .map(({ message }) => message as Record<string, unknown>);

describe("attach", () => {
  it("warns once when a page connects while nothing can answer, and says what to do", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    onTestFinished(() => {
      warn.mockRestore();
      vi.unstubAllGlobals();
    });
    const inbox = createInbox();
    const build = buildServer({ hello: () => "hi" });
    await using program = await connect(createInbox(), old, build);
    expect(program.client).toBeDefined();
    expect(warn).not.toHaveBeenCalled();
    vi.stubGlobal("document", {});
    await using host = await connect(inbox, old, build);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^Lab: .*onElicitation.*ElicitationProvider before client\.connect/),
    );
    const again = await serve({ ...old, build });
    await host.client.close();
    await host.client.connect(again.transport);
    await again.close();
    expect(warn).toHaveBeenCalledOnce();

    inbox.mount();
    await using other = await connect(inbox, old, build);
    expect(other.client).toBeDefined();
    expect(warn).toHaveBeenCalledOnce();
  });

  it("comes before connecting, once, and without another handler", async () => {
    const inbox = createInbox({ onElicitation: () => decline() });
    await using host = await connect(inbox, old, buildGuardServer);
    expect(() => inbox.attach(host.client, { server: "A" })).toThrow(/before client\.connect/);
    const twice = client();
    inbox.attach(twice, { server: "A" });
    expect(() => inbox.attach(twice, { server: "A" })).toThrow(InboxAttachError);
    const handled = new Client(
      { name: "host", version: "1.0.0" },
      { capabilities: { elicitation: {} } },
    );
    handled.setRequestHandler("elicitation/create", async () => ({ action: "cancel" }));
    expect(() => inbox.attach(handled, { server: "A" })).toThrow(/onElicitation/);
    expect(() => inbox.attach(client(), { server: "" })).toThrow(OptionError);
    expect(() => inbox.attach(client(), { server: "A", maxRounds: 0 })).toThrow(OptionError);
  });

  it.each([
    [{}, undefined],
    [{ onElicitation: () => decline() }, { form: {}, url: {} }],
  ])("declares what can be answered: %j", async (options, declared) => {
    let transcript!: TranscriptEntry[];
    await using _ = await connect(createInbox(options), old, buildGuardServer, {
      prepare: (target) => (transcript = tap(target)),
    });
    const [initialize] = sent(transcript, "initialize");
    expect(initialize).toHaveProperty("params.capabilities");
    const { capabilities } = initialize!["params"] as { capabilities: Record<string, unknown> };
    expect(capabilities["elicitation"]).toEqual(declared);
  });

  // As in the README: the client is made and attached with the module, the UI is rendered later.
  it.each(protocolVersions)(
    "asks the UI that came between attach and connect, on %s",
    async (protocolVersion) => {
      const inbox = createInbox({ open: () => {} });
      await using host = await connect(inbox, { protocolVersion }, buildGuardServer, {
        attached: () => inbox.mount(),
      });
      const result = host.client.callTool({ name: "greet" });
      expect(inbox.respond((await nextShown(inbox)).id, named("Ada"))).toEqual({ ok: true });
      expect(said(await result)).toContain("Ada");
    },
  );

  it("leaves other requests of the server to the handlers that were there", async () => {
    const earlier = vi.fn(async () => ({ pong: true }));
    const results: unknown[] = [];
    const anything = {
      "~standard": { version: 1, vendor: "t", validate: (value: unknown) => ({ value }) },
    } as const;
    const build = (): McpServer => {
      const server = new McpServer({ name: "odd", version: "1.0.0" });
      server.registerTool("run", {}, async (ctx: ServerContext) => {
        results.push(
          await ctx.mcpReq
            .send({ method: "x/ping" } as never, anything)
            .catch(({ code }: { code: number }) => code),
        );
        return text("");
      });
      return server;
    };
    const prepare = (target: Client): void => {
      target.fallbackRequestHandler = earlier;
    };
    await using a = await connect(createInbox(), old, build, { prepare });
    await using b = await connect(createInbox(), old, build);
    await a.client.callTool({ name: "run" });
    await b.client.callTool({ name: "run" });
    expect(results).toEqual([{ pong: true }, -32601]);
  });
});

describe("a host that cannot answer", () => {
  const push = (params: object) => () => {
    const server = new McpServer({ name: "rude", version: "1.0.0" });
    server.registerTool("run", {}, async (ctx: ServerContext) => {
      if (ctx.mcpReq.envelope !== undefined) {
        return inputRequired({
          inputRequests: { a: { method: "elicitation/create", params } } as never,
        });
      }
      const anything = {
        "~standard": { version: 1, vendor: "t", validate: (value: unknown) => ({ value }) },
      } as const;
      const sending = ctx.mcpReq.send({ method: "elicitation/create", params } as never, anything);
      return text(
        await sending.catch(({ code, message }: Error & { code: number }) => `${code} ${message}`),
      );
    });
    return server;
  };
  const form = { message: "Name?", requestedSchema: color };

  it("tells a server that asks all the same, on 2025", async () => {
    await using host = await connect(createInbox(), old, push(form));
    expect(said(await host.client.callTool({ name: "run" }))).toMatch(/No user can answer here/);
  });

  it("fails the call with an error that names the fix, on 2026-07-28", async () => {
    await using host = await connect(createInbox(), modern, push(form));
    await expect(host.client.callTool({ name: "run" })).rejects.toThrow(
      /onElicitation|elicitation/,
    );
  });

  it("refuses a mode it did not declare with -32602, on 2025", async () => {
    const inbox = createInbox();
    inbox.mount();
    const link = { mode: "url", message: "Open?", url: "https://example.com", elicitationId: "1" };
    await using host = await connect(inbox, old, push(link));
    expect(said(await host.client.callTool({ name: "run" }))).toMatch(/^-32602 /);
  });
});

describe.each(wires)("other libraries' servers on $era over $transport", (wire) => {
  it("are answered in tools, prompts and resources alike", async () => {
    const inbox = createInbox({ onElicitation: () => named("Ada") });
    await using host = await connect(inbox, wire, buildGuardServer);
    const answer = 'accept {"name":"Ada"}';
    expect(said(await host.client.callTool({ name: "greet" }))).toBe(answer);
    expect(said(await host.client.callTool({ name: "chain" }))).toBe(`${answer} then ${answer}`);
    expect(said(await host.client.callTool({ name: "plain" }))).toBe("no questions");
    const prompt = await host.client.getPrompt({ name: "letter" });
    expect(prompt.messages[0]?.content).toMatchObject({ text: answer });
    const resource = await host.client.readResource({ uri: "card://mine" });
    expect(resource.contents[0]).toMatchObject({ text: answer });
  });
});

describe("the rounds of 2026-07-28", () => {
  /** A server that answers each request of the tool `run` with the next of these. */
  const scripted = (replies: readonly object[], seen: unknown[] = []) => {
    let nr = 0;
    return () => {
      const server = new McpServer({ name: "scripted", version: "1.0.0" });
      server.registerTool("run", {}, async (ctx: ServerContext) => {
        seen.push(ctx.mcpReq.inputResponses);
        const reply = replies[Math.min(nr++, replies.length - 1)]!;
        return ("done" in reply ? text("done") : inputRequired(reply as never)) as never;
      });
      return server;
    };
  };
  const ask = inputRequired.elicit({ message: "Name?", requestedSchema: color as never });

  it("echo the state byte for byte, drop it when it is gone, and use a new request each", async () => {
    const state = '\u0000é\u2028 "{}" 👩‍💻 =='.normalize("NFD");
    let transcript!: TranscriptEntry[];
    const inbox = createInbox({ onElicitation: () => accept({ color: "red" }) });
    await using host = await connect(
      inbox,
      modern,
      scripted([
        { inputRequests: { a: ask }, requestState: state },
        { inputRequests: { b: ask } },
        { done: true },
      ]),
      { prepare: (target) => (transcript = tap(target)) },
    );
    await host.client.callTool({ name: "run", arguments: { x: 1 } });
    const calls = sent(transcript, "tools/call");
    const params = calls.map((call) => call["params"] as Record<string, unknown>);
    const red = { action: "accept", content: { color: "red" } };
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
    expect(params.map(({ requestState }) => requestState)).toEqual([undefined, state, undefined]);
    expect(params.map((given) => "requestState" in given)).toEqual([false, true, false]);
    expect(params.map(({ inputResponses }) => inputResponses)).toEqual([
      undefined,
      { a: red },
      { b: red },
    ]);
    for (const given of params) expect(given).toMatchObject({ name: "run", arguments: { x: 1 } });
  });

  it("send answers a caller brought along once only", async () => {
    const red = { action: "accept", content: { color: "red" } };
    let transcript!: TranscriptEntry[];
    const inbox = createInbox({ onElicitation: () => decline() });
    await using host = await connect(
      inbox,
      modern,
      scripted([{ inputRequests: { b: ask } }, { done: true }]),
      { prepare: (target) => (transcript = tap(target)) },
    );
    const brought = { name: "run", inputResponses: { a: red }, requestState: "mine" };
    await host.client.callTool(brought as never);
    const params = sent(transcript, "tools/call").map(({ params }) => params as object);
    expect(params[0]).toMatchObject(brought);
    expect(params[1]).toMatchObject({ inputResponses: { b: { action: "decline" } } });
    expect(params[1]).not.toHaveProperty("requestState");
  });

  it("take keys of any name, and wait a little where nothing is asked", async () => {
    const inbox = createInbox({ onElicitation: () => decline() });
    const seen: unknown[] = [];
    const hostile = JSON.parse(
      `{"__proto__":${JSON.stringify(ask)},"constructor":${JSON.stringify(ask)}}`,
    ) as object;
    let transcript!: TranscriptEntry[];
    await using host = await connect(
      inbox,
      modern,
      scripted([{ inputRequests: hostile }, { requestState: "s" }, { done: true }], seen),
      { prepare: (target) => (transcript = tap(target)) },
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const result = host.client.callTool({ name: "run" });
    const rounds = (): number => sent(transcript, "tools/call").length;
    while (rounds() < 2) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(240);
    expect(rounds()).toBe(2);
    await vi.advanceTimersByTimeAsync(10);
    expect(said(await result)).toBe("done");
    expect(rounds()).toBe(3);
    const [, answered] = sent(transcript, "tools/call");
    expect(JSON.stringify(answered)).toContain('"constructor":{"action":"decline"}');
    expect(({} as Record<string, unknown>)["action"]).toBeUndefined();
  });

  it.each([7, null, {}, ["s"]])(
    "end with an error where requestState is %j",
    async (requestState) => {
      const inbox = createInbox({ onElicitation: () => decline() });
      const target = client();
      // The official client keeps such a state to itself; others may not.
      vi.spyOn(target, "request").mockResolvedValue({
        resultType: "input_required",
        inputRequests: { a: ask },
        requestState,
      } as never);
      vi.spyOn(target, "getProtocolEra").mockReturnValue("modern");
      inbox.attach(target, { server: "A" });
      const call = target.callTool({ name: "x" });
      await expect(call).rejects.toBeInstanceOf(InvalidStateError);
      await expect(call).rejects.toThrow(/requestState must be a string/);
    },
  );

  it("end with an error after maxRounds, and take nothing from the screen with them", async () => {
    const inbox = createInbox({ onElicitation: () => named("Ada") });
    await using host = await connect(inbox, modern, buildGuardServer, { maxRounds: 3 });
    const call = host.client.callTool({ name: "endless" });
    await expect(call).rejects.toBeInstanceOf(RoundLimitError);
    await expect(call).rejects.toThrow('tools/call "endless" still requested input after 3 rounds');
  });

  it("have onInput answer what is no elicitation, and name the fix without it", async () => {
    const roots = { roots: [{ uri: "file:///a" }] };
    const onInput = vi.fn(async () => roots);
    const inbox = createInbox({ onElicitation: () => decline() });
    const prepare = (target: Client): void => target.registerCapabilities({ roots: {} });
    await using a = await connect(inbox, modern, buildGuardServer, { onInput, prepare });
    expect(said(await a.client.callTool({ name: "sample" }))).toBe(JSON.stringify(roots));
    expect(onInput.mock.calls[0]).toMatchObject([
      { method: "roots/list" },
      { server: "Lab", call: { name: "sample" } },
    ]);
    await using b = await connect(inbox, modern, buildGuardServer, { prepare });
    const call = b.client.callTool({ name: "sample" });
    await expect(call).rejects.toBeInstanceOf(InputKindError);
    await expect(call).rejects.toThrow(/roots\/list.*onInput/);
  });

  it("withdraw a round's questions when one of it fails", async () => {
    const inbox = createInbox();
    inbox.mount();
    const other = { method: "roots/list" };
    const prepare = (target: Client): void => target.registerCapabilities({ roots: {} });
    await using host = await connect(
      inbox,
      modern,
      scripted([{ inputRequests: { a: ask, b: other } }]),
      {
        prepare,
        onInput: async () => {
          await nextShown(inbox);
          throw new Error("no roots here");
        },
      },
    );
    await expect(host.client.callTool({ name: "run" })).rejects.toThrow("no roots here");
    expect(inbox.getSnapshot().showing).toEqual([]);
  });

  it("leave calls alone that the host goes on with by itself", async () => {
    const inbox = createInbox({ onElicitation: () => named("Ada") });
    await using host = await connect(inbox, modern, buildGuardServer);
    const result: unknown = await host.client.request(
      { method: "tools/call", params: { name: "greet" } },
      { allowInputRequired: true },
    );
    expect(result).toMatchObject({ resultType: "input_required" });
  });
});

describe("time on 2025", () => {
  it("is given to a call whose caller named none, and a progress token with it", async () => {
    let transcript!: TranscriptEntry[];
    const inbox = createInbox({ onElicitation: () => named("Ada") });
    await using host = await connect(inbox, old, buildGuardServer, {
      prepare: (target) => (transcript = tap(target)),
    });
    const onprogress = vi.fn();
    expect(said(await host.client.callTool({ name: "progress" }))).toBe("told");
    await host.client.callTool({ name: "progress" }, { onprogress });
    expect(onprogress).toHaveBeenCalled();
    // A caller's own time-out stands, and nothing tells the server that it may take longer.
    expect(said(await host.client.callTool({ name: "progress" }, { timeout: 100_000 }))).toBe(
      "no token",
    );
    const stuck = host.client.callTool({ name: "stuck" }, { timeout: 30 });
    await expect(stuck).rejects.toThrow(/timed out/i);
    expect(sent(transcript, "tools/call")).toHaveLength(4);
  });

  it("outlives the deadline", async () => {
    const inbox = createInbox({ onElicitation: () => decline(), policy: { timeoutMs: 100_000 } });
    const target = client();
    const request = vi.spyOn(target, "request").mockResolvedValue({ content: [] });
    vi.spyOn(target, "getProtocolEra").mockReturnValue("legacy");
    inbox.attach(target, { server: "A" });
    await target.callTool({ name: "x" });
    expect(request.mock.calls[0]![1]).toMatchObject({
      timeout: 160_000,
      resetTimeoutOnProgress: true,
    });
  });
});

describe("output schemas", () => {
  it("are still checked by callTool, after the rounds", async () => {
    const inbox = createInbox({ onElicitation: () => accept({ color: "red" }) });
    const build = buildServer({ run: async (ctx) => (await ctx.elicit("?", color)).action });
    await using host = await connect(inbox, modern, build);
    const definition = {
      name: "run",
      inputSchema: { type: "object" as const },
      outputSchema: { type: "object" as const, required: ["x"] },
    };
    const call = host.client.callTool({ name: "run" }, { toolDefinition: definition });
    await expect(call).rejects.toThrow(/structured content/);
    await until(() => inbox.getSnapshot().showing.length === 0);
  });
});
