import { createMcpHandler, UrlElicitationRequiredError } from "@modelcontextprotocol/server";
import type { ElicitationContext, ElicitationOptions } from "midcall/server";
import {
  accept,
  type Answer,
  cancel,
  decline,
  hostError,
  rawResult,
  syntheticDecline,
} from "midcall/testing";
import { describe, expect, it } from "vitest";
import { createLab, protocolVersions, said, tryOut, wires } from "./lab.js";
import { useVirtualTime } from "./virtual-time.js";

useVirtualTime();

const PREFIX = "io.modelcontextprotocol/";
const LINK = "https://example.com/connect";
const ask = (ctx: ElicitationContext, options = {}): Promise<unknown> =>
  ctx.elicit("Go?", ["yes", "no"], options);
const askUrl = (ctx: ElicitationContext, options = {}): Promise<unknown> =>
  ctx.elicit("Open it?", LINK, options);
const yes = (): ReturnType<typeof accept> => accept({ value: "yes" });

/** One raw request; no session, so on 2025 nothing is known of the host. */
async function raw(
  fetch: (request: Request) => Response | Promise<Response>,
  protocolVersion: string,
  capabilities?: object,
): Promise<{
  status: number;
  body: {
    error?: { code: number; message: string; data?: unknown };
    result?: { isError?: boolean; content: { text: string }[] };
  };
}> {
  const _meta = {
    [`${PREFIX}protocolVersion`]: protocolVersion,
    [`${PREFIX}clientInfo`]: { name: "raw", version: "1" },
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
  const params = { name: "run", arguments: {}, ...(capabilities && { _meta }) };
  const response = await fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": protocolVersion,
        ...(capabilities && { "mcp-method": "tools/call", "mcp-name": "run" }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    body: JSON.parse(text.startsWith("{") ? text : text.split("data: ")[1]!) as never,
  };
}

describe("a host that can show nothing", () => {
  it.each([
    ["nothing", {}, ask, "form"],
    ["links only", { elicitation: { url: {} } }, ask, "form"],
    ["forms only", { elicitation: { form: {} } }, askUrl, "url"],
    ["the oldest declaration", { elicitation: {} }, askUrl, "url"],
  ])(
    "with %s, is answered -32021 with HTTP 400 on 2026-07-28",
    async (_, capabilities, handler, mode) => {
      const lab = createLab((ctx) => handler(ctx));
      const http = lab.elicitation.createHandler(lab.build);
      const { status, body } = await raw(http.fetch, "2026-07-28", capabilities);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { elicitation: { [mode]: {} } } },
      });
      expect(body.error?.message).toMatch(/Nothing was asked and nothing was decided/);
      await http.close();
    },
  );

  it.each([
    ["a form", ask, /^"run" has to ask the user with a form, but this request came/],
    ["a link", askUrl, /^"run" has to ask the user with a link to open, but this request came/],
    [
      "a confirmation",
      (ctx: ElicitationContext) => ctx.confirm("Sure?"),
      /^"run" has to ask the user with a form, but this request came/,
    ],
    [
      "a thrown link",
      () => {
        throw new UrlElicitationRequiredError([
          { mode: "url", message: "Connect first", url: LINK, elicitationId: "thrown" },
        ]);
      },
      /^The user has to open https:\/\/example\.com\/connect first, but this request came/,
    ],
  ] as const)(
    "behind stateless 2025 HTTP is not blamed for what no session brings back: %s",
    async (_, handler, says) => {
      const lab = createLab((ctx) => handler(ctx));
      for (const protocolVersion of ["2025-06-18", "2025-11-25"]) {
        const { body } = await raw(createMcpHandler(lab.build).fetch, protocolVersion);
        expect(body.result?.isError).toBe(true);
        const text = body.result?.content[0]?.text;
        expect(text).toMatch(says);
        expect(text).toMatch(/without a session.*elicitation\.createHandler\(build\)/);
        expect(text).not.toMatch(/declared|this host/);
      }
    },
  );

  it("that began a session and declared nothing hears that it declared nothing", async () => {
    const lab = createLab((ctx) => ask(ctx));
    await using host = await lab.host({
      protocolVersion: "2025-11-25",
      transport: "http",
      capabilities: {},
    });
    expect(said(await host.callTool("run"))).toMatch(
      /this host has not declared that it can show one/,
    );
  });

  it.each(wires)(
    "is explained, or gives unanswered where the author asked for that, on $protocolVersion over $transport",
    async (wire) => {
      const closed = createLab((ctx) => ask(ctx));
      await using one = await closed.host({ ...wire, capabilities: {} });
      const outcome = await one
        .callTool("run")
        .then(said, (error: { code: number; message: string }) => `${error.code} ${error.message}`);
      expect(outcome).toMatch(
        wire.protocolVersion === "2026-07-28"
          ? /^-32021 /
          : /^error: "run" has to ask the user with a form/,
      );

      const open = createLab(async (ctx) => [
        ctx.canElicit("form"),
        ctx.canElicit("url"),
        await ask(ctx, { whenUnavailable: "continue" }),
      ]);
      await using two = await open.host({ ...wire, capabilities: {} });
      expect(JSON.parse(said(await two.callTool("run")))).toMatchObject([
        false,
        false,
        { action: "unanswered", reason: "unsupported" },
      ]);
    },
  );

  it.each(protocolVersions)("knows what each declaration means on %s", async (protocolVersion) => {
    const can = async (capabilities: object): Promise<string> => {
      const lab = createLab((ctx) => `${ctx.canElicit("form")} ${ctx.canElicit("url")}`);
      await using host = await lab.host({ protocolVersion, capabilities });
      return said(await host.callTool("run"));
    };
    const url = protocolVersion !== "2025-06-18";
    expect(await can({})).toBe("false false");
    expect(await can({ elicitation: {} })).toBe("true false");
    expect(await can({ elicitation: { form: {} } })).toBe("true false");
    expect(await can({ elicitation: { url: {} } })).toBe(`false ${url}`);
    expect(await can({ elicitation: { form: {}, url: {} } })).toBe(`true ${url}`);
  });
});

