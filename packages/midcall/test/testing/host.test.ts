import { ProtocolErrorCode, type CallToolResult } from "@modelcontextprotocol/client";
import {
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, it, vi } from "vitest";
import {
  accept,
  after,
  cancel,
  createTestHost,
  decline,
  protocolVersions,
  hostError,
  invalidThen,
  never,
  rawResult,
  type TestHostOptions,
} from "../../src/testing/index.js";
import { createWirePair } from "../../src/testing/wire-pair.js";
import { buildGuardServer } from "./guard-server.js";
import { useFastClock } from "../fast-clock.js";

useFastClock();

const build = buildGuardServer;
const textOf = (result: CallToolResult): string => {
  const [first] = result.content;
  return first?.type === "text" ? first.text : JSON.stringify(result);
};

const connections = protocolVersions.flatMap((protocolVersion) => [
  { protocolVersion, transport: "stdio" as const },
  { protocolVersion, transport: "http" as const },
]);

describe.each(connections)(
  "a test host on $protocolVersion over $transport",
  ({ protocolVersion, transport }) => {
    const open = (options: Omit<TestHostOptions, "protocolVersion" | "build">) =>
      createTestHost({ protocolVersion, transport, build, ...options });

    it("speaks the protocol version it was asked for", async () => {
      await using host = await open({});
      expect(host.client.getNegotiatedProtocolVersion()).toBe(protocolVersion);
      expect((await host.listTools()).map((tool) => tool.name)).toContain("greet");
      expect(textOf(await host.callTool("plain"))).toBe("no questions");
      expect(host.questions).toEqual([]);
      host.expectNoLeftovers();
    });

    it.each([
      [accept({ name: "Ada" }), 'accept {"name":"Ada"}'],
      [decline(), "decline {}"],
      [cancel(), "cancel {}"],
    ])("carries %o to the tool", async (answer, expected) => {
      await using host = await open({ answers: [answer] });
      expect(textOf(await host.callTool("greet"))).toBe(expected);
      host.expectNoLeftovers();
    });

    it("shows the question exactly as it was sent, pattern included", async () => {
      await using host = await open({ answers: [decline()] });
      await host.callTool("greet");
      expect(host.questions).toHaveLength(1);
      expect(host.questions[0]).toMatchObject({
        index: 0,
        mode: "form",
        message: "Who are you?",
        round: 1,
        requestedSchema: {
          type: "object",
          properties: { name: { type: "string", pattern: "^[A-Z]", title: "Name" } },
          required: ["name"],
        },
        ...(protocolVersion === "2026-07-28"
          ? { via: "input_required", key: "who", call: { method: "tools/call", name: "greet" } }
          : { via: "push" }),
      });
    });

    it("answers questions of a chain in order, each from the script's next item", async () => {
      await using host = await open({ answers: [accept({ name: "A" }), accept({ name: "B" })] });
      expect(textOf(await host.callTool("chain"))).toBe(
        'accept {"name":"A"} then accept {"name":"B"}',
      );
      expect(host.questions.map((question) => question.message)).toEqual(["One?", "Two?"]);
    });

    it("answers two questions of one round, the slower person first", async () => {
      const answers = { "First?": after(30, accept({ name: "A" })), Second: accept({ name: "B" }) };
      await using host = await open({ answers });
      expect(textOf(await host.callTool("two"))).toBe('accept {"name":"A"} / accept {"name":"B"}');
      host.expectNoLeftovers();
    });

    it("sends an invalid answer as it is, then the good one", async () => {
      await using host = await open({
        answers: [invalidThen({ name: 7 }, accept({ name: "Ada" }))],
      });
      expect(textOf(await host.callTool("insist"))).toBe('accept {"name":"Ada"}');
      expect(host.questions[1]?.message).toBe('Not like that: accept {"name":7}');
    });

    it("asks on behalf of prompts and resources too", async () => {
      await using host = await open({ answers: () => accept({ name: "Ada" }) });
      const prompt = await host.getPrompt("letter");
      expect(prompt.messages[0]?.content).toMatchObject({ text: 'accept {"name":"Ada"}' });
      const resource = await host.readResource("card://mine");
      expect(resource.contents[0]).toMatchObject({ text: 'accept {"name":"Ada"}' });
      expect(host.questions).toHaveLength(2);
    });

    it("fails the call on a question nobody expected, and names it", async () => {
      await using host = await open({});
      await expect(host.callTool("greet")).rejects.toMatchObject({
        code: "ERR_MIDCALL_TEST_UNEXPECTED_QUESTION",
        message: expect.stringContaining("Who are you?"),
      });
    });

    it("fails the call with what the script's function threw", async () => {
      const broken = new Error("assertion in the script");
      await using host = await open({
        answers: () => {
          throw broken;
        },
      });
      await expect(host.callTool("greet")).rejects.toBe(broken);
    });

    it("names the open question when a person never answers", async () => {
      await using host = await open({ answers: [never()] });
      await expect(host.callTool("greet", {}, { timeoutMs: 1_000 })).rejects.toMatchObject({
        code: "ERR_MIDCALL_TEST_CALL_TIMEOUT",
        message: expect.stringContaining("Who are you?"),
      });
    });

    it("blames the server when a call hangs with no question open", async () => {
      await using host = await open({});
      await expect(host.callTool("stuck", {}, { timeoutMs: 1_000 })).rejects.toThrow(
        "No question was open",
      );
    });

    it("lets the caller cancel", async () => {
      await using host = await open({ answers: [never()] });
      const reason = new AbortController();
      const call = host.callTool("greet", {}, { signal: reason.signal });
      await vi.waitFor(() => expect(host.questions).toHaveLength(1));
      reason.abort(new Error("changed my mind"));
      await expect(call).rejects.toThrow("changed my mind");
    });

    it("reports answers that were never asked for", async () => {
      await using host = await open({ answers: [decline(), accept({ name: "spare" })] });
      await host.callTool("greet");
      expect(() => host.expectNoLeftovers()).toThrow(/never used: accept \{"name":"spare"\}/);
    });

    it("answers roots requests with onRequest, and fails the call without it", async () => {
      const capabilities = { roots: {} };
      const onRequest = () => ({ roots: [{ uri: "file:///a" }] });
      await using host = await open({ capabilities, onRequest });
      expect(textOf(await host.callTool("sample"))).toBe('{"roots":[{"uri":"file:///a"}]}');
      await using bare = await open({ capabilities });
      await expect(bare.callTool("sample")).rejects.toThrow(/roots\/list/);
    });

    it("passes progress on, and sends a token only when someone listens", async () => {
      await using host = await open({});
      expect(textOf(await host.callTool("progress"))).toBe("no token");
      const onProgress = vi.fn();
      expect(textOf(await host.callTool("progress", {}, { onProgress }))).toBe("told");
      expect(onProgress).toHaveBeenCalledWith({ progress: 1, message: "working" });
      expect(host.received("notifications/progress")).toHaveLength(1);
    });

    it("declares what it is told to declare", async () => {
      const clientInfo = { name: "claude-desktop", version: "1.2.3" };
      await using host = await open({ capabilities: { elicitation: { url: {} } }, clientInfo });
      await host.callTool("plain");
      const sent = JSON.stringify(host.transcript.filter(({ direction }) => direction === "sent"));
      expect(sent).toContain('"elicitation":{"url":{}}');
      expect(sent).toContain(JSON.stringify(clientInfo));
    });

    it("rejects with the server's JSON-RPC error", async () => {
      await using host = await open({});
      await expect(host.callTool("nothing here")).rejects.toMatchObject({
        code: ProtocolErrorCode.InvalidParams,
      });
    });

    it("closes twice without complaint, and ends calls under way", async () => {
      const host = await open({ answers: [never()] });
      const call = host.callTool("greet");
      await vi.waitFor(() => expect(host.questions).toHaveLength(1));
      const ended = expect(call).rejects.toMatchObject({ code: "ERR_MIDCALL_TEST_HOST_CLOSED" });
      await host.close();
      await host.close();
      await ended;
    });
  },
);