describe.each([["2025-06-18"], ["2025-11-25"]] as const)(
  "a host that answers with an error on %s",
  (protocolVersion) => {
    it.each([
      -32700, -32600, -32601, -32602, -32603, -32042, -32021, -32001, -32000, -1, 0, 1, 400, 12_345,
    ])("(%i) has asked nobody", async (code) => {
      const said = await tryOut({ protocolVersion }, (ctx) => ask(ctx), [
        hostError(code, "cannot"),
      ]);
      expect(JSON.parse(said)).toMatchObject({
        action: "unanswered",
        reason: "unsupported",
        error: { code },
      });
    });

    // 2025-06-18 has no links to be asked about.
    if (protocolVersion === "2025-06-18") return;
    it("is not believed about links either", async () => {
      const said = await tryOut({ protocolVersion }, (ctx) => askUrl(ctx), [
        hostError(-32042, "cannot"),
      ]);
      expect(JSON.parse(said)).toMatchObject({
        action: "unanswered",
        reason: "unsupported",
        error: { code: -32042 },
      });
    });
  },
);

describe.each(wires)("a host on $protocolVersion over $transport", (wire) => {
  it("that says it cannot ask has not been declined by a person", async () => {
    const cannot = rawResult({ action: "cancel", content: { "midcall/cannotAsk": "no UI" } });
    expect(JSON.parse(await tryOut(wire, (ctx) => ask(ctx), [cannot]))).toMatchObject({
      action: "unanswered",
      reason: "unsupported",
    });
    const other = rawResult({ action: "cancel", content: { note: "midcall/cannotAsk" } });
    expect(JSON.parse(await tryOut(wire, (ctx) => ask(ctx), [other]))).toMatchObject({
      action: "cancel",
    });
  });

  it.each([
    ["an empty object", {}],
    ["an unknown action", { action: "maybe" }],
    ["an action of another type", { action: true, content: { value: "yes" } }],
    ["an accept without content", { action: "accept" }],
    ["content that is no object", { action: "accept", content: ["yes"] }],
    ["a value off the list", { action: "accept", content: { value: "YES" } }],
  ])(
    "that answers with %s is asked again, and is never taken for a yes or a no",
    async (_, result) => {
      const outcome = await tryOut(wire, (ctx) => ask(ctx), [
        rawResult(result),
        rawResult(result),
        rawResult(result),
      ]);
      expect(JSON.parse(outcome)).toMatchObject({ action: "unanswered", reason: "invalid" });
    },
  );

  /** A clock, and answers that come after so many milliseconds of it. */
  const clock = () => {
    let time = Date.now();
    const answering = (answer: Answer, ms: number) => () => {
      time += ms;
      return answer;
    };
    return { now: () => time, answering };
  };

  it("that declines faster than its people can is not a person's no; a slower decline is", async () => {
    const { now, answering } = clock();
    const options = { autoDeclineMs: 60, now };
    const fast = await tryOut(wire, (ctx) => ask(ctx), answering(syntheticDecline(), 59), options);
    expect(JSON.parse(fast)).toMatchObject({ action: "unanswered", reason: "auto-declined" });
    const closed = await tryOut(wire, (ctx) => ask(ctx), answering(cancel(), 59), options);
    expect(JSON.parse(closed)).toMatchObject({ action: "unanswered", reason: "auto-declined" });
    const slow = await tryOut(wire, (ctx) => ask(ctx), answering(decline(), 60), options);
    expect(JSON.parse(slow)).toMatchObject({ action: "decline" });
    const other = await tryOut(wire, (ctx) => ask(ctx), answering(cancel(), 60), options);
    expect(JSON.parse(other)).toMatchObject({ action: "cancel" });
  });

  it("is doubted only where the list names it, and the list can be extended and replaced", async () => {
    const decide = async (
      clientInfo: { name: string; version: string },
      hostOverrides?: ElicitationOptions["hostOverrides"],
    ): Promise<string> => {
      const { now, answering } = clock();
      const lab = createLab(async (ctx) => ((await ask(ctx)) as { action: string }).action, {
        now,
        ...(hostOverrides && { hostOverrides }),
      });
      const answers = answering(decline(), 75);
      await using host = await lab.host({ ...wire, clientInfo, answers });
      return said(await host.callTool("run"));
    };
    const desktop = { name: "claude-ai", version: "0.1.0" };
    expect(await decide(desktop)).toBe("unanswered");
    expect(await decide({ ...desktop, name: "claude-ai2" })).toBe("decline");
    expect(await decide(desktop, [])).toBe("decline");
    const mine = {
      name: "mine",
      does: "refuses",
      withinMs: 3_600_000,
      versions: { before: "2" },
    } as const;
    expect(await decide({ name: "mine", version: "1.2.0" }, [mine])).toBe("unanswered");
    expect(await decide({ name: "mine", version: "11.0" }, [mine])).toBe("decline");
    expect(await decide(desktop, [mine])).toBe("decline");
    expect(await decide(desktop, (known) => [...known, mine])).toBe("unanswered");
  });

  it("that accepts by itself has not accepted, where it is known to; content is always an answer", async () => {
    const optional = { type: "object", properties: { note: { type: "string" } } } as const;
    const decide = async (answer: Answer, ms: number): Promise<unknown> => {
      const { now, answering } = clock();
      const lab = createLab((ctx) => ctx.elicit("Anything to add?", optional), { now });
      const clientInfo = { name: "codex-mcp-client", version: "0.154.0" };
      const answers = answering(answer, ms);
      await using host = await lab.host({ ...wire, clientInfo, answers });
      return JSON.parse(said(await host.callTool("run")));
    };
    const own = { action: "unanswered", reason: "auto-declined" };
    expect(await decide(accept({}), 75)).toMatchObject(own);
    expect(await decide(accept({ note: "no" }), 75)).toMatchObject({ action: "accept" });
    expect(await decide(accept({}), 300)).toMatchObject({ action: "accept", data: {} });
  });

  it("is not asked in a mode that it is known not to have, and says so", async () => {
    const hostOverrides = [
      { name: "liar", does: "cannot-show", mode: "form", source: "https://example.com/1" },
    ] as const;
    const clientInfo = { name: "liar", version: "1.0.0" };
    const lab = createLab((ctx) => ask(ctx), { hostOverrides });
    await using host = await lab.host({ ...wire, clientInfo });
    expect(said(await host.callTool("run"))).toMatch(
      /^error: "run" has to ask the user with a form\. This host, liar, declares that it can show one, but is known not to \(https:\/\/example\.com\/1\)\. Nothing was asked/,
    );
    expect(host.questions).toEqual([]);

    const open = createLab(
      async (ctx) => [ctx.canElicit("form"), await ask(ctx, { whenUnavailable: "continue" })],
      { hostOverrides },
    );
    await using other = await open.host({ ...wire, clientInfo });
    expect(JSON.parse(said(await other.callTool("run")))).toMatchObject([
      false,
      { action: "unanswered", reason: "unsupported" },
    ]);
  });

  it("ends a confirmation that was declined by the host itself, as nobody said no", async () => {
    const lab = createLab((ctx) => ctx.confirm("Sure?").then(String), { autoDeclineMs: 3_600_000 });
    await using host = await lab.host({ ...wire, answers: [decline()] });
    expect(said(await host.callTool("run"))).toMatch(
      /^error: No user answered "Sure\?" \(auto-declined\)/,
    );
  });

  it("asks tools, prompts and resources alike", async () => {
    const lab = createLab((ctx) => ask(ctx));
    const build: typeof lab.build = () => {
      const server = lab.build();
      const { handler } = lab.elicitation;
      const words = async (ctx: ElicitationContext): Promise<string> =>
        ((await ask(ctx)) as { action: string }).action;
      server.registerPrompt(
        "p",
        {},
        handler(async (ctx: ElicitationContext) => ({
          messages: [
            { role: "user" as const, content: { type: "text" as const, text: await words(ctx) } },
          ],
        })) as never,
      );
      server.registerResource(
        "r",
        "test://r",
        {},
        handler(async (uri: URL, ctx: ElicitationContext) => ({
          contents: [{ uri: uri.href, text: await words(ctx) }],
        })),
      );
      return server;
    };
    const { createTestHost } = await import("midcall/testing");
    await using host = await createTestHost({
      timeoutMs: 3_600_000,
      ...wire,
      build,
      answers: [yes(), decline()],
    });
    expect(await host.getPrompt("p")).toMatchObject({
      messages: [{ content: { text: "accept" } }],
    });
    expect(await host.readResource("test://r")).toMatchObject({ contents: [{ text: "decline" }] });
  });
});