describe("what only one protocol version has", () => {
  it("a host's JSON-RPC error reaches the server on 2025 and ends the call on 2026", async () => {
    const answers = [hostError(-32603, "no window to show it in")];
    await using old = await createTestHost({ protocolVersion: "2025-11-25", build, answers });
    expect(textOf(await old.callTool("greet"))).toContain("no window to show it in");
    await using now = await createTestHost({ protocolVersion: "2026-07-28", build, answers });
    await expect(now.callTool("greet")).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining("no window"),
    });
  });

  it("a silent person lets a 2026 host come back without an answer", async () => {
    const answers = [never({ returnsAfterMs: 10 })];
    await using host = await createTestHost({ protocolVersion: "2026-07-28", build, answers });
    expect(textOf(await host.callTool("wait"))).toBe("came back without an answer");
  });

  it("a 2026 flow that never ends is stopped by its round limit", async () => {
    const answers = () => decline();
    await using host = await createTestHost({
      protocolVersion: "2026-07-28",
      build,
      answers,
      maxRounds: 3,
    });
    await expect(host.callTool("endless")).rejects.toThrow("after 3 rounds");
    expect(host.questions.map(({ round }) => round)).toEqual([1, 2, 3]);
  });

  it("a 2026 host returns the state byte for byte, and only with its round", async () => {
    const answers = () => accept({ name: "A" });
    await using host = await createTestHost({ protocolVersion: "2026-07-28", build, answers });
    await host.callTool("chain");
    const states = host.transcript.map(({ message }) => {
      const body = (message["params"] ?? message["result"]) as { requestState?: string };
      return body.requestState;
    });
    const minted = states.filter((state) => state !== undefined);
    expect(minted).toHaveLength(2);
    expect(minted[0]).toBe(minted[1]);
  });

  it("URL questions carry their address, and an id on 2025-11-25 only", async () => {
    for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
      await using host = await createTestHost({
        protocolVersion,
        build,
        answers: { page: accept() },
      });
      expect(textOf(await host.callTool("link"))).toBe("accept {}");
      expect(host.questions[0]).toMatchObject({ mode: "url", url: "https://example.com/connect" });
    }
  });

  it("a call refused with -32042 is retried once the person has agreed", async () => {
    const answers = { "Sign in": accept() };
    await using host = await createTestHost({ protocolVersion: "2025-11-25", build, answers });
    expect(textOf(await host.callTool("gated"))).toBe("opened");
    expect(host.questions).toMatchObject([
      { via: "url_required", mode: "url", elicitationId: "gate-1", call: { name: "gated" } },
    ]);
  });

  it("a call refused with -32042 stays refused when the person does not agree", async () => {
    const answers = { "Sign in": decline() };
    await using host = await createTestHost({ protocolVersion: "2025-11-25", build, answers });
    await expect(host.callTool("gated")).rejects.toMatchObject({ code: -32042 });
  });

  it("a 2025-06-18 host knows nothing of -32042", async () => {
    await using host = await createTestHost({ protocolVersion: "2025-06-18", build });
    await expect(host.callTool("gated")).rejects.toMatchObject({ code: -32042 });
    expect(host.questions).toEqual([]);
  });

  it("a host that breaks the protocol can be played", async () => {
    const answers = [rawResult({ action: "maybe" })];
    await using host = await createTestHost({ protocolVersion: "2026-07-28", build, answers });
    await host.callTool("greet");
    expect(JSON.stringify(host.transcript)).toContain(
      '"inputResponses":{"who":{"action":"maybe"}}',
    );
  });
});

describe("the server under test", () => {
  it("may be an HTTP handler of the author's own, which outlives the host", async () => {
    const handler = createMcpHandler(build);
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = [decline()];
      await using host = await createTestHost({ protocolVersion: "2026-07-28", handler, answers });
      expect(textOf(await host.callTool("greet"))).toBe("decline {}");
    }
    await handler.close();
  });

  it.each(protocolVersions)(
    "sees the caller an authentication layer would pass on, on %s",
    async (protocolVersion) => {
      const authInfo = { token: "t", clientId: "c", scopes: [], extra: { sub: "ada" } };
      await using host = await createTestHost({
        protocolVersion,
        transport: "http",
        build,
        authInfo,
      });
      expect(textOf(await host.callTool("caller"))).toBe("ada");
    },
  );

  it.each(protocolVersions)(
    "may be reached over a transport of the author's own, on %s",
    async (protocolVersion) => {
      const [connection, end] = createWirePair();
      const server = serveStdio(build, { transport: end });
      const ended = vi.fn();
      {
        await using host = await createTestHost({
          protocolVersion,
          connection,
          answers: [decline()],
        });
        host.client.onclose = ended;
        expect(textOf(await host.callTool("greet"))).toBe("decline {}");
      }
      expect(ended).toHaveBeenCalledOnce();
      await server.close();
    },
  );

  it("is told when a 2025 session over HTTP ends", async () => {
    const methods: string[] = [];
    const session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => "session",
    });
    await build().connect(session);
    const handler = {
      fetch: (request: Request) => {
        methods.push(request.method);
        return session.handleRequest(request);
      },
    };
    const host = await createTestHost({ protocolVersion: "2025-11-25", handler });
    await host.close();
    expect(methods.at(-1)).toBe("DELETE");
  });

  it("gets nothing that did not cross the wire as JSON", async () => {
    await using host = await createTestHost({
      protocolVersion: "2025-11-25",
      build,
      answers: [accept({ name: "Ada", at: new Date(0), gone: undefined })],
    });
    expect(textOf(await host.callTool("greet"))).toBe(
      'accept {"name":"Ada","at":"1970-01-01T00:00:00.000Z"}',
    );
  });

  it.each(protocolVersions)(
    "tells what the author's build threw, on %s",
    async (protocolVersion) => {
      const broken = (): never => {
        throw new Error("no such file: rules.json");
      };
      await expect(createTestHost({ protocolVersion, build: broken })).rejects.toThrow(
        /rules\.json/,
      );

      let times = 0;
      const breaking: typeof build = () => (++times > 1 ? broken() : build());
      if (protocolVersion !== "2026-07-28") return;
      // On 2026-07-28 a server is built for every request, so that it may also break later.
      const host = await createTestHost({ protocolVersion, build: breaking });
      await expect(host.callTool("greet")).rejects.toThrow(/rules\.json/);
      await host.close();
    },
  );

  it("says that it was closed before the call", async () => {
    const host = await createTestHost({ protocolVersion: "2026-07-28", build });
    await host.close();
    await expect(host.callTool("greet")).rejects.toThrow("The test host has been closed.");
  });

  it.each([
    [{}, 'one of "build", "handler" and "connection"'],
    [{ build, handler: createMcpHandler(build) }, 'one of "build", "handler" and "connection"'],
    [{ connection: createWirePair()[0], transport: "stdio" as const }, "used as it is"],
    [{ handler: createMcpHandler(build), transport: "stdio" as const }, "speaks HTTP"],
    [{ build, transport: "stdio" as const, authInfo: {} as never }, "authInfo"],
    [{ build, answers: [42 as never] }, "A scripted answer must be made with"],
    [{ build, answers: accept({}) as never }, "A scripted answer must be made with"],
    [{ build, answers: "yes" as never }, '"answers" must be'],
    [
      { build, protocolVersion: "2024-11-05" as never },
      "protocolVersion must be one of 2025-06-18, 2025-11-25, 2026-07-28",
    ],
  ])("is refused with a clear error when the options contradict: %#", async (options, message) => {
    const attempt = createTestHost({ protocolVersion: "2025-11-25", ...options });
    await expect(attempt).rejects.toMatchObject({
      code: "ERR_MIDCALL_OPTION",
      message: expect.stringContaining(message),
    });
  });

  it.each(protocolVersions)(
    "that never answers makes the host fail in time, on %s",
    async (protocolVersion) => {
      const [connection] = createWirePair();
      await expect(
        createTestHost({ protocolVersion, connection, timeoutMs: 50 }),
      ).rejects.toThrow();
    },
  );

  it("that cannot be built makes the host fail, not hang", async () => {
    const broken = (): never => {
      throw new Error("no database");
    };
    for (const protocolVersion of protocolVersions) {
      await expect(createTestHost({ protocolVersion, build: broken })).rejects.toThrow();
    }
  });
});
